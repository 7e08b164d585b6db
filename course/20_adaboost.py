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
# # 20 · AdaBoost
#
# **"The mail contains a dollar sign." As a spam filter, this one rule is wrong on every fifth mail. Can a hundred such rules do better than one clever one?**
#
# *After this lesson you can* run AdaBoost by hand on ten points · say where its weights and vote weights come from · explain why more rounds can help
# after the last mistake is gone · tell when a wrong label ruins it.
#
# *60 minutes, and 40 more in [20_more](20_more.ipynb). You need stumps and trees ([15](15_growing_trees.ipynb)); voting is in [19](19_forests.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l20_adaboost as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Ten points · 3 min
#
# A **stump** is a tree with a single cut. Here is the best stump for ten points of two classes. Hollow points are on the wrong side: three of ten. No
# other stump does better.

# %% slideshow={"slide_type": "fragment"}
lesson.best_stump()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A second opinion · 10 min
#
# A second stump trained on the same data would be the same stump. So AdaBoost changes the data: the points that were wrong count for more, and the
# next stump has to care about them. Commit to an answer, then play the three rounds. The area of a point is its weight.

# %% slideshow={"slide_type": "subslide"}
lesson.RoundsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** After each round the points that were just wrong hold half of all the weight. To the new weights the last stump is no better
# than a coin, so the next one must bring something new. Each point is wrong at most once, and the two other stumps outvote that mistake: after three
# rounds no mistake is left.
#
# Now press *guess which grow* and play the rounds yourself.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 8 min
#
# Classes are $z = \pm 1$, and the weights $w_n$ of the examples sum to 1. One round:
#
# 1. Train a weak classifier $f$ on the weighted examples. Its **weighted error** $\varepsilon$ is the weight of its mistakes.
# 2. Give it the **vote weight** $\alpha = \tfrac12 \ln \frac{1-\varepsilon}{\varepsilon}$: large if it errs seldom, zero if it is a coin.
# 3. Multiply the weights of its mistakes by $e^{\alpha}$, those of the others by $e^{-\alpha}$, and divide all by their sum $Z$.
#
# In the end all members vote: $F(x) = \sum_m \alpha_m f_m(x)$, and the answer is the sign of $F$.
#
# | symbol | meaning |
# |---|---|
# | $w_n$ | weight of example $n$ in this round |
# | $\varepsilon$ | weighted error of this round's classifier |
# | $\alpha$ | its vote weight |
# | $Z$ | what the new weights sum to before they are divided by it |
# | $F(x)$ | the weighted vote, or score |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 5 min
#
# The same three rounds with fractions. Put $\alpha$ into step 3 and the exponentials cancel: a wrong point gets $w/2\varepsilon$, a right one
# $w/2(1-\varepsilon)$. That is why the mistakes always weigh one half together.

# %% slideshow={"slide_type": "fragment"}
lesson.rounds_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# These lines of labkit made the rounds that you played. They keep the logarithms of the weights, so that none is too small for a number.

# %% slideshow={"slide_type": "fragment"}
lesson.round_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where does the rule come from? · 8 min
#
# The number of mistakes has no slope to follow, so AdaBoost goes down a loss that lies above it. Call $\eta = zF(x)$ the **margin**: positive is
# right, negative is wrong, large is sure. The **exponential loss** $e^{-\eta}$ is never below the number of mistakes. Add one member $\alpha f$ to the vote $F$:
#
# $$ \sum_n e^{-z_n [F(x_n) + \alpha f(x_n)]} \;\propto\; (1-\varepsilon)\,e^{-\alpha} + \varepsilon\, e^{\alpha} \;=\; Z . $$
#
# The past enters only through the weights, $w_n \propto e^{-z_n F(x_n)}$. $Z$ is smallest for the least $\varepsilon$, and its slope in $\alpha$ is zero at
# $\alpha = \tfrac12\ln\frac{1-\varepsilon}{\varepsilon}$. All three steps of the rule come from one loss.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## A promise
#
# The loss after all rounds is the product of the $Z$s, and it is above the training error:
#
# $$ \text{training error} \;\le\; \prod_m Z_m \;=\; \prod_m 2\sqrt{\varepsilon_m (1 - \varepsilon_m)} . $$
#
# Every factor is below 1 unless the classifier is a coin. So any weak learner that is always a little better than chance is enough to bring the
# training error to zero.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A hundred rounds · 10 min
#
# A hundred points in two rings, a thousand fresh ones to test on. Look at three things: where the training error (solid) reaches zero, what the error
# on fresh cases does from there, and the margins below. There the margin is divided by the sum of the vote weights, so it lies between −1 and 1.

