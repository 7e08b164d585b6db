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
# # 18 · Regression trees
#
# **A concrete works has tested hundreds of mixtures. Will a tree's answer hold outside the mixtures that were tested?**
#
# *After this lesson you can* cut a line by hand as a tree does · choose the depth or the price of a leaf · say what one wrong number does to means, medians and lines
# in leaves · show where greedy growth goes wrong, and where every tree is blind.
#
# *50 minutes in class, about 40 for the exercises, 35 in [18_more](18_more.ipynb). You need least squares ([03](03_least_squares.ipynb)) and trees ([15](15_growing_trees.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l18_regression_trees as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Numbers instead of classes · 2 min
#
# Each dot is a mixture that was crushed after 28 days. A tree shall answer with a strength.

# %% slideshow={"slide_type": "fragment"}
lesson.picture_of_mixtures()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where would you cut? · 8 min
#
# First a line: between cuts, one number, the mean, answers for all. Commit, then click to place your two cuts so that the squares of the stems become small.

# %% slideshow={"slide_type": "subslide"}
lesson.CutsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** A tree takes the best single cut, then the best one that can be added, and takes none back: it is **greedy**. On the ramp it leaves 0.051, the best
# two cuts 0.038. On real steps both agree. Write down:
#
# 1. Set one cut on the ramp, then three: why does greed lose nothing there?
# 2. *a wave*: can you beat the tree with three cuts?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The rule
#
# Every leaf answers with the mean of its examples. Of all inputs and all thresholds a node takes the split $S$ that leaves the least
#
# $$ E(S) = P_l\,E(l) + P_r\,E(r) $$
#
# $$ E(m) = \text{mean of } (y - \bar y_m)^2 $$
#
# and its parts are split in the same way. The tree is a **piecewise constant** function.
#
# | symbol | meaning |
# |---|---|
# | $E(m)$ | mean squared error in node $m$ |
# | $\bar y_m$ | mean of $y$ in the node, its answer |
# | $P_l, P_r$ | shares of the node's examples that go left, right |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 4 min
#
# Ten numbers: 1.1, 0.9, 1.3, 1.0 · 5.2, 4.8, 5.1, 5.0 · 8.9, 9.2. Nine cuts are possible. Find the best one, then say where the next one goes.

# %% slideshow={"slide_type": "fragment"}
lesson.error_by_hand()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How deep? · 6 min
#
# A smooth wave, noise, and a staircase that may have as many steps as it likes.

# %% slideshow={"slide_type": "subslide"}
lesson.StaircaseLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A price for every leaf · 6 min
#
# More steps come closer to the examples, as you saw, and soon follow their noise. So let each leaf cost something. Grow a large tree, then merge leaves to make the
# **penalised risk** least:
#
# $$ R_\text{pen} = R_\text{emp} + \alpha\,\|T\| $$
#
# | symbol | meaning |
# |---|---|
# | $R_\text{emp}$ | mean squared error on the examples |
# | $\|T\|$ | how many leaves the tree has |
# | $\alpha$ | price of a leaf, $\lambda$ on the slides; chosen on cases that took no part |

# %% slideshow={"slide_type": "subslide"}
lesson.CheapestLab()  # play: the price rises; the large mark is the cheapest tree

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** For every price one tree is the cheapest, and each is a pruned part of the one before ([16](16_pruning_and_rules.ipynb)). Six leaves are best on fresh cases. Simpler, and
# often enough: ask for some examples in every leaf. Write down:
#
# 1. *single leaves*: how many leaves does it begin with, and how many are best?
# 2. *little noise*: why does it pay to keep more leaves?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One wrong number · 7 min
#
# A slip of the pen, 60 instead of 1.1. Leaves may answer with their mean, their median, or a straight line (**piecewise linear**). Splits may count squared or absolute errors.

