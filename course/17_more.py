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
# # 17 · Missing values: more
#
# **What happens between the lines of the [main page](17_missing_values.ipynb): a tree that grows from a table with gaps, fractions that are not probabilities, questions that cost something.**
#
# *After this page you can* score a test on known examples · read a leaf with 3.4 days · say on which convention 4/14 rests · make a tree prefer cheap questions.
#
# *40 minutes. You need the main page.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l17_missing_values as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Growing with gaps: the score · 7 min
#
# The outlook of day 11 is lost, a day on which they played. C4.5 scores a test on the examples that know their value, and multiplies by the share of
# these. With $K$ the share of the weight that is known:
#
# $$ \text{gain} = K\,\Bigl(H(\text{known}) - \sum_i q_i H(D_i)\Bigr) $$
#
# | symbol | meaning |
# |---|---|
# | $K$ | share of the training weight whose value is known |
# | $D_i$ | the known examples of branch $i$ |
# | $H$ | entropy of the classes, in bits |
# | $q_i$ | share of branch $i$ among the known; the shares sum to 1 |

# %% slideshow={"slide_type": "fragment"}
lesson.gap_gains()

# %% [markdown] slideshow={"slide_type": "subslide"}
# 0.199 is the number in Quinlan's book, which has the same 14 days. Without the factor, an attribute that is known for two examples only could look perfect. (The
# factor is C4.5's. CART's book compares the gains on the known examples as they are; labkit takes the factor for both.)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Growing with gaps: the branches · 5 min
#
# Day 11 goes down all three branches, 5/13 of it to Sunny, 3/13 to Overcast, 5/13 to Rain, and is from there on an example of that weight. Leaves hold fractions
# of days, and in trees that answer with numbers ([18](18_regression_trees.ipynb)) the mean of such fractions:

# %% slideshow={"slide_type": "fragment"}
lesson.gap_leaves()

# %% [markdown] slideshow={"slide_type": "subslide"}
# And a gap at both ends: a sunny, calm day of unknown humidity comes to this tree. Below Sunny it has seen 2 dry days and 3.4 humid ones, so the case is divided 2 : 3.4,
# and the humid part is not quite sure either.

# %% slideshow={"slide_type": "fragment"}
lesson.gap_path()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Surrogates belong to their node · 4 min
#
# The same question may have other surrogates elsewhere, because other examples are there. A test that usually disagrees serves as well, with its answers flipped. And a split may have none:
# nothing on these 14 days tells the overcast ones from the rest better than the blind rule does.

# %% slideshow={"slide_type": "fragment"}
lesson.backups()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A convention, not a probability · 6 min
#
# The 4/14 for Yes looks like $P(\text{Yes} \mid \text{humidity 85, windy})$. By the rules of probability the branches would have to be weighed by
# $P(\text{outlook} \mid \text{humidity, wind})$; C4.5 takes the plain $P(\text{outlook})$, as if humidity and wind told nothing about it. Of the 14 days three are as
# humid and windy as this one, and one of them was played: 1/3, not 4/14. Here the answer stays No.
#
# It need not. Let the second attribute be a copy of the first, and only the copy be known:

# %% slideshow={"slide_type": "fragment"}
lesson.twin_answers()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Fractions answer half and half, though the copy tells everything. Filling in is sure, and wrong. The surrogate looks at the copy.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How alike are the attributes? · 4 min
#
# Four attributes, two of them decide, 30 % of the test values are erased; means of ten draws. First the attributes have nothing to do with each other, then they
# share half, then nine tenths of their variance.

# %% slideshow={"slide_type": "fragment"}
lesson.alike_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Not alike: the three differ by less than a hundredth, within chance. Much alike: surrogates are ahead.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where no remedy helps: the votes · 4 min
#
# 435 members of the House, 16 votes each, 392 of them empty, and only 232 rows complete. Which party?

# %% slideshow={"slide_type": "fragment"}
lesson.vote_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# One question does nearly all, so the gaps in the others hardly matter, and leaving out half of the rows does no harm either. (Unpruned trees even lose to the one rule: lecture
# [16](16_pruning_and_rules.ipynb).) The mushrooms were another story because the gap went with the kind of mushroom.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When answers have a price · 10 min
#
# A look at the sky is cheap, a blood test is not. Two usual merits, of Tan and Schlimmer and of Núñez, weigh the gain against the cost of asking:
#
# $$ \frac{\text{gain}^2}{\text{cost}} \qquad\text{and}\qquad \frac{2^{\text{gain}} - 1}{(\text{cost} + 1)^v} $$
#
# with $v$ from 0 (costs do not matter) to 1, as here. Both rise with the gain and fall with the cost. Neither looks further than the next question.

# %% slideshow={"slide_type": "fragment"}
lesson.merits()

# %% slideshow={"slide_type": "subslide"}
lesson.CostLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try:** how expensive must the outlook become to lose the root, by each rule? Make every price ten times as high: do the orders of the merits change? Find prices at which the
# thrifty tree costs *more* than the one that ignores them: what did the rule not see?

# %% slideshow={"slide_type": "fragment"}
lesson.prices_paid()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★★ Scoring with gaps.** `children` has a row of class counts for each branch, of the examples that know their value; `unknown` has the class counts of those that do
# not. Return C4.5's gain in bits.


# %%
def my_gain(children, unknown):
    """my_gain(np.array([[2, 0], [0, 2]]), np.array([1, 0])) is 0.8."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.known_gain(my_gain)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ A good stand-in.** `left` says of every example whether the split sends it left, `other` whether the other test says yes. Return $\lambda$ of the surrogate, flipped if
# that is better.


# %%
def my_association(left, other):
    """For left = [True, True, False] and other = [False, False, True]: 1.0, flipped; both are arrays."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.association(my_association)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★ The highest price.** A test with this `gain` meets a rival. At which cost have both the same merit by Tan and Schlimmer's rule? Then check with the lab: what may the
# outlook cost if everything else costs 1?


# %%
def my_price(gain, rival_gain, rival_cost):
    """my_price(0.4, 0.2, 1) is 4."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.break_even(my_price)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Score on the known, times the share that is known; otherwise a rarely known attribute may win.
# - Fractions weigh branches without looking at what else is known: a convention.
# - The more alike the attributes, the more surrogates are worth.
# - Costs change which question comes first; a larger tree may be cheaper to ask.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [17 missing values](17_missing_values.ipynb) · next: [18 regression trees](18_regression_trees.ipynb) · Saar-Tsechansky and Provost (2007), who compare the remedies; Turney (1995)
# on costs.
