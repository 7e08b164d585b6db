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
# # 14 · EM and mixtures
#
# **Two coins, five envelopes with ten tosses each, and nobody wrote down which coin was tossed. What are the two coins?**
#
# *After this lesson you can* run EM by hand · say what an iteration does to the fit, and why · fit clouds of points without names · tell when a result
# depends on where you began.
#
# *55 minutes in class, about 40 for the exercises, 33 in [14_more](14_more.ipynb). It helps to know Gaussians ([04](04_gaussian_classifiers.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l14_em_mixtures as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Five envelopes · 4 min
#
# For each envelope one of two coins was picked by chance and tossed ten times. Here is how often it fell heads.

# %% slideshow={"slide_type": "fragment"}
lesson.envelopes()

# %% [markdown] slideshow={"slide_type": "subslide"}
# If the coins were written down, there would be nothing to do but count: heads over tosses, for each coin.

# %% slideshow={"slide_type": "fragment"}
lesson.known_coins()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Share them out yourself · 8 min
#
# They were not written down. So guess: how much of each envelope belongs to coin A? Click into the left picture to move a bar; the machine answers with the
# coins that suit your shares best.

# %% slideshow={"slide_type": "subslide"}
lesson.SharesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Shares make coins, and coins make shares. Your shares made two coins; the dots are the shares that these coins would choose. As long as
# dots and bars differ, you have not finished: put the bars on the dots, and the dots move. Preset *nearly settled* is close to where this ends.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 6 min
#
# Call what was seen in envelope $i$ the **observed** data $x_i$, its coin $k$ the **hidden** data, and all chances of heads together the **parameters** $\theta$.
# **Expectation-maximisation** (EM) takes turns:
#
# 1. **E**: with $\theta$ as it is, find the share of coin $k$ in envelope $i$, its **responsibility**:
# $$ r_{ik} = \frac{f(x_i, k \mid \theta)}{\sum_j f(x_i, j \mid \theta)} $$
# 2. **M**: with these shares, choose the best $\theta$. For coins: heads over tosses, each envelope counted by its share.
#
# It ends when $\theta$ hardly changes.
#
# | symbol | meaning |
# |---|---|
# | $x_i$ | what was observed: heads and tails of envelope $i$ |
# | $k$, $j$ | the hidden group: which coin, which cloud |
# | $\theta$ | all parameters: two chances of heads |
# | $f(x, k \mid \theta)$ | how likely it is that group $k$ was picked and gave $x$ |
# | $r_{ik}$ | responsibility: the share of group $k$ in $x_i$ |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 6 min
#
# Begin with coins of 0.6 and 0.5. Five heads of ten are likelier with the second, so coin A gets less than half of envelope 1:
# $0.6^5\,0.4^5$ over $0.6^5\,0.4^5 + 0.5^{10}$ is 0.45.

# %% slideshow={"slide_type": "fragment"}
lesson.first_round()

# %% [markdown] slideshow={"slide_type": "subslide"}
# After one iteration 0.71 and 0.58, after ten 0.80 and 0.52. The true coins would have been counted as 0.80 and 0.45: EM did not find out who was who, it found
# the pair that makes the five envelopes likeliest.
#
# This loop of labkit runs in every lab of this page: `expected` is E, `maximised` is M, and `R` holds the shares.

# %% slideshow={"slide_type": "fragment"}
lesson.loop_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A climb with two summits · 8 min
#
# The **log-likelihood** is the logarithm of how likely the five envelopes are. On this map it is darkest where it is highest. Click into the map to start elsewhere.

# %% slideshow={"slide_type": "subslide"}
lesson.ClimbLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Preset *a little different*: coin B starts at 0.59. How many iterations does it take to leave the pass?
# 2. Presets *0.6 and 0.5* and *exchanged*: what is the difference between the two summits?
# 3. Find a start from which coin A ends lower, although it began higher, or convince yourself that there is none.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What one iteration does · 8 min
#
# To see it in one picture, let coin B be fair and known, so that only coin A moves.

