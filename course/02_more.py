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
# # 02 · Nearest neighbours: more
#
# **What does the border of 1-NN consist of, must every bird be compared, and what if the answer is a number?**
#
# *After this page you can* draw the border of 1-NN from bisectors · choose between distances · say why a search may skip most examples · predict numbers
# with neighbours, and say where that fails.
#
# *38 minutes. You need the [main page](02_nearest_neighbours.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l02_nearest_neighbours as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The cells of 1-NN · 8 min
#
# With one neighbour, every example owns the places that are nearer to it than to any other example: its **cell**. How does such a cell come about? The
# others cut it, one after the other, the nearest first. Click another point to see its cell.

# %% slideshow={"slide_type": "subslide"}
lesson.CellsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The line between nearer-to-$a$ and nearer-to-$b$ is perpendicular to the way from $a$ to $b$ and goes through its middle: the **perpendicular bisector**. A case $x$ on
# it is as far from $a$ as from $b$. Write $|x - a|^2 = |x - b|^2$ and multiply out; $|x|^2$ is on both sides, and what is left is a straight line:
#
# $$ 2(b - a)^\top x = |b|^2 - |a|^2 . $$
#
# For $a = (1, 1)$ and $b = (4, 3)$ that is $6 x_1 + 4 x_2 = 23$. Some points on it:
#
# | symbol | meaning |
# |---|---|
# | $a$, $b$ | two examples |

# %% slideshow={"slide_type": "fragment"}
lesson.bisector_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The border** between two classes consists of those sides only that have an example of either class beside them (bold in the lab). A wrong label in the midst of the other class makes all sides
# of its own cell part of the border: that is the island of the main page. All of these cells together are the **Voronoi diagram**.
#
# Drag a point of one class among the others, and watch the bold line.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Other distances · 6 min
#
# The straight line is not the only way to measure. **Minkowski's** distances have a number $p \ge 1$:
#
# $$ \operatorname{dist}(x, z) = \Big( \sum_{r=1}^d |x_r - z_r|^p \Big)^{1/p} $$
#
# $p = 1$ walks along the streets (Manhattan), $p = 2$ is the straight line (Euclid), and for $p \to \infty$ only the largest difference counts. From $(1, 2, 3)$ to $(4, 0, 3.5)$:
#
# | symbol | meaning |
# |---|---|
# | $x_r$, $z_r$ | feature $r$ of two cases |
# | $d$ | number of features |
# | $p$ | which distance |

# %% slideshow={"slide_type": "fragment"}
lesson.distances_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A feature may also be a word: two words are 0 apart if they are equal, else 1, and numbers beside them are scaled to about that. `NearestNeighbours` does so with a table.
#
# The orange triangle is the case. The ball around it reaches as far as its nearest neighbour.

# %% slideshow={"slide_type": "subslide"}
lesson.BallsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** A point on an axis is equally far for all $p$. A point on a diagonal comes nearer as $p$ grows. So turning the features against each other
# (*turned by 45 degrees*) changes the answers for every $p$ but 2.
#
# Below $p = 1$ a detour would be shorter than the straight way: from $(0,0)$ over $(1,0)$ to $(1,1)$ is $1 + 1 = 2$, but straight it is $2^{1/p}$, which is 4 for $p = \tfrac12$. That is no
# distance any more.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A search that skips · 7 min
#
# Plain search compares the case with every example. Put the examples into boxes beforehand, by halving them again and again. To a bird in a box it is at least as far as
# to the nearest place of the box.

# %% slideshow={"slide_type": "subslide"}
lesson.SkipLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Boxes are opened from near to far. Once $k$ birds are known, the circle around them settles which boxes can still matter. All others stay closed, and the answer is
# exactly that of the plain search. Such halvings are a **k-d tree**.
#
# In many dimensions it fails: as the main page shows, the nearest is then nearly as far as the farthest, the ball touches almost every box, and nothing is skipped.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A smaller memory · 3 min
#
# An example that comes later is simply added; nothing is learned anew. But must all of them be kept? **Condensing** (Hart, 1968) starts with one example of each class and adds, one at a time, every example that the memory so far answers wrong, until it answers all of them right. One neighbour among the scaled penguins:

