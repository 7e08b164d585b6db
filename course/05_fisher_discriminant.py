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
# # 05 · Fisher's discriminant
#
# **Two hundred crabs, blue ones and orange ones. You may keep a single number of each crab: its shadow on a line. From which side should the lamp shine?**
#
# *After this lesson you can* say what makes a direction good and measure it by $J$ · compute Fisher's direction by hand · say when it pays to use the labels ·
# look at many classes at once.
#
# *58 minutes in class, about 40 for the exercises, 26 in [05_more](05_more.ipynb). You need means and covariances ([04](04_gaussian_classifiers.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l05_fisher_discriminant as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Two hundred crabs · 2 min
#
# Rock crabs of two colours, each with two of its lengths. Neither length alone tells the colour.

# %% slideshow={"slide_type": "fragment"}
lesson.crab_picture()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Turn the lamp · 10 min
#
# Every crab throws its shadow on the line behind it; the histogram at the right counts the shadows, one colour upwards, the other downwards. Both lengths are scaled,
# so that right angles are right angles. Commit to an answer, then play: the lamp goes round. Stop where *you* want it, and press *this is my lamp*.

# %% slideshow={"slide_type": "subslide"}
lesson.LampLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Where the two means throw their shadows farthest apart, the crabs are a muddle: each colour is smeared over the whole line, because large
# and small crabs lie far apart too. Where the lamp shines along the cloud, the shadows of the means are close together, and yet hardly a crab is on the wrong side.
# Distance alone is not what counts. It is distance *compared with the width of each group*. The curve $J$ measures just that.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What makes a direction good? · 6 min
#
# Let $w$ be the direction of the line. The shadow of $x$ is the number $f = w^Tx$, the **projection**. In class $k$ the shadows have a mean $\tilde m_k$ and a
# **scatter** $s_k^2$, the sum of their squared deviations from it. **Fisher's criterion** is
#
# $$ J(w) = \frac{(\tilde m_1 - \tilde m_2)^2}{s_1^2 + s_2^2} . $$
#
# | symbol | meaning |
# |---|---|
# | $w$ | direction of the line; only its direction matters |
# | $f$ | the shadow (projection) $w^Tx$ of a case |
# | $m_k$, $\tilde m_k$ | mean of class $k$, and its shadow $w^Tm_k$ |
# | $s_k^2$ | scatter of the shadows of class $k$ |
# | $S_k$, $S_w$ | scatter matrix of class $k$; of all classes together (this index $w$ means *within*) |
# | $S_B$ | scatter between the classes |
# | $t$ | where the shadows are cut, the threshold |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The best direction
#
# Collect the scatter of a class in a matrix, $S_k = \sum_{x \in k} (x - m_k)(x - m_k)^T$. Then $s_k^2 = w^TS_kw$, and with $S_w = S_1 + S_2$ and
# $S_B = (m_1 - m_2)(m_1 - m_2)^T$
#
# $$ J(w) = \frac{w^T S_B\, w}{w^T S_w\, w} . $$
#
# It is largest at **Fisher's direction**
#
# $$ w = S_w^{-1}(m_1 - m_2) . $$
#
# It points from class 2 to class 1. The usual cut is half-way between the means, $t = \tfrac12 w^T(m_1 + m_2)$: **class 1 where $f > t$.**

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 5 min
#
# Ten points, five of each class. Invert the matrix $S_w$ yourself before you look at $w$. The lines of labkit below the table do the same; `W` is a matrix with
# $WW^T = S_w^{-1}$.

# %% slideshow={"slide_type": "fragment"}
lesson.by_hand()

# %% slideshow={"slide_type": "fragment"}
lesson.direction_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Stretch the clouds · 10 min
#
# When does it matter? Two clouds, A and B; the dashed line goes through their means. The story turns the line from there to the best one. Hollow points are on the
# wrong side; the arrow is $w$ reversed, towards B. Commit first; then drag points, stretch the clouds and tilt them.

# %% slideshow={"slide_type": "subslide"}
lesson.StretchLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Preset *round clouds*, then make them longer, step by step. From which length on does the line of the means reach less than half of the best $J$?
# 2. Presets *side by side* and *one behind the other*: the clouds are long, and still the line of the means is nearly best. Why?
# 3. Drag a single point of A far out, beyond B. What does it do to the direction, and to $J$?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why it works · 6 min
#
# In round clouds every direction is equally wide, so only the distance of the means counts: the line of the means *is* best. Long clouds can be made round by a
# change of units, a stretch along their short side. Go there, take the line of the means, and come back: that is $S_w^{-1}$. It turns the direction away from where the
# clouds are wide.

