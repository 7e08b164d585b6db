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
# # 21 · Gradient boosting
#
# **How strong will this concrete be after 28 days? Start with the mean, then fit what is left over.**
#
# *After this lesson you can* boost six points by hand · say why a residual is a slope, and what that means for other losses · choose a step size and a
# number of rounds · compute what one cut of a tree gains.
#
# *60 minutes in class, about 40 for the exercises, 40 in [21_more](21_more.ipynb). You need regression trees ([18](18_regression_trees.ipynb)) and [20 AdaBoost](20_adaboost.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l21_gradient_boosting as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Six points · 3 min
#
# The simplest answer is one number for all: the mean. What is left over at a point, measured minus answered, is its **residual**: the red
# stems.

# %% slideshow={"slide_type": "fragment"}
lesson.six_points()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Fit what is left over · 10 min
#
# A **stump** is a tree with one cut; each side answers with its mean. Fit one to the residuals, add it to the mean, and look at what is still left.
# Left: the sum so far. Right: what is left over, and the stump fitted to it. Commit to an answer, then play.

# %% slideshow={"slide_type": "subslide"}
lesson.ResidualLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Every round asks one question: what has the *whole sum* so far left over? No tree is ever fitted to the targets again, and no
# tree that was added is changed.
#
# Now press *small steps*: only a tenth of each stump is added. Compare the cuts of the first rounds. Then *a sine*: a sum of stumps is a staircase.
# Last, *it fits the noise*: watch both error curves.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 6 min
#
# 1. Start with the mean: $F_0 = \bar z$.
# 2. In round $m$ compute the residuals of the sum so far: $r_n = z_n - F_{m-1}(x_n)$.
# 3. Fit a small tree $f_m$ to the residuals.
# 4. Add a share of it: $F_m = F_{m-1} + \varepsilon f_m$.
#
# After $M$ rounds $F_M$ is the answer. AdaBoost changes *weights*; here the *targets* change.
#
# | symbol | meaning |
# |---|---|
# | $x_n$, $z_n$ | example $n$ and its target, a number or a class |
# | $F_m(x)$ | the sum after $m$ rounds, or score |
# | $r_n$ | residual: what the sum leaves over of $z_n$ |
# | $f_m$ | the tree of round $m$ |
# | $\varepsilon$ | **shrinkage**, the share of a tree that is added, $0 < \varepsilon \le 1$ |
# | $M$ | number of rounds |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 5 min
#
# The rounds that you played, with whole steps ($\varepsilon = 1$). Check row 2: add $-1.75$ and $+1.75$ to the mean, subtract from the six targets 1,
# 1.5, 2, 5, 5.5, 4.5.

# %% slideshow={"slide_type": "fragment"}
lesson.rounds_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# These lines of labkit made the rounds: residuals, tree, share.

# %% slideshow={"slide_type": "fragment"}
lesson.round_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The residual is a slope · 7 min
#
# Why residuals? Take the loss $L = \tfrac12(z-F)^2$ and ask which way is down, for each example's score alone:
#
# $$ -\frac{\partial L}{\partial F} = z - F = r . $$
#
# So the residuals are the direction of steepest descent. But they are known at the examples only. The tree is a function near them that answers
# *everywhere*, and a round is one step along it: **gradient descent, where the unknown is a function.**
#
# Nothing in this needs squares. For another loss, fit the tree to minus its slope.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Any loss, by its slope
#
# | loss | | minus its slope | who pulls |
# |---|---|---|---|
# | squared | $\tfrac12(z-F)^2$ | $z - F$ | far points pull hardest, without limit |
# | absolute | $\lvert z-F \rvert$ | the sign of $z - F$ | all pull alike, however far |
# | log, classes $z = \pm1$ | $\ln(1+e^{-zF})$ | $[z{=}1] - p$ | at most 1 each, surely right ones hardly |
#
# Here $p = 1/(1+e^{-F})$ is the probability of class $+1$ that the score stands for, and $[z{=}1]$ is 1 for that class and 0 for the other. "What is
# left over" is now a share of probability.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Small steps · 10 min
#
# Two classes, [log loss](01_more.ipynb), one label in ten wrong. Four learners add a hundred trees of depth 2; they differ in $\varepsilon$ alone. The curves are the
# loss on fresh cases. The planes show what whole steps and tenths have learned; hollow points are on the wrong side.

