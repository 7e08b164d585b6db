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
# # 08 · Bayesian logistic regression
#
# **Two models say 90 %. One has seen 5 cases, the other 5,000. Do you trust them alike?**
#
# *After this lesson you can* say how much the cases leave open about the weights · predict with all weights instead of the best ones · say when that changes an
# answer and when not · follow a bound up to a posterior.
#
# *60 minutes in class, about 40 for the exercises, 33 in [08_more](08_more.ipynb). You need logistic regression ([06](06_logistic_regression.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l08_bayesian_logistic as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The same 90 % · 3 min
#
# Both models are logistic curves; the marks are cases, below those of class A, above those of class B.

# %% slideshow={"slide_type": "fragment"}
lesson.same_ninety()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Many lines fit · 8 min
#
# At the left, the best curve is one of many that fit nearly as well (a third of its likelihood or more). They say anything from 50 % to nearly
# 100 %. At the right all say about 90 %. One curve cannot tell you which you have.
#
# Now two features, and all lines go through one fixed point, (0, 0). So a line is two weights, and a point in the picture at the right. Commit to an answer,
# then play.

# %% slideshow={"slide_type": "subslide"}
lesson.LinesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** A line may turn, but not far, or a known case gets on the wrong side. Near the cases the lines stay together; far out they part. At the right, shaded, is how probable all weights are once the cases are known: the **posterior**. It is long: the direction of the line is known
# well, its steepness badly. The ellipse is a normal distribution that stands for it.

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. *Six cases*, then *a hundred cases* (these overlap). What becomes of the ellipse?
# 2. Twenty cases, which a line parts. Drag the prior's deviation from 0.5 to 10. Which way does the ellipse grow? And without a prior?
# 3. *Wide prior*: where are the points of dotted lines, and what does the posterior say of them?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A normal at the peak · 6 min
#
# Before the cases, the weights have a **prior** $N(w_0, S_0)$. The cases multiply it by the likelihood. Minus the logarithm of the product is
#
# $$ J(w) = -\sum_n \ln P(z_n \mid x_n, w) - \ln N(w;\, w_0, S_0) . $$
#
# **Laplace's approximation:** go to the minimum $w^*$, and put a normal there whose logarithm bends as $-J$ does:
#
# $$ p(w \mid D) \approx N(w;\, w^*, H^{-1}), \qquad H = S_0^{-1} + \sum_n g_n (1 - g_n)\, x_n x_n^T . $$
#
# The prior is in $H$. Without it, where a line parts the classes, there is neither $w^*$ nor $H^{-1}$.
#
# | symbol | meaning |
# |---|---|
# | $D$ | the cases, inputs $x_n$ with classes $z_n = 0$ or 1 |
# | $w$, $w^*$ | weights; the most probable ones |
# | $w_0$, $S_0$ | mean and covariance of the prior |
# | $g$, $g_n$ | the sigmoid $1/(1 + e^{-a})$; its value at case $n$, with $w^*$ |
# | $H$ | second derivatives of $J$ at $w^*$ |
# | $a$ | the score $w^Tx$ of a case |
# | $\mu$, $s^2$ | mean and variance of $a$, for normal weights |
# | $\Phi$, $r$ | normal distribution function; the factor in $\Phi(ra)$ |
# | $\xi$ | where a parabola from below touches |
# | $\lambda$ | slope of a tangent above $\ln g$ |
# | $L$ | lower bound of $\ln p(D)$ |
#
# | word | meaning |
# |---|---|
# | posterior | what is believed about the weights after the cases |
# | belief | a normal that stands for it |
# | evidence | $p(D)$, how probable the cases are under prior and model |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One line, or all of them · 10 min
#
# A new case $x$ has the score $a = w^Tx$. With normal weights it is normal too, with mean $\mu = x^Tw^*$ and variance $s^2 = x^TH^{-1}x$. Three ways to predict:
#
# - **plug-in**: $g(\mu)$, as if the weights were known,
# - **Monte Carlo**: draw weights, take the mean of $g(a)$,
# - **probit**: a formula for that mean, below.
#
# The bold line is at 50 %, dashed ones at 10 % and 90 %. The walker starts where the best line says 90 %, and goes along it, past the cases.

# %% slideshow={"slide_type": "subslide"}
lesson.PredictiveLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The three share one border: a normal score with mean 0 is as often above 0 as below. But plug-in, which knows only $\mu$, says 90 %
# for ever. The means know that $s^2$ grows with every step, and fade.
#
# **Try, and write down what you find**
#
# 1. *Away from the border*: which probability is never exceeded? Why has plug-in no such limit?
# 2. *A hundred cases*: after the whole walk, what do the means say?
# 3. *Two draws*: is the border the same? (Draws are pairs, opposite about $w^*$.)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A formula for the mean · 7 min
#
# The mean of a [sigmoid](04_gaussian_classifiers.ipynb) over a normal has no closed form. That of $\Phi$, the normal distribution function, has one. So replace $g(a)$ by $\Phi(ra)$. But which $r$? Slopes at 0 agree
# for $r = \sqrt{\pi/8} \approx 0.627$.

# %% slideshow={"slide_type": "subslide"}
lesson.ProbitLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# We keep equal slopes all the same: small scores, where the answer is open, are then right. The mean of $\Phi(ra)$ is $\Phi\big(\mu / \sqrt{s^2 + 8/\pi}\big)$; back to a sigmoid,
#
# $$ P(z = 1 \mid x, D) \;\approx\; g\!\left(\frac{\mu}{\sqrt{1 + \pi s^2 / 8}}\right) . $$
#
# Two new cases by hand; eight were known, the prior is $N(0, 100\,I)$:

# %% slideshow={"slide_type": "fragment"}
lesson.by_hand()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A sigmoid between two bounds · 7 min
#
# Laplace looks at the peak only. Another way replaces each sigmoid by something simpler that *stays on one side*: above it an exponential, below it a bell (Jaakkola and Jordan).
# Their logarithms are a line and a **parabola**.

# %% slideshow={"slide_type": "subslide"}
lesson.BoundsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# In symbols, for all $x$, with $h(\lambda) = -\lambda \ln \lambda - (1-\lambda) \ln(1-\lambda)$ and $c(\xi) = \tanh(\xi/2) / (4\xi)$:
#
# $$ \ln g(\xi) + \tfrac{x - \xi}{2} - c(\xi)\,(x^2 - \xi^2) \;\le\; \ln g(x) \;\le\; \lambda x - h(\lambda), \qquad 0 < \lambda < 1 . $$
#
# With $x^2 = \xi^2$, the parabola touches at $-\xi$ too. A normal prior times such bells is a normal distribution again: no integral is left.
#
# | symbol | meaning |
# |---|---|
# | $h(\lambda)$ | entropy of a coin with probability $\lambda$ |
# | $c(\xi)$ | how narrow the parabola is |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Step by step · 9 min
#
# Each case has its own $\xi_n$. **Variational EM** takes two steps in turn:
#
# - **E**: with these parabolas, the normal belief is $S^{-1} = S_0^{-1} + 2\sum_n c(\xi_n)\, x_n x_n^T$ and $m = S\big(S_0^{-1}w_0 + \sum_n (z_n - \tfrac12)\, x_n\big)$.
# - **M**: with this belief, let each parabola touch at the typical score, $\xi_n^2 = x_n^T(S + m m^T)\,x_n$.
#
# Neither can lower $L$, which lies below the logarithm of the evidence.
#
# | symbol | meaning |
# |---|---|
# | $m$, $S$ | mean and covariance of the variational belief |

# %% slideshow={"slide_type": "subslide"}
lesson.VariationalLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** A gap to $\ln p(D)$ stays: parabolas below the log-likelihood bend more than it does, so the belief is too sure.
# The lines of the E step:

# %% slideshow={"slide_type": "fragment"}
lesson.em_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real patients · 5 min
#
# Learn from 40 patients, answer for all others; twenty such draws. *Heart*: five measurements, the classes overlap much. *Tumours*: ten measurements, nearly [separable](09_perceptron.ipynb). The prior
# has variance 10. The **loss** is the mean of $-\ln$ of the probability given to the truth; the first line always says the share of the ill.

# %% slideshow={"slide_type": "fragment"}
lesson.patient_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# For the heart, averaging lowers the loss from 0.652 to 0.610, and no answer changes. **Where it fails:** for the tumours it *raises* the loss. The posterior of nearly separable
# classes is lopsided (*wide prior* showed it): a normal at its peak reaches to the wrong side, and the mean over it is too timid. The variational belief is narrower, and nearly harmless.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | best weights ([06](06_logistic_regression.ipynb)) | Laplace + probit | variational | Monte Carlo |
# |---|---|---|---|---|
# | border of two classes | the same | the same | its own | that of its belief |
# | far from the cases | sure | unsure | unsure | unsure |
# | cost | Newton | Newton, one inverse | some inverses | many draws |
# | use it when | only the class counts | few cases that overlap | few cases, separable | time is no matter |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 5 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ The mean of a sigmoid.** The score is normal with mean `mu` and variance `s2`. Return the probability by the probit formula.


# %%
def my_probability(mu, s2):
    """my_probability(2.0, 0.0) is 0.881; my_probability(2.0, 8.0) is 0.728."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.probability(my_probability)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** The covariance of Laplace's normal at the weights `w`; the prior is $N(0, \texttt{variance} \cdot I)$. For separable cases and weights far out this is huge, or fails. Mend it.


# %%
def covariance(w, X, variance):
    """covariance(np.zeros(1), np.array([[2.0]]), 1.0) is [[0.5]]."""
    p = 1 / (1 + np.exp(-X @ w))
    H = (X.T * (p * (1 - p))) @ X
    return np.linalg.inv(H)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.laplace_covariance(covariance)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Forty heart patients.** Choose one of the last three ways of the table, and a variance of the prior, such that the loss is below 0.59.

# %%
my_way, my_variance = None, None  # such as "Laplace, probit", 10

# %% slideshow={"slide_type": "skip"}
lesson.exercises.heart_patients(my_way, my_variance)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place points of two classes and one new case such that the best line is more than 99 % sure of the case, and the mean over all lines (probit) less than 60 %. There is no bias;
# the prior is $N(0, 100\,I)$.

# %%
my_points, my_labels, my_case = None, None, None  # such as [[1, 2], [0, 1]], [1, 0] and [3, 3]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.overconfident(my_points, my_labels, my_case)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Laplace: a normal at the peak of the posterior, with the prior in $H$.
# - The mean over it: same border, less sure. Divide the score by $\sqrt{1 + \pi s^2/8}$.
# - Bounds turn sigmoids into bells; EM moves them until the floor under the evidence stands still.
# - It matters with few cases and far from them. Check on held-out cases whether it helps.
#
# **And the two models?** The same 90 %, not the same $s^2$.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [08_more](08_more.ipynb): Laplace against the truth, why the parabola fits below, borders that bend, many classes · before: [06](06_logistic_regression.ipynb) and [07](07_many_classes.ipynb) · earlier:
# [04 Gaussian classifiers](04_gaussian_classifiers.ipynb) · next: [09 perceptron](09_perceptron.ipynb) · MacKay (1992); Jaakkola and Jordan (2000).
