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
# # 11 · Support vector machines: more
#
# **The widest street is found from inner products alone. How, and what if they are none?**
#
# *After this page you can* state the dual problem and tick off its conditions · solve XOR by hand · see what one product does to a border · test whether a function
# is a kernel.
#
# *45 minutes. You need the [main page](11_support_vectors.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l11_support_vectors as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## From the street to the multipliers · 8 min
#
# Give each constraint $z_i f(x_i) \ge 1$ a multiplier $a_i \ge 0$ and put it into the goal, the **Lagrangian**
#
# $$ L(w, b, a) = \tfrac12 \lVert w \rVert^2 - \sum_i a_i \big[ z_i (w^Tx_i + b) - 1 \big] , $$
#
# which is made small in $w$ and $b$, and large in $a$. Where it is smallest, its slopes are zero:
#
# $$ \frac{\partial L}{\partial w} = 0:\; w = \sum_i a_i z_i x_i , \qquad \frac{\partial L}{\partial b} = 0:\; \sum_i a_i z_i = 0 . $$

# %% [markdown] slideshow={"slide_type": "subslide"}
# Put these back, and $w$ and $b$ are gone. What is left is the **dual problem**:
#
# $$ \text{maximise}\quad \sum_i a_i - \tfrac12 \sum_{i,j} a_i a_j z_i z_j\, x_i^Tx_j \quad\text{such that}\quad 0 \le a_i \le C ,\;\; \sum_i a_i z_i = 0 . $$
#
# Slack changes one thing only: the upper bound $C$ (none for the hard margin). The examples occur in inner products, and nowhere else.
#
# The first problem, called **primal**, is never below the dual, and they meet at the solution. The gap between them says how much is left to gain.
#
# | symbol | meaning |
# |---|---|
# | $a_i$ | multiplier of example $i$; above 0 for support vectors only |
# | $z_i$ | class of example $i$, $-1$ or $+1$ |
# | $L$ | the Lagrangian |

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The conditions.** Multipliers and places of the examples must fit together (Karush, Kuhn and Tucker, **KKT**):
#
# | multiplier | margin $z_i f(x_i)$ | where it stands |
# |---|---|---|
# | $a_i = 0$ | at least 1 | on the kerb or beyond |
# | $0 < a_i < C$ | exactly 1 | on the kerb |
# | $a_i = C$ | at most 1 | inside, or on the wrong side |
#
# Six points that no line separates, $C = 1$. Check each row:

# %% slideshow={"slide_type": "fragment"}
lesson.slack_by_hand()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How are they found? · 8 min
#
# Begin with all multipliers at 0, change as few at a time as the conditions allow, and go on until all five hold. Commit, then step through: rings mark those that move.

# %% slideshow={"slide_type": "subslide"}
lesson.PairsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw** is **sequential minimal optimisation** (SMO). At the solution all examples on the kerb agree on one bias $b$; so the two that disagree most
# move, until they agree or one meets a bound.
#
# **Try, and write down what you find**
#
# 1. Which two conditions hold all the time? Why?
# 2. Does *primal − dual* fall in every step? (Only a rise of the dual value is promised.)
# 3. Drag a point while the last frame is shown: which bars move?
#
# The lines that move a pair; $t$ is how far:

# %% slideshow={"slide_type": "fragment"}
lesson.move_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Any functions will do · 4 min
#
# Lifting is an old idea. A linear discriminant is $w_0 + \sum_i w_i x_i$. Add all products, and it is quadratic:
#
# $$ g(x) = w_0 + \sum_i w_i x_i + \sum_{i \le j} w_{ij}\, x_i x_j , $$
#
# with ellipses, parabolas and hyperbolas for borders. In general $g(x) = \sum_i c_i\, y_i(x)$ with any functions $y_i$. Each pair is counted once: $w_{ij}$ and $w_{ji}$ would multiply the same product.
# What it costs, in numbers to be learned:
#
# | symbol | meaning |
# |---|---|
# | $g$ | a discriminant: its sign is the class |
# | $y_i(x)$, $c_i$ | any function of $x$, and its weight, in this section |

