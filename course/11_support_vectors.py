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
# # 11 · Support vector machines
#
# **Countless lines separate these Adelie from these Gentoo penguins. On which would you bet for the next bird?**
#
# *After this lesson you can* find the widest street and say what holds it · choose $C$ and $\gamma$ without fooling yourself · bend a border without ever
# computing a feature · say when not to bother.
#
# *57 minutes in class, about 40 for the exercises, 45 in [11_more](11_more.ipynb). You need: a line that separates ([09](09_perceptron.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l11_support_vectors as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Twenty penguins · 2 min
#
# Length and depth of their bills, each less its mean and divided by its spread.

# %% slideshow={"slide_type": "fragment"}
lesson.twenty_birds()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The widest street · 9 min
#
# A line between two classes is the middle of a **street** that ends at the nearest bird. Commit to an answer. Then drag the handles (or use their
# sliders) until your street is as wide as you can make it, and press *this is my street*.

# %% slideshow={"slide_type": "subslide"}
lesson.StreetLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Every dot at the right is a line that makes no mistake with the twenty birds, drawn at random: all equally good, by what is known. Asked about the
# 254 other birds, they are not. Lines with a narrow street are wrong about six of them on average, lines with a wide one about one. A bird a little different from
# those you know still falls on its own side, if there is room.
#
# It is a bet, no promise: try *a trap*, twenty birds of which one is odd.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 6 min
#
# Classes are $z = \pm 1$, the score is $f(x) = w^Tx + b$. Scale $w$ and $b$ such that the nearest points have $z f = 1$. These lie at a distance of $1/\lVert w \rVert$ from the
# middle, so the street is $2/\lVert w \rVert$ wide, and widest where $\lVert w \rVert$ is smallest:
#
# $$ \text{minimise } \tfrac12 \lVert w \rVert^2 \quad\text{such that}\quad z_i (w^Tx_i + b) \ge 1 \text{ for all } i . $$
#
# Points with $z f = 1$ stand on the **kerb**. If any line separates the classes, exactly one has the widest street.
#
# | symbol | meaning |
# |---|---|
# | $z_i$ | class of example $i$, $-1$ or $+1$ |
# | $w$, $b$ | weights and bias of the score $f$ |
# | $2/\lVert w \rVert$ | width of the street; it, or its half, is often called *the margin* |
# | $z_i f(x_i)$ | the margin of one example: 1 on the kerb, 0 on the border |
#
# **By hand.** Six points; $w = (2, 2)$, $b = -3$. Find the street in the table. How wide is it?

# %% slideshow={"slide_type": "fragment"}
lesson.street_by_hand()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What holds the street? · 9 min
#
# Commit, then play: each point is left out once (it has a square) and put back. Then drag points.

# %% slideshow={"slide_type": "subslide"}
lesson.TouchLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Drag a point that stands far back, anywhere on its side. When does the street begin to move?
# 2. Preset *hulls*: each class is wrapped in its **convex hull**, and the thick line is the shortest between the two. How does the street lie to that line?
# 3. Drag a point into the other class. What does the card say, and what do you see?

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why.** Think of the street as a plank, and of the points as posts that hold it. Post $i$ pushes with the force $a_i \ge 0$, its **multiplier**, and only where it touches.
# At rest all forces balance:
#
# $$ w = \sum_i a_i z_i x_i , \qquad \sum_i a_i z_i = 0 . $$
#
# Points with $a_i > 0$ are the **support vectors**. All others could be forgotten: the score needs inner products with the support vectors, and nothing else,
#
# $$ f(x) = \sum_i a_i z_i\, x_i^Tx + b . $$
#
# | symbol | meaning |
# |---|---|
# | $a_i$ | multiplier of example $i$; above 0 for support vectors only |
#
# | word | meaning |
# |---|---|
# | kerb | an edge of the street, where the score is $-1$ or $+1$ |
# | support vector | an example that holds the street: multiplier above 0 |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When no line separates · 8 min
#
# Let a point stand inside the street, or beyond the border, and make it pay. Its **slack** $\xi$ is what it lacks to its kerb:
#
# $$ \text{minimise } \tfrac12 \lVert w \rVert^2 + C \sum_i \xi_i , \qquad \xi_i = \max(0,\; 1 - z_i f(x_i)) . $$
#
# Now $0 \le a_i \le C$. A slack up to 1 is inside the street, above 1 a mistake. The (red) lines from points to their kerb are slacks; $C$ grows as you play.
#
# | symbol | meaning |
# |---|---|
# | $\xi_i$ | slack of example $i$ |
# | $C$ | what a unit of slack costs; infinite: none is allowed, the **hard margin** |

# %% slideshow={"slide_type": "subslide"}
lesson.SlackLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Which $C$ is best on fresh cases? And for other seeds? It is chosen on held-out cases, never on the [training error](16_pruning_and_rules.ipynb).
# 2. Preset *wrong labels*: what does a large $C$ do for a handful of wrong labels?
# 3. Preset *XOR*: which $C$ helps?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Lift, cut, drop back · 9 min
#
# No $C$ helps where the border must bend. But a point may be given more coordinates. Commit, play, then part the classes with a plane of your own: three sliders
# move it, two the box. (*On a line* is simplest.) Then let the machine cut.

