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
# # 14 · EM and mixtures: more
#
# **Can a fit be too likely?**
#
# *After this page you can* write EM for a model of your own · choose the number of Gaussians · say when the likelihood must not be trusted · say what k-means
# leaves out.
#
# *33 minutes, and 25 for the exercises. You need the [main page](14_em_mixtures.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l14_em_mixtures as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The general form · 6 min
#
# Together, observed $x$ and hidden $k$ are the **complete** data, with $f(x, k \mid \theta) = f(k \mid x, \theta)\, f(x \mid \theta)$. The **incomplete** [likelihood](06_logistic_regression.ipynb) is that of $x$
# alone: $L(\theta) = \prod_i \sum_k f(x_i, k \mid \theta)$.
#
# We cannot maximise the complete log-likelihood, because $k$ is hidden. So E takes its mean over $k$, with the responsibilities that the present $\theta_t$ gives:
#
# $$ Q(\theta \mid \theta_t) = \sum_i \sum_k r_{ik} \ln f(x_i, k \mid \theta), \qquad \theta_{t+1} = \text{arg}\,\max_\theta Q(\theta \mid \theta_t) . $$
#
# $Q$ differs from the bound $B$ by $\sum r_{ik} \ln r_{ik}$, which $\theta$ does not change. Where the hidden data are numbers, the sum over $k$ becomes an integral.
#
# | symbol | meaning |
# |---|---|
# | $L(\theta)$ | incomplete likelihood: of what was observed |
# | $Q(\theta \mid \theta_t)$ | expected complete log-likelihood, by the shares of iteration $t$ |
# | $\theta_t$ | parameters in iteration $t$ |

# %% slideshow={"slide_type": "fragment"}
lesson.five_letters()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Gaussians by numbers · 5 min
#
# For a mixture of Gaussians $f(x, k) = \pi_k\, N(x \mid \mu_k, S_k)$, and M is
#
# $$ N_k = \sum_i r_{ik}, \quad \pi_k = \frac{N_k}{N}, \quad \mu_k = \frac{1}{N_k}\sum_i r_{ik}\, x_i, \quad S_k = \frac{1}{N_k}\sum_i r_{ik}\,(x_i - \mu_k)(x_i - \mu_k)^\top . $$
#
# Ten numbers and two Gaussians, from means −1 and 1 and variances of 1:
#
# | symbol | meaning |
# |---|---|
# | $\pi_k$ | weight of Gaussian $k$: its share of all examples |
# | $\mu_k$, $S_k$ | its mean and covariance |
# | $N_k$ | how many examples it has, by shares |
# | $N$ | how many examples there are |

# %% slideshow={"slide_type": "fragment"}
lesson.ten_numbers()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Iteration 1 gains nine units, 2 to 5 two more, the next fifteen hardly anything: EM starts fast and ends slowly.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A doughnut from five · 3 min
#
# Two hundred points lie on a ring. No Gaussian is a ring, but five of them together can be: a mixture is also a way to draw a **density**.

# %% slideshow={"slide_type": "fragment"}
lesson.doughnut_density()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How many? · 4 min
#
# More Gaussians always fit better. BIC takes a price for every free number (lecture [22](22_model_selection.ipynb)): $-2 \ln L + (\text{free numbers}) \cdot \ln N$, the lowest is best.
# Old Faithful, each time the best of eight starts:

# %% slideshow={"slide_type": "fragment"}
lesson.how_many()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Two: short and long eruptions. Three is close behind; from there on each Gaussian costs more than it brings.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which five? · 3 min
#
# The best mixture of the penguins without names, against the names. Groups and species agree but for five birds:

# %% slideshow={"slide_type": "fragment"}
lesson.species_and_components()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A likelihood without a top · 6 min

# %% slideshow={"slide_type": "subslide"}
lesson.CollapseLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The highest likelihood of a mixture with free variances is infinite, and worthless. In practice one holds the variances above a small bound (labkit does, and
# says which component has **collapsed**), ties them together, or keeps a good summit below. Preset *beside every number* shows that only an exact hit is rewarded.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## k-means beside it · 6 min

# %% slideshow={"slide_type": "subslide"}
lesson.HardLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What k-means leaves out.** It takes turns too: every point joins the nearest centre (a hard E), every centre moves to the mean of its points (an M without weights and
# [covariances](04_gaussian_classifiers.ipynb)). It is EM with round Gaussians of one size, as that size goes to zero: then the nearest centre gets the whole share. So it is fast, and blind to shape.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ The M step of a Gaussian.** `x` are numbers, `r` the shares of one Gaussian. Return its weight, mean and variance.


# %%
def my_gaussian(x, r):
    """my_gaussian([0.0, 2.0, 9.0], [1.0, 1.0, 0.0]) is (0.667, 1.0, 1.0)."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.gaussian(my_gaussian)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** The bound should touch the log-likelihood where the shares were made. This one lies too low. Mend it: `r` and `joint` are
# arrays (examples, groups), `joint` holds $f(x_i, k \mid \theta)$.


# %%
def bound(r, joint):
    """For r = [[0.5, 0.5]] and joint = [[0.2, 0.2]] it is ln 0.4 = -0.916."""
    return (r * np.log(joint)).sum() + (r * np.log(r)).sum()


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.bound(bound)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ A better summit.** Six Gaussians on Old Faithful: give starts, six pairs (eruption in minutes, wait in minutes), from which EM ends above a log-likelihood of −1,096.

# %%
my_starts = None  # six pairs, such as [[2.0, 55], ...]

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.six_starts(my_starts)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - E: the mean of the complete log-likelihood over what is hidden. M: its maximum.
# - A mixture is a density as well as a grouping; choose its size by a price for every number.
# - Free variances make the likelihood infinite: watch for components that collapse.
# - k-means is EM without shares and without shapes.

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [14 EM and mixtures](14_em_mixtures.ipynb) · next: [15 growing trees](15_growing_trees.ipynb).
