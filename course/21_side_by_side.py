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
# The same examples, equally many trees, three ways to put them together.
#
# **After this lecture you can**
#
# - say in one line each how bagging, a random forest and gradient boosting differ, and what they have in common;
# - read a curve of the test error against the number of trees, and tell which ensemble made it;
# - explain why boosting wins on nested spheres, and what takes its lead away;
# - say for which of the three too many trees are only a waste, and for which they do harm.
#
# It follows deck 000, *Bagging vs. Random Forests vs. Gradient Boosting* (I-000-115), and needs lectures 19 and 21. The slide is a figure of a talk by Hastie; its
# numbers are lost, so here it is computed anew. About 30 minutes.

# %% slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l21_side_by_side as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three ways to add up trees
#
# *Deck 000: Bagging vs. Random Forests vs. Gradient Boosting*
#
# All three answer with a sum over trees. What differs is how a tree comes about:
#
# | | a tree learns from | at a node it may ask | its size | the sum |
# |---|---|---|---|---|
# | bagging | a bootstrap sample | all $p$ columns | grown to the end | $\frac1B \sum_b f_b(x)$, votes |
# | random forest | a bootstrap sample | $m$ columns, drawn anew | grown to the end | $\frac1B \sum_b f_b(x)$, votes |
# | boosting | what the sum so far gets wrong | all $p$ columns | small | $F_0 + \varepsilon \sum_m f_m(x)$, its sign |
#
# In the first two the trees know nothing of each other. Each aims at the truth by itself, and the average removes *variance*: a tree too many changes nothing. In
# boosting each tree is an answer to those before it. The sum comes closer and closer to the training labels, which removes *bias*; it also comes closer to
# those that are wrong.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: three planes
#
# *Deck 000: Bagging vs. Random Forests vs. Gradient Boosting*
#
# In the plane one can see what they do. The examples are the same in all three; hollow ones are answered wrongly. Votes are shaded by their share, boosting by the
# probability that its sum stands for. Move, add or delete examples, and all three start again.

# %% slideshow={"slide_type": "subslide"}
planes = lesson.SideBySideLab()
planes

# %% [markdown] slideshow={"slide_type": "notes"}
# - Put one example deep into the other class. Who builds an island around it, after how many trees, and who does not?
# - Set the shrinkage to 1 and the depth to 6, and play. When does boosting have no hollow example left, and what do the fresh cases say to that?
# - Set $m$ to 2. What is the forest now, and can you see it?
# - Take *xor* and depth 1. Why does boosting fail for good? (No sum of functions of one coordinate each is an XOR.) Depth 2?
# - Which of the three borders has the fewest corners? Whose shading tells you that it is unsure?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Nested spheres
#
# *Deck 000: Bagging vs. Random Forests vs. Gradient Boosting*
#
# Ten coordinates, standard normal and independent. Class 1 is outside the sphere that holds half of all points:
#
# $$ y = 1 \iff x_1^2 + x_2^2 + \dots + x_{10}^2 > 9.34 . $$
#
# The number is the median of $\chi^2$ with ten degrees of freedom. There is no noise, so a perfect rule exists. But no single coordinate tells much, and a tree
# can only build the ball out of boxes: grown to the end on 2000 examples it is wrong on about every fourth fresh case.

# %% slideshow={"slide_type": "subslide"}
print(f"half of all points have a square of their length below {lesson.data.middle_square(10):.4f}")
(X, y), (fresh_X, fresh_y) = lesson.data.samples(lesson.data.spheres, 2000, 4000)
assert np.array_equal(y == 1, (X**2).sum(axis=1) > lesson.data.middle_square(10))
tree, stump = lesson.CART().fit(X, y), lesson.CART(max_depth=1).fit(X, y)
wrong = [1 - learner.score(fresh_X, fresh_y) for learner in (tree, stump)]
print(f"a full tree: {len(tree.model_.leaves)} leaves, wrong on {wrong[0]:.1%} of fresh cases; a stump: {wrong[1]:.1%}")
assert 0.23 < wrong[0] < 0.27 and wrong[1] > 0.42

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict first
#
# *Deck 000: Bagging vs. Random Forests vs. Gradient Boosting*
#
# 2000 examples of nested spheres. Bagging and forest ($m = 3$) grow 200 full trees, boosting adds 200 trees of depth 3 with $\varepsilon = 0.1$.