# %% slideshow={"slide_type": "fragment"}
lesson.round_clouds()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The same in algebra.** Where $J$ is largest, its slope is zero. The rule for the slope of a fraction gives
#
# $$ (w^TS_B\,w)\; S_w w = (w^TS_w\,w)\; S_B\, w . $$
#
# The brackets are numbers, and $S_B\,w = (m_1 - m_2)\,\big[(m_1 - m_2)^Tw\big]$ lies along $m_1 - m_2$ whatever $w$ is. So $S_w w$ lies along $m_1 - m_2$ as well, and
# $w$ along $S_w^{-1}(m_1 - m_2)$. The length of $w$ is free: it cancels in $J$.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The longest shadow? · 6 min
#
# Another famous direction is that of the **largest variance**, the first principal component. It keeps as much of the crabs' differences as one number can. Now all
# five lengths of each crab take part.

# %% slideshow={"slide_type": "subslide"}
lesson.VarianceLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The largest variance is *size*, and it does not know the labels. What tells the colours is a small difference in shape, with less than
# one per cent of the variance. Fisher uses the labels, so it finds it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Many classes · 6 min
#
# With $K$ classes, $S_w$ is the sum of all $S_k$, and the means scatter around the mean $m$ of all cases: $S_B = \sum_k N_k (m_k - m)(m_k - m)^T$, where $N_k$ counts
# class $k$. The best directions solve
#
# $$ S_B\, v = \lambda\, S_w\, v , $$
#
# the largest **eigenvalue** $\lambda$ first: it says how many times as large the scatter between the classes is as that inside. Decide for the nearest projected mean.
#
# | symbol | meaning |
# |---|---|
# | $K$, $N_k$ | number of classes; of cases in class $k$ |
# | $m$ | mean of all cases |
# | $v$, $\lambda$ | a direction, and its ratio of scatter between to inside |

# %% slideshow={"slide_type": "subslide"}
lesson.ClassesLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On real data · 4 min
#
# The honest number: ten parts of the crabs, each told by a direction that was found in the nine others. All five lengths.

# %% slideshow={"slide_type": "fragment"}
lesson.crab_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A tree cuts across one length at a time, and neighbours are near when they are of one *size*. Both look the wrong way. Fisher mixes the lengths, and LDA ([04](04_gaussian_classifiers.ipynb))
# decides alike. **Where it fails:** when the means agree (a disc inside a ring), when the border bends, and when a few far points pull a mean or widen the scatter.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | Fisher | largest variance | logistic regression ([06](06_logistic_regression.ipynb)) | perceptron ([09](09_perceptron.ipynb)) |
# |---|---|---|---|---|
# | uses the labels | yes | no | yes | yes |
# | gives | a direction, and a picture | a direction, and a picture | probabilities | a line |
# | solved by | one linear system | eigenvectors | many steps | many steps |
# | units matter | no | very much | little | much |
# | far points on the right side | harmful | harmful | harmless | harmless |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 3 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ J of a direction.** `X1` and `X2` hold the points of both classes, one a row. Return $J(w)$.


# %%
def my_J(w, X1, X2):
    """For w = [1, 0], X1 = [[0, 0], [2, 5]] and X2 = [[4, 1], [6, 1], [5, 0]]: 16 / 4 = 4."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.criterion(my_J)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This classifier has the right direction and the right threshold, and it is wrong nearly always. Mend one line.


# %%
def decide(x, m1, m2, S_w):
    """Class 1 or 2. For x = m1 it should be 1."""
    w = np.linalg.solve(S_w, m1 - m2)
    t = w @ (m1 + m2) / 2
    return 1 if w @ x <= t else 2


# %% slideshow={"slide_type": "skip"}
lesson.exercises.decision(decide)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Two callipers.** Choose two of the five lengths such that Fisher tells females from males with fewer than 10 of the 200 crabs wrong, each told by a direction that
# has not seen it. The names are `frontal_lobe_mm`, `rear_width_mm`, `carapace_length_mm`, `carapace_width_mm`, `body_depth_mm`.

# %%
my_lengths = None  # such as ["frontal_lobe_mm", "body_depth_mm"]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.two_lengths(my_lengths)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place at least four points of two classes such that a straight line parts the classes, and Fisher's discriminant still gets one wrong.

# %%
my_points, my_labels = None, None  # such as [[0, 0], [1, 0]] and [1, 2]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A direction is good if the projected means lie far apart *compared with the scatter inside the classes*: $J(w)$.
# - The best one is $w = S_w^{-1}(m_1 - m_2)$: the line of the means, turned away from where the classes are wide.
# - The largest variance need not be what tells the classes apart.
# - $K$ classes have at most $K - 1$ directions worth looking along.
#
# **And the lamp?** It shines along the crabs, from small to large, so that size throws no shadow and only shape is left.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [05_more](05_more.ipynb): distances from a line, least squares and units, where to cut, three classes by hand · before:
# [04 Gaussian classifiers](04_gaussian_classifiers.ipynb) ·
# next: [06 logistic regression](06_logistic_regression.ipynb); [09 perceptron](09_perceptron.ipynb) finds a line by its mistakes · Fisher (1936), *The use of multiple measurements in taxonomic problems*.
