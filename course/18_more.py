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
# # 18 · Regression trees: more
#
# **A tree of two inputs is a flight of stairs. Can two smooth functions that take turns do better?**
#
# *After this page you can* read a tree as boxes and as a surface · say why two samples make two trees · fit a sum of functions by turns · take data apart into fits
# and a rest.
#
# *35 minutes, and 25 for the exercises. You need the [main page](18_regression_trees.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l18_regression_trees as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Boxes, and a surface · 7 min
#
# Age, obesity and blood pressure of 160 people who never lived: the real table behind the lecture's example is not ours to give. What is true of it is five regions, and noise.

# %% slideshow={"slide_type": "subslide"}
lesson.BoxesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The tree is $f(x) = \sum_j w_j\,[x \in R_j]$: regions $R_j$ with edges along the axes, a number $w_j$ on each. It asks age at 49.5 and 29.5, obesity only where it
# matters: growing selects inputs. Write down:
#
# 1. *sixteen leaves*: which of the blocks are noise?
# 2. *a wave*: along which input are there more cuts, and why?

# %% [markdown] slideshow={"slide_type": "subslide"}
# The lines that decide which split comes next: the one that takes most off the error waits first in the row.

# %% slideshow={"slide_type": "fragment"}
lesson.growing_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Mean or median, counted · 3 min
#
# One leaf with the numbers 0, 0, 0, 10. Each answer is best for its own kind of error:

# %% slideshow={"slide_type": "fragment"}
lesson.leaves_compared()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Two samples, two trees · 6 min
#
# Two inputs say nearly the same. The source stays; only the sample is drawn anew. At the left the answers of five leaves are shades; circles are examples that got too low an answer,
# triangles too high a one, the larger the farther off.

# %% slideshow={"slide_type": "subslide"}
lesson.CorrelatedLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Twenty trees ask x1 first, twenty ask x2. Even where $y$ depends on x1 alone, a correlation of 0.9 lets 4 of 40 trees begin with x2, 0.99 lets 14. The answers hardly
# suffer, for the inputs say the same; the *story* that the tree tells does. This is **high variance**, and a forest makes use of it ([19](19_forests.ipynb)).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Functions that take turns · 9 min
#
# No steps now, but smooth functions of one input each: $f(x) = \bar y + g_1(x_1) + g_2(x_2)$. Fitting both at once is hard for many smoothers, fitting one is easy. So keep
# $g_2$ and fit $g_1$, keep $g_1$ and fit $g_2$, and again. This is **backfitting**, one case of **alternating optimisation**:
#
# $$ g_1 \leftarrow S\,\bigl(y - \bar y - g_2\bigr), \qquad g_2 \leftarrow S\,\bigl(y - \bar y - g_1\bigr) $$
#
# | symbol | meaning |
# |---|---|
# | $g_j$ | function of input $j$ alone, its mean over the examples 0 |
# | $S$ | a **smoother**: what it is given, made smooth along one input |

# %% [markdown] slideshow={"slide_type": "subslide"}
# By hand, with means as smoothers: $x_1$ is 0 or 1, $x_2$ is 0, 1 or 2, and $y$ is 1, 4, 1 where $x_1 = 0$ and 3, 6, 3 where $x_1 = 1$. Its mean is 3.

# %% slideshow={"slide_type": "fragment"}
lesson.half_sweeps_by_hand()

# %% slideshow={"slide_type": "subslide"}
lesson.BackfitLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# On the full grid of two by three, one turn each is exact. In a random draw $g_1$ first takes a little of the wave, and gives it back at its second turn. Write down:
#
# 1. *going along*: how many turns until the error is nearly flat? Why more?
# 2. *concrete*: what does more cement do, what does age do?
#
# It goes down one block of unknowns at a time, not along a gradient: that would be boosting ([21](21_gradient_boosting.ipynb)).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On concrete · 3 min
#
# Eight functions that take turns, each a cubic of one input, against a tree:

# %% slideshow={"slide_type": "fragment"}
lesson.additive_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Among the tested mixtures the sum is better; beyond them it is little better than the tree. And what two inputs do only *together* a sum can never say
# (exercise 7).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Data = fit + residual · 7 min
#
# The oldest [greedy](15_growing_trees.ipynb) plan takes no turns at all. Fit something; fit something else to what is left; add up:
#
# $$ \text{data} = \text{fit}_1 + \text{residual}_1, \quad \text{residual}_1 = \text{fit}_2 + \text{residual}_2, \quad \dots $$

# %% slideshow={"slide_type": "subslide"}
lesson.StagesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The line first leaves 9.8 after two stages, the tree first 8.1. No stage is ever refitted, so order matters: what the line took for a trend was a jump. *again and again* lets
# both come back, to new [residuals](03_least_squares.ipynb), and still less is left. With small trees at all stages this is gradient boosting for squared errors.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ The cheapest tree.** Return the place of the tree with the least penalised risk; of equals the smaller tree.


# %%
def cheapest(errors, leaves, alpha):
    """cheapest([0.2, 0.5, 2.0], [5, 3, 1], 0.25) is 1: it costs 1.25, the others 1.45 and 2.25."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.cheapest(cheapest)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** These functions fade away from turn to turn. `curves` has a row of values for each function, the matrix `S` smooths. Mend it.


# %%
def refitted(y, mean, curves, j, S):
    """What function j becomes; refitted(np.array([1, 3]), 2, np.array([[-1, 1]]), 0, np.eye(2)) is [-1, 1]."""
    residuals = y - mean - curves.sum(axis=0)
    values = np.dot(S, residuals)
    return values - values.mean()


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.refitted(refitted)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Fool the sum.** Place at least eight examples with two inputs and a number each, so that $g_1(x_1) + g_2(x_2)$ explains nothing, and a tree of four leaves everything.

# %%
my_X, my_y = None, None

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.fooled_sum(my_X, my_y)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - From above a tree is boxes, from aside flat roofs.
# - Inputs that go together make the first cut a matter of chance.
# - Backfitting refits each function to what the others leave, until nothing changes.
# - Stages fit what is left and never look back.

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [18 regression trees](18_regression_trees.ipynb) · next: [19 forests](19_forests.ipynb) · Buja, Hastie and Tibshirani (1989); Tukey, *Exploratory Data Analysis* (1977).
