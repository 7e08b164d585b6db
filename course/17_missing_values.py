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
# # 17 · Missing values
#
# **Of 1,161 mushrooms, 351 lack one entry. Leave them out and train on the rest: what could go wrong?**
#
# *After this lesson you can* name the three places where a gap stops a tree · fill in, find a stand-in, and spread a case over the branches by hand · say
# which remedy fits which gaps · tell when a gap is itself an answer.
#
# *60 minutes in class, about 40 for the exercises, 40 in [17_more](17_more.ipynb). You need trees ([15](15_growing_trees.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l17_missing_values as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## A tree that asks · 3 min
#
# Fourteen days, and whether there was a game. The tree asks for the outlook first. Now comes a fifteenth day: humidity 85, windy, and nobody wrote down the
# outlook. Where shall it go?

# %% slideshow={"slide_type": "fragment"}
lesson.weather_tree()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One value erased · 9 min
#
# One way out: the day goes down *all* branches, each part as large as the branch's share of the 14 days. Commit to an answer, then step through. Green marks
# where the day has been.

# %% slideshow={"slide_type": "subslide"}
lesson.MissingLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Add up the parts at the bottom left. The other values still count: humidity decides the sunny part, wind the rainy one.
#
# Now change the remedy. With *filled in* the whole day goes one way: which, and how sure is the answer? Then press *nothing known*: what is left to say
# when every value is erased?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three places · 5 min
#
# A gap does no harm until somebody asks for the value. A tree asks at three places, and a remedy has to say what it does at each:
#
# | | growing: how good is a test? | growing: which branch for an example? | answering a new case |
# |---|---|---|---|
# | **fill in** | as if nothing were missing | the same | goes on with the usual value |
# | **fractions** (C4.5) | on the known examples, gain times their share | down every branch, in parts | the same, and the leaves' answers are added |
# | **surrogates** (CART) | on the known examples (labkit: times their share) | another attribute answers | the same |
#
# Leaving out rows is no remedy: it does nothing for a new case with a gap, and we shall see what it does to the tree.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Fill in · 4 min
#
# A missing category becomes the most frequent one, the **mode**; a missing number becomes the mean or the median of the known ones. This is learned once, from the
# *training* examples. (Rain and Sunny are tied with five days each; the first in the alphabet is taken.)
#
# So the fifteenth day becomes rainy, and with wind that means No, with probability 1. But every gap is filled alike, nobody asks what the other
# values say about this one, and the answer does not show that something was missing.

# %% slideshow={"slide_type": "fragment"}
lesson.usual_values()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Fractions · 8 min
#
# A case of weight $w$ that cannot answer goes down every branch $i$, with the share of the training weight that went there. At the end each leaf speaks with the
# weight of its part:
#
# $$ w_i = w\,q_i, \quad q_i = \frac{W_i}{\sum_k W_k} \quad (1) \qquad\qquad P(c) = \sum_{\ell} w_\ell\, P(c \mid \ell) \quad (2) $$
#
# | symbol | meaning |
# |---|---|
# | $w$, $w_i$ | weight of the case, 1 at the root; of its part in branch $i$ |
# | $W_i$ | weight of the training examples in branch $i$ |
# | $q_i$ | share of branch $i$ among the known; the shares sum to 1 |
# | $\ell$, $w_\ell$ | a leaf, and the weight that ends there |
# | $P(c \mid \ell)$ | share of class $c$ among the examples of the leaf |

# %% slideshow={"slide_type": "fragment"}
lesson.fractions_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Together 10/14 for No. With nothing known, (2) weighs each leaf by its size, and that gives what all days say: 9/14 for Yes. Fractions show that something is missing.
# These lines of labkit made the parts:

# %% slideshow={"slide_type": "fragment"}
lesson.shares_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Surrogates · 8 min
#
# A **surrogate** is a test of another attribute that sends the examples the same way as often as possible. It must beat the **blind rule**, which sends everybody to the
# larger branch. With $p_L$ and $p_R$ the shares that go left and right:
#
# $$ \lambda = \frac{\min(p_L, p_R) - (1 - \text{agree})}{\min(p_L, p_R)} \quad (3) $$
#
# | symbol | meaning |
# |---|---|
# | agree | share of the examples that both tests send the same way |
# | $p_L$, $p_R$ | shares that the split sends left and right |
# | $\lambda$ | share of the blind rule's errors that the surrogate saves: 1 for a copy, 0 for no help |
#
# By hand, on the tennis table of lecture [15](15_growing_trees.ipynb): the split asks whether the humidity is high, the surrogate whether it is not cool.

# %% slideshow={"slide_type": "fragment"}
lesson.humid_or_cool()

