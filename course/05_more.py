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
# # 05 · Fisher's discriminant: more
#
# **A line says yes or no. How much more does it know about a point?**
#
# *After this page you can* read signed distances off any line · say why units do not matter to Fisher · place the cut where it belongs · do three classes by
# hand.
#
# *26 minutes. You need the [main page](05_fisher_discriminant.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l05_fisher_discriminant as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How far from the line? · 8 min
#
# Any linear classifier has a score $f(x) = w^Tx + w_0$; Fisher's has $w_0 = -t$. The border is where $f(x) = 0$: a line in the plane, in $D$ dimensions a **hyperplane** of
# $D - 1$. Here $w = (3, 4)$ and $w_0 = -5$. Commit, then drag the points; the green lines end at the nearest point of the border, the **foot**.
#
# | symbol | meaning |
# |---|---|
# | $w_0$ | the constant of the score, it moves the border |
# | $r$ | signed distance from the border |
# | $D$ | number of features |

# %% slideshow={"slide_type": "subslide"}
lesson.DistanceLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why.** Two points $a$ and $b$ on the border have $f(a) = f(b) = 0$, so $w^T(a - b) = 0$: $w$ is perpendicular to the border. From the foot $x_0$ to $x$ one goes $r$ steps of
# length 1 along $w$: $x = x_0 + r\,w/\lVert w \rVert$. Put it into $f$, and $f(x_0) = 0$ leaves
#
# $$ r = \frac{f(x)}{\lVert w \rVert} . $$
#
# $w$ always points to where $f > 0$, and there $r$ is positive. The origin has $f = w_0$, so its distance is $w_0/\lVert w \rVert$. Reverse all weights: the border
# stays, all signs change.

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Drag point 1 parallel to the border. What stays, $f$ or the foot?
# 2. Move $w_0$ alone. How does the border move, and when does it pass the origin?
# 3. Preset *all doubled*: in the plane nothing moves. Which column of the table changes?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## An old friend · 4 min
#
# Give the two classes the numbers $+1$ and $-1$ and fit a plane by **least squares** ([03](03_least_squares.ipynb)). For the ten points of the main page:

# %% slideshow={"slide_type": "fragment"}
lesson.least_squares_too()

# %% [markdown] slideshow={"slide_type": "subslide"}
# One weight vector is a multiple of the other, always: Fisher's direction for two classes *is* that of least squares. The cut agrees as well where the classes are equally
# large. So Fisher inherits what plagues least squares: cases far away on the right side pull as hard as mistakes.
#
# **Two formulas for $S_B$.** With two classes the sum $\sum_k N_k(m_k - m)(m_k - m)^T$ is $\tfrac{N_1N_2}{N}(m_1 - m_2)(m_1 - m_2)^T$. The direction is the same, $J$ has another
# scale. On ten points the factor is 2.5.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Units · 4 min
#
# All five lengths of the crabs, cut half-way between the projected means:

# %% slideshow={"slide_type": "fragment"}
lesson.units()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Change the units, or mix the columns in any way that can be undone, $x \to Ax$. Then $m_1 - m_2$ becomes $A(m_1 - m_2)$ and $S_w$ becomes $A\,S_wA^T$; Fisher's $w$ becomes
# $A^{-T}w$, and every shadow $w^Tx$ is what it was. The line of the means and the largest variance have no such luck: after a change of units they are other
# lines.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where to cut? · 5 min
#
# Fisher gives a direction; the threshold is a second decision. Half-way between the means suits classes of equal spread, equal size and equal costs. Here a narrow class and a
# wide one, 200 shadows each:

# %% slideshow={"slide_type": "fragment"}
lesson.two_cuts()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The wide class needs more room. If Gaussians fit the shadows, [lecture 04](04_gaussian_classifiers.ipynb) says where their densities cross; with unequal costs or a rare class move $t$ further,
# or choose it on held-out cases.
#
# **No spread at all.** If $S_w$ has no inverse (more columns than cases, or a column that is a sum of others) then along some direction the classes have no width, and $J$ is
# infinite there. labkit takes a tiny width instead and says so. With few cases this looks brilliant and means nothing: test it on fresh ones.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three classes by hand · 5 min
#
# Nine points in three classes. Check that the scatter inside and between add up to the scatter of all points around their mean.

# %% slideshow={"slide_type": "fragment"}
lesson.three_classes_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Two eigenvalues, and no more: the deviations $m_k - m$, weighted with $N_k$, sum to zero, so three of them span a plane at most. All further eigenvalues are 0, in as many dimensions as you like.
#
# How many directions are worth keeping? Four groups of crabs, colour and sex, each told by directions that have not seen it:

# %% slideshow={"slide_type": "fragment"}
lesson.groups_by_direction()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The first two directions do nearly everything. They are a picture that you can print.
#
# **Beyond lines.** Fisher's directions are linear. Add features such as squares and products, or do the same in the space of a kernel ([11](11_support_vectors.ipynb)), and the border bends in the
# old coordinates. With many features and few cases, a small multiple of the unit matrix is added to $S_w$, so that it keeps an inverse.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Distance and foot.** Return the signed distance of `x` from the border $w^Tx + w_0 = 0$, and its foot.


# %%
def my_distance(w, w0, x):
    """For w = [3, 4], w0 = -5 and x = [0, 0]: -1 and [0.6, 0.8]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.distance(my_distance)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** With this $S_B$ the scatter inside and between do not add up to the scatter of all points. Mend one line.


# %%
def between(X, k):
    """Scatter between the classes k of the points X."""
    m = X.mean(axis=0)
    S = np.zeros((X.shape[1], X.shape[1]))
    for j in np.unique(k):
        m_j = X[k == j].mean(axis=0)
        S += np.outer(m_j - m, m_j - m)
    return S


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.between_scatter(between)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Make them round.** Find a matrix $A$, two rows of two numbers, such that for the points $Ax$ of the ten points Fisher's direction lies on the line of the means. Their
# $S_w$ is in the table *By hand* of the main page.

# %%
my_A = None  # such as [[1, 0], [0, 1]]

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.rounded(my_A)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - $f(x)/\lVert w \rVert$ is the signed distance from the border; $w$ is perpendicular to it and points to $f > 0$.
# - For two classes Fisher's direction is that of least squares on $\pm 1$.
# - A change of units changes no shadow of Fisher's, but every principal component.
# - The direction is one decision, the cut another.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [05 Fisher's discriminant](05_fisher_discriminant.ipynb) · next: [06 logistic regression](06_logistic_regression.ipynb) · another way to a line: [09 perceptron](09_perceptron.ipynb) ·
# Duda, Hart and Stork, *Pattern Classification* (2001), chapters 3 and 5.
