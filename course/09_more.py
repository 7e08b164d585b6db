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
# # 09 · The perceptron: more
#
# **How far should one step go? Is there a line at all? And what if there is none?**
#
# *After this page you can* choose a step length and say what it does · follow a second proof of convergence · prove that no line separates · keep the best weights when
# the rule never stops.
#
# *45 minutes. You need the [main page](09_perceptron.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l09_perceptron as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How far should one step go? · 13 min
#
# Every update goes along $z$. How far is up to us. Let $b > 0$ be a **margin**: a score that we would like every example to reach.
#
# | rate | $\eta$ | what it does |
# |---|---|---|
# | constant | $1$ | adds the example |
# | optimal | $(w^*-w)^\top z/\|z\|^2$ | gets as near to $w^*$ as this direction allows; one must know $w^*$ |
# | relaxation | $(b+\lvert w^\top z\rvert)/\|z\|^2$ | lands exactly on the margin, $w^\top z = b$ |
# | normalised | $2\lvert w^\top z\rvert/\|z\|^2$ | reflects $w$: the score changes its sign, the length stays |

# %% slideshow={"slide_type": "subslide"}
lesson.RatesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Turn the start. Which rule cares, and which hardly notices?
# 2. Let relaxation land farther inside. Does it need more updates, or fewer?
# 3. The optimal rate has seen the answer. Look for a seed where it is not the fastest.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## One update of each, by hand
#
# The weights $w = (1, -2, \tfrac12)$ meet $z = (-1, 2, 1)$: the score is $-4.5$, and $\|z\|^2 = 6$. With $w^* = (0, 3, 2)$ and $b = \tfrac12$:

# %% slideshow={"slide_type": "fragment"}
lesson.one_update_each()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The theorem in numbers · 5 min
#
# AND has four examples, and $w^* = (3, 2, 2)$ separates them: every score is at least $b^* = 1$, the longest example has $\beta^2 = 3$. For a $w^*$ of any length the bound
# reads $n \le \|w^*\|^2\beta^2/b^{*2} = 17 \cdot 3 / 1 = 51$. The rule needs 18 updates in 9 sweeps. The bound counts updates, neither sweeps nor looks.

# %% slideshow={"slide_type": "fragment"}
lesson.bounds_on_and()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **With a margin.** If an example counts as a mistake until $w^\top z > b$, every update may add $2\eta b$ more to $\|w\|^2$. From $w = 0$ the bound becomes
# $\|w^*\|^2(\beta^2 + 2b/\eta)/b^{*2}$. A larger margin takes longer, and ends farther inside the gap. (The slider *margin b* of the main lab.)
#
# **With other units.** The bound asks how wide the gap is, measured by the longest example. The Adelie and Gentoo bills again:

# %% slideshow={"slide_type": "fragment"}
lesson.how_long()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A second proof: nearer with every update · 6 min
#
# One update changes the squared distance to $w^*$ by
#
# $$ \|w + \eta z - w^*\|^2 - \|w - w^*\|^2 \;=\; 2\eta\, w^\top z - 2\eta\, w^{*\top} z + \eta^2\|z\|^2 \;\le\; -2\eta\, b^* + \eta^2\beta^2 . $$
#
# For $\eta < 2b^*/\beta^2$ that is negative. A distance that shrinks is not enough: it could shrink for ever. But it shrinks *by at least a fixed amount*, and a square cannot fall
# below 0. So $n \le \|w^*\|^2 / (2\eta b^* - \eta^2\beta^2)$. This is smallest at $\eta = b^*/\beta^2$, and there it is the first proof's bound.

# %% slideshow={"slide_type": "fragment"}
lesson.weight_way()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The mirror.** For the normalised rule the same calculation gives a change of $-4\,\lvert w^\top z\rvert\, w^{*\top}z / \|z\|^2$: in our example $-24$.

# %% slideshow={"slide_type": "fragment"}
lesson.reflections()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Here the amount is *not* fixed: it goes to zero with the score. An example exactly on the line moves nothing, and the rule stalls. The relaxation rule lands
# *beyond* the line, on $b > 0$, and its steps stay long enough.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The other coding · 5 min
#
# With targets $t = 0$ or $1$ and the answer $g$, the rule is $w \leftarrow w + \eta\,(t - g)\,x$: a missed example of class 1 is added (reinforcement), one of class 0 subtracted
# (anti-reinforcement). One thing differs: a score of exactly 0 is now an answer, class 1. So the two rules start differently and end with different lines. Without any
# constant input every line would have to pass through the origin.

