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
# # 21 · Bagging, forest, boosting: side by side
#
# **A hundred trees, three ways to add them up: which one would you trust with your mail, and which with many wrong labels?**
#
# *After this lesson you can* say in one line each how the three differ · read a curve of errors over trees and tell who made it · say for whom too many trees
# are only a waste, and for whom they do harm.
#
# *35 minutes in class, about 30 for the exercises. You need [19](19_forests.ipynb) and [21](21_gradient_boosting.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l21_side_by_side as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three planes · 8 min
#
# The same points three times; hollow ones are answered wrongly. Votes are shaded by their share, boosting by the probability that its sum stands for.

# %% slideshow={"slide_type": "subslide"}
lesson.SideBySideLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Drag one point deep into the other class. Who builds an island around it, and after how many trees?
# 2. Preset *boosting of stumps* (on [XOR](13_neural_networks.ipynb)): why does boosting never succeed? What changes with depth 2?
# 3. Set the forest's $m$ to 2. What is the forest now?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What differs · 5 min
#
# All three answer with a sum over trees. What differs is how a tree comes about:
#
# | | a tree learns from | at a node it may ask | its size | the sum |
# |---|---|---|---|---|
# | bagging | a bootstrap sample | all columns | grown to the end | an average of votes |
# | random forest | a bootstrap sample | $m$ columns, drawn anew | grown to the end | an average of votes |
# | boosting | what the sum so far gets wrong | all columns | small | added in short steps |
#
# In the first two the trees know nothing of each other, and the average evens out what differs by chance: a tree too many changes nothing. In boosting each tree answers
# to those before it. The sum comes closer to the training labels, to the wrong ones as well.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A race in ten dimensions · 8 min
#
# Ten coordinates, normal and independent. A point is in class 1 if it lies outside a sphere, $x_1^2 + \dots + x_{10}^2 > 9.34$, which holds half of all points. No
# coordinate tells much by itself, and a tree must build the ball out of boxes. Ten dimensions cannot be drawn: watch the errors.

# %% slideshow={"slide_type": "subslide"}
lesson.SpheresLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why.** The rule is a sum of functions of one coordinate each. A sum of stumps is just that: ten parabolas made of steps. A vote of stumps cannot build it: each is grown
# as if it were alone. Try *deeper trees* and *two dimensions*: when does the lead get smaller?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Wrong labels · 5 min
#
# Every fifth label is wrong, in the fresh cases too, so nobody can be below 0.2. Errors on fresh cases, means of three draws:

# %% slideshow={"slide_type": "fragment"}
lesson.wrong_labels()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The voters do not get worse. Boosting with [shrinkage](21_gradient_boosting.ipynb) 0.5 does after a while: it learns the wrong labels. With short steps it takes longer to do so. For
# voters the number of trees is a matter of patience, for boosting it is a setting.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real data · 5 min
#
# Mails, and cells of breast tumours. A hundred trees each with the usual settings, every case answered by an ensemble that has not seen it (ten parts, [cross-validation](01_function_approximation.ipynb)):

# %% slideshow={"slide_type": "fragment"}
lesson.real_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Differences of a few cases are chance. All three are far better than the [baseline](01_function_approximation.ipynb) and close to each other. What decides between them is the work: a forest is hard to
# get wrong, boosting pays for care with its settings.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use which
#
# | | bagging | random forest | boosting |
# |---|---|---|---|
# | settings that matter | none | $m$, a little | rounds, shrinkage, depth |
# | too many trees | a waste | a waste | harmful with wrong labels |
# | trees grown at the same time | yes | yes | no |
# | a sum of simple effects | slow to learn | slow to learn | its home |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ A curve of votes.** `votes[b, i]` is the class, 0 or 1, that tree $b$ names for case $i$, and `y[i]` is the true one. Return the share of wrong
# majorities after one tree, after two, and so on to the last. Equal votes are class 0.


# %%
def my_vote_errors(votes, y):
    """my_vote_errors(np.array([[1, 0], [1, 1]]), np.array([1, 1])) is [0.5, 0.5]: after two trees case 2 has equal votes."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.vote_errors(my_vote_errors)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** The same curve for boosting: `answers[m, i]` is the number that tree $m$ gives case $i$; a score above 0 is class 1. Mend one line.


# %%
def sum_errors(start, answers, shrinkage, y):
    """The start counts in full; the trees are shrunk."""
    scores = shrinkage * (start + np.cumsum(answers, axis=0))
    return np.mean((scores > 0) != y, axis=1)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.mended_sum(sum_errors)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Hard mails.** The cell below has the classes of the mails and the answers of the three ensembles. How many mails do all three get wrong?

# %%
mails, classes = lesson.table_of("spam")
answers = lesson.answers("spam")  # of each ensemble, by its name
my_hard_mails = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.hard_mails(my_hard_mails)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Worth the wait.** `errors` and `others` are two curves of errors; their first entries are after one tree. From how many trees on is `errors` below `others`, and
# stays below to the end? Return 0 if it is not below at the end.


# %%
def my_ahead_from(errors, others):
    """my_ahead_from([0.4, 0.1, 0.3, 0.1], [0.2, 0.2, 0.2, 0.2]) is 4."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.ahead_from(my_ahead_from)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Bagging and forests average trees that do not know of each other; boosting adds trees that answer to one another.
# - Voters arrive early and stay. Boosting starts late, goes further where the rule is a sum, and learns wrong labels if it runs too long.
# - On ordinary tables the three are close. Take a forest if you cannot tune, boosting if you can.
#
# **And the mail?** Any of the three. The wrong labels? A forest, or boosting with short steps that is stopped early.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Before:* [21 gradient boosting](21_gradient_boosting.ipynb) · [19 forests](19_forests.ipynb) · the map: [start here](00_start_here.ipynb) · Hastie, Tibshirani, Friedman, *The Elements of
# Statistical Learning*, sections 10.2 (nested spheres) and 15.2.
