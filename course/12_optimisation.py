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
# # 12 · Optimisation
#
# **You walk down in thick fog, and the ground becomes level. Is this the bottom?**
#
# *After this lesson you can* say what level ground can be, and test it · say what Newton's method is looking for · improve your chances of a good
# minimum · choose step sizes that noise cannot spoil.
#
# *55 minutes in class, about 35 for the exercises, 22 in [12_more](12_more.ipynb). Descent is in [03](03_least_squares.ipynb), the race of the optimisers in
# [06](06_logistic_regression.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l12_optimisation as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Why it matters · 4 min
#
# Learning is going down a loss. Least squares has one valley. But a single unit that answers $w \tanh v$ has already two:

# %% slideshow={"slide_type": "fragment"}
lesson.tiny_network()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## In fog · 10 min
#
# You cannot see the ground. Every look costs, and tells the height and the slope of one place. Find the bottom with as few looks as you can: click, or set the sliders.
# When you are sure, press *lift the fog*.

# %% slideshow={"slide_type": "subslide"}
lesson.FogLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Where the slope is zero, there is no straight way down. Such a place is called **critical**. It may be the bottom, a higher bottom
# (a **local minimum**), a top, or a pass (a **saddle**). The machines saw no more than you did, and each stopped in some hollow.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How does the ground bend? · 10 min
#
# A slope of zero does not tell; the second derivatives do. Turn the cut, watch which way the ground bends, and say what the origin is: then the tests
# are shown. Do so for all five formulas.

# %% slideshow={"slide_type": "subslide"}
lesson.ProbeLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The test
#
# Collect the second derivatives in the matrix $H$. Its **eigenvalues** are the least and the greatest **curvature** of all cuts: all positive, a minimum;
# all negative, a maximum; both signs, a saddle. If some are 0 and the others agree, the test does not decide (**inconclusive**). For two variables the sign of their product is enough:
#
# $$ D = f_{xx} f_{yy} - f_{xy}^2 $$
#
# | symbol | meaning |
# |---|---|
# | $f_{xx}$, $f_{xy}$ | second derivatives of $f$ |
# | $H$ | the Hessian matrix, of all second derivatives |
# | $D$ | determinant of $H$: the product of both curvatures |

# %% slideshow={"slide_type": "fragment"}
lesson.two_tests()

# %% [markdown] slideshow={"slide_type": "subslide"}
# $D < 0$ is a saddle. $D > 0$ is a minimum if $f_{xx} > 0$, a maximum if $f_{xx} < 0$. The last formula has its minimum at the origin, and no second derivative shows it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Newton and the pass · 7 min
#
# Newton's method fits a parabola and walks to where that is level. *Turned*, it goes the other way wherever the ground bends downwards.

# %% slideshow={"slide_type": "subslide"}
lesson.NewtonLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Newton's method looks for level ground, and does not ask whether level is low.
#
# **Try, and write down what you find**
#
# 1. Click next to each well: how many moves does whole Newton need there, how many the gradient?
# 2. Find a start from which whole Newton ends in a well although it starts above the pass.
# 3. Find two starts, one notch of a slider apart, from which the gradient ends in different wells.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Two ways to be lucky · 10 min
#
# Going down finds the bottom of one hollow. **Random restarts** go down from many places and keep the lowest. **Simulated annealing** jumps about, takes every
# lower place, and a higher one by chance: often while it is hot, hardly ever when it has cooled.

# %% slideshow={"slide_type": "subslide"}
lesson.LuckLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **How many starts?** If the best hollow takes a fifth of the area, one start misses it with probability 0.8, two with $0.8^2$, ten with $0.8^{10}$:

# %% slideshow={"slide_type": "fragment"}
lesson.misses()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Noise, and step sizes · 9 min
#
# Learning from one example at a time means seeing the slope with noise (lecture [03](03_least_squares.ipynb)). Steps of one size never rest; so they must fall. How fast? Commit, then
# draw: the pen, or the handles. Both axes are in powers of ten, so $1/k$ is a straight line.

# %% slideshow={"slide_type": "subslide"}
lesson.ScheduleLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Robbins and Monro.** With step sizes $\gamma_k$ two sums decide: $\sum \gamma_k = \infty$, so that any goal can be reached, and $\sum \gamma_k^2 < \infty$, so that the noise
# adds up to something finite. $1/k$ keeps both. It is the running mean in disguise: go from $w$ towards each sample $x$ by a share of $1/k$.
#
# | symbol | meaning |
# |---|---|
# | $\gamma_k$ | size of step $k$ |
# | $w$ | what is learned: a weight, or a mean |

# %% slideshow={"slide_type": "fragment"}
lesson.running_mean()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real data · 5 min
#
# Group 451 images of digits around ten centres (k-means, on [14_more](14_more.ipynb)) from 30 random starts. The number is the mean squared distance of an image to its
# centre; fresh are 450 images that took no part.

# %% slideshow={"slide_type": "fragment"}
lesson.digit_groups()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Thirty starts, thirty ends: hardly two are alike. The best is better on fresh images too, but only by 3 % against the middle one. Where it fails: nobody knows
# whether a lower one exists.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When to use what
#
# | | one way down | restarts | annealing | noisy steps |
# |---|---|---|---|---|
# | needs | slopes | slopes | heights only | noisy slopes |
# | finds | the nearest hollow | the best of many hollows | a low place, by patience | a level place |
# | good for | one valley | few wide hollows | many small ripples | very many examples |
# | to choose | step size | how many | temperature, cooling, jumps | step sizes that fall |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ The test.** From the second derivatives at a place of zero slope: `"minimum"`, `"maximum"`, `"saddle"` or `"inconclusive"`.


# %%
def my_kind(fxx, fyy, fxy):
    """my_kind(2, 2, 1) is "minimum", my_kind(0, 0, 1) is "saddle"."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.kind(my_kind)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** With which probability does annealing take a proposal that is higher by `rise`? This one is too shy. Mend it.


# %%
def acceptance(rise, temperature):
    """acceptance(0.5, 1.0) is 0.607; whatever is lower is always taken."""
    return float(np.exp(-abs(rise) / temperature))


# %% slideshow={"slide_type": "skip"}
lesson.exercises.acceptance(acceptance)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ A better start.** Find a seed from which ten groups of the digits end below a mean squared distance of 633. About one seed in ten does. The check takes a second.

# %%
my_seed = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.good_start(my_seed)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Write a surface that is level at (0, 0), bends upwards along both axes, and yet has no minimum there. Not the one of the lab.


# %%
def my_surface(x, y):
    """A height, such as x**2 + y**2."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.no_minimum(my_surface)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A slope of zero is a question, not an answer: look at the curvatures.
# - Newton finds level ground; turn it round where the ground bends downwards.
# - One way down finds the nearest hollow. Restarts and annealing improve the chances, and promise nothing.
# - With noise, steps must fall, but not too fast: $\sum \gamma_k = \infty$, $\sum \gamma_k^2 < \infty$.
#
# **And in the fog?** Level ground is where a search stops. Whether it is the bottom, no search can tell.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [12_more](12_more.ipynb): annealing step by step, schedules, one block at a time, why squared loss need not be convex · before:
# [11 support vectors](11_support_vectors.ipynb) · next: [13 neural networks](13_neural_networks.ipynb) · Robbins and Monro (1951); Kirkpatrick, Gelatt and Vecchi (1983).