# %% slideshow={"slide_type": "subslide"}
lesson.OutlierLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** A wrong $x$ hardly matters, since cuts ask only for the order. A wrong $y$ takes a cut for itself. If it may not stand alone (*three in a leaf*), means
# move by 5.0, lines by 3.7, medians by 0.5. The **mean** belongs to squared errors, the **median** to absolute ones; if splits count absolute errors and leaves answer with medians, the others move by 0.03.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The best first question · 7 min
#
# Eight examples, three questions. At the end: how many are wrong after that question alone.
#
# | | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | wrong |
# |---|---|---|---|---|---|---|---|---|---|
# | $y$ | 0 | 0 | 1 | 1 | 1 | 1 | 0 | 0 | |
# | $a$ | 0 | 1 | 1 | 0 | 0 | 1 | 1 | 1 | 3 |
# | $b$ | 0 | 0 | 0 | 0 | 1 | 1 | 1 | 1 | 4 |
# | $c$ | 0 | 0 | 1 | 1 | 0 | 0 | 1 | 1 | 4 |

# %% slideshow={"slide_type": "subslide"}
lesson.GreedLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** $y$ is 1 where $b$ and $c$ differ. Alone, neither helps; $a$ helps a little, so greed asks it, and needs seven leaves where four are enough.
# Looking at all trees is too much work: their number grows exponentially. So one grows greedily, **on through splits that gain nothing**, and prunes afterwards.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Outside · 6 min
#
# Back to concrete. Leave out what has more than 400 kg of cement, and ask about 600.

# %% slideshow={"slide_type": "subslide"}
lesson.OutsideLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real data · 4 min
#
# **Outside**, as you saw, there is one leaf and one answer past the last cut. Linear leaves go on, by whatever the last few examples say: *up to 300 kg* sends them
# below zero at 600.
#
# Now all eight inputs, with errors on mixtures that were not learned from: among the tested ones, and beyond 400 kg of cement.

# %% slideshow={"slide_type": "fragment"}
lesson.mixtures_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# An honest table: a straight line that knows the logarithm of the age beats the tree, inside and far outside. Linear leaves with few examples are wild. Where single trees win is
# with jumps and with what inputs do together, and above all in company ([19](19_forests.ipynb), [21](21_gradient_boosting.ipynb)).
#
# | | tree | linear leaves | straight line ([03](03_least_squares.ipynb)) | nearest ([02](02_nearest_neighbours.ipynb)) |
# |---|---|---|---|---|
# | shape | steps | broken lines | a plane | jagged |
# | units of inputs | no matter | no matter | no matter | decide |
# | outside | flat | any direction | goes on | flat |
# | one wrong $y$ | a leaf | a leaf, tilted | the whole line | its neighbours |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ The best cut.** Given numbers in the order of $x$, return how many go to the left of the best cut; of equals the first.


# %%
def best_cut(y):
    """best_cut([1, 1, 5, 5]) is 2."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.best_cut(best_cut)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This tree likes to cut off single numbers. `y` is an array in the order of $x$, `k` numbers go left. Mend it.


# %%
def split_error(y, k):
    """split_error(np.array([0, 2, 4, 4, 4, 4]), 1) is 0.533 (0.64 before it is mended)."""
    return np.var(y[:k]) + np.var(y[k:])


# %% slideshow={"slide_type": "skip"}
lesson.exercises.split_error(split_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Cars.** From six columns of the cars a straight line has a squared error of 12.4 miles per gallon squared, left out in five parts ([01](01_function_approximation.ipynb)), a fully grown tree 14.2. Choose settings of
# `RegressionTree` (`max_depth`, `min_leaf`, `leaf`, `alpha`, ...) with less than 11.

# %%
my_settings = None  # such as {"max_depth": 3}

# %% slideshow={"slide_type": "skip"}
lesson.exercises.car_tree(my_settings)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool greed.** Choose at least six numbers, at $x = 1, 2, 3, \dots$, for which greedy growth with two cuts leaves at least three times the squares that the best two cuts leave.

# %%
my_numbers = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled_greed(my_numbers)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A regression tree cuts where the weighted squared error falls most, and answers with means: a staircase.
# - Depth follows noise; a price for leaves, chosen on fresh cases, takes it back.
# - Means and squares fear wrong numbers; medians and absolute errors do not.
# - Greed cannot take back a cut, and no tree goes beyond its data.
#
# **And the mixture of 600 kg?** The tree says 49 MPa, as of every mixture above 353 kg. Ask something that can go on, or test it.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [18_more](18_more.ipynb): two inputs, samples that change the tree, functions that take turns, fits of what is left · before: [17 missing values](17_missing_values.ipynb) ·
# next: [19 forests](19_forests.ipynb) · Breiman and others, *Classification and Regression Trees* (1984), chapter 8; Yeh (1998), who tested the concrete.
