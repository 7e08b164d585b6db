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
# # 22 · Model selection
#
# **Which model would you ship, and how wrong will it be next month?**
#
# *After this lesson you can* say whether a model is too stiff or too flexible · choose a complexity with a criterion or with folds · find the leak in a score that is too
# good · say which score of a winner you may report.
#
# *60 minutes in class, about 35 for the exercises, 30 in [22_more](22_more.ipynb). You need least squares ([03](03_least_squares.ipynb)) and one classifier ([06](06_logistic_regression.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l22_model_selection as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Thirty cars · 3 min
#
# How far does a car drive on a gallon? Three polynomials, fitted to 30 cars. The curve of degree 9 is closest to them.

# %% slideshow={"slide_type": "fragment"}
lesson.three_curves()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which degree? · 7 min
#
# There are 362 more cars. Commit to an answer, then play through the degrees. The typical error is the root of the mean squared error.

# %% slideshow={"slide_type": "subslide"}
lesson.DegreeLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** With every degree the error on the 30 cars, the **training error**, becomes less: a higher degree can do all that a lower one can. The error on the
# other cars falls, then rises. So the training error cannot choose. But what makes the flexible curve bad: is it wrong, or unsteady?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Two ways to be wrong · 9 min
#
# Give the same learner new examples, fifty times. Now one can tell what all fifty fits have in common from what each owes to its examples.

# %% slideshow={"slide_type": "subslide"}
lesson.FiftyLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Bias** is what is wrong on average, **variance** how much single fits differ from their mean. Together with the noise of the cases they are the squared error:
#
# $$ \text{E}\,(y - \hat f)^2 = (f - \text{E}\hat f)^2 + \text{E}\,(\hat f - \text{E}\hat f)^2 + \sigma^2 $$
#
# A line: bias² 0.149, variance 0.012. Degree 9: bias² 0.001, variance 0.090.
#
# | symbol | meaning |
# |---|---|
# | $f$ | the truth |
# | $\hat f$ | a fit to examples that are drawn anew; $\text{E}$ is the mean over draws |
# | $\sigma^2$ | variance of the noise, which nobody can avoid |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A price for every parameter · 12 min
#
# Where examples are few, let the fit pay for its flexibility: **AIC**, **BIC** and **AICc**. Smaller is better:
#
# $$ \text{AIC} = 2k - 2 \ln L \qquad \text{BIC} = k \ln n - 2 \ln L \qquad \text{AICc} = \text{AIC} + \frac{2k(k+1)}{n-k-1} $$
#
# | symbol | meaning |
# |---|---|
# | $L$ | the highest likelihood that the model reaches on its examples |
# | $k$ | its free parameters: of a regression the coefficients and the variance of the noise |
# | $n$ | how many examples there are |
#
# Twelve numbers $y$ at twelve places, polynomials of degree 0 to 6. Find the least number of each column (RSS: sum of squared residuals):

# %% slideshow={"slide_type": "fragment"}
lesson.by_hand()

# %% slideshow={"slide_type": "subslide"}
lesson.WinnersLab()  # a hundred draws of a known truth; dotted: the true degree

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** From 8 examples on BIC charges more than AIC. So AIC tends to take too much (low bias, high variance), BIC too little where effects are faint. For few
# examples there is AICc: of the twelve numbers AIC and BIC take degree 5, AICc degree 3. Write down:
#
# 1. *15 examples*: who goes wrong, and who does not?
# 2. *faint*: the truth has degree 4. How often does BIC find it? What does that cost?
# 3. *200 examples*: whose row still has a tail?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Ask those that took no part · 6 min
#
# No likelihood, no counting of parameters: cut the examples into **folds**, train without one fold, ask it, and do so for each. **Cross-validation** is the mean over all
# answers; with one example a fold it is called *leave one out*. It needs as many trainings as folds. Below are the lines that run.

# %% slideshow={"slide_type": "subslide"}
lesson.five_folds()

# %% slideshow={"slide_type": "fragment"}
lesson.validated_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Ten of a thousand · 9 min
#
# Fifty patients, a thousand measurements of each, and a disease. Too many columns; so keep the ten that go best with the disease, then cross-validate honestly. But here
# every number is noise, and the disease a coin toss.

