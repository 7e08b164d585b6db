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
# # 02 · Nearest neighbours
#
# **A penguin walks past: its bill is 44 mm long and 17.5 mm deep. Which of three species is it?**
#
# Biologists measured and named 342 penguins. No formula, no training: what would you do?
#
# *After this lesson you can* classify and predict with the nearest neighbours · say what $k$ does to a border, and choose it without fooling
# yourself · name two ways in which "near" stops meaning anything.
#
# *60 minutes in class, about 40 for the exercises, 38 in [02_more](02_more.ipynb). You need classes ([01](01_function_approximation.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l02_nearest_neighbours as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The list, as a picture · 3 min
#
# Each mark is a penguin, its shape and colour the species. The large diamond walked past.

# %% slideshow={"slide_type": "fragment"}
lesson.picture_of_penguins()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Ask the neighbours · 8 min
#
# First commit to an answer on the card. Then play: the circle grows until it holds one neighbour, two, and so on to $k$, and each of them votes.

# %% slideshow={"slide_type": "subslide"}
lesson.VoteLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Nothing was learned in advance. To answer, the method measured the distance to *every* bird it knows, took the $k$
# smallest and let these birds vote. The answer depends on how many are asked.
#
# Now choose *ask one* and drag the diamond slowly: the answer jumps when it comes nearer to another bird. With twenty-five voters it changes less
# often, and a single odd bird decides nothing.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 5 min
#
# Of the known examples $x_1,\dots,x_n$ with labels $y_1,\dots,y_n$, let $N_k(x)$ be the $k$ nearest to the case $x$. Then
#
# $$ \hat y(x) = \text{the most frequent } y_i \text{ with } i \in N_k(x) . $$
#
# For numbers instead of classes, put the *mean* in the place of *the most frequent*. Two ties need a rule: of examples equally far the earlier row is
# nearer, of classes with equal votes the first wins.
#
# | symbol | meaning |
# |---|---|
# | $x$ | the case that is asked about |
# | $x_i$, $y_i$ | a known example and its label |
# | $n$ | how many examples are known |
# | $k$ | how many neighbours vote |
# | $N_k(x)$ | who they are |
# | $\hat y(x)$ | the answer |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand: will the run be fun? · 5 min
#
# A runner noted fifteen days: temperature, wind, and whether the run was fun. Today it is 65 °F with 9 mph. Sort the days by their distance from
# today, the root of $(\text{difference in °F})^2 + (\text{difference in mph})^2$:

# %% slideshow={"slide_type": "fragment"}
lesson.runner_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# One voter says *yes*. Two are split, and only the tie rule decides. Three say *no*. Same days, same morning, other answers: the choice of $k$ is not a
# detail. (The runner's own table is lost; these days are made up.)
#
# And these are the lines of labkit that find the neighbours: (1) the distances to all examples, (2) the rows of the $k$ smallest.

# %% slideshow={"slide_type": "fragment"}
lesson.search_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What does k do to the border? · 12 min
#
# Sixty of the penguins, measured in standard deviations (why: next section but one). The colours of the map show what would be answered everywhere. One bird has a wrong label.
# Each step is a larger $k$.

# %% slideshow={"slide_type": "subslide"}
lesson.BorderLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Find the bird with the wrong label: it has an island of its own. From which $k$ on is the island gone?
# 2. Preset *ten strays*, at $k = 1$: how many islands are there? Which $k$ would you choose now?
# 3. Step to the largest $k$: every answer is the same. Which species is it, and why that one?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Why zero mistakes mean nothing · 4 min
#
# At $k = 1$ every known bird is its own nearest neighbour. So it gets its own label back, and random labels would show zero mistakes as well.
#
# Only cases that do not vote for themselves tell the truth. **Leave one out**: hide one bird, let the others vote about it, and do so for each bird in turn. The
# curve of these errors falls, then rises again. Small $k$ follows every stray; large $k$ asks birds that are far away. Choose $k$ from the valley.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Near in what units? · 8 min
#
# Another pair of measurements: bill length in millimetres and body mass in kilograms. A distance adds up both, so a kilogram has to count as some number of
# millimetres. Click anywhere to ask about another bird.

