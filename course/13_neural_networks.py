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
# # 13 · Neural networks
#
# **A lamp on the stairs has two switches. It is on when exactly one of them is up. One unit cannot learn that: what do two see?**
#
# *After this lesson you can* solve XOR by hand · send an error back through a network with pencil and paper · name three ways in which learning gets stuck ·
# stop in time.
#
# *55 minutes in class, about 45 for the exercises, 30 in [13_more](13_more.ipynb). It builds on the perceptron ([09](09_perceptron.ipynb)) and gradients ([12](12_optimisation.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l13_neural_networks as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Two switches · 3 min
#
# Exclusive or, **XOR**: class 1 where exactly one input is 1. A single unit, such as a perceptron ([09](09_perceptron.ipynb)), draws one line. The best line gets three
# corners right.

# %% slideshow={"slide_type": "fragment"}
lesson.one_line()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Two lines by hand · 8 min
#
# Now two units see the corners, and a third sees only what the two say: the **hidden space**, at the right. Drag the squares; the third unit always does its best.

# %% slideshow={"slide_type": "subslide"}
lesson.FoldLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Put the triangles between the two lines: to both units they are the same, so they lie on one place in the hidden space. The plane has been folded,
# and one line is enough. Nothing about it is magic.
#
# **Try, and write down what you find**
#
# 1. Preset *gentle units*: where do the corners lie in the hidden space? Does the third unit still succeed?
# 2. Bring the two lines together, as in *one line twice*. What is lost?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A unit, and layers of them · 7 min
#
# McCulloch and Pitts (1943): a **unit** adds up its inputs by weights and says 1 where the sum reaches a threshold, else 0. By hand, XOR is *one of them, but not both*:

# %% slideshow={"slide_type": "fragment"}
lesson.what_the_units_say()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A **multilayer perceptron** (MLP) is the same with a smooth function $g$ in place of the step:
#
# $$ a_j = \sum_{i=0}^d x_i v_{ij}, \qquad z_j = g(a_j), \qquad \hat y = \sum_{j=0}^m w_j z_j, \qquad x_0 = z_0 = 1 . $$
#
# | symbol | meaning |
# |---|---|
# | $x_i$ | input $i$ of $d$; $x_0 = 1$ is constant |
# | $v_{ij}$ | weight from input $i$ to hidden unit $j$; $v_{0j}$ is its bias |
# | $a_j$ | sum that **hidden unit** $j$ makes of its inputs |
# | $z_j$ | value that it sends on; $z_0 = 1$ |
# | $g$ | activation function: the **sigmoid** $1/(1 + e^{-a})$, *tanh* (from $-1$ to $1$), *relu*, $\max(0, a)$ |
# | $w_j$ | weight from hidden unit $j$ of $m$ to the output |
# | $\hat y$ | answer of the network |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why not steps? · 5 min
#
# A step gives the clearest answers. But weights learn by going down the slope of the loss ([12](12_optimisation.ipynb)). Here one unit learns one number: the place $b$
# where it switches. Play, and it becomes steeper from frame to frame.

# %% slideshow={"slide_type": "subslide"}
lesson.SharpenLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## There and back · 12 min
#
# A sigmoid is a step that can learn, with slope $g'(a) = z(1 - z)$. Far from its border it is flat as well: **saturated**.
#
# One example, its answer $y$, and the loss $L = \tfrac12 (\hat y - y)^2$. Which weights are to blame, and how much? By the chain rule, **back-propagation**:
#
# $$ \delta_0 = \hat y - y, \qquad \delta_j = \delta_0\, w_j\, g'(a_j), \qquad \frac{\partial L}{\partial w_j} = \delta_0 z_j, \qquad \frac{\partial L}{\partial v_{ij}} = \delta_j x_i . $$
#
# The slope of an edge is *what was sent along it* times *the $\delta$ at its end*. Then each weight moves down its slope, all at once:
#
# $$ w_j \leftarrow w_j - \gamma\, \delta_0 z_j, \qquad v_{ij} \leftarrow v_{ij} - \gamma\, \delta_j x_i . $$
#
# | symbol | meaning |
# |---|---|
# | $y$ | the answer that was wanted |
# | $L$ | loss of one example |
# | $\delta_0$, $\delta_j$ | error of the output, and share of hidden unit $j$ in it |
# | $\gamma$ | rate: how far a weight moves |

# %% slideshow={"slide_type": "subslide"}
lesson.PassLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Step to the first edge. Say of each, by the buttons, whether its weight will go up or down. How many of nine do you get right?
# 2. Preset *saturated*: which hidden unit learns less? Which of its numbers tells you?
# 3. Preset *just right*: why do all slopes nearly vanish at once?
#
# **By hand.** $\hat y = 0.520$, so $\delta_0 = -0.480$. Unit h2 sent $z_2 = 0.438$, and $w_2 = -0.6$:
#
# $$ \delta_2 = -0.480 \cdot (-0.6) \cdot 0.438 \cdot 0.562 = +0.071 . $$
#
# These lines do it in every network of this page; `W` are the weights of the pass forward, `W[1:]` leaves out the bias:

# %% slideshow={"slide_type": "fragment"}
lesson.backward_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Lines that learn · 8 min
#
# Now 100 points, again and again, in batches of 20. Every hidden unit has a line in the plane where its $a_j$ is 0.

# %% slideshow={"slide_type": "subslide"}
lesson.BordersLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. How many hidden units does the ring need? Vary the start: is it the same for all?
# 2. Preset *XOR, stuck*: two units would be enough. Try other starts. What does that say about the loss?
# 3. Raise the rate step by step. From where on does learning fail, and how do you notice?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## All zero? · 4 min
#
# Some start is needed. Zero looks fair.

# %% slideshow={"slide_type": "subslide"}
lesson.TwinsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Units with equal weights get equal slopes, so they stay equal: ten of them are worth one. And where $w_j = 0$ and $z_j = 0$ (*all zero, tanh*),
# no weight of that unit moves at all. So one starts with small random weights.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When to stop · 8 min
#
# An **epoch** is one pass over all examples. They come in **batches**, each one makes an update; the rate may shrink on the way. And the end?
# Where the gradient is tiny, or where the budget is spent, or by **early stopping**: some examples are held out, and one keeps the weights that suited *them* best.
#
# Below, 16 hidden units learn from 200 images of digits, one label in ten wrong. Choose an epoch, then step on.

# %% slideshow={"slide_type": "subslide"}
lesson.StoppingLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Preset *no wrong label*: the loss on the held-out images still rises after epoch 13, but no more of them are wrong, 16 % then and at the end. What grows is how
# sure the network is of its mistakes.
#
# **An honest comparison**, all labels right: how many of 501 other images are read wrongly? (Softmax regression is from [07](07_many_classes.ipynb). Networks: mean of five starts. The one that stops early learns from four
# fifths, and looks at the rest.)

# %% slideshow={"slide_type": "fragment"}
lesson.digit_scores()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# With 200 digits softmax regression is better: flat borders cannot learn much by heart. With 400 the network is a little ahead: hidden units pay if there is enough to
# learn them from. Stopping early gains next to nothing where all labels are right.
#
# | | MLP | softmax regression ([07](07_many_classes.ipynb)) | boosted trees ([21](21_gradient_boosting.ipynb)) |
# |---|---|---|---|
# | borders | folded, smooth | straight | along the axes, in steps |
# | features | it learns its own | yours | picked one by one |
# | the loss has | many valleys | one | many, taken greedily |
# | features of other units | must be scaled | should be scaled | do not matter |
# | good at | images, sounds, much data | few examples | tables of mixed features |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Forward.** One hidden layer of sigmoids, one output. `V` has a column for each hidden unit, its bias in the first row; `w` begins with a bias too.


# %%
def my_forward(x, V, w):
    """my_forward([1.0], [[0.0], [0.5]], [0.5, 2.0]) is 1.745."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.forward(my_forward)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** One update of all weights. It lowers the loss, but what it follows is not the gradient. Mend it.


# %%
def next_weights(x, y, V, w, rate):
    """Returns the new V and w; next_weights([2.0], 0.0, [[0], [0.5]], [0, 1], 1.0) is about [[-0.14], [0.21]], [-0.73, 0.47]."""
    x = np.append(1.0, x)
    z = np.append(1.0, 1 / (1 + np.exp(-x @ V)))
    delta = z @ w - y
    w = w - rate * delta * z
    deltas = delta * z[1:] * (1 - z[1:]) * w[1:]
    return V - rate * np.outer(x, deltas), w


# %% slideshow={"slide_type": "skip"}
lesson.exercises.next_weights(next_weights)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Concrete.** How strong is a mixture? A straight line errs by 9.91 MPa (root mean square) on 430 fresh mixtures. Choose the sizes of the hidden layers and a
# penalty $\lambda$ on the weights, such that a network stays below 6 MPa.

# %%
my_hidden, my_lam = None, None  # such as (4,) and 0.1

# %% slideshow={"slide_type": "skip"}
lesson.exercises.concrete(my_hidden, my_lam)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Get it stuck.** Two sigmoid units, the four corners of XOR, 1,000 epochs. Give first weights (biases first, at most 10 in size) from which a corner stays wrong,
# although the two units differ by 1 at least in each weight.

# %%
my_V, my_w = None, None  # such as [[0, 1], [1, -1], [2, 0]], [0, 1, -1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.stuck(my_V, my_w)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Hidden units draw lines, and fold the space until one more line is enough.
# - Slope of an edge: what was sent along it, times the $\delta$ at its end.
# - Learning gets stuck where nothing has a slope, where units are alike, and in valleys that are not the lowest.
# - Stop by examples that were held out.
#
# **And the lamp?** Two units draw two lines; between them it is on.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [13_more](13_more.ipynb): any curve from sigmoids, networks of bumps, columns of noise, a pigeon · before: [12 optimisation](12_optimisation.ipynb) ·
# next: [14 EM and mixtures](14_em_mixtures.ipynb) · Rumelhart, Hinton and Williams (1986).
