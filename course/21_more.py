# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 21 · Gradient boosting: more
#
# **What does a program need beyond the [main page](21_gradient_boosting.ipynb)? LogitBoost, the price of a tree, brakes, many classes.**
#
# *After this page you can* say what a tree costs · write boosting as a weighted fit · choose among shrinkage, sampling and early stopping · boost more
# than two classes in two ways.
#
# *40 minutes. You need the main page.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l21_gradient_boosting as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The price of a tree · 7 min
#
# A tree with a leaf for every example would fit anything. So a tree $f$ with $T$ leaves and the scores $w_1, \dots, w_T$ has a price:
#
# $$ \Omega(f) = \gamma\,T + \tfrac12\lambda\sum_{j=1}^{T} w_j^2 . $$
#
# The lecture's tree asks who likes computer games. Its leaves add $+2$, $+0.1$ and $-1$ to the score: $\Omega = 3\gamma + \tfrac12\lambda(4 + 0.01 + 1)
# = 3\gamma + 2.505\lambda$.

# %% slideshow={"slide_type": "subslide"}
lesson.PriceLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# With the price the loss splits into one parabola for each leaf, $G_j w_j + \tfrac12(H_j + \lambda) w_j^2 + \gamma$. The best score of a leaf
# depends on no other leaf, and a tree as a whole is worth its **structure score**, the sum of $\gamma - \tfrac12 G_j^2/(H_j+\lambda)$ over its leaves:
# the more negative, the better. The gain of a cut is the structure score before minus after.
#
# | symbol | meaning |
# |---|---|
# | $\Omega$ | price of a tree |
# | $T$ | number of its leaves |
# | $w_j$, $G_j$, $H_j$ | score of leaf $j$, sums of $g$ and $h$ in it |
# | $K$ | number of classes |
# | $\mu_k$ | probability of class $k$ |
# | $B$ | number of bits of a code word |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## LogitBoost · 6 min
#
# Complete the square: $g f + \tfrac12 h f^2 = \tfrac12 h\,(f + g/h)^2$, up to a constant. So the best $f$ is a least-squares fit of the **responses**
# $-g/h$ with the **weights** $h$. Any learner of numbers that takes weights will do. For the [log loss](01_more.ipynb) that is LogitBoost (Friedman, Hastie and
# Tibshirani, 2000): $g = p - [z{=}1]$, $h = p(1-p)$.
#
# Sure examples, $p$ near 0 or 1, weigh little. A sure and wrong one has a huge response, so responses are cut off at $\pm4$. By custom LogitBoost's $F$
# is half of ours, $p = 1/(1+e^{-2F})$; the probabilities are the same.

# %% slideshow={"slide_type": "fragment"}
lesson.logit_round()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The same question again · 4 min
#
# Six points, two classes, log loss, $\varepsilon = 0.1$. After a tenth of a step the best cut is still the best:

# %% slideshow={"slide_type": "fragment"}
lesson.next_gains()

# %% [markdown] slideshow={"slide_type": "subslide"}
# That is what shrinkage does: a good question is asked again and again, a little each time, until another one is better. Here that is in round 15.
#
# **How the cuts are found.** Sort a column once. Going right, each example moves its $g$ and $h$ from one side to the other, so one pass finds the best
# cut. With many examples 256 bins of neighbouring values do nearly as well. A category becomes a column of 0 and 1 for each value.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Cuts that do not pay · 4 min
#
# A gain can be negative. Then either *stop*, or cut all the same and *prune* later, leaves first, what did not pay. In [XOR](13_neural_networks.ipynb) the first cut gains nothing
# and its children everything:

# %% slideshow={"slide_type": "fragment"}
lesson.stop_or_prune()

# %% [markdown] slideshow={"slide_type": "subslide"}
# All of it in a dozen lines: (1) takes the cut with the largest gain, (2) grows both sides in the same way, (3) is a leaf, and (4) prunes.

# %% slideshow={"slide_type": "fragment"}
lesson.tree_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## More brakes · 8 min
#
# - **Rows.** Each round learns from a random part of the examples (Friedman, 2002).
# - **Columns.** Each tree may ask about a random part of the columns: the forest's idea ([19](19_forests.ipynb)).
# - **Early stopping.** Stop when the loss of held-out examples has not fallen for some rounds, the *patience*.

