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
# # 04 · Gaussian classifiers
#
# **A penguin has a bill 45 mm long and 20 mm deep. Adelie or Chinstrap, and when is the border between them straight?**
#
# *After this lesson you can* turn two clouds into a border by Bayes' rule · say when it is a line, and what the prior does to it · run naive Bayes by hand · say which
# of its answers to believe.
#
# *60 minutes in class, about 40 for the exercises, 40 in [04_more](04_more.ipynb). You need: variances, Bayes' rule ([01](01_function_approximation.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l04_gaussian_classifiers as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Two clouds · 2 min
#
# 219 penguins that were measured and named. Where would you draw the border?

# %% slideshow={"slide_type": "fragment"}
lesson.penguin_picture()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The bird at the cross · 7 min
#
# The simplest border lies half-way between the two means, the large ringed marks. Hollow birds are on the wrong side. Commit to an answer, then choose another border. Click into the plane to
# ask about another bird.

# %% slideshow={"slide_type": "subslide"}
lesson.BirdLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The distance to the means does not know the shape of the clouds. In both species a long bill is also a deep bill, so both clouds lean to the right.
# An ellipse knows that. With *one* ellipse for both species the border is still a straight line, but a tilted one. With an ellipse *each* it is curved.
#
# There are also more Adelies than Chinstraps. What that does comes next.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The idea: describe each class, then ask Bayes · 5 min
#
# Do not look for a border. Describe how each class makes its cases: how common it is, and what its members look like. The border follows:
#
# $$ P(k \mid x) = \frac{P_k\, p(x \mid k)}{\sum_j P_j\, p(x \mid j)} . $$
#
# A model of this kind is **generative**. In this lesson each class is a **Gaussian**: densest at its mean, thinning out along ellipses. The logarithm of the numerator, without what all classes share, is its **score**; the largest score wins:
#
# $$ g_k(x) = -\tfrac12 (x-\mu_k)^T \Sigma_k^{-1} (x-\mu_k) - \tfrac12 \ln|\Sigma_k| + \ln P_k . $$
#
# | symbol | meaning |
# |---|---|
# | $x$ | a case, its features |
# | $P_k$ | prior of class $k$: how common it is |
# | $p(x \mid k)$ | density of class $k$ at $x$: how crowded the class is there |
# | $\mu_k$, $\Sigma_k$ | mean of class $k$, and its covariance: size, shape and tilt of its ellipse |
# | $g_k(x)$ | score (discriminant) of class $k$ |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One feature first · 7 min
#
# Above: prior times density of two classes. Below: the probability of B, which is B's curve divided by the sum of both. The dashed line is the border.

# %% slideshow={"slide_type": "subslide"}
lesson.DensityLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** With equal spreads the probability of B is an S-shaped curve, the **sigmoid** $\sigma(a) = 1/(1 + e^{-a})$ of a straight line in $x$. The prior adds
# $\ln (P_B / P_A)$ to that line: the curve moves, and its shape stays.
#
# With unequal spreads there are two borders, because the wider class wins on both far sides. The narrower class, if it is rare, can then lose everywhere: preset *B vanishes*. Nothing is broken.
# For each single case A is the better bet.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Make a line, a circle, a hyperbola · 9 min
#
# Now two features. Drag the means, the large marks, and the ends of the axes of their ellipses, two standard deviations away.
# Answer the card, then try and write down:
#
# 1. Begin with the line. What bends it, and what only moves or turns it?
# 2. Preset *hyperbola*, played: which class wins in two separate places, and why there?
# 3. Preset *circle*, then drag B's mean onto A's and lower the prior of B. At about which prior is its region gone?

# %% slideshow={"slide_type": "subslide"}
lesson.ShapeLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why equal covariances make a line · 5 min
#
# The border is where two scores are equal. Multiply out: the only curved term of $g_k$ is $-\tfrac12 x^T \Sigma_k^{-1} x$. If both classes have the same $\Sigma$, it is the same
# in both scores and **cancels**. What is left is linear:
#
# $$ g_1(x) - g_2(x) = w^T x + w_0, \qquad w = \Sigma^{-1}(\mu_1 - \mu_2), $$
#
# $$ w_0 = -\tfrac12 \mu_1^T \Sigma^{-1} \mu_1 + \tfrac12 \mu_2^T \Sigma^{-1} \mu_2 + \ln\frac{P_1}{P_2} . $$
#
# For two classes $P(1 \mid x) = \sigma(w^T x + w_0)$; class 1 is the answer where $w^T x + w_0 \ge 0$.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Where is the border, then?
#
# - It passes half-way between the means only if the priors are equal too.
# - It is perpendicular to the line of the means only if $\Sigma^{-1}(\mu_1 - \mu_2)$ points along it, as for round clouds.
# - If $\Sigma_1 \ne \Sigma_2$ it is of second degree: circle, ellipse, parabola, hyperbola, two lines. Or there is none.
#
# With one $\Sigma$ the method is called **LDA**, linear discriminant analysis; with one for each class **QDA**, the quadratic one.
#
# | word | meaning |
# |---|---|
# | generative model | describes how each class makes its cases; the posterior follows by Bayes' rule |
# | LDA | Gaussian classes with one shared covariance; straight borders |
# | QDA | Gaussian classes with a covariance each; curved borders |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## By hand · 4 min
#
# Ten points of the lecture. Class 1: $(4,1), (2,4), (2,3), (3,6), (4,4)$; class 2: $(9,10), (6,8), (9,5), (8,7), (10,8)$. The estimates are what you expect: a class's share of the points, its mean, its **covariance** (the sum divided by $N_k$, not
# by $N_k - 1$). The shared covariance is the mean of the two, weighted by the shares. Then three cases are asked.
#
# Below it are the lines of labkit that score every class. `W` makes the cloud of class `k` round, so that a squared length replaces the product with $\Sigma_k^{-1}$.