# %% slideshow={"slide_type": "fragment"}
early = lesson.questions.wrong_after_10_trees.ask()
names = early.options
early

# %% slideshow={"slide_type": "fragment"}
late = lesson.questions.wrong_after_200_trees.ask()
late

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The figure, drawn anew
#
# *Deck 000: Bagging vs. Random Forests vs. Gradient Boosting*
#
# Play it: one tree more for each at every step.

# %% slideshow={"slide_type": "subslide"}
figure = lesson.SpheresLab(examples=2000, trees=150)
figure

# %% [markdown] slideshow={"slide_type": "notes"}
# - Which curve could you stop after 50 trees, and which one not?
# - Set the dimensions to 2. Who wins now, and by how much? Why do ten dimensions hurt the voters more?
# - Raise the shrinkage to 1. What becomes of the start, and of the end?
# - Set the depth to 1, then to 6. Both are worse than 3. Do it again with shrinkage 0.5: which of them was only too slow? (The reason comes below.)
# - Set $m$ to 1 and to 10. Which of them is bagging, and which curve does it fall on?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Who wins
#
# *Deck 000: Bagging vs. Random Forests vs. Gradient Boosting*
#
# One run may be luck. So five samples, each with 4000 fresh cases of its own: the mean error, and $\pm$ its standard deviation from sample to sample.

# %% slideshow={"slide_type": "subslide"}
voters = lesson.RandomForest(trees=200, m="all"), lesson.RandomForest(trees=200, m=3)
runs = []
for seed in range(5):
    (X, y), (fresh_X, fresh_y) = lesson.noisy_spheres(2000, 4000, seed=seed)
    models = [learner.fit(X, y).model_ for learner in (*voters, lesson.GradientBoosting(rounds=200))]
    runs.append([np.mean(model.staged_predict(fresh_X) != fresh_y, axis=1) for model in models])
trees = np.array([1, 10, 50, 100, 200])
mean, spread = np.mean(runs, axis=0)[:, trees - 1], np.std(runs, axis=0, ddof=1)[:, trees - 1]
cells = [[f"{m:.3f} ± {s:.3f}" for m, s in zip(*rows, strict=True)] for rows in zip(mean, spread, strict=True)]
lesson.Table.from_dict({"trees": trees} | dict(zip(names, cells, strict=True)))

# %% slideshow={"slide_type": "subslide"}
bagging, forest, boosting = mean
print(early.reveal("boosting", because=f"{boosting[1]:.3f}; forest {forest[1]:.3f}, bagging {bagging[1]:.3f}"))
print(late.reveal("boosting", because=f"{boosting[-1]:.3f}; forest {forest[-1]:.3f}, bagging {bagging[-1]:.3f}"))
assert max(forest[1], bagging[1]) < boosting[1] - 0.04  # ten trees
assert boosting[-1] < forest[-1] - 0.02 < bagging[-1] - 0.025  # two hundred
each = np.array(runs)[:, :, -1]
assert np.all(each[:, 2] < each[:, 1]) and np.all(each[:, 1] < each[:, 0])  # in every run
assert forest[2] < boosting[2] and boosting[3] < forest[3]  # boosting passes between 50 and 100 trees
assert np.all(mean[:2, 3] - mean[:2, 4] < 0.005) and boosting[3] - boosting[4] > 0.015  # who has arrived?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## How to read it
#
# - **Boosting wins in the end:** 0.10, the forest 0.14, bagging 0.15, in this order in each of the five runs.
# - **It starts last.** Ten shrunken trees are little: 0.25, where ten votes are already below 0.20. It passes the forest after some 60 trees.
# - **The voters have arrived** after 100 trees: another hundred brings 0.002. Boosting is still falling at 200.
# - **The forest beats bagging** by 0.01, for no more than drawing three columns: its trees err in different places (lecture 19).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why boosting wins here
#
# *Deck 000: Bagging vs. Random Forests vs. Gradient Boosting*
#
# The rule is a sum of functions of *one* coordinate each, $x_1^2 + \dots + x_{10}^2$. A sum of stumps is just that: each stump adds to the function of its one
# coordinate. So boosting with stumps can write the rule down, ten parabolas out of steps, and needs no box in ten dimensions. A vote of stumps cannot: each of
# them is grown as if it were alone, alone it is hardly better than a coin, and all together are no better. (Boosting is given $\varepsilon = 0.5$ here, so that 200 stumps are enough.)

