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
# # 08 · Bayesian logistic regression: more
#
# **What the [main page](08_bayesian_logistic.ipynb) left out: the truth beside Laplace, why the bounds hold, borders that bend, and more than two classes.**
#
# *After this page you can* compare priors by their evidence · prove the parabola · say on which side a bound for many classes lies, and what the entropy does in it.
#
# *33 minutes. You need the main page.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l08_bayesian_logistic as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Laplace and the truth · 5 min
#
# With two weights the [posterior](01_function_approximation.ipynb) can be summed over a grid, so Laplace can be checked. It also estimates the **evidence**, the probability of the cases under prior and model:
#
# $$ \ln p(D) \approx -J(w^*) + \tfrac{d}{2} \ln 2\pi - \tfrac12 \ln |H| , $$
#
# with $d$ weights, and the prior's constants in $J$. Eight cases, one feature and a bias:

# %% slideshow={"slide_type": "fragment"}
lesson.evidence_table()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The estimate is good, always a little low here. The peak is not the mean: the posterior is lopsided, its long side away from 0. The evidence compares priors without held-out cases. It prefers the
# narrow one of these: a wide prior spends most of its probability on steep curves that these cases contradict.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 31 degrees · 3 min
#
# Space shuttle flights, the temperature at launch, and whether a sealing ring was damaged. The coldest of the 23 flights had 53 °F; on the morning of the Challenger it was 31. Prior
# $N(0, 100\,I)$, temperature scaled.

# %% slideshow={"slide_type": "fragment"}
lesson.challenger()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Averaging takes away the false certainty, not the warning. That a straight line holds 22 degrees beyond the coldest flight is an assumption that no posterior questions.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why the parabola lies below · 5 min
#
# Split off the straight part: $\ln g(x) = \tfrac{x}{2} + f(x^2)$, where with $t = \sqrt y$
#
# $$ f(y) = -\ln\!\big(e^{t/2} + e^{-t/2}\big), \quad f'(y) = -\frac{\tanh(t/2)}{4t}, \quad f''(y) > 0 . $$
#
# As a function of $y = x^2$, $f$ bends upwards, so each tangent lies below it. The tangent at $y = \xi^2$ is the parabola, and $c(\xi) = -f'(\xi^2)$. It touches at $\xi$ and at $-\xi$, which have one square.
#
# | symbol | meaning |
# |---|---|
# | $y$, $t$ | $x^2$ and its root |
# | $f$ | what of $\ln g$ depends on $x^2$ only |
# | $d$ | number of weights |

# %% slideshow={"slide_type": "fragment"}
lesson.convex_in_square()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The exponential above.** $\ln g(x) = -\ln(1 + e^{-x})$ bends downwards in $x$, so its tangents lie above it. Write a tangent by its slope $\lambda$ instead of its place: it is $\lambda x - h(\lambda)$, and it touches where
# $g(-x) = \lambda$. Slopes of $\ln g$ lie between 0 and 1; for any other $\lambda$ there is no tangent, and no bound.
#
# One $\lambda_n$ for each case is a ceiling over the whole [likelihood](06_logistic_regression.ipynb). Bring it down, one $\lambda_n$ after the other (a **dual** problem, as in [11_more](11_more.ipynb)), and the weights rise to meet it. Here with a penalty of 1:

# %% slideshow={"slide_type": "fragment"}
lesson.from_above()

# %% [markdown] slideshow={"slide_type": "fragment"}
# The gap says how much can still be gained, while one does not know the best.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A border that bends · 3 min
#
# Nothing changes if $x$ is replaced by basis functions $\phi(x)$ ([06_more](06_more.ipynb)). Sixteen bumps, variational [EM](14_em_mixtures.ipynb); shaded by how sure:

# %% slideshow={"slide_type": "fragment"}
lesson.bent_border()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Again one border for both. The average is surest among the cases, and less so elsewhere. Far away all bumps are 0 and only the bias speaks.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Class by class · 7 min
#
# [Softmax](07_many_classes.ipynb) regression couples all classes through the logarithm of a sum, $-\ln s_n$ with $s_n = 1 + \sum_k e^{w_k^Tx_n}$ (the last class has weights 0). A tangent takes them apart:
#
# $$ -\ln s \;\to\; \ln\lambda + 1 - \lambda s, \qquad \text{touching at } \lambda = 1/s . $$
#
# With $\lambda_n$ fixed, each class fits by itself; then the tangents are tightened. First decide: is this a bound from above or from below?
#
# | symbol | meaning |
# |---|---|
# | $w_k$ | weights of class $k$ |
# | $s_n$ | sum of the exponentials for case $n$ |
# | $\lambda_n$ | slope of the tangent of case $n$ |

