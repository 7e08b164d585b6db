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
# # 03 · Least squares: more
#
# **Many features, too many features, one car at a time: what becomes of the line of the [main page](03_least_squares.ipynb)?**
#
# *After this page you can* write down the normal equations and say when they have many solutions · picture a fitted plane and its normal · say what a $\lambda$ means
# in another program · choose between a step for each example and a solution for all so far.
#
# *41 minutes. You need the main page, and what a matrix product is.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l03_least_squares as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The normal equations · 6 min
#
# Put the examples into the rows of a matrix $X$ (a column of ones for the constant), the numbers into $y$. The loss is $|y - Xw|^2$, its gradient
# $-2X^\top(y - Xw)$. Where it is zero,
#
# $$ X^\top X\, w = X^\top y . $$
#
# In words: what is left over, $r = y - Xw$, is perpendicular to every column of $X$. For the 392 cars and their horsepower:
#
# | symbol | meaning |
# |---|---|
# | $X$ | matrix of the features, a row for each example |
# | $r$ | the residuals, $y - Xw$ |

# %% slideshow={"slide_type": "fragment"}
lesson.what_is_left()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Nothing that is proportional to horsepower is left in the residuals. That is all least squares promises: they may still bend, as they did on the main page.
#
# **Many solutions.** If one column is a weighted sum of others, or if there are fewer examples than weights, $X^\top X$ has no inverse, and many $w$ fit alike. labkit then takes the
# shortest slopes and says so. It solves by QR, which splits $X$ into two simple factors, without forming $X^\top X$: that would square the rounding errors.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A plane · 6 min
#
# With two features the fitted surface is a plane over the floor of $x_1$ and $x_2$. Some texts say that $w$ is "normal to the plane". Commit, then turn the box until
# the plane looks like a line: the arrow that is drawn is the normal. All three axes are standardised: less the mean, divided by the spread.

# %% slideshow={"slide_type": "subslide"}
lesson.PlaneLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The surface is $w_1 x_1 + w_2 x_2 - y + w_0 = 0$. Its normal has three numbers, $(w_1, w_2, -1)$; the arrow that is drawn is $(-w_1, -w_2, 1)$: the same line, pointing up. The short $w = (w_1, w_2)$ lies on the floor and points
# where the plane rises most. For a *classifier* it is another story: there $w^\top x + w_0 = 0$ is the border within the floor, and $w$ is normal to it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Ridge · 10 min
#
# If two features say nearly the same, one slope can be large and positive and the other large and negative, for next to no gain. **Ridge regression** makes large slopes cost:
#
# $$ L(w) + \lambda |w|^2, \qquad (X^\top X + \lambda I)\, w = X^\top y . $$
#
# Here $w$ is without the constant, which is never penalised: take the means off first. With $\lambda > 0$ there is exactly one solution. On the six points of the main page:
#
# | symbol | meaning |
# |---|---|
# | $\lambda$ | weight of the penalty |
# | $I$ | the unit matrix |

# %% slideshow={"slide_type": "fragment"}
lesson.six_solved()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The first weight even grew a little, and the length shrank: ridge shrinks the whole vector, most along the directions about which the data say least.
#
# **Why are small slopes good?** If the feature $x_d$ changes by $\epsilon$, the prediction changes by $\epsilon\, w_d$. With small slopes, cases that are nearly alike get nearly the
# same answer.
#
# Now the cars with all five features, standardised. Programs differ in the loss to which they add the [penalty](06_logistic_regression.ipynb).

# %% slideshow={"slide_type": "subslide"}
lesson.RidgeLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Three meanings of $\lambda$.** To get the same slopes:
#
# | the penalty $\lambda\lvert w\rvert^2$ is added to | the same as $\lambda$ with the sum |
# |---|---|
# | the sum of squares | $\lambda$ |
# | half the sum of squares | $2\lambda$ |
# | the mean of squares of $N$ examples | $N\lambda$ |
#
# Before you copy a $\lambda$ from a paper, look at the loss. And look at the units: in pounds or in tons, weight is penalised differently. So one standardises first. Choose
# $\lambda$ by [cross-validation](01_function_approximation.ipynb).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## And step sizes · 3 min
#
# Two steps down the sum of squares by hand, on the six points, with $\eta = 0.01$:

