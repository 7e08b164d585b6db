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
# # 04 · Gaussian classifiers: more
#
# **What stands between the lines of the [main page](04_gaussian_classifiers.ipynb): many classes, the estimates and their proof, two kinds of independence, and other densities.**
#
# *After this page you can* compute a softmax · say why the estimates are what they are · tell independence from independence given the class · say for which densities a
# straight border is right.
#
# *40 minutes. You need the main page.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np  # noqa: F401  # for your answers

from labkit.lectures import l04_gaussian_classifiers as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Many classes: the softmax · 6 min
#
# With one covariance $\Sigma$ for all $K$ classes the scores are linear, $y_k(x) = w_k^T x - w_{k0}$, with
#
# $$ w_k = \Sigma^{-1}\mu_k, \qquad w_{k0} = \tfrac12 \mu_k^T \Sigma^{-1} \mu_k - \ln P_k , $$
#
# and the probabilities are their **softmax**:
#
# $$ P(k \mid x) = \frac{e^{y_k}}{\sum_j e^{y_j}} . $$
#
# Two classes at a time, the border is a line. Here the three lines meet in one point, where all scores are equal.
#
# | symbol | meaning |
# |---|---|
# | $K$ | number of classes |
# | $y_k$, $w_k$, $w_{k0}$ | linear score of class $k$, its weights, its offset (which is subtracted) |
# | $N$, $N_k$ | number of examples, of those of class $k$ |

# %% slideshow={"slide_type": "fragment"}
lesson.three_classes()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why "soft"?** Write another base in place of $e$. The larger it is, the more goes to the largest score; in the limit it takes all, which is *argmax*.

# %% slideshow={"slide_type": "fragment"}
lesson.softmax_bases()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One quadratic form for each class · 5 min
#
# With a covariance each, multiply the score out: $g_k(x) = x^T Q x + b^T x + c$ with
#
# $$ Q = -\tfrac12\Sigma_k^{-1}, \quad b = \Sigma_k^{-1}\mu_k, \quad c = -\tfrac12\mu_k^T\Sigma_k^{-1}\mu_k - \tfrac12\ln|\Sigma_k| + \ln P_k . $$
#
# For $\mu = (1, 2)$, $\Sigma = \begin{pmatrix}2&1\\1&3\end{pmatrix}$ and $P = 0.4$:

# %% slideshow={"slide_type": "fragment"}
lesson.quadratic_form()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The determinant belongs to it: it sets the height of the density. Learned from the ten points of the main page, a covariance each, equal priors, the probability of class 1 at two places:

# %% slideshow={"slide_type": "fragment"}
lesson.determinants()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Maximum likelihood · 8 min
#
# An example contributes the density of what was seen, its place *and* its class: $p(x_n, k_n) = P_{k_n}\, \mathcal N(x_n \mid \mu_{k_n}, \Sigma)$, with $\mathcal N$ the Gaussian density. The logarithm of the product over all examples splits:
#
# $$ \ln L = \sum_k N_k \ln P_k + \sum_k \sum_{n \in k} \ln \mathcal N(x_n \mid \mu_k, \Sigma) . $$
#
# **Priors.** Two classes, $P_1 = \pi$: the slope $N_1/\pi - N_2/(1-\pi)$ is zero at $\pi = N_1/N$.
#
# **Means.** The slope in $\mu_k$ is $\sum_{n\in k} \Sigma^{-1}(x_n - \mu_k)$, zero at the class's own mean.
#
# **Covariance.** With $S_k$ the covariance inside class $k$, what depends on $\Sigma$ is $-\tfrac N2 \ln|\Sigma| - \tfrac12 \sum_k N_k\, \mathrm{tr}(\Sigma^{-1} S_k)$, largest at
#
# $$ \Sigma = \sum_k \frac{N_k}{N} S_k . $$

# %% [markdown] slideshow={"slide_type": "subslide"}
# On the ten points: each of three other choices is less likely than the estimates. Dividing by $N - 2$ makes the covariance unbiased, but less likely.

# %% slideshow={"slide_type": "fragment"}
lesson.likelihoods()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Independent, and independent given the class · 5 min
#
# Two features are **independent** if $p(x_1, x_2) = p(x_1)\,p(x_2)$. They are **independent given the class** if $p(x_1, x_2 \mid k) = p(x_1 \mid k)\,p(x_2 \mid k)$. Naive Bayes
# assumes the second. Neither follows from the other. The table says how much they tell about each other, in bits; 0 is independent.

