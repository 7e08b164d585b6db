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
# # 07 · Many classes: more
#
# **Which class may be the reference, how is the loss bent, and does a code forgive as much as it promises?**
#
# *After this page you can* write the softmax with a reference · read the blocks of its Hessian · say why regions are convex · compare codes by their distance · say what trees that learn from the
# same examples do to a code.
#
# *39 minutes. You need the [main page](07_many_classes.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l07_many_classes as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A class as reference · 7 min
#
# With $w_K = 0$ the last score is 0 and $e^0 = 1$, so
#
# $$ \mu_k = \frac{e^{a_k}}{1 + \sum_{i<K} e^{a_i}}, \qquad \mu_K = \frac{1}{1 + \sum_{i<K} e^{a_i}}, $$
#
# and with $e^{a_k} = \mu_k / \mu_K$ the loss becomes
#
# $$ J = \sum_n \Big[ -\sum_{k<K} z_{nk}\, w_k^\top x_n + \ln\Big(1 + \sum_{i<K} e^{w_i^\top x_n}\Big) \Big] . $$
#
# The twelve points of the main page, with each choice of the reference. $P(1)$ is the probability of class 1:

# %% slideshow={"slide_type": "fragment"}
lesson.references()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Weights differ, their differences and the probabilities do not: class 2 is always 1.05 above class 1. With a [penalty](06_logistic_regression.ipynb) $\tfrac12\lambda\sum_k |w_k|^2$ the choice matters, for it draws the
# weights to 0, where the reference is. Without a reference all classes are treated alike; there, the least penalty makes the weights of each feature sum to 0.
#
# | symbol | meaning |
# |---|---|
# | $\lambda$ | strength of the penalty |
# | $p$ | number of features |
# | $H_{kj}$ | block of the Hessian for the weights of classes $k$ and $j$ |
# | $\delta_{kj}$ | 1 where $k = j$, else 0 |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The big matrix · 10 min
#
# [Newton's method](06_logistic_regression.ipynb) needs the second derivatives of $J$ too. The **Hessian** has a row for every weight of every class. It falls into blocks, one for each two classes. Commit to
# an answer, then play. The number in each block is the entry of the two constants; point at a cell for its own.

# %% slideshow={"slide_type": "subslide"}
lesson.BlocksLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The blocks.** Differentiate $\mu_{nk}$ once more:
#
# $$ H_{kj} = \sum_n \mu_{nk}\,(\delta_{kj} - \mu_{nj})\, x_n x_n^\top . $$
#
# On the diagonal stands $\mu_k(1-\mu_k)$, as for two classes, beside it $-\mu_k\mu_j$: if two scores rise together, one bends less. At the start, with the twelve points of the main page, the
# entries of the constants are $12 \cdot \tfrac13 \cdot \tfrac23 = 2.67$ and $-12 \cdot \tfrac13 \cdot \tfrac13 = -1.33$.
#
# No curvature is below 0, so $J$ has no false bottoms. Preset *no reference*: now each row of blocks sums to zero. Along "all scores rise together" the loss is flat, the matrix has no
# inverse, and there are many best weights.

# %% [markdown] slideshow={"slide_type": "subslide"}
# With $p$ features the matrix has $(K-1)(p+1)$ rows: 6 for three classes in the plane, 585 for ten digits of 64 pixels. Newton's method needs few iterations, but each is dear. For many
# classes one takes gradients alone, or leaves the blocks beside the diagonal out, as [21](21_more.ipynb) does.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Regions without dents · 4 min
#
# Take two places of class $k$. On the line between them every score is linear, so is the lead $a_k - a_j$ over any rival. It is positive at both ends, so all along: the place half-way is of class $k$ too.
# Regions of one machine with $K$ linear scores are **convex**, and in one piece.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Ways out · 5 min
#
# Three experts for penguins, and what to do where they leave a bird open. For three classes two experts are enough in principle: Gentoo is what neither claims. Each bird is answered by
# experts who have not seen it:

# %% slideshow={"slide_type": "fragment"}
lesson.ways_out_table()

# %% [markdown] slideshow={"slide_type": "subslide"}
# *Level* are several who claim a bird, or all three if nobody does; the first by name is Adelie. That makes 24 more mistakes: however different the tasks are,
# scores know more than yes or no. With two experts every bird that nobody claims becomes a Gentoo.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Codes · 5 min
#
# In one against one an expert knows nothing of other classes; there its bit counts as half a difference. Of ten classes two words are 23 apart, but 22 of these
# come from bits in which one or both have no part. Such bits may fall out as they like, so no wrong bit is *always* forgiven:

# %% slideshow={"slide_type": "fragment"}
lesson.codes_compared()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A tree for every bit · 8 min
#
# Nobody flips bits at random. A bit is wrong where its classifier is. Commit, then play; click on an example to read its word.

# %% slideshow={"slide_type": "subslide"}
lesson.CodesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The hollow bars are what chance would do if each tree erred by itself. In fact more trees are wrong on few cases, those between two clouds. Preset *five classes, more
# noise*: 15 bits forgive three. Four or more would be wrong on 40 of 1,000 cases; in fact on 147.
#
# Two remedies: columns that ask *different* questions (equal columns are the same tree, wrong together), and more of them. Random codes for the digits:

# %% slideshow={"slide_type": "fragment"}
lesson.more_bits()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ A block.** `X` has an example $x_n$ a row, `mu` their probabilities, a class a column. Return $H_{kj}$.


# %%
def my_block(X, mu, k, j):
    """my_block(np.array([[1.0, 2.0]]), np.array([[0.5, 0.3, 0.2]]), 0, 0) is [[0.25, 0.5], [0.5, 1]]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.block(my_block)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** The nearest two words of a code differ in `d` bits. This should say how many wrong bits never do harm. For some codes it promises too much. Mend it.


# %%
def forgiven(d):
    """forgiven(3) is 1."""
    return d // 2


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.forgiven(forgiven)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Fewer bits.** Five classes. Find words of at most six bits that forgive any wrong bit, with every bit a *different* question to the examples.

# %%
my_code = None  # five rows of 0 and 1

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.short_code(my_code)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - One class may have weights 0; with a penalty it matters which.
# - $H_{kj} = \sum_n \mu_{nk}(\delta_{kj} - \mu_{nj})\,x_n x_n^\top$; it fades as the machine becomes sure.
# - Linear scores: convex regions, one piece each.
# - Trees of one code err together, so it forgives less than $t < d/2$ promises.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* back to [07 many classes](07_many_classes.ipynb) · [21_more](21_more.ipynb): boosted trees for many classes · [10 perceptron family](10_perceptron_family.ipynb), another machine with $K$ scores · bounds on the
# softmax: [08_more](08_more.ipynb) · Böhning (1992); Allwein, Schapire and Singer (2000).