# %% slideshow={"slide_type": "fragment"}
lesson.ten_points_by_hand()

# %% slideshow={"slide_type": "fragment"}
lesson.discriminant_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Naive Bayes · 7 min
#
# A covariance of $d$ features has $d(d+1)/2$ numbers. With many features, or with categories instead of numbers, one gives the pairs up and describes the features one by one. **Naive Bayes** takes them as
# independent *given the class*:
#
# $$ p(x \mid k) = \prod_i p(x_i \mid k) . $$
#
# For Gaussian features that means ellipses that are not tilted. The assumption is hardly ever true. Does it matter?

# %% slideshow={"slide_type": "subslide"}
lesson.NaiveLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## With categories: count and multiply · 5 min
#
# **What you just saw.** A label only asks which class is ahead. Evidence that is counted twice pushes the same way twice, so the label often stays. The *probability*
# becomes too sure. (With a correlation below 0 it is not sure enough.) Labels go wrong where one feature helps to read the other (*labels suffer*).
#
# Nine of fourteen customers bought a computer. For categories $p(x_i \mid k)$ is a share: of these nine, how many were students? Multiply, then divide by the sum over the classes.

# %% slideshow={"slide_type": "subslide"}
lesson.BuyerLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Laplace's correction** adds 1 to every count: $(N_{kv} + 1)/(N_k + V)$, with $N_{kv}$ of the $N_k$ members of class $k$ in category $v$, and $V$ categories. What was never seen is
# then unlikely, no longer impossible.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real data · 5 min
#
# First the penguins: ten parts, each bird is answered by a model that has not seen it (**cross-validation**).
#
# Then sixteen votes of 435 members of the US House: which party? Naive Bayes is wrong on 43 members. With *one* vote, the one on physician fees, it is wrong on
# 19: the other fifteen repeat each other, and outvote it. The second table says how sure naive Bayes is. Where it says 0.998, it is right in two cases of three. Use their order, not their size.

# %% slideshow={"slide_type": "fragment"}
lesson.bird_scores()

# %% slideshow={"slide_type": "fragment"}
lesson.vote_confidence()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | LDA | QDA | naive Bayes | logistic regression ([06](06_logistic_regression.ipynb)) |
# |---|---|---|---|---|
# | border | straight | second degree | second degree, or straight | straight |
# | numbers to learn, besides means | $d(d+1)/2$ for all | $d(d+1)/2$ a class | $d$ a class | $d + 1$, no means |
# | gaps, categories | no | no | yes | no |
# | probabilities | good if the classes are Gaussian | the same | too sure | good |
# | far outliers | harmful | harmful | harmful | less harmful |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Where is the border?** One feature. Classes A and B have means `a` and `b` and the same spread `s`; `p` is the prior of B. Return the place of the border.


# %%
def my_border(a, b, s, p):
    """my_border(0, 3, 1, 0.5) is 1.5."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.border(my_border)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** The score of a class of one feature, with the prior and the density. A term is missing, and wide classes look too good. Mend it; constants that are
# the same for all classes may stay away.


# %%
def my_score(x, mean, variance, prior):
    """my_score(1.0, 0.0, 1.0, 0.5) is -1.193."""
    return -((x - mean) ** 2) / (2 * variance) + np.log(prior)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.score(my_score)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Two measurements.** Choose two of `bill_length_mm`, `bill_depth_mm`, `flipper_length_mm`, `body_mass_g` such that LDA names at most 5 of the 219 birds wrongly in
# cross-validation.

# %%
my_columns = None  # such as ["bill_depth_mm", "flipper_length_mm"]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.two_columns(my_columns)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool naive Bayes.** Two classes with equal priors, two features of variance 1 and a correlation that is the same in both. Choose the means and the correlation such that naive Bayes
# errs on more than 20 % of all cases, and the true model on less than 5 %.

# %%
my_means, my_correlation = None, None  # such as [[0, 0], [1, 1]] and 0.5

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_means, my_correlation)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Describe each class, then let Bayes' rule draw the border.
# - Equal covariances: the curved terms cancel, the border is straight, the posterior a sigmoid of $w^T x + w_0$.
# - The prior moves the border away from the common class. Half-way is a special case.
# - Naive Bayes: labels often right, probabilities mostly too sure. Never let a count of zero decide.
#
# **And the penguin?** 45 mm long, 20 mm deep: nearer to the mean of the Chinstraps, and most likely an Adelie.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [04_more](04_more.ipynb): maximum likelihood term by term, many classes and the softmax, other densities, independence and its two kinds ·
# before: [03 least squares](03_least_squares.ipynb) · next: [05 Fisher's discriminant](05_fisher_discriminant.ipynb) · [09 perceptron](09_perceptron.ipynb), another straight border · Fisher (1936); Hand and Yu, *Idiot's Bayes: not so stupid after all?* (2001).