# %% slideshow={"slide_type": "fragment"}
lesson.two_kinds()

# %% [markdown] slideshow={"slide_type": "subslide"}
# First row: two symptoms of one illness. Who has one symptom is more likely to have the other, but among the ill (and among the healthy) one says nothing about the other. Second row: two coins know
# nothing of each other. Once you are told whether they differ, one coin says all about the other.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Tennis by hand · 4 min
#
# Fourteen days, nine of them with tennis. Today is sunny, cool, humid and windy. Plain shares on the left; on the right 1 is added to every count.

# %% slideshow={"slide_type": "fragment"}
lesson.tennis_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Two codings of two classes · 4 min
#
# Let $a = w^T x + w_0$ be the log [odds](06_logistic_regression.ipynb). With classes $z = 0, 1$ the probability of what was seen is $e^{az}\sigma(-a)$; with $z = \pm 1$ it is $\sigma(za)$, which is shorter. Both say the
# same: $\sigma(a)$ for one class and $\sigma(-a) = 1 - \sigma(a)$ for the other.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exponential families · 8 min
#
# Where does the straight line really come from? Many densities have the form
#
# $$ p(x \mid k) = h(x)\,\exp\big(\theta_k^T T(x) - \psi(\theta_k)\big) . $$
#
# Here $\psi$ makes the total 1. For two classes $h(x)$ cancels, and the log odds are **linear in $T(x)$**: $(\theta_1 - \theta_2)^T T(x) + \psi(\theta_2) - \psi(\theta_1) + \ln\frac{P_1}{P_2}$.

# %% slideshow={"slide_type": "subslide"}
lesson.FamilyLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The [posterior](01_function_approximation.ipynb) is always a sigmoid, but of a line in $T(x)$, not in $x$. Equal spreads make the $x^2$ of two Gaussians cancel; equal shapes would make the $\ln x$ of two gamma densities cancel.
# Logistic regression ([06](06_logistic_regression.ipynb)) assumes nothing but the line: it is right for all of these, if it is given $T(x)$ as its features.
#
# | density | $\theta$ | $T(x)$ |
# |---|---|---|
# | Gaussian, mean $m$, variance $v$ | $(m/v,\ -1/(2v))$ | $(x, x^2)$ |
# | Bernoulli, probability $p$ | $\ln\frac{p}{1-p}$ | $x$ |
# | Poisson, rate $r$ | $\ln r$ | $x$ |
# | gamma, shape $s$, rate $r$ | $(s-1,\ -r)$ | $(\ln x, x)$ |
# | beta, of a share, shapes $s$ and $t$ | $(s-1,\ t-1)$ | $(\ln x, \ln(1-x))$ |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Add to the counts.** `counts` says how often each category was seen. Return the shares with `laplace` added to every count.


# %%
def my_shares(counts, laplace):
    """my_shares(np.array([3, 0, 2]), 1) is array([0.5, 0.125, 0.375])."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.shares(my_shares)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ One covariance for all.** The array `X` has a row for each example, `y` has their classes. Return the shared covariance of maximum likelihood.


# %%
def my_pooled(X, y):
    """For X = [[0, 0], [2, 2], [5, 1], [5, 3]] and y = [0, 0, 1, 1]: [[0.5, 0.5], [0.5, 1.0]]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.pooled(my_pooled)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Two rates.** Two classes of counts with Poisson rates `first` and `second`; `prior` is that of the first class. Its log odds are $wx + w_0$: return $w$ and $w_0$.


# %%
def my_line(first, second, prior):
    """my_line(3, 1, 0.4) is 1.099 and -2.405."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.line(my_line)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The softmax turns scores into probabilities; a larger base makes it harder.
# - Maximum [likelihood](06_logistic_regression.ipynb): shares, means, and the weighted mean of the covariances.
# - Independent given the class is not the same as independent.
# - For exponential families the log odds are linear in $T(x)$.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [04 Gaussian classifiers](04_gaussian_classifiers.ipynb) · next: [05 Fisher's discriminant](05_fisher_discriminant.ipynb) · straight borders without densities: [09 perceptron](09_perceptron.ipynb) · Domingos and Pazzani (1997), on when naive Bayes is optimal.
