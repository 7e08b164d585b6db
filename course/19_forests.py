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
# # 19 · Forests
#
# **A tree that filters your mail may change its answers when one training mail changes. Do a hundred such unstable trees make a stable answer?**
#
# *After this lesson you can* draw a bootstrap sample and say what it leaves out · grow a random forest and choose its settings · estimate its error on fresh
# cases without holding any out · say what more trees can and cannot do, and where forests fail.
#
# *60 minutes in class, about 40 more for the exercises, 40 for [19_more](19_more.ipynb). You need trees ([15](15_growing_trees.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l19_forests as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## One label changes · 4 min
#
# A tree is grown on a hundred points. Then one label is changed, the one that changes the answers most, and the tree is grown again.

# %% slideshow={"slide_type": "fragment"}
lesson.two_trees()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Two ways to be wrong · 5 min
#
# A small change can go far, because the first cut decides what all later cuts see. Now draw many samples from the same source and grow a tree on each.
#
# **Variance** is how much the answers differ from sample to sample. **Bias** is how far their mean is from the truth. A full tree has much variance and little
# bias, a *stump* (one cut) has less variance and much bias.

# %% slideshow={"slide_type": "fragment"}
lesson.spread_of_trees()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Draw, and put back · 9 min
#
# The mean of the full trees is close to the truth, although no single tree is. So averaging could cure them. But we have one sample, not forty. Where can
# we get others?
#
# Put the examples in an urn. Draw one, note it, put it back, and draw again, as often as there are examples. That is a **bootstrap sample**. Commit to an
# answer, then play.

# %% slideshow={"slide_type": "subslide"}
lesson.BootstrapLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** A sample takes some examples twice or three times and leaves others out: these are **out of bag** (the bag is the sample). In the map no example is out of
# every bag, and hardly one is in all. Each sample is a little different, and so is its tree.
#
# One draw misses a given example with probability $1 - 1/N$. All $N$ draws miss it with probability
#
# $$ \Big(1 - \frac1N\Big)^{N} \to \frac{1}{\mathrm e} \approx 0.368 . $$

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 8 min
#
# For each of $B$ trees:
#
# 1. Draw a bootstrap sample of $N$ examples.
# 2. Grow a tree on it without [pruning](16_pruning_and_rules.ipynb). At **every node** draw $m$ of the $p$ columns anew, and take the best cut among these. A node with $n_{\min}$ examples or
#    fewer, or of one class only, is a leaf.
#
# Then the trees vote; for numbers they are averaged. With $m = p$ this is **bagging**, with $m < p$ a **random forest**.
#
# | symbol | meaning |
# |---|---|
# | $N$ | number of examples, and of draws for a tree |
# | $B$ | number of trees |
# | $p$ | number of columns |
# | $m$ | columns that a node may choose among |
# | $n_{\min}$ | largest number of examples in a node that is not split |
#
# Where to begin: $m = \lfloor\sqrt p\rfloor$ and $n_{\min} = 1$ for classes, $m = \lfloor p/3\rfloor$ and $n_{\min} = 5$ for numbers.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## An honest error for nothing · 7 min
#
# A tree must not judge an example that it was grown on. But every example is out of bag for about a third of the trees. Let only **these** vote on it and count the
# mistakes: the **out-of-bag error**. Five trees, fourteen days of tennis; a dot means that the tree has drawn that day. Equal votes count as *no*.

# %% slideshow={"slide_type": "fragment"}
lesson.out_of_bag_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# These lines of labkit give the answers in the table: `drawn == 0` finds the pairs of a tree and an example that it has not drawn.

# %% slideshow={"slide_type": "fragment"}
lesson.out_of_bag_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Tree after tree · 10 min
#
# Two rings, 150 points, one label in five wrong. Beside the two columns that you see there are four useless ones. Watch the vote in the plane, the error on a
# thousand fresh cases against the out-of-bag error, and the single trees. Above these stands their **correlation** over fresh cases: 0 means
# that they err independently, 1 that they err together.

# %% slideshow={"slide_type": "subslide"}
lesson.ForestLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Compare *out of bag* with *fresh cases* after 5 trees and after 50. Which is higher at first? Why? (How many of 5 trees vote on an example?)
# 2. Preset *bagging*: $m = 6$. What happens to the error of single trees, to their correlation, and to the vote?
# 3. Preset *large leaves*: bagging with $n_{\min} = 30$. Compare with *bagging*. Then *150 trees*: compare with the 50 of the start. What helped more?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why more trees stop helping · 6 min
#
# Let each tree vary by $\sigma^2$, and let any two have the correlation $\rho$. How much does the average of $B$ trees vary?