# %% slideshow={"slide_type": "subslide"}
kinds = {
    "boosted trees of depth 3": lesson.GradientBoosting(rounds=200, shrinkage=0.5),
    "boosted stumps": lesson.GradientBoosting(rounds=200, shrinkage=0.5, max_depth=1),
    "stumps that vote": lesson.RandomForest(trees=200, m=3, max_depth=1),
}
errors = {name: 1 - learner.fit(X, y).score(fresh_X, fresh_y) for name, learner in kinds.items()}
for name, error in errors.items():
    print(f"{name:24} {error:.3f}")
depth3, stumps, voting = errors.values()
assert stumps < depth3 - 0.01 and voting > 0.45

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict: wrong labels
#
# *Deck 000: Bagging vs. Random Forests vs. Gradient Boosting*
#
# Now every fifth label is wrong, in training and in testing, so that nobody can be below 0.20. There are 1000 examples, and boosting is in a hurry:
# $\varepsilon = 0.5$. All three run to 200 trees.

# %% slideshow={"slide_type": "fragment"}
harm = lesson.questions.worse_with_more_trees.ask()
harm

# %% slideshow={"slide_type": "subslide"}
noisy = []
learners = *voters, lesson.GradientBoosting(rounds=200, shrinkage=0.5), lesson.GradientBoosting(rounds=200)
for seed in range(3):
    (X, y), (fresh_X, fresh_y) = lesson.noisy_spheres(1000, 4000, noise=0.2, seed=seed)
    models = [learner.fit(X, y).model_ for learner in learners]
    noisy.append([np.mean(model.staged_predict(fresh_X) != fresh_y, axis=1) for model in models])
trees = np.array([10, 40, 100, 200])
mean = np.mean(noisy, axis=0)[:, trees - 1]
names_now = (*names[:2], "boosting, 0.5", "boosting, 0.1")
lesson.Table.from_dict({"trees": trees} | dict(zip(names_now, mean.round(3), strict=True)))

# %% slideshow={"slide_type": "subslide"}
rises = np.array(noisy)[:, :, 199] - np.array(noisy)[:, :, 39]
print(harm.reveal("boosting", because=f"from {mean[2, 1]:.3f} to {mean[2, -1]:.3f}; it learns the wrong labels"))
assert np.all(rises[:, 2] > 0.005) and np.all(rises[:, :2] < 0)  # in every run
last = np.array(noisy)[:, :, -1]
print(f"with shrinkage 0.1: boosting {mean[3, -1]:.3f}, forest {mean[1, -1]:.3f}; the lead of the clean labels is gone")
assert abs(mean[3, -1] - mean[1, -1]) < 0.015 and np.all(last[:, 1] < last[:, 2])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# Fill in, run the cell, run the check below it. Untouched exercises say so and stop nothing.
#
# **1. A curve of votes.** `votes[b, i]` is the class, 0 or 1, that tree $b$ names for case $i$, and `y[i]` is the true one. Return the share of wrong
# majorities after one tree, after two, and so on to the last. Equal votes are class 0.


# %%
def my_vote_errors(votes, y):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.vote_errors(my_vote_errors)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. A curve of sums.** The same for boosting: `answers[m, i]` is the number that tree $m$ gives case $i$, `start` is $F_0$, `shrinkage` is $\varepsilon$. A score
# above 0 is class 1, all others are class 0. Compare your two functions: where do they differ?


# %%
def my_sum_errors(start, answers, shrinkage, y):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.sum_errors(my_sum_errors)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. Worth the wait.** `errors` and `others` are two such curves; their first entries are after one tree. From how many trees on is `errors` below `others`, and
# stays below to the end? Return 0 if it is not below at the end.


# %%
def my_ahead_from(errors, others):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.ahead_from(my_ahead_from)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Bagging and forests average trees that do not know of each other: less variance. Boosting adds trees that answer to one another: less bias.
# - On nested spheres boosting ends first and starts last: 0.10 against 0.14 and 0.15, because the rule is a sum and boosting builds sums.
# - For voters the number of trees is a matter of patience: more never hurt. For boosting it is a setting, together with shrinkage and depth: with wrong labels more trees hurt.
# - No winner is for ever. A forest is hard to get wrong; boosting pays for care, so stop it early on held-out examples (lecture 21).
#
# **Read next:** Hastie, Tibshirani, Friedman, *The Elements of Statistical Learning*, sections 10.2 (nested spheres) and 15.2 (forests beside boosting); then
# lecture 22 on how to choose between models.
