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
# # 23 · Which learner?
#
# **Forty-one learners, one table: which one would you take?**
#
# *After this page you can* say which data a learner is at home with · put your own table in, and read the answer · say when two learners do not differ.
#
# *35 minutes in class, about 20 for the exercises. It closes the course; of the lectures you need [22](22_model_selection.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l23_which_learner as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Whose border? · 12 min
#
# Six learners on the same points; hollow points are answered wrongly. At the right their errors on points held out (five folds), beside always naming the commonest class.
# Choose other learners, other data, or paint your own; *show times* tells how long the five folds take on your machine.

# %% slideshow={"slide_type": "subslide"}
lesson.WhoseBorderLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Every learner expects something of its data: a straight border, boxes along the axes, clouds, neighbours that agree. Where that holds it wins with few examples;
# where not, it fails, and no setting helps. No learner wins everywhere.

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. *a straight world*: who loses the lead, and to whom?
# 2. *lines on XOR*: can a straight line do anything here?
# 3. Paint data on which the forest is best of its six, and data on which it is worst.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real data · 6 min
#
# One or two learners of each kind with plain settings, on three tables. Wrong answers in per cent on rows held out:

# %% slideshow={"slide_type": "fragment"}
lesson.real_tables()

# %% [markdown] slideshow={"slide_type": "subslide"}
# On tumours lines are enough: the columns were made by people who knew what to measure. On mails the sums of trees win: many columns, few of which matter, with long
# tails. On the sex of penguins nearly all are alike, except [naive Bayes](04_gaussian_classifiers.ipynb): its columns are strongly correlated.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Your own table · 10 min
#
# Give the path of a CSV file whose first line has the names of the columns, and the column to predict; or one of our tables by name. Words are classes, numbers are
# numbers, empty cells are missing. Scales, medians and words are learned in each fold anew, from the rows it trains on. The seconds are those of the machine that ran this page.

# %% slideshow={"slide_type": "fragment"} tags=["nbval-ignore-output"]
lesson.which_learner("heart", "disease", timed=True)

# %% slideshow={"slide_type": "fragment"}
lesson.which_learner("auto_mpg", "mpg")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Read three things. Is the first far from the last line, where nothing was learned? Is its *worst fold* better than the *best fold* of another? If not, the order of the two may be
# chance. And the error of the winner is a promise that was chosen: say it with care. Columns of more than 20 different words are left out, of long tables 600 rows are drawn.
# `learners="all"` asks all of the course, in a minute or two. Of several classes, a learner of two tells each from the rest ([07](07_many_classes.ipynb)).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When to use what · 4 min
#
# | your data | begin with | why |
# |---|---|---|
# | few rows, columns made with thought | [LDA](04_gaussian_classifiers.ipynb), [logistic regression](06_logistic_regression.ipynb) | stiff, quick, can be read |
# | few columns in one scale, a bent border | neighbours, SVM | they follow what is near |
# | many columns, words, gaps, odd scales | a tree, then a forest or boosting | they ask one column at a time |
# | a decision must be explained | a small tree, logistic regression | rules, weights |
# | costs differ, or one must say how sure | logistic regression, LDA | probabilities |
# | images, sounds, very many rows | networks | they make their own columns |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 3 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ What is left?** Return the share of wrong answers, divided by that of always naming the commonest class.


# %%
def my_share_left(y, answers):
    """my_share_left(["a", "a", "b"], ["a", "b", "b"]) is 1.0: no better than always "a"."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.share_left(my_share_left)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** Neighbours need columns in one scale. Here a case of 10 means one thing in training and another in testing. Mend it.


# %%
def in_one_scale(train, test):
    """Both with the mean taken off and divided by the standard deviation."""
    return (train - train.mean(axis=0)) / train.std(axis=0), (test - test.mean(axis=0)) / test.std(axis=0)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.in_one_scale(in_one_scale)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★★ A home for the line.** Make at least thirty cases with two columns and two classes, on which LDA has at least ten per cent fewer errors than one neighbour, in five folds.

# %%
my_X, my_y = None, None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.home_of_the_line(my_X, my_y)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - No learner is best on all data: each expects something.
# - Begin with the [baseline](01_function_approximation.ipynb) and a stiff learner; be glad if more does not help.
# - What differs by less than the folds do is chance: take what is simple.
# - The score that chose the winner is not the winner's score.
#
# **And your table?** Let the learners answer rows they have not seen, beside the commonest class, and lay some rows aside for the last word.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Before:* [22 model selection](22_model_selection.ipynb) · [21 side by side](21_side_by_side.ipynb) · the map: [start here](00_start_here.ipynb) · Wolpert (1996), *The lack of a priori
# distinctions between learning algorithms*.