# %% slideshow={"slide_type": "subslide"}
lesson.AdaBoostLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. In which round is the last mistake gone? How small is the least margin then, and how large after 100 rounds?
# 2. Preset *wrong labels*: one label in five is wrong. Which points grow largest? What happens to fresh cases, and when would you stop?
# 3. Preset *stumps on XOR*, then *trees on XOR*. Why does no number of stumps help?

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why XOR defeats stumps.** A vote of stumps is a sum of functions of one attribute each, $F(x) = F_1(x_1) + F_2(x_2)$. XOR is no such sum. What is
# missing is not rounds but depth: a tree of two levels looks at two attributes together.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One wrong label · 6 min
#
# An example pulls at the vote as hard as its loss falls at its margin. For the exponential loss that pull is the example's weight. Other methods use
# other losses: logistic regression (lecture 06) uses the log loss, support vector machines (lecture 11) the hinge.

# %% slideshow={"slide_type": "subslide"}
lesson.LossLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A wrong label has a negative margin as long as the vote is right about it. So the better the vote, the heavier its wrong labels, and without limit.
# If you expect wrong labels, stop early or choose a milder loss (lecture [21](21_gradient_boosting.ipynb)).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Spam · 6 min
#
# 384 real mails, 152 of them spam, and 57 numbers for each: how frequent are certain words and characters, how long are runs of capitals. These
# are the first rules that AdaBoost finds:

# %% slideshow={"slide_type": "fragment"}
lesson.first_rules()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The honest number: ten parts, each filtered by a vote that was trained on the nine others (**cross-validation**). A lost mail is a good one called
# spam.

# %% slideshow={"slide_type": "fragment"}
lesson.spam_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A hundred rules of one cut each beat a whole tree. Where it fails: the vote does not know that a lost mail hurts more than a spam that gets through,
# and the third rule knows the word *hp*, the company of the man who collected these mails. In your mailbox that rule is worth nothing.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | AdaBoost | forest (19) | one tree (15) | logistic regression (06) |
# |---|---|---|---|---|
# | members | weak, one after the other | strong, side by side | one | none |
# | averages away | bias, at first | variance | nothing | nothing |
# | wrong labels | harmful | tolerable | harmful if unpruned | tolerable |
# | readable | the first rules | no | yes | yes |
# | trained in parallel | no | yes | | |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ One round.** `w` are the weights, which sum to 1; `wrong` says where the classifier errs. Return the vote weight and the next weights.


# %%
def my_round(w, wrong):
    """For w = [0.5, 0.25, 0.25] and wrong = [False, True, False]: 0.549 and [0.333, 0.5, 0.167]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.one_round(my_round)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** The 0/1 loss should lie below the exponential loss $e^{-\eta}$ for every margin $\eta$. This one does not. Mend it; a margin of 0
# counts as a mistake.


# %%
def zero_one(margin):
    """zero_one(-2.0) is 1, zero_one(0.5) is 0."""
    return 1 - np.sign(margin)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.zero_one(zero_one)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Filter the mail.** Choose how many rounds, and how deep the trees are, such that fewer than 36 of the 384 mails are wrong in cross-validation.
# Depth 1 is a stump. The check takes a few seconds.

# %%
my_rounds, my_depth = None, None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.spam_filter(my_rounds, my_depth)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place at least four points such that AdaBoost with stumps gives up before its first round, although a tree of depth 2 gets all of
# them right.

# %%
my_points, my_labels = None, None  # such as [[0, 0], [1, 0]] and [-1, 1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Train, weigh the mistakes up to one half, train again; vote with $\alpha = \tfrac12\ln\frac{1-\varepsilon}{\varepsilon}$.
# - It is descent on the exponential loss, one member at a time; the product of the $Z$s bounds the training error.
# - After the last mistake is gone, further rounds still raise the margins.
# - Stumps add up attributes and cannot do XOR. The exponential loss believes every wrong label.
#
# **And the spam?** One rule: 82 mails wrong. A hundred of them: 30.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [20_more](20_more.ipynb): ties, what happens after a thousand rounds, more than two classes, wrong labels measured · before:
# [19 forests](19_forests.ipynb) · next: [21 gradient boosting](21_gradient_boosting.ipynb) · Freund and Schapire (1997); Schapire and Freund, *Boosting* (2012).