# %% slideshow={"slide_type": "fragment"}
lesson.many_features()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The last column is why kernels matter: $(x^Tx' + 1)^3$ uses all these features and computes none of them.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One product more · 7 min
#
# The smallest lift that bends a line: one product, $(x_1, x_2, \alpha x_1 x_2)$. Commit, then play; $\alpha$ grows from 0. A small $\alpha$ makes the third coordinate dear: to use it, $w$ must be
# long. The lifted plane is a [saddle](12_optimisation.ipynb).
#
# | symbol | meaning |
# |---|---|
# | $\alpha$ | how much the product is stretched |

# %% slideshow={"slide_type": "subslide"}
lesson.ProductLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A flat cut has two sides, and each is one piece, up there. Down here one of them can be two. Which $\alpha$ is the first at which that happens? With the preset *XOR*, is it the same?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## XOR by hand · 5 min
#
# Four corners, the kernel $(x^Tx' + 1)^2$. By symmetry all four have the same multiplier $a$. The score of a corner must be $z$:
# $a\,(9 + 1 - 1 - 1) = 1$, so $a = \tfrac18$ and $b = 0$.

# %% slideshow={"slide_type": "fragment"}
lesson.xor_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Multiply out and everything cancels but the product: $f(x) = -x_1 x_2$. The machine was given all squares and products, and picked the one that matters. The radial kernel does
# it as well, with $a = 1/(1 - e^{-4\gamma})^2$; for $\gamma = \tfrac12$ that is 1.338. A neural network *learns* its features instead ([13](13_neural_networks.ipynb)).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Is it a kernel? · 7 min
#
# Any function of two points can be put into the machine. An inner product it is only if for *all* points the matrix $G_{ij} = K(x_i, x_j)$, the **Gram matrix**, is symmetric and has no [eigenvalue](05_fisher_discriminant.ipynb)
# below 0. Books list a third classic, the **sigmoid** $\tanh(\eta\, x^Tx' + \nu)$. Commit, then try it.
#
# | symbol | meaning |
# |---|---|
# | $G$ | Gram matrix: the kernel of all pairs of examples |
# | $\eta$, $\nu$ | slope and shift of the sigmoid |

# %% slideshow={"slide_type": "subslide"}
lesson.KernelLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why not below 0.** If $K(x, x') = \varphi(x)^T\varphi(x')$, then $u^TGu = \lVert \sum_i u_i \varphi(x_i) \rVert^2$ for any numbers $u_i$: a squared length. An eigenvalue below 0 would be a negative one.
#
# With such an eigenvalue, the dual is no hill any more: along that direction it bends upwards, and whoever climbs may stop anywhere. With $\nu = -1$ all 30 points are right, with $\nu = 1$ all are
# wrong. Choose *hard*, and the card refuses: without a space, there is nothing to separate. Three numbers suffice to see it, 0.5, 1 and 2:

# %% slideshow={"slide_type": "fragment"}
lesson.three_numbers()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Few support vectors, few mistakes · 3 min
#
# Leave out one example, train on the others, ask for it. A point that is no support vector changes nothing, so it is told rightly. Only support vectors can go wrong: **the [leave-one-out](02_nearest_neighbours.ipynb) error is at most
# their share.** All 274 penguins of the two species, linear:

# %% slideshow={"slide_type": "fragment"}
lesson.leave_one_out()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Threes and eights · 3 min
#
# 179 handwritten digits of 8 by 8 pixels, ten parts:

# %% slideshow={"slide_type": "fragment"}
lesson.digit_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Easy for every kernel, with one exception. In 64 dimensions all distances are large, so a $\gamma$ that is wide in the plane is narrow here: every digit alone under its bump. As a first guess
# take one over the number of scaled features. For ten digits at once, machines vote in pairs ([07](07_many_classes.ipynb)).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ The score.** `k` holds $K(x_i, x)$ for every support vector; `alpha`, `z` and `b` are as on the main page. Return $f(x)$.


# %%
def my_score(k, alpha, z, b):
    """For k = [1, 9], alpha = [0.5, 0.25], z = [1, -1] and b = 0.5: -1.25."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.kernel_score(my_score)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** The inner product of two lifted points should be $(x^Tx')^2$. Mend one line.


# %%
def lift(x):
    """lift([1, 2]) @ lift([3, -1]) should be 1."""
    x1, x2 = x
    return np.array([x1**2, x1 * x2, x2**2])


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.lifted(lift)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ No kernel.** Write a function of two numbers that is symmetric and above 0 everywhere, and yet no kernel: for your three numbers the Gram matrix has an eigenvalue below 0.


# %%
def my_kernel(a, b):
    """Symmetric, and above 0."""
    ...


my_numbers = None  # three of them

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.no_kernel(my_kernel, my_numbers)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The dual sees inner products only; its bound $C$ is all that slack changes.
# - At the solution: multiplier 0 beyond the kerb, between 0 and $C$ on it, $C$ inside.
# - Two multipliers at a time suffice, and each move is a formula.
# - A kernel's Gram matrix has no eigenvalue below 0. The sigmoid's has.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [11 support vector machines](11_support_vectors.ipynb) · before: [10 perceptron family](10_perceptron_family.ipynb) · next: [12 optimisation](12_optimisation.ipynb) · Platt (1998), *Sequential
# minimal optimization*; Schölkopf and Smola, *Learning with Kernels* (2002).