# %% slideshow={"slide_type": "subslide"}
lesson.LiftLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** A machine for straight lines has made a curve, because it was given squares and products.
#
# And it need not even see them. It works with inner products alone, and here these are cheap: with $\varphi(x) = (x_1^2, \sqrt2\, x_1x_2, x_2^2)$
#
# $$ \varphi(x)^T\varphi(x') = x_1^2x_1'^2 + 2 x_1x_2x_1'x_2' + x_2^2x_2'^2 = (x^Tx')^2 . $$
#
# A function that is an inner product in some space is a **kernel** $K(x, x')$. Put it wherever $x^Tx'$ stood: that is
# the **kernel trick**.

# %% [markdown] slideshow={"slide_type": "subslide"}
# | kernel | $K(x, x')$ | what the border can be |
# |---|---|---|
# | linear | $x^Tx'$ | a line |
# | polynomial | $(x^Tx' + 1)^p$ | a curve of degree $p$ |
# | radial | $e^{-\gamma \lVert x - x' \rVert^2}$ | anything |
#
# The radial kernel is a bump around each support vector. Its space has infinitely many dimensions; there, any points at different places can be separated.
#
# | symbol | meaning |
# |---|---|
# | $\varphi(x)$ | the lifted point |
# | $K(x, x')$ | kernel: the inner product of two lifted points |
# | $p$ | degree of the polynomial kernel |
# | $\gamma$ | how narrow the bumps are |
#
# The line of labkit that answers a case. All it keeps are the support vectors, their $a_i z_i$, and $b$:

# %% slideshow={"slide_type": "fragment"}
lesson.score_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How wide is a bump? · 7 min
#
# So it can always be right about what it knows. Is that good? Commit, then play: $\gamma$ grows. The dashed curves are the kerbs. Then look for islands with the
# preset *wrong labels*: what does a smaller $C$ do to them?

# %% slideshow={"slide_type": "subslide"}
lesson.GammaLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real data · 4 min
#
# 569 tumours, ten measurements of the nuclei of their cells: benign or malignant? Each is told by a machine that has not seen it (ten parts).

# %% slideshow={"slide_type": "fragment"}
lesson.tumour_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The honest reading: the best is *no better than logistic regression*; one tumour is chance, and its $\gamma$ and $C$ were looked for. Here a plane will do. And **where it fails**: with $\gamma = 1$, or
# without scaling, errors more than double. When most examples are support vectors, little was learned but the examples. The score is no
# probability, and a missed malignant tumour counts as much as a false alarm.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | SVM | logistic regression ([06](06_logistic_regression.ipynb)) | nearest neighbours ([02](02_nearest_neighbours.ipynb)) | perceptron ([09](09_perceptron.ipynb)) |
# |---|---|---|---|---|
# | border | any, by its kernel | straight | any | straight |
# | remembers | the support vectors | weights | everything | weights |
# | which line? | the one with the widest street | the likeliest | none | the first it meets |
# | probabilities | no | yes | rough | no |
# | to be chosen | $C$, kernel, $\gamma$ | penalty | $k$ | nothing |
# | units matter | very much | little | very much | much |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 3 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ How wide?** Return the width of the street around the line $w^Tx + b = 0$, from kerb to kerb; 0 if a point is on the wrong side.


# %%
def my_street(w, b, X, z):
    """For w = [3, 4], b = -5, X = [[3, 4], [0, 0]] and z = [1, -1]: 2.0."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.street_width(my_street)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This machine seems to make far more mistakes than it does. Mend one line.


# %%
def count(slacks):
    """(mistakes, points inside the street on their own side)."""
    mistakes = np.sum(slacks > 0)
    inside = np.sum((slacks > 0) & (slacks <= 1))
    return mistakes, inside


# %% slideshow={"slide_type": "skip"}
lesson.exercises.slack_counts(count)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ A small machine.** Choose $C$ and $\gamma$ for the scaled tumours: fewer than 16 wrong in ten parts, and fewer than 55 support vectors when all are known. The check
# takes a few seconds.

# %%
my_C, my_gamma = None, None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.small_machine(my_C, my_gamma)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place 8 to 40 points, with labels, and choose a $\gamma$ such that the radial machine makes no training mistake (hard margin), and yet is wrong about more than
# half of them when each is left out.

# %%
my_points, my_labels = None, None  # such as [[0, 0], [1, 0]] and [0, 1]
my_narrowness = None  # gamma

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, my_labels, my_narrowness)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Of all lines that separate, take the one with the widest street, $2/\lVert w \rVert$. Only those that touch it hold it.
# - $C$ is what slack costs: a large $C$ makes the street narrow and strict.
# - Everything is inner products; put a kernel there, and a straight cut far up is a curve down here.
# - Scale the columns; choose $C$ and $\gamma$ on held-out cases. All points support vectors: too narrow.
#
# **And the next bird?** Bet on the line that has most room on both sides.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [11_more](11_more.ipynb): the dual problem, two multipliers at a time, XOR by hand, kernels that are none · before: [10 perceptron family](10_perceptron_family.ipynb) ·
# next: [12 optimisation](12_optimisation.ipynb) · other ways to a line: [05](05_fisher_discriminant.ipynb), [06](06_logistic_regression.ipynb) · Cortes and Vapnik (1995), *Support-vector networks*.