# %% slideshow={"slide_type": "subslide"}
lesson.UnitsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The data do not say what is near. *You* do, when you write a feature in some unit. With mass in grams the neighbours lie on a flat line, and
# more than three times as many answers are wrong as at the lowest place of the curve.
#
# If nothing better is known, **scale**: divide each feature by its standard deviation. Then each counts alike. If you know that one matters more, let it
# count more, and let left-out birds judge.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On all four measurements · 5 min
#
# The honest number: ten parts, each answered by the birds of the nine others (**cross-validation**). Scaled means: in standard deviations of the known birds.

# %% slideshow={"slide_type": "fragment"}
lesson.penguin_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Always answering *Adelie* is right on 44 of 100 birds, five neighbours on 98, and no model was built. In grams and millimetres the same four measurements
# give 80. Where it fails: the whole list must be kept and searched for every answer, nothing is said about *why*, and the next section shows a third.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## More features? · 6 min
#
# Would more columns help? Here they are pure chance. Watch one bird's distances to all others at the left.

# %% slideshow={"slide_type": "subslide"}
lesson.NoiseColumnsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The curse of dimensionality.** Noise columns are the worst case, but many features are trouble even if all of them matter. Spread cases evenly over
# a cube: a neighbourhood that holds 1 % of them must reach over 10 % of each side in the plane, and over 63 % in ten dimensions. That is not *near* any more.
#
# $$ \text{reach} = (\text{share of the cases})^{1/d} $$
#
# In a ball of radius 1, the last column says, even the nearest of 342 cases is then far from the middle.
#
# | symbol | meaning |
# |---|---|
# | $d$ | number of features |

# %% slideshow={"slide_type": "fragment"}
lesson.cube_edges()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | nearest neighbours | a straight line ([05](05_fisher_discriminant.ipynb), [06](06_logistic_regression.ipynb)) | a tree ([15](15_growing_trees.ipynb)) |
# |---|---|---|---|
# | border | any shape | straight | steps |
# | learning | keep the list | quick | quick |
# | an answer | search the list | at once | at once |
# | units | decide everything | matter little | do not matter |
# | noise features | harmful | tolerable | mostly ignored |
# | new examples | add them to the list | train again | train again |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Count the votes.** `labels` are those of the neighbours, the nearest first. Return the class with most votes among the first $k$; of equals the one
# wins whose first voter is nearer (labkit takes the first class instead).


# %%
def vote(labels, k):
    """vote(["b", "a", "a"], 1) is "b"; vote(["b", "a", "a"], 3) is "a"."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.count_votes(vote)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This leave-one-out error of 1-NN is suspiciously good. Mend one line, or add one.


# %%
def loo_error(X, y):
    """For points at 0, 1 and 3 with labels a, a and b: 1/3."""
    wrong = 0
    for i in range(len(X)):
        distances = np.linalg.norm(X - X[i], axis=1)
        wrong += y[distances.argmin()] != y[i]
    return wrong / len(X)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.left_out(loo_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Penguins again.** 0 is bill length, 1 bill depth, 2 flipper length, 3 body mass, all scaled. Choose some of them and a $k$ such that fewer than four
# of the 342 birds are wrong, each left out.

# %%
my_features, my_k = None, None  # such as [0, 1] and 5

# %% slideshow={"slide_type": "skip"}
lesson.exercises.few_mistakes(my_features, my_k)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place eight points of two classes. When each is left out, $k = 1$ is to be always right, and $k = 3$ always wrong.

# %%
my_points, my_labels = None, None  # eight [x1, x2], eight labels

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Remember everything; answer by asking the $k$ nearest.
# - Small $k$: a jagged border that follows every stray. Large $k$: smooth, in the end the commonest class.
# - Choose $k$ on cases that do not vote for themselves.
# - "Near" is your choice: it hangs on units and drowns in noise features. Scale, select, then measure.
#
# **And the penguin?** The nearest says Gentoo, the nearest three say one of each, the nearest nine say Chinstrap. Where three species meet, two measurements are not enough. Weigh it.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [02_more](02_more.ipynb): the cells of 1-NN, other distances, faster search, prediction of numbers · before: [01 deciding](01_function_approximation.ipynb) · next: [03 least squares](03_least_squares.ipynb), and
# [09 the perceptron](09_perceptron.ipynb), which draws lines between these penguins · Cover and Hart (1967).