# %% slideshow={"slide_type": "fragment"}
lesson.condensed_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The memory is a twelfth of the size and makes no mistake on the birds that it was made from, but it errs twice as often on birds that it has not seen.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Numbers · 8 min
#
# For numbers, the $k$ nearest are averaged: $\hat y(x) = \frac1k \sum_{i \in N_k(x)} y_i$. Four examples, $(1, 1)$, $(2, 3)$, $(3, 4)$ and $(5, 8)$, are asked at $x = 2.6$:

# %% slideshow={"slide_type": "fragment"}
lesson.numbers_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Now real cars. The line is the mean of the $k$ with the most similar engines; each step is a larger $k$.

# %% slideshow={"slide_type": "subslide"}
lesson.CarsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** One neighbour copies every chance. Fifty smooth it away. All of them say the mean of all cars, whatever you ask.
#
# Look at the ends. Beyond the most powerful car the neighbours are always the same cars, so the line is level: **neighbours do not extrapolate**. And at the left end all of them
# lie on one side, so a large $k$ says too little. *Near ones count more* gives each neighbour the weight 1/distance: then even the largest $k$ stays near.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How good can one neighbour be? · 4 min
#
# At some place let class $+$ have the probability $q$. The best possible answer is the likelier class, and it errs with probability $\min(q, 1 - q)$. With endless examples the nearest one
# lies at the very place, and is $+$ with probability $q$ as well. It names the wrong class if the two labels differ:
#
# $$ q(1-q) + (1-q)q \;=\; 2q(1-q) \;\le\; 2 \min(q, 1-q) . $$
#
# So **one neighbour errs at most twice as often as the best possible rule** (Cover and Hart, 1967), given endless examples.
#
# | symbol | meaning |
# |---|---|
# | $q$ | probability of class $+$ at the place that is asked about |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## A curious curve · 2 min
#
# Ten points, five of each class, well apart. Each is left out in turn:

# %% slideshow={"slide_type": "fragment"}
lesson.ten_left_out()

# %% [markdown] slideshow={"slide_type": "subslide"}
# With $k = 9$ all ten are wrong! Leave one out, and four of its own class vote against five of the other. Leaving one out changes the shares of the classes a little; with equal classes and
# a very large $k$ that is enough to be always wrong.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Minkowski.** `x` and `z` are arrays, `p` is a number from 1 on, or `numpy.inf`.


# %%
def my_distance(x, z, p):
    """For x = [0, 0] and z = [3, 4]: 7.0 with p = 1, 5.0 with p = 2, 4.0 with p = numpy.inf."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.minkowski(my_distance)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ The bisector.** Return `(normal, constant)`, such that `normal @ x == constant` for every `x` that is as far from `a` as from `b`.


# %%
def my_bisector(a, b):
    """For a = [1, 1] and b = [4, 3]: [6, 4] and 23, or any multiple of both."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.bisector(my_bisector)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★ How near can a box be?** `low` and `high` are two corners of a box. Return the least straight distance from `x` to any place of it; 0 inside.


# %%
def my_near(x, low, high):
    """For x = [0, 1.5], low = [1, 1], high = [3, 2]: 1.0."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.box_distance(my_near)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **8 ★★★ Three answers.** Place three points around $(0, 0)$, such that another one of them is nearest for $p = 1$, for $p = 2$ and for $p = \infty$.

# %%
my_three = None  # such as [[1, 0], [0, 1], [1, 1]]

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.three_nearest(my_three)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The border of 1-NN is made of perpendicular bisectors between examples of different classes.
# - The distance is a choice: $p = 1$, 2 or $\infty$ may name other neighbours.
# - A box that is farther than the $k$-th best need not be opened; in many dimensions that saves nothing.
# - For numbers take the mean. It never leaves the range of the known answers.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [02 nearest neighbours](02_nearest_neighbours.ipynb), the main page · [09 the perceptron](09_perceptron.ipynb), a single bisector that learns · next: [03 least squares](03_least_squares.ipynb) · Bentley (1975) on k-d trees.