# %% slideshow={"slide_type": "subslide"}
lesson.TangentLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** $-\ln$ bends upwards: the tangent is a floor. So both the weights and the $\lambda_n$ *maximise*. Raising the floor raises the likelihood from one touch to the next; such methods are called
# **minorise–maximise**, and EM ([14](14_em_mixtures.ipynb)) is one.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A belief for every class · 7 min
#
# Now let each $w_k$ have a normal belief with mean $m_k$ and [covariance](04_gaussian_classifiers.ipynb) $S_k$. The mean of $\ln s$ has no closed form, but $\ln$ is concave, and the mean of $e^a$ over a normal is known:
#
# $$ E \ln\!\Big(1 + \sum_k e^{w_k^Tx}\Big) \;\le\; \ln\!\Big(1 + \sum_k e^{m_k^Tx + x^TS_kx/2}\Big) . $$
#
# That is Jensen's inequality. For one class, numbers:

# %% slideshow={"slide_type": "fragment"}
lesson.jensen_table()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The left column is Jensen for the convex function $\ln(1 + e^w)$; it bounds from the other side. A tangent above $\ln$ then separates the classes once more, and each minimises
#
# $$ \sum_n \big[\lambda_n e^{m_k^Tx_n + x_n^TS_kx_n/2} - z_{nk}\, m_k^Tx_n\big] + \tfrac12\big[\operatorname{tr}(S_0^{-1}S_k) + (m_k - w_0)^TS_0^{-1}(m_k - w_0) - \ln|S_k| + \ldots\big] . $$
#
# | symbol | meaning |
# |---|---|
# | $m_k$, $S_k$ | mean and covariance of the belief about $w_k$ |
# | $z_{nk}$ | 1 if case $n$ is of class $k$, else 0 |

# %% slideshow={"slide_type": "subslide"}
lesson.EntropyLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Laplace for many classes · 3 min
#
# Laplace needs no bounds: all weights in one vector of length $d$, one Hessian. The probit formula serves each pair of classes, and the pairs are put together. Three clouds, P(class 0):

# %% slideshow={"slide_type": "fragment"}
lesson.many_classes()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ The M step.** The belief is normal with mean `m` and covariance `S`. Return the best $\xi$ of the case `x`.


# %%
def my_xi(m, S, x):
    """my_xi(np.array([0.0]), np.array([[4.0]]), np.array([1.5])) is 3."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.m_step(my_xi)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** A tangent that should never lie *below* $\ln s$. Mend it.


# %%
def ln_above(s, lam):
    """ln_above(2.0, 0.5) is ln 2."""
    return np.log(lam) + 1 - lam * s


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.tangent_above(ln_above)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★ Find the bug.** The cost of having moved from the prior $N(m_0, v_0)$ to the belief $N(m, v)$, one weight. It does not mind how narrow the belief is. Mend it.


# %%
def cost(m, v, m0, v0):
    """The Kullback-Leibler divergence: cost(0.0, 1.0, 0.0, 1.0) is 0."""
    return 0.5 * (v / v0 + (m - m0) ** 2 / v0 + np.log(v0) - 1)


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.divergence(cost)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **8 ★★★ Fool Laplace.** One weight, no bias, prior $N(0, 100)$. Place at most four cases such that the mean of the exact posterior is more than three times its peak.

# %%
my_x, my_z = None, None  # such as [1.0, 2.0] and [0, 1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.fooled_laplace(my_x, my_z)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The evidence compares priors without held-out cases; Laplace estimates it.
# - $\ln g$ is convex in $x^2$ once its straight part is off: that is the parabola.
# - Tangents to $-\ln$ lie below, to $\ln$ above. Ask for the side before you ask who maximises.
# - Without its [entropy](15_growing_trees.ipynb), a belief shrinks to a point.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [08 Bayesian logistic regression](08_bayesian_logistic.ipynb) · next: [09 perceptron](09_perceptron.ipynb) · Böhning and Lindsay (1988); Bouchard (2007), on bounds for many classes.