# %% slideshow={"slide_type": "fragment"}
lesson.and_in_two_codings()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Is there a line at all? · 10 min
#
# The perceptron cannot say "no". A **linear program** can. Give every example a **slack** $u_i \ge 0$, what it lacks to the margin, and make the sum small:
#
# $$ \min_{w,u} \sum_i u_i \quad\text{with}\quad u_i \ge b - w^\top z_i,\;\; u_i \ge 0 . $$
#
# The least sum is 0 exactly if a line separates, and then $w$ is the proof. (Solvers want no negative variables: $w = w^+ - w^-$. Margins may differ: `LinearProgram(margin=[...])`.)
#
# The **dual** program looks for weights $0 \le \lambda_i \le 1$ of the largest sum, with $\sum_i \lambda_i z_i = 0$: both
# classes have the same total weight and the same centre of gravity.

# %% slideshow={"slide_type": "subslide"}
lesson.ProgramLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why this is a proof.** If some $w$ had $w^\top z_i > 0$ for all $i$, then $\sum_i \lambda_i w^\top z_i > 0$. But this sum is $w^\top 0 = 0$. The simplex method exchanges one example
# for another in each **pivot**. The total weight never falls, and where $b$ times it meets the total slack both are proven best.
#
# | symbol | meaning |
# |---|---|
# | $b$ | margin: the score that every example should reach |
# | $u_i$ | slack of example $i$: what it lacks to the margin |
# | $\lambda_i$ | weight of example $i$ in the balance, its multiplier |

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Point at a bar: which point is it? Those with a weight strictly between 0 and 1 lie where?
# 2. Drag the hollow point over to its class. What happens to the weights when a line separates?
#
# The data of the course, decided:

# %% slideshow={"slide_type": "fragment"}
lesson.least_slacks()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When there is none: the pocket · 6 min
#
# 569 breast tumours, ten measurements each, malignant or benign. The linear program proves that no plane separates
# the two kinds, so the rule never stops, and where it is stopped is a lottery:

# %% slideshow={"slide_type": "fragment"}
lesson.wandering()

# %% [markdown] slideshow={"slide_type": "subslide"}
# One more sweep, and three in a hundred answers are lost; another one, and they are back. Gallant's **pocket** (1990) counts the mistakes after every update and keeps the best
# weights so far; `Perceptron(patience=3)` stops where three sweeps have not changed the number of mistakes. In ten-fold
# [cross-validation](01_function_approximation.ipynb), scaled:

# %% slideshow={"slide_type": "fragment"}
lesson.tumour_scores()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Relaxation.** The example $z$ is a mistake, $w^\top z \le 0$. Which $\eta$ takes its score exactly to the margin $b$?


# %%
def my_rate(w, z, b):
    """my_rate(np.array([1, -2, 0.5]), np.array([-1, 2, 1]), 0.5) is 0.833."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.relaxation_rate(my_rate)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ The bound.** The rows of `Z` are signed examples, `w_star` separates them and may have any length. Return the theorem's bound on the number of updates, not rounded.


# %%
def my_bound(Z, w_star):
    """my_bound(np.array([[-1, 2, 0], [1, 0, 1]]), np.array([0, 1, 1])) is 10."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.mistake_bound(my_bound)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★ Find the bug.** The normalised rule is a mirror: $w$ keeps its length, and the score changes its sign. This one stretches. Mend it.


# %%
def reflected(w, z):
    """reflected(np.array([1, -2]), np.array([0, 2])) is [1, 2]."""
    return w + 2 * abs(w @ z) * z


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.length_stays(reflected)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **8 ★★★ Hard points.** Find four points that take more than twenty updates, and yet end. (AND takes 18.) What makes points hard?

# %%
hard_X, hard_y = None, None  # four rows of two numbers, four labels of two kinds

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.hard_points(hard_X, hard_y)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Relaxation projects, the normalised rule reflects, the optimal rate must know the answer.
# - Nearer with every update is no proof; nearer *by a fixed amount* is one.
# - A linear program decides: weights $w$ that separate, or weights on the examples that balance.
# - Where no line separates, stop when you like, and take the best weights from the pocket.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [09 the perceptron](09_perceptron.ipynb) · next: [10 the perceptron's family](10_perceptron_family.ipynb) · Agmon (1954) and Motzkin and Schoenberg (1954) on relaxation; Gallant (1990)
# on the pocket.