# %% slideshow={"slide_type": "subslide"}
lesson.LeakLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Choosing columns is learning. Done with all labels in view, it lets the held-out labels **leak** into the model; on fresh cases the coin is back.
# Whatever looks at labels belongs inside each fold. Write down:
#
# 1. *nothing to choose*: why is there no leak?
# 2. *150 cases*: does the leak dry up?
# 3. *ten tell*: real effects. How far apart are the three rows now?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which columns? · 8 min
#
# Columns that tell nothing add variance; twins say the same thing twice. A **filter** ranks columns one by one without a learner, say by mutual information with
# the class (the gain of [15](15_growing_trees.ipynb)), and keeps the first. A **wrapper** asks the learner: *forward selection* adds the column with which
# cross-validation is best, *backward* drops the one it misses least. Both are greedy: of all $2^d$ subsets of $d$ columns they see few.

# %% slideshow={"slide_type": "subslide"}
lesson.WalkLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** With eight of the twelve columns 3.1 % of the mails are wrong in five folds, and 14.8 % of other mails. The filter has seen the labels of all 128 mails, and of 78 scores
# the least was kept *because it was low*. The walk still found good columns; only its score must not be reported. *only the filter* adds them in their order: 5.5 % in the folds, 13.3 % of other mails.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real data · 4 min
#
# Thirteen models (neighbours, trees, [LDA](04_gaussian_classifiers.ipynb), naive Bayes) compete on 60 cases by cross-validation, in twenty draws. What does the winner promise, and what comes true?

# %% slideshow={"slide_type": "fragment"}
lesson.promises()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A model fixed in advance keeps its word within two per cent; the winner does not. And here the search won nothing: five neighbours, unsearched, are as good. **To
# report an error**, lay some cases aside until all is chosen, or cross-validate the whole procedure, the choice included (**nested**).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When to use what
#
# | | training error | AIC, AICc | BIC | cross-validation | cases laid aside |
# |---|---|---|---|---|---|
# | needs | nothing | a likelihood, $k$ | a likelihood, $k$ | a training per fold | cases to spare |
# | aims at | | good predictions | the true model | good predictions | the error to report |
# | typical slip | far too flexible | too flexible | too stiff | too flexible | noisy if few |
# | use it to | find bugs | choose | choose, explain | choose | report, once |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 2 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Few examples.** Return AICc; infinity where $n \le k + 1$.


# %%
def my_aicc(log_likelihood, k, n):
    """my_aicc(-10.0, 5, 12) is 40.0."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.aicc(my_aicc)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** On pure noise this says 90 %. `best_columns` gives the numbers of the columns that go best with the labels; `answers` trains naive
# Bayes on its first two arguments and asks it about the third. Mend it.


# %%
def held_out_share(X, y, parts, keep):
    """The share of held-out cases that are right; parts are pairs (rows to train on, rows held out)."""
    columns = lesson.best_columns(X, y, keep)
    right = 0
    for train, test in parts:
        says = lesson.answers(X[train][:, columns], y[train], X[test][:, columns])
        right += (says == y[test]).sum()
    return right / len(y)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.held_out_share(held_out_share)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Two columns are enough.** Least squares with all six columns of the cars (cylinders, displacement_cu_in, horsepower, weight_lb, acceleration_s, model_year) has a
# squared error of 12.09, one car left out. Find two that do better.

# %%
my_columns = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.two_columns(my_columns)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool the filter.** Place at least eight cases with two columns and two classes, so that each column alone tells nothing of the class, and both together tell all.

# %%
my_X, my_y = None, None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled_filter(my_X, my_y)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Training error always prefers the most flexible model. Too stiff is bias, too flexible is variance.
# - AIC, AICc and BIC charge for parameters; cross-validation asks those that took no part.
# - Whatever looks at labels is learning, and belongs inside the folds.
# - The score that chose the winner is not the winner's score.
#
# **And next month?** Ship the model with the best cross-validation, and say the error of cases that nobody touched before.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [22_more](22_more.ipynb): filters and wrappers by hand, a bound on the risk, learning curves, the street without a column · before:
# [21 gradient boosting](21_gradient_boosting.ipynb) · next: [23 which learner](23_which_learner.ipynb) · the map: [start here](00_start_here.ipynb) · Akaike (1974); Schwarz (1978); Stone (1977); Ambroise and McLachlan (2002).
