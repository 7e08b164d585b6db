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
# # 10 · The perceptron family: more
#
# **Why does the rule for many classes stop, and what else can one do where no line separates: soft mistakes, squared error, targets that move?**
#
# *After this page you can* turn many classes into one perceptron · soften a mistake into a penalty · say what least squares aims at, and mend
# it · count the labellings that a line can do.
#
# *45 minutes. You need the [main page](10_perceptron_family.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l10_perceptron_family as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why it stops · 7 min
#
# If some weights get all examples right, does the rule for $C$ classes find such? Kesler's trick makes this the question of lecture [09](09_perceptron.ipynb). Write all weights
# into one long row $q = (w_1, \dots, w_C)$. For an example $x$ of class $j$ and a rival $k$ build a row of the same length, with $x$ in block $j$, $-x$ in block $k$ and
# zeros elsewhere; call it $r_{jk}$. Then
#
# $$ q^\top r_{jk} = w_j^\top x - w_k^\top x . $$
#
# "Class $j$ beats $k$" says $q^\top r_{jk} > 0$, and the update is $q \leftarrow q + \eta\, r_{jc}$: a plain perceptron in $C(p+1)$ dimensions. So its theorem holds.

# %% slideshow={"slide_type": "fragment"}
lesson.long_row()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What does vigilance cost?** On the three examples of the main page: not always more updates. A stricter test changes which examples are mistakes, and with them all
# later updates.

# %% slideshow={"slide_type": "fragment"}
lesson.vigilance_counts()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Soft mistakes · 9 min
#
# Let $d = w_c^\top x - w_j^\top x$ be the challenger's lead: positive is wrong. Counting mistakes is a step at $d = 0$ and has no slope to follow. So take a [penalty](06_logistic_regression.ipynb) $g(d)$ that rises
# from 0 to 1 over a band of width about $\xi$, and go down its slope:
#
# $$ w_j \leftarrow w_j + \eta\, g'(d)\, x, \qquad w_c \leftarrow w_c - \eta\, g'(d)\, x . $$
#
# | symbol | meaning |
# |---|---|
# | $q$, $r_{jk}$ | all weights in one row; the long row of an example |
# | $C$ | number of classes |
# | $d$ | how far the challenger leads |
# | $g$, $g'$ | penalty and its slope |
# | $\xi$ | width of the penalty |
# | $t$ | target of an example, $-1$ or $+1$ |

# %% slideshow={"slide_type": "subslide"}
lesson.FuzzyLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Two penalties: the logistic one, $g = 1/(1 + e^{-d/\xi})$, with slope $g(1-g)/\xi$; and a ramp, $d/\xi + \tfrac12$ cut to lie between 0 and 1, with slope $1/\xi$ on the ramp and
# zero beyond. A score that is no $w^\top x$ has its own gradient in the place of $x$: the [basis functions](06_more.ipynb), or for a prototype $x - w$. Here $\xi = 0.5$:

# %% slideshow={"slide_type": "fragment"}
lesson.penalties()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## All rivals at once
#
# The challenger alone is the extreme case of a mean over all rivals, with scores $y_i > 0$:
#
# $$ d = -y_j + \Big[\tfrac{1}{C-1}\sum_{i \ne j} y_i^{\,r}\Big]^{1/r} . $$
#
# $r = 1$ is their plain mean, $r \to \infty$ the largest. For any finite $r$ *every* rival moves, each by its share of the blame, the slope of $d$ in $y_i$. Linear scores may be
# negative; labkit takes $\ln(1 + e^{y})$ of them. Scores 2 (the true class), 1.5, 0.5 and 1:

# %% slideshow={"slide_type": "fragment"}
lesson.all_rivals()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Squared error · 10 min
#
# **Adaline** (Widrow and Hoff, 1960) takes the number $w^\top x$ itself, compares it with the target $t = \pm 1$, and corrects every example, right or wrong:
#
# $$ w \leftarrow w + \eta\,(t - w^\top x)\,x . $$
#
# It settles near the [least squares](03_least_squares.ipynb) solution whether or not a line separates; the smaller the rate, the nearer.

# %% slideshow={"slide_type": "subslide"}
lesson.AdalineLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# With numbers as targets the same update is called the **delta rule**. Three samples, $\eta = 0.1$, weights of the constant and of $x$:

# %% slideshow={"slide_type": "fragment"}
lesson.delta_rule()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## One pass is enough
#
# **Recursive least squares** keeps a matrix $Q$, the inverse of what was seen so far, and weighs each error by it:
#
# $$ k = \frac{Qx}{1 + x^\top Q x}, \qquad w \leftarrow w + k\,(t - w^\top x), \qquad Q \leftarrow Q - k\,x^\top Q . $$
#
# Started at $Q = I/\lambda$ it is, after one pass, exactly [ridge regression](03_more.ipynb) with $\lambda$. Four points, $\lambda = 0.01$; Adaline has only begun:

# %% slideshow={"slide_type": "fragment"}
lesson.one_pass()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Targets that move · 8 min
#
# Least squares wants every score to be exactly its target, and a score that is too large costs as much as one that is too small. So it may err although a line separates. Ho and
# Kashyap (1965) found a remedy.

# %% slideshow={"slide_type": "subslide"}
lesson.HoKashyapLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Let the rows of $Y$ be the examples times their class $\pm 1$, so that right means $Ya > 0$. Start with targets $b = (1, \dots, 1)$ and repeat, with $0 < \eta < 1$:
#
# $$ a = Y^{+} b, \qquad e = Ya - b, \qquad b \leftarrow b + 2\eta \max(e, 0) . $$
#
# Targets only rise. If all $Ya > 0$, the weights $a$ separate. If no error is positive and some are negative, *nothing* separates: least squares has $Y^\top e = 0$, so the weights
# $-e$ mix both classes to the same point. Choose *xor* in the lab and see that point.
#
# | symbol | meaning |
# |---|---|
# | $Y$ | examples times their class, one a row; $Y^{+}$ its pseudo-inverse |
# | $a$, $b$, $e$ | weights, targets, errors |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Counting labellings · 7 min
#
# Four points in the plane have 16 labellings. For a square a line can do all but two: [XOR](13_neural_networks.ipynb) and its opposite. That is Cover's $P(4, 2) = 7/8$, and it does not depend on the
# places, as long as no three points lie on a line:

# %% slideshow={"slide_type": "fragment"}
lesson.labellings()

# %% [markdown] slideshow={"slide_type": "subslide"}
# For many points the sum of binomials is close to a normal distribution, $P \approx \Phi\big((2p + 2 - N)/\sqrt{N - 1}\big)$. At $N = 2(p+1)$ both are exactly one half.

# %% slideshow={"slide_type": "fragment"}
lesson.chances()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Prototypes for digits · 4 min
#
# Handwritten digits, 64 grey levels each, ten-fold [cross-validation](01_function_approximation.ipynb). Moving ten means to where they decide better is worth 4 digits in a hundred; remembering all
# digits another 4.

# %% slideshow={"slide_type": "fragment"}
lesson.digit_scores()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Cover.** Return the exact chance that a plane separates $N$ points in $p$ dimensions with labels from a coin.


# %%
def my_probability(N, p):
    """my_probability(4, 2) is 0.875."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.cover_probability(my_probability)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★ The ramp.** Return the slope at `d` of the ramp of width `xi`.


# %%
def my_slope(d, xi):
    """my_slope(0.1, 4.0) is 0.25."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.fuzzy_slope(my_slope)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★ The long row.** Return $r_{jk}$ for an example `x` of class `j` against class `k`; classes count from 0, and there are `C` of them.


# %%
def my_kesler(x, j, k, C):
    """my_kesler(np.array([1, 5]), 0, 1, 3) is [1, 5, -1, -5, 0, 0]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.kesler_row(my_kesler)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **8 ★★★ As few as possible.** Five points, no three on a line, have 22 labellings that a line can do, of 32. Place five different points for which there are as few as possible.

# %%
my_five = None  # such as [[0, 0], [1, 0], [0, 1], [1, 1], [3, 7]]

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.fewest(my_five)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Many classes are one perceptron with long rows, so its theorem holds.
# - A soft penalty gives up what is far on the wrong side; examples near the border decide.
# - Squared error always settles, but it minds scores that are too large. Ho and Kashyap raise those targets, and separate or prove that nothing does.
# - How many labellings a plane can do depends on $N$ and $p$ only, unless points lie specially.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [10 the perceptron family](10_perceptron_family.ipynb) · before: [09 perceptron](09_perceptron.ipynb) · Duda, Hart and Stork, *Pattern Classification* (2001), chapter 5.