# %% [markdown] slideshow={"slide_type": "subslide"}
# Below are 200 noisy examples with ten columns, five of which matter, and the error against the noiseless truth. Whole steps are twice as bad even in
# their best round. Half the rows help. Half the columns do not: each of the five tells something of its own.

# %% slideshow={"slide_type": "fragment"}
lesson.brakes()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## When to stop
#
# The plane shows the score; the area of a point and its bar are what is left over of it, $[z{=}1] - p$. With a patience a quarter of the examples,
# drawn faint, is held out. Try *stop in time*, then *it fits wrong labels*.

# %% slideshow={"slide_type": "subslide"}
lesson.PlaneBoostLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Is the log loss enough?** Moons, one label in five wrong, tested on right labels. Whole steps of LogitBoost chase wrong labels as [AdaBoost](20_adaboost.ipynb) does.
# Small steps do not reach them in a hundred rounds, and early stopping ends before.
#
# **Other losses.** Whatever has a slope can be gone down (Friedman, 1999). For numbers with outliers, absolute errors: each [residual](03_least_squares.ipynb) pulls by its
# sign alone, and a leaf answers with the median of its residuals. Huber's loss is squared near zero and absolute far out.

# %% slideshow={"slide_type": "fragment"}
lesson.wrong_labels()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Many classes: a tree for each · 6 min
#
# Give every class a score $F_k$, and let $\mu_k = e^{F_k}/\sum_j e^{F_j}$. Each round fits $K$ trees (Friedman, 1999), with
#
# $$ g_k = \mu_k - [z{=}k], \qquad h_k = \mu_k(1-\mu_k) . $$
#
# The true second derivatives have entries between classes as well. They are left out (the *diagonal* [Hessian](06_logistic_regression.ipynb)), so that each tree is fitted
# alone. The price: all scores make the whole step at once. For two classes that is twice too far, since one score rises *and* the other falls.
# Friedman's leaf corrects this by the factor $(K-1)/K$:

# %% slideshow={"slide_type": "fragment"}
lesson.one_leaf()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Many classes by bits · 5 min
#
# Or turn the classes into questions with two answers. **Output codes** (Dietterich and Bakiri, 1995) give each class a word of $B$ bits. Each bit is
# learned by a tree of its own, and a case goes to the class whose word is nearest to what the trees say. If any two words differ in at least $d$ bits,
# $\lfloor (d-1)/2 \rfloor$ wrong trees do no harm. The *exhaustive* code has all $2^{K-1} - 1$ ways to part the classes.

# %% slideshow={"slide_type": "fragment"}
lesson.codes()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Five clouds, 300 examples, means of three draws. The trees of the bits see the same examples, so their mistakes are not independent, and the code
# forgives less than it promises. Still it beats the single tree:

# %% slideshow={"slide_type": "fragment"}
lesson.five_classes()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Slopes.** `z` holds $-1$ and $+1$, `F` the scores. Return `(g, h)`, the first and the second derivative of $\ln(1+e^{-zF})$ in $F$.


# %%
def my_slopes(z, F):
    """my_slopes(np.array([1.0]), np.array([0.0])) is (array([-0.5]), array([0.25]))."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.slopes(my_slopes)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** However large $\lambda$ is, the scores stay as large as before. Mend the price.


# %%
def tree_price(w, gamma, lam):
    """tree_price([2, 0.1, -1], 1.0, 2.0) is 8.01."""
    return gamma * len(w) + 0.5 * (np.asarray(w, dtype=float) ** 2).sum()


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.price(tree_price)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Fewer trees.** Four classes. The exhaustive code takes seven trees to forgive one that is wrong. Find four words of at most **six** bits that
# still do, with every bit a *different* question to the examples.

# %%
my_code = None  # four rows of 0 and 1

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.fewer_trees(my_code)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - $\Omega = \gamma T + \tfrac12\lambda\sum w_j^2$: leaves cost $\gamma$, large scores $\lambda$.
# - To second order every loss is a weighted fit of the responses $-g/h$.
# - Small steps first; then random rows; and stop by held-out loss.
# - Many classes: $K$ trees a round, or a tree for each bit and the nearest word.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [21 gradient boosting](21_gradient_boosting.ipynb) · [21_side_by_side](21_side_by_side.ipynb): bagging, forest and boosting · before: [20
# AdaBoost](20_adaboost.ipynb) · Friedman (2001, 2002); Chen and Guestrin, *XGBoost* (2016).
