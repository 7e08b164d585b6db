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
# # 19 · Forests: more
#
# **When does a vote make things worse, and what does a forest look at? More on the [main page](19_forests.ipynb)'s questions.**
#
# *After this page you can* compute the error of a majority · tell which learners gain by bagging · say what $m$ trades · read importances and distrust them.
#
# *40 minutes, exercises included. You need the main page.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l19_forests as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The strength of many · 6 min
#
# $B$ voters, two classes, each wrong with probability $e$, **independently**. The majority is wrong if more than half of them are:
#
# $$ P(\text{majority wrong}) = \sum_{k > B/2} \binom{B}{k}\, e^k (1-e)^{B-k} . $$
#
# | symbol | meaning |
# |---|---|
# | $e$ | probability that one voter is wrong |
# | $k$ | number of voters that are wrong |

# %% slideshow={"slide_type": "fragment"}
lesson.majorities()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Voters better than a coin get better together, worse ones worse, and coins stay coins (Condorcet, 1785). All this rests on *independently*. Twenty-five copies of one tree are wrong
# together, and trees from one sample are in between. Without independence a majority can even be worse than every one of its voters (exercise 8).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Who gains by bagging? · 6 min
#
# Two normal clouds; the best border is a straight line. A full tree, a [stump](20_adaboost.ipynb) and a line, each alone and as a bag of 25, mean of ten draws:

# %% slideshow={"slide_type": "fragment"}
lesson.who_gains()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The tree gains, because its members differ: it has variance to lose. Stump and line gain nothing. Nor does bagging turn a learner into another one: a bag of stumps that cut at nearly
# the same place is a stump. And the line beats them all here. What suits the problem need not be bagged.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Few trees, and the wrong average · 5 min
#
# Of $B$ trees only about $0.37\,B$ vote on an example out of bag. So with few trees the out-of-bag error judges a smaller forest and is too high; with a hundred it agrees with
# fresh cases. Means over twenty draws of 200 points:

# %% slideshow={"slide_type": "fragment"}
lesson.few_trees()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **After the vote, not before.** Somebody may count each tree's mistakes on its own out-of-bag examples and average over trees. That gives 0.19 here, the error of a **single** tree, and
# says nothing of the vote with its 0.15. Vote first, then count over examples.
#
# In one draw the two errors differ by chance: a share $e$ counted on $N$ examples is uncertain by about $\sqrt{e(1-e)/N}$, which is 0.025 for 0.15 and 200. Do not choose settings by less.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What $m$ trades · 7 min
#
# Each step of this lab is a forest of fifty trees with a larger $m$. Two columns tell the class, four are useless. The correlation here is Breiman's: how alike two trees are right and
# wrong over fresh cases.

# %% slideshow={"slide_type": "subslide"}
lesson.StrengthLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Compare the two ends of both curves. Between them the forest's own error is rather flat: $m$ matters less than one fears. Then try *eight useless columns*. With
# $m = 1$ most nodes are offered something useless, and the forest suffers as its trees do: a small $m$ is good where many columns tell a little, a large one where few tell everything.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## How many columns? · 4 min
#
# Columns are drawn whole, and at least one. Breiman used $\lfloor\sqrt p\rfloor$ or $\lfloor\log_2 p\rfloor + 1$ for classes, $\max(\lfloor p/3\rfloor, 1)$ for numbers.
# labkit counts an attribute with categories as one of the $p$, however many it has:

# %% slideshow={"slide_type": "fragment"}
lesson.columns_to_draw()

# %% [markdown] slideshow={"slide_type": "subslide"}
# There is an older way: draw a few columns **once for each tree** (Ho's random subspaces, 1998). Drawing at every node lets a tree use every column somewhere.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Tennis once more · 5 min
#
# Trees take numbers and categories side by side, assume nothing about distributions and answer quickly. A forest keeps all that and loses one thing: nobody can read five hundred trees. Which
# attribute stands at the root of 500 trees on the fourteen days?

# %% slideshow={"slide_type": "fragment"}
lesson.roots_of_tennis()

# %% [markdown] slideshow={"slide_type": "subslide"}
# With all columns at hand, five trees of six begin with outlook or humidity. With $m = 2$ of the four attributes, temperature and wind get their chance more often. And a forest is no
# magic: fourteen days are too few. Out of bag both are wrong on 5 of 14, like somebody who always says *yes*.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What does it look at? · 7 min
#
# Which columns matter to a forest? Two answers:
#
# - **by impurity**: what all cuts on a column gained, on the *training* examples;
# - **by permutation**: shuffle a column among the examples out of a tree's bag. By how much does the tree's error rise?
#
# The points have two columns that tell the class, and three that tell nothing: a coin, a die, a random number (hollow bars).

# %% slideshow={"slide_type": "subslide"}
lesson.ImportanceLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try.** *a twin*: a blurred copy of $x$ joins. What happens to the bar of $x$? *much noise*: what happens to the share of the useless columns by impurity?
#
# **What importance is not.** Impurity favours columns with many values. Columns that say the same share their importance, so that both may look useless. And importance shows neither cause nor
# direction, only what *this forest* uses.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ The majority.** `B` voters (an odd number), each wrong with probability `e`, all independent. How often is the majority wrong? `math.comb(B, k)` counts the ways to choose $k$ of $B$.


# %%
def my_majority_error(B, e):
    """my_majority_error(3, 0.3) is 0.216."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.majority_error(my_majority_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Enough trees.** Trees with correlation `rho` are averaged. How many are needed until the variance exceeds what infinitely many would leave by at most the share `share` (0.1 is 10 %
# more)?


# %%
def my_trees_needed(rho, share):
    """my_trees_needed(0.5, 0.25) is 4."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.trees_needed(my_trees_needed)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★ Find the bug.** A program asks this function how many of $p$ columns to draw, and crashes. Mend it, as Breiman has it.


# %%
def columns(p):
    """columns(16) is 5."""
    return np.log2(p)


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.whole_columns(columns)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **8 ★★★ Worse together.** Three voters, ten cases, two classes; each voter is wrong on four cases. Place their errors so that the majority is wrong on *six*: three rows of ten numbers, 1 where
# that voter is wrong. Then try the opposite: how few can it be?

# %%
my_errors = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.worse_together(my_errors)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A majority helps voters that are better than a coin and err in different places; otherwise it can be worse than each of them.
# - Bagging helps learners with variance. Stumps and lines have little to lose.
# - The out-of-bag error is counted after the vote; with few trees it is too high.
# - $m$ trades good trees against different ones. Importance by impurity favours columns with many values.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [19 forests](19_forests.ipynb) · next: [20 AdaBoost](20_adaboost.ipynb) · Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, chapter 15.
