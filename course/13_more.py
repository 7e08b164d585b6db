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
# # 13 · Neural networks: more
#
# **Directions or distances: what should a hidden unit look at?**
#
# *After this page you can* count the weights of a network · build a curve from sigmoids · build one from bumps · say which of the two breaks down when useless
# columns are added.
#
# *30 minutes, and 30 for the exercises. You need the [main page](13_neural_networks.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l13_neural_networks as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A pigeon and a computer · 3 min
#
# Hopfield compared (1987) how many bits a brain and a computer push around in a second:

# %% slideshow={"slide_type": "fragment"}
lesson.bits_a_second()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The computer does ten times as many, and is worse at recognising things. So it is not raw speed. Two ideas were taken from the brain: many simple parts work side by
# side, and to learn is to change their connections.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Any curve · 5 min
#
# One [sigmoid](04_gaussian_classifiers.ipynb) switches on, another switches on later and is subtracted: together they are a bump. Sums of such bumps come near any curve, so an MLP is a **universal
# approximator**.

# %% slideshow={"slide_type": "fragment"}
lesson.sigmoid_bump()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Note what that does *not* say: good weights exist if there are enough units. Nobody promises that descent finds them, or that there are enough examples.
#
# **How many weights?** Each unit has one for every unit before it, and a bias. For images of 28 × 28 pixels, 16 hidden units and 10 digits that is
# $785 \cdot 16 + 17 \cdot 10 = 12{,}730$.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Sums of functions · 4 min
#
# Networks belong to a large family, sums over a **dictionary** of functions:
#
# $$ f(x) = w_0 + \sum_{j=1}^m w_j\, g(x, v_j) . $$
#
# Who chooses the $v_j$? If they are chosen beforehand, the weights $w_j$ are found by [least squares](03_least_squares.ipynb): one valley. If they are learned as well, the functions suit the
# task, but there are many valleys.
#
# | symbol | meaning |
# |---|---|
# | $f(x)$ | what the sum says of $x$ |
# | $g(x, v_j)$ | function $j$ of the dictionary |
# | $v_j$ | what makes it different from the others: weights of a unit, or a centre |

# %% slideshow={"slide_type": "fragment"}
lesson.dictionaries()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Bumps · 10 min
#
# A **radial basis function** (RBF) looks only at how far $x$ is from a centre. An **RBF network** adds such functions up. It learns in three moves: centres by k-means
# ([14](14_more.ipynb)), a width, then the weights, solved at once.

# %% slideshow={"slide_type": "subslide"}
lesson.BumpsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Preset *narrow*, then make the bumps wider step by step. From which width on are there no dents left?
# 2. Preset *wide*: the curve no longer follows the points. What do six bumps have in common that are as wide as all of them together?
# 3. Drag one point far up. How far along the curve is that felt, with narrow and with wide bumps?
# 4. *Bumps that move*: centres and widths learn from the answers, too. What becomes of the widths? Try 5 moves.

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Three functions** of the distance $t = \lVert x - v_j \rVert$, with width $\alpha = 1$ and $b = 1$:
#
# $$ e^{-t^2/2\alpha^2}, \qquad (t^2 + b^2)^{-\beta}, \qquad t . $$
#
# The first forgets quickly, the second slowly; $\beta = \tfrac12$ is called *inverse multiquadric*. The last is a cone and grows for ever.
#
# | symbol | meaning |
# |---|---|
# | $t$ | distance from the centre |
# | $\alpha$, $b$ | widths |
# | $\beta$ | power: how quickly the tails fall |

# %% slideshow={"slide_type": "fragment"}
lesson.radial_values()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Through all points.** With a centre on each example there are as many equations as weights. Examples at 0, 1, 2 with answers 0, 1, 0, width 1 and no constant:

# %% slideshow={"slide_type": "fragment"}
lesson.exact_bumps()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The middle bump is 2.841 high, though the answer there is 1: its neighbours take most of it back. That a curve meets every example says nothing about the places
# between them.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Directions or distances · 8 min
#
# A unit of an MLP looks along a direction, a bump looks at a distance. Both learn from 100 examples of two features. Then columns of noise are added, which have
# nothing to do with the class.

# %% slideshow={"slide_type": "subslide"}
lesson.NoiseLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** In many columns all points are far from each other, whether they are alike or not (as for neighbours, [02](02_nearest_neighbours.ipynb)).
#
# **Try, and write down what you find**
#
# 1. Do more bumps help (*many bumps*)? Do more hidden units?
# 2. With how many columns does the MLP fail as well? Compare the three data sets.

# %% [markdown] slideshow={"slide_type": "subslide"}
# | | MLP | RBF network |
# |---|---|---|
# | a hidden unit sees | a direction | a distance |
# | an example changes the fit | everywhere | nearby |
# | learning | slow, many valleys | quick, solved at once |
# | columns of noise | can be left out | spoil it |
# | far from all examples | goes on, for better or worse | falls back to a constant |
# | good at | many features, deep structure | few features, smooth curves |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ How many weights?** `sizes` are those of all layers, inputs first. Return the number of weights, biases included.


# %%
def my_parameters(sizes):
    """my_parameters([2, 2, 1]) is 9."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.parameters(my_parameters)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** Gaussian bumps: a row for each case, a column for each centre. These come to a point. Mend them.


# %%
def bumps(x, centres, width):
    """bumps([0.0, 1.0], [0.0], 1.0) is [[1.0], [0.607]]."""
    t = np.abs(np.asarray(x)[:, None] - np.asarray(centres))
    return np.exp(-t / (2 * width**2))


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.bumps(bumps)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Build a curve.** Give the weights of at most six sigmoid units (`bump_V` has two rows, biases first; `bump_w` begins with a bias) such that the network says 1 between −2 and −1, −1 between 1 and
# 2, and 0 elsewhere, up to 0.1. Within 0.25 of an edge it may say anything.

# %%
bump_V, bump_w = None, None  # such as [[-8, -16], [8, 8]], [0, 1, -1]: one bump between 1 and 2

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.two_bumps(bump_V, bump_w)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Two sigmoids make a bump, bumps make any curve; that good weights exist does not mean that they are found.
# - RBF networks: centres, widths, then weights by least squares. Quick, local, one valley.
# - Distances count every column. Directions can leave some out.

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [13 neural networks](13_neural_networks.ipynb) · next: [14 EM and mixtures](14_em_mixtures.ipynb).