# %% slideshow={"slide_type": "fragment"}
lesson.average_curves()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The algebra.** The variance of an average is the mean of all $B^2$ [covariances](04_gaussian_classifiers.ipynb): $B$ of them are $\sigma^2$, the other $B(B-1)$ are $\rho\sigma^2$. So
#
# $$ \operatorname{Var} = \frac{B\sigma^2 + B(B-1)\rho\sigma^2}{B^2} = \rho\,\sigma^2 + \frac{1-\rho}{B}\,\sigma^2 . $$
#
# More trees shrink only the second term. So adding trees does not [overfit](16_pruning_and_rules.ipynb), but it mends neither bias nor what all trees share. To lower
# the first term, make the trees **different**: that is what $m < p$ is for. The lab's correlation, over cases, only resembles $\rho$.
#
# | symbol | meaning |
# |---|---|
# | $\sigma^2$ | variance of one tree over samples |
# | $\rho$ | correlation of two trees over samples |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Spam, and crabs · 7 min
#
# 384 mails, 57 columns. Each of ten parts is answered by a learner trained on the nine others (**cross-validation**):

# %% slideshow={"slide_type": "fragment"}
lesson.mail_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The forest makes fewer mistakes than the tree; between bagging and forest the difference is within chance. And is it stable? Set 128 mails aside, halve the rest, train
# on each half: on how many of the 128 do the two disagree? Six ways to halve:

# %% slideshow={"slide_type": "fragment"}
lesson.stability()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Where it fails.** 200 crabs, four groups, five lengths. All lengths grow with the crab; the groups differ in shape, and the borders are slanted. A tree can only
# cut along an axis, so every tree builds a coarse staircase. Much of that is bias, which averaging keeps. Linear discriminant analysis ([04](04_gaussian_classifiers.ipynb)) has slanted borders.

# %% slideshow={"slide_type": "fragment"}
lesson.crab_scores()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | forest | one tree ([15](15_growing_trees.ipynb)) | AdaBoost ([20](20_adaboost.ipynb)) | straight borders ([04](04_gaussian_classifiers.ipynb)) |
# |---|---|---|---|---|
# | lowers | variance | nothing | bias, at first | nothing |
# | more members | never harm, cost time | | may harm | |
# | wrong labels | tolerable | harmful if unpruned | harmful | tolerable |
# | slanted borders | staircases | staircases | staircases | at once |
# | readable | no | yes | the first rules | yes |
# | to be tuned | little | pruning | rounds | nothing |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Left out.** From $N$ examples $n$ are drawn with replacement; some people take fewer draws than examples. With which probability is a given example never drawn?


# %%
def my_left_out(N, n):
    """my_left_out(2, 2) is 0.25, my_left_out(10, 5) is 0.59."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.left_out(my_left_out)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This out-of-bag error of a forest is always near 0. `drawn[b, i]` is how often tree $b$ drew example $i$, `votes[b, i]` the class, 0 or 1, that it names
# for it, `y[i]` the true class. Mend it. Equal votes are class 0; an example that every tree has drawn does not count.


# %%
def oob_error(drawn, votes, y):
    """For drawn = [[0, 1], [2, 0]], votes = [[1, 1], [0, 0]] and y = [0, 0]: 0.5."""
    ones = votes.mean(axis=0)
    answers = (ones > 0.5).astype(int)
    return np.mean(answers != y)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.out_of_bag(oob_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Help the forest.** `X` has five lengths of each crab, in mm. Make other columns from them, such that a forest on your columns gets fewer than 20 of the 200 crabs wrong.
# The check takes a few seconds.


# %%
def my_columns(X):
    """(200, 5) -> (200, as many as you like); a row may use that crab alone."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.crab_columns(my_columns)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Invent a source of cases of two classes on which a straight border (LDA) errs on at most 5 % and a forest on at least 15 %, trained on 100 cases and tested
# on 500 others.


# %%
def my_cases(n, seed):
    """Returns X with n rows, and n labels of two kinds; draw with np.random.default_rng(seed)."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.forest_loses(my_cases)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A bootstrap sample leaves out about 37 % of the examples. Trees without them give an honest error.
# - Averaging lowers variance, not bias: to $\rho\sigma^2$ and no further. Adding trees does not overfit.
# - Trees help only as far as they differ; so random forests draw $m$ columns at every node.
# - Where borders are slanted, a forest of staircases can lose to straight lines.
#
# **And the mails?** Two trees disagree on 22.5 of 128 mails on average, two forests on 8.2; 34 mails are wrong instead of 49.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [19_more](19_more.ipynb): votes that make it worse, who gains by bagging, $m$, importance · before: [18 regression trees](18_regression_trees.ipynb) · next:
# [20 AdaBoost](20_adaboost.ipynb) · Breiman, *Bagging Predictors* (1996) and *Random Forests* (2001).