# %% slideshow={"slide_type": "subslide"}
lesson.ShrinkageLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Who leads after three rounds? In which round is each curve lowest, and how low? Multiply that round by $\varepsilon$.
# 2. Preset *many wrong labels*: three labels in ten. In which round would you stop the whole steps? And the smallest?
# 3. Preset *no wrong label*: who is last now, and why? What would you change for it?

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why small steps help.** A whole step takes all that the few cuts of one tree can take, noise included. A small step takes a little, and the next
# tree may choose other cuts. Many slightly different trees share the work, and their accidents average out. The price is rounds. Too many still
# [overfit](16_pruning_and_rules.ipynb): choose $\varepsilon$ small, say 0.1, and let held-out cases choose $M$.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What one cut gains · 9 min
#
# To second order a loss is a parabola in the step: slope $g$ and curvature $h$ for each example. A leaf gives all its examples the same score $w$, so
# only the sums $G$ and $H$ matter. Two prices hold a tree back: $\tfrac12\lambda w^2$ for a large score, $\gamma$ for a leaf. The leaf changes the loss
# by
#
# $$ G\,w + \tfrac12 (H+\lambda)\,w^2 + \gamma, \quad\text{least at}\quad w = -\frac{G}{H+\lambda} . $$
#
# Put $w$ in: a leaf takes off $\tfrac12 \frac{G^2}{H+\lambda}$ and costs $\gamma$. A cut turns one leaf into two:
#
# $$ \text{gain} = \tfrac12\left[\frac{G_L^2}{H_L+\lambda} + \frac{G_R^2}{H_R+\lambda} - \frac{G^2}{H+\lambda}\right] - \gamma . $$

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The symbols of the gain
#
# | symbol | meaning |
# |---|---|
# | $g$, $h$ | first and second derivative of the loss in the score; for squares $F - z$ and 1 |
# | $G$, $H$ | sums of $g$ and $h$ over a leaf; $G_L$, $H_L$ left of a cut, $G_R$, $H_R$ right of it |
# | $w$ | score of a leaf, which is added to $F$ |
# | $\lambda$ | price of large scores |
# | $\gamma$ | price of a leaf |
#
# With squares and $\lambda = 0$ the score $w$ is the mean residual, as before. In the lab all scores are still 0, so $g = -z$; a scan tries the five
# cuts of the six points. Two of them hang below zero. Why do they gain under *no price*?

# %% slideshow={"slide_type": "subslide"}
lesson.GainLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Concrete · 8 min
#
# 1,030 tests of 427 recipes: seven ingredients, age, strength. $R^2$ is the share of the spread that is explained: 1 is perfect, 0 no better than the
# mean. The question is about a *new* recipe, so each of five parts is answered by a learner that has seen none of its recipes (**cross-validation** by
# recipe).

# %% slideshow={"slide_type": "fragment"}
lesson.concrete_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Two hundred stumps beat one fully grown tree. With whole steps, depth 3 explains no more than stumps. Beware: split the *rows* at random, and the same
# recipe is on both sides; boosting then seems to reach 0.92.
#
# **Where it fails.** Trained on concrete of at most 28 days, asked about older:

# %% slideshow={"slide_type": "fragment"}
lesson.beyond_the_data()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Beyond its last cut every tree is constant, and so is their sum: 7 to 13 MPa too low. The line was told to use the *logarithm* of the
# age and stays within 3 up to 100 days. Then it fails too: concrete stops hardening.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | boosting | forest ([19](19_forests.ipynb)) | AdaBoost ([20](20_adaboost.ipynb)) |
# |---|---|---|---|
# | members | small trees, in turn | large trees, side by side | weak, in turn |
# | loss | any with a slope | | exponential |
# | to choose | $\varepsilon$, $M$, depth | hardly anything | $M$ |
# | too many rounds | overfit | harmless | can overfit |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 2 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ One round.** `x` are numbers (some may be equal), `z` the targets, `F` the sum so far. Return the sum after one more round with a least-squares
# stump; of equal cuts take the lowest.


# %%
def my_round(x, z, F, shrinkage):
    """my_round(np.array([1, 2, 3]), np.array([0, 0, 6]), np.zeros(3), 0.5) is array([0, 0, 3])."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.one_round(my_round)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** A student's trees are too large: cuts are made that take less off the loss than a leaf costs. `left` is a mask of the examples
# that would go left. Mend it.


# %%
def cut_gain(g, h, left, gamma, lam):
    """cut_gain(np.array([-1, 1]), np.array([1, 1]), np.array([True, False]), 0.1, 1.0) is 0.4."""

    def worth(side):
        return np.sum(g[side]) ** 2 / (np.sum(h[side]) + lam)

    return 0.5 * (worth(left) + worth(~left) - worth(left | ~left) - gamma)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.gain(cut_gain)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Miles per gallon.** 392 cars, six numbers each. A straight line reaches $R^2 = 0.80$ in cross-validation. Choose at most 60 rounds, a depth of
# at most 6 and a shrinkage that bring boosting above 0.87. The check takes a few seconds.

# %%
my_rounds, my_depth, my_shrinkage = None, None, None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.miles(my_rounds, my_depth, my_shrinkage)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ A loss of your own.** `z` are counts (accidents a day), and the score $F$ is the logarithm of the expected count, so the loss is $e^F - zF$.
# All examples given are in one leaf. Which score $w$ should the leaf have, to second order and with $\lambda$?


# %%
def my_leaf(z, F, lam):
    """my_leaf(np.array([2, 0]), np.array([0, 0]), 1.0) is 0, for the counts have the mean 1 = e^0."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.count_leaf(my_leaf)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Fit a small tree to what the sum has left over, add a share, repeat.
# - The residual is minus the slope of half the squared error; any smooth loss will do.
# - Small steps, more rounds, and held-out cases that say when to stop.
# - A leaf scores $-G/(H+\lambda)$. A cut gains what two leaves take off beyond one, minus $\gamma$.
#
# **And the concrete?** For a new recipe, 28 days old, boosting is typically 6 MPa off; the line 8.8, with the logarithm of the age 7.6.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [21_more](21_more.ipynb): LogitBoost, brakes, many classes · [21_side_by_side](21_side_by_side.ipynb): bagging, forest and boosting on the
# same data · before: [20 AdaBoost](20_adaboost.ipynb) · next: [22 model selection](22_model_selection.ipynb) · Friedman (2001); Chen and Guestrin (2016).