# %% [markdown] slideshow={"slide_type": "subslide"}
# They agree on 7 + 4 = 11 of 14 days. The blind rule errs on 7, the surrogate on 3: $\lambda = (7 - 3)/7 = 4/7$. A case that lacks the humidity follows its
# temperature; if that is missing too, the next surrogate; at last the blind rule.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Is an erased value lost? · 12 min
#
# A tree for penguins, grown from half of them. Of the others more and more measurements are erased at random, and four remedies answer; *heavier branch* is the blind rule alone. The table at the
# right ranks the surrogates of the split that is lit.

# %% slideshow={"slide_type": "subslide"}
lesson.SurrogateLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. How many answers are right at 50 %, and how many at 100 %? Why do all remedies meet there?
# 2. Click the other two splits. Which of the three has the best surrogate, and which has the worst, by $\lambda$?
# 3. Presets *close twins* and *no twins*: one attribute is erased, another is nearly a copy of it, or has nothing to do with it. Which remedy changes most?

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why it works.** The more alike two attributes are, the better one stands in for the other. Long flippers go with a large mass and a shallow bill, so what was erased can be read elsewhere.
# For unrelated attributes a surrogate is no better than the blind rule; fractions at least
# look unsure.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The mushrooms · 7 min
#
# Every gap in this table is in one column, the root of the stalk. Is the gap bad luck?

# %% slideshow={"slide_type": "fragment"}
lesson.mushroom_gaps()

# %% [markdown] slideshow={"slide_type": "subslide"}
# No: the gap itself warns. Now train on the complete rows, and on all rows with the gaps filled in. The honest number: ten parts, each answered by a tree that was
# trained on the nine others (**cross-validation**).

# %% slideshow={"slide_type": "fragment"}
lesson.mushroom_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Look at the second row. Whoever leaves the gaps out of the test as well reads 0.998 and is content. On mushrooms with a gap the same tree is worse than a coin, and 172
# poisonous ones are called edible: it has never seen their kind (exercise 3 finds out which). What was thrown away was not the stalk's root but 21 other
# values of each of 351 rows.
#
# Where it fails: no remedy invents what the table lacks. And elsewhere rows can be left out without harm: see the votes in [17_more](17_more.ipynb).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | the gaps | do this |
# |---|---|
# | few, by chance, many rows | anything, even leave them out; compare |
# | attributes that resemble each other | surrogates |
# | attributes that have little to do with each other | fractions: their answer also shows doubt |
# | a learner that needs every value | fill in, learned from the training rows |
# | missing for a reason | make "missing" a value of its own; ask who made the table |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Parts of a case.** At a node the branches hold the training weights `W`; the part in branch $i$ ends in a leaf with the class counts `leaves[i]`. Return the
# shares of the classes.


# %%
def my_answer(W, leaves):
    """my_answer(np.array([3, 1]), np.array([[2, 0], [1, 1]])) is array([0.875, 0.125])."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.spread_answer(my_answer)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** The gaps (`nan`) of new cases are to be filled with means. Now a case is filled differently when other new cases come with it. Mend it.


# %%
def filled(train, test):
    """Return test without gaps; train may have gaps, too."""
    return np.where(np.isnan(test), np.nanmean(test, axis=0), test)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.filling(filled)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ What the tree never saw.** Find a column of the mushrooms, and values in it, that no complete row has, but at least 150 poisonous mushrooms have. `table["odor"]` is a
# column as an array; a missing entry is `None`.

# %%
table = lesson.data.load("mushroom")
my_column, my_values = None, None  # such as "habitat" and ["waste"]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.unseen(my_column, my_values)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Two remedies, two answers.** Find a day for the weather tree on which filling in (mode and mean) says one thing and fractions say the other. Write what is
# known, leave out what is not.

# %%
my_case = None  # such as {"outlook": "Sunny", "humidity": 80}

# %% slideshow={"slide_type": "skip"}
lesson.exercises.disagreement(my_case)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A gap matters when a test is scored, when an example is sent down, when a case is answered.
# - Filling in hides that something is missing. Fractions go everywhere and add up. Surrogates ask the attribute that agrees most.
# - Surrogates pay where attributes resemble each other.
# - Ask *why* a value is missing before you choose.
#
# **And the mushrooms?** Without the 351 rows the tree is right on 0.998 of what is left, on 0.325 of what was left out; with all rows on 0.999.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [17_more](17_more.ipynb): gaps while growing, where the fractions are no probabilities, the votes, tests that cost something · before:
# [16 pruning and rules](16_pruning_and_rules.ipynb) · next: [18 regression trees](18_regression_trees.ipynb) · Quinlan, *C4.5* (1993), chapter 3;
# Breiman and others, *Classification and Regression Trees* (1984), chapter 5.
