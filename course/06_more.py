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
# # 06 · Logistic regression: more
#
# **Would the squared loss do as well? Which of 57 weights are needed? And what if the border must bend?**
#
# *After this page you can* compare losses by their slopes · choose between two penalties, and read a $\lambda$ of another program · bend a border with
# basis functions · learn from one example at a time.
#
# *40 minutes. You need the [main page](06_logistic_regression.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l06_logistic_regression as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Squared loss or cross-entropy? · 8 min
#
# One could also make $\sum_n (p_n - t_n)^2$ small, as [least squares](03_least_squares.ipynb) does with its line. Both losses of the 23 flights from above (temperature in tens of degrees from 70 °F), each
# with its own safe step size. Commit, play; then click for other starts.

# %% slideshow={"slide_type": "subslide"}
lesson.SurfacesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **A plateau.** An example of class 1 with score $a$, so $p = \sigma(a)$:
#
# | | loss | slope | curvature |
# |---|---|---|---|
# | squared | $(p - 1)^2$ | $-2 p (1-p)^2$ | below 0 where $p < \tfrac13$ |
# | cross-entropy | $-\ln p$ | $p - 1$ | $p(1-p)$, never below 0 |
#
# Surely wrong, $p \approx 0$: cross-entropy keeps a slope of $-1$; that of the squared loss vanishes. And where a curvature is below 0, the loss is not **convex**:
# false minima and plateaus are possible.

# %% slideshow={"slide_type": "fragment"}
lesson.bends()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Cross-entropy is convex** in $w$: with $H = \sum_n s_n x_n x_n^\top$ (as a matrix $X^\top R X$, the examples in the rows of $X$, the $s_n$ on the diagonal of $R$),
#
# $$ v^\top H v = \sum_n s_n (x_n^\top v)^2 \ge 0 . $$
#
# It is 0 only if $x_n^\top v = 0$ for all examples: then features depend on each other, and $w + v$ is as good as $w$.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Steps by hand · 6 min
#
# [Gradient descent](03_least_squares.ipynb) and **momentum** on the eight points of the main page, step size $\eta = 0.1$:
#
# $$ w \leftarrow w - \eta \nabla E(w) + \alpha\, (w - w_{\text{before}}), \qquad \alpha = 0 \text{ or } \tfrac12 . $$

# %% slideshow={"slide_type": "fragment"}
lesson.three_steps()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Exact line search**, on $(x^2 + 10 y^2)/2$ from $(10, 1)$. Each move ends where the line touches a contour, so the next turns by a right angle: a zigzag, 9/11 of the way left each time.

# %% slideshow={"slide_type": "fragment"}
lesson.exact_search()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The best momentum** for curvatures from $l$ to $L$, with $q = L/l$:
#
# $$ \alpha = \Big(\frac{\sqrt q - 1}{\sqrt q + 1}\Big)^2, \qquad \eta = \frac{4}{(\sqrt L + \sqrt l)^2} . $$
#
# Here $q = 10$: $\alpha = 0.270$ and $\eta = 0.231$. In the long run each step then leaves $\sqrt\alpha = 0.52$ of the way, not 0.82.
#
# | symbol | meaning |
# |---|---|
# | $\eta$ | step size |
# | $\alpha$ | momentum: the share of the last move that is kept |
# | $l$, $L$, $q$ | least and largest curvature, and $L/l$ |
# | $v$ | any direction in the space of the weights |
# | $\phi_j$ | basis function |
# | $P$, $\delta$ | what is unknown of the weights, and the ridge that it begins with |
# | $\mu$, $b$ | centre and width of a basis function |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which weights are needed? · 10 min
#
# 384 mails in 57 numbers (each as $\ln(1 + x)$, scaled; a third of the mails is held out). Start at $\lambda_{\max}$, so large that nothing is left, and lower it. Two penalties: **L1**,
# $\lambda \sum_j |w_j|$, and **L2**, $\tfrac{\lambda}{2} \sum_j w_j^2$.

# %% slideshow={"slide_type": "subslide"}
lesson.PathsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why zeros?** At 0, L2 is level: any slope of the loss moves the weight off. L1 has a kink with the slope $\lambda$: a weight stays at 0 as long as the loss gains less than $\lambda$ for each unit of it. So from
#
# $$ \lambda_{\max} = \max_j \big|\partial E / \partial w_j\big| \quad\text{at } w_1 = \dots = w_d = 0 \text{, with the best bias} $$
#
# on, all weights are 0. On the eight points $\lambda_{\max} = 2.5$:

# %% slideshow={"slide_type": "fragment"}
lesson.zero_or_not()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What L1 does not do.** Look at the held-out mails: 21 of the 57 weights answer them about as well as all. That is not better, only shorter. And of two features that say the same, L1 takes either.
#
# **Whose $\lambda$?** Programs and slides mean different things by "$\lambda = 1$". The eight points:

# %% slideshow={"slide_type": "fragment"}
lesson.conventions()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The second line is the first with $2\lambda$. The third leaves the bias free, and should be preferred: with a penalised bias the answers change when someone moves the zero of the thermometer.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Borders that bend · 10 min
#
# "Linear" means linear in $w$. Put fixed **basis functions** $\phi_j$ of $x$ in the place of the features, $a = w_0 + \sum_j w_j \phi_j(x)$, and nothing else changes: same loss, same Newton. Three kinds, one feature:

# %% slideshow={"slide_type": "fragment"}
lesson.three_bases()

# %% [markdown] slideshow={"slide_type": "subslide"}
# (Here $\mu = 0.5$ and $b = 0.2$; the slides call the width $s$.) In the plane: *products* such as $x_1^2 x_2$, up to a degree; *bumps* on a grid; *rises* along each feature. Playing makes the basis larger, from size 1 to 6.

# %% slideshow={"slide_type": "subslide"}
lesson.BasesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Which degree is enough for the moons? And for the rings?
# 2. *Bumps, wrong labels*: which error keeps falling, which does not? What does $\lambda = 1$ change?
# 3. Far from all points, what do products say, and what do bumps?

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The price.** In $d$ features there are about $d^k/k!$ products of degree $k$, and with $m$ bumps along each feature $m^d$ in all: for many features one needs kernels ([11](11_support_vectors.ipynb)) or functions that are learned themselves
# ([13](13_neural_networks.ipynb)). And with enough functions a surface parts any points: then $\lambda$ must hold the weights.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One example at a time · 6 min
#
# Weighted least squares can be done one example at a time, as **recursive least squares** is ([03_more](03_more.ipynb)). $P$ says what is still unknown of the weights, at first $I/\delta$:

# %% slideshow={"slide_type": "fragment"}
lesson.pass_source()

# %% [markdown] slideshow={"slide_type": "subslide"}
# For least squares one pass gives the ridge fit exactly, in any order. Here it comes near: each example is weighed with the $p$ of *its* moment and never looked at again. One pass over the eight points with
# $\delta = 1$, against the fit with $\lambda = 1$ that penalises the bias as well:

# %% slideshow={"slide_type": "fragment"}
lesson.one_pass()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Working responses.** Return the weights and the working responses of all examples at `w`.


# %%
def my_responses(X, t, w):
    """For X = [[1, 2]], t = [1] and w = [0, 0]: [0.25] and [2]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.responses(my_responses)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** With this gradient the answers change when all temperatures are written in another unit that has its zero elsewhere. Mend it.


# %%
def gradient(X, t, w, lam):
    """Of the cross-entropy with the penalty (lam/2) |w|²; the first column of X is 1."""
    p = 1 / (1 + np.exp(-X @ w))
    return X.T @ (p - t) + lam * w


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.penalised(gradient)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Not convex.** One example of class 1. Find two scores such that half-way between them the squared loss $(\sigma(a) - 1)^2$ is *above* the mean of its values at both.

# %%
my_a, my_b = None, None  # such as -1 and 1

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.not_convex(my_a, my_b)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The squared loss of a [sigmoid](04_gaussian_classifiers.ipynb) has plateaus where the curve is surely wrong; cross-entropy has none.
# - L1 makes weights exactly 0, from $\lambda_{\max}$ on all of them; L2 makes them small. Ask which $\lambda$ is meant.
# - Basis functions bend the border; the fit stays convex.
# - One pass, one example at a time, comes near the fit.
#
# **And the 57 weights?** 21 of them answer the held-out mails about as well as all.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [06 logistic regression](06_logistic_regression.ipynb) · the same penalty for numbers: [03_more](03_more.ipynb) · next: [07 many classes](07_many_classes.ipynb) · the same way downhill for any function: [12 optimisation](12_optimisation.ipynb) ·
# Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning* (2009), chapter 4.