# %% slideshow={"slide_type": "fragment"}
lesson.descent_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Whoever divides the loss by $N$ may take steps that are $N$ times as large:

# %% slideshow={"slide_type": "fragment"}
lesson.rates()

# %% [markdown] slideshow={"slide_type": "subslide"}
# So the advice "usually less than 1" says nothing about a step size. What is stable is $2$ over the largest curvature of *your* loss, on *your* data.
#
# Below that limit descent converges to a place where the gradient is zero. For the squared loss, which is [convex](06_more.ipynb), that is a minimum.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One car at a time · 10 min
#
# Data may arrive one by one. The **delta rule**, or LMS (Widrow and Hoff, 1960), takes a step downhill on $\tfrac12(y - w^\top x)^2$ of the newest example alone:
#
# $$ w \leftarrow w + \gamma\,(y - w^\top x)\, x . $$
#
# With a constant input in front, $\gamma = 0.1$, and from $w = 0$:
#
# | symbol | meaning |
# |---|---|
# | $\gamma$ | step size of the delta rule |
# | $P$ | the inverse of $X^\top X$ so far, which recursive least squares (RLS) keeps besides $w$ |

# %% slideshow={"slide_type": "fragment"}
lesson.delta_rule_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Recursive least squares** (RLS) keeps more than $w$: a matrix $P$, with which it solves the normal equations of all examples so far anew, at the price of one matrix times a vector.
# Sixty cars come by. Commit, then play.

# %% slideshow={"slide_type": "subslide"}
lesson.OneByOneLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try**
#
# 1. Preset *LMS in a hurry*: how does its curve change, early and late?
# 2. Preset *the world changes*: from the 31st car on, the sign of the relation is reversed. Who notices sooner?
# 3. Let RLS forget. What does it pay where nothing changes?
#
# LMS costs a few products for each example and is never quite at rest. RLS is at once where the data say, but believes old data as much as new, unless it forgets.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Ten points and one · 3 min
#
# The classifier of the main page on ten points of the lecture, class 1 as $-1$ and class 2 as $+1$. One more point of class 1, far on its own side:

# %% slideshow={"slide_type": "fragment"}
lesson.ten_points_and_one()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The border was right about all ten. One easy point makes it wrong about two of them. For two classes least squares finds the direction of Fisher's
# discriminant ([05](05_fisher_discriminant.ipynb)), and far points pull at both.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A line through zeros and ones · 3 min
#
# On 23 flights of the space shuttle a seal was in distress (1) or none was (0). The least squared loss has the *share* of ones, if the curve may bend
# ([01](01_function_approximation.ipynb)). A straight line may not:

# %% slideshow={"slide_type": "fragment"}
lesson.line_of_flights()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The last launch was at 31 °F. There the line says 1.75: no probability. A line has no ends; probabilities have two. Lecture [06](06_logistic_regression.ipynb) bends it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Ridge.** Return the $w$ with the least sum of squares $+ \lambda|w|^2$. There is no constant.


# %%
def my_ridge(X, y, lam):
    """my_ridge(np.array([[1.0], [2.0]]), np.array([1.0, 3.0]), 1.0) is [1.167]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.ridge(my_ridge)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ One sample.** One step of the delta rule: `w` is $(w_0, w_1)$, `x` and `y` are numbers.


# %%
def my_sample(w, x, y, gamma):
    """my_sample(np.array([0.0, 0.0]), 1.0, 2.0, 0.1) is [0.2, 0.2]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.sample(my_sample)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ A typo that hides.** Add one car to the twelve of the main page, with at most 2000 horsepower and 100 miles per gallon. The slope shall become positive, and yet the
# residual of this very car stay below 3.

# %%
my_hp, my_mpg = None, None  # such as 300 and 40

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.hidden(my_hp, my_mpg)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Normal equations: residuals are perpendicular to every feature.
# - The fitted plane has the normal $(w_1, w_2, -1)$, not $w$.
# - $\lambda$ and $\eta$ mean nothing before you know the loss: sum, half of it, or mean.
# - LMS takes cheap steps; RLS has the solution for all examples so far.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [03 least squares](03_least_squares.ipynb) · next: [04 Gaussian classifiers](04_gaussian_classifiers.ipynb) · the delta rule for classes: [10 perceptron family](10_perceptron_family.ipynb) · Hastie, Tibshirani and Friedman,
# *The Elements of Statistical Learning*, chapter 3.