# %% slideshow={"slide_type": "subslide"}
lesson.BoundLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **In symbols.** For any shares $r_{ik}$ of each envelope that add up to 1,
#
# $$ \ln L(\theta) = \sum_i \ln \sum_k r_{ik} \frac{f(x_i, k \mid \theta)}{r_{ik}} \;\ge\; \sum_i \sum_k r_{ik} \ln \frac{f(x_i, k \mid \theta)}{r_{ik}} = B(\theta), $$
#
# because the logarithm of a mean is at least the mean of the logarithms. With the shares of E all fractions of an envelope are equal, so that both sides are. M raises
# $B$, and $L$ lies above it. Nothing more was used: EM never loses, but it only finds a summit near its start.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Clouds without names · 10 min
#
# Exactly the same with points: the coins become Gaussians, a **Gaussian mixture**. E asks which Gaussian is dense at a point, M gives each Gaussian a share, a mean and a
# covariance, counted by shares. Drag the squares, where the Gaussians start; *add* makes one more.

# %% slideshow={"slide_type": "subslide"}
lesson.CloudsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Drag one of the two squares at the left into an empty cloud. By how much does the log-likelihood at the end rise?
# 2. Preset *Old Faithful*: both Gaussians start among the long eruptions. Do they find the short ones? (The waits before an eruption of the geyser; 272 of them.)
# 3. Preset *five on a doughnut*, then *circles on a doughnut*: what did the ellipses use that circles cannot?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Penguins without names · 5 min
#
# 342 penguins, four measurements each, scaled. Nobody tells the mixture a species, only that there are three groups. Afterwards we count how many birds lie in
# the group of their species.

# %% slideshow={"slide_type": "fragment"}
lesson.penguins_without_names()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Choose the start by its likelihood, which needs no names, and 337 of 342 birds are grouped as biologists do. Where it fails: five starts of ten end lower, at worst with
# 226. And likely groups need not be species: with two groups you would be told the truth about something else.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | EM with Gaussians | k-means ([14_more](14_more.ipynb)) | QDA ([04](04_gaussian_classifiers.ipynb)) |
# |---|---|---|---|
# | needs class names | no | no | yes |
# | a point belongs to | all groups, by shares | one group | one class, with a probability |
# | shapes | ellipses | balls of one size | ellipses |
# | depends on its start | yes | yes | no |
# | can go wrong by | collapsing onto a point | cutting long clouds | wrong shape of a class |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ The E step.** `heads` and `tosses` of each envelope, the chances of heads `a` and `b`; both coins are equally likely to be picked. Return the
# share of coin A in each.


# %%
def my_shares(heads, tosses, a, b):
    """my_shares([5], [10], 0.6, 0.5) is [0.449]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.shares(my_shares)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This M step was right as long as all envelopes held ten tosses. Mend it.


# %%
def next_coin(share, heads, tosses):
    """The chance of heads of the coin that owns these shares: next_coin([1, 0.5], [9, 2], [10, 20]) is 0.5."""
    share, heads, tosses = map(np.asarray, (share, heads, tosses))
    return (share * heads / tosses).sum() / share.sum()


# %% slideshow={"slide_type": "skip"}
lesson.exercises.next_coin(next_coin)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Fewer measurements.** Choose two of `"bill_length_mm"`, `"bill_depth_mm"`, `"flipper_length_mm"`, `"body_mass_g"` and a shape (`"full"`, `"diagonal"` or
# `"spherical"`), such that a mixture of three finds the species of at least 320 penguins.

# %%
my_measurements, my_shape = None, None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.two_measurements(my_measurements, my_shape)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place at least six points and two pairs of starts, such that EM with two round Gaussians ends from the second pair with a log-likelihood that is lower by
# 1 at least than from the first.

# %%
my_points, good_starts, bad_starts = None, None, None  # such as [[0, 0], [1, 0], ...], [[0, 0], [1, 0]], ...

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, good_starts, bad_starts)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Something is hidden: share it out (E), fit as if the shares were known (M), and again.
# - E makes a bound touch the likelihood, M climbs it: no iteration makes the fit worse.
# - It ends on a summit near the start, or on a pass if all groups start alike. Try several starts, keep the likeliest.
# - Responsibilities are shares, not assignments.
#
# **And the two coins?** 0.80 and 0.52, in this order or the other: names are not in the data.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [14_more](14_more.ipynb): the general form, ten numbers, how many Gaussians, a likelihood without a top, k-means beside EM · before:
# [13 neural networks](13_neural_networks.ipynb) · next: [15 growing trees](15_growing_trees.ipynb) · Dempster, Laird and Rubin (1977).
