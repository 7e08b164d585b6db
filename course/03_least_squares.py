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
# # 03 · Least squares
#
# **What does one more horsepower cost in miles per gallon, and what does one typo?**
#
# *After this lesson you can* say what least squares measures, and fit a line by hand · choose a step size for gradient descent · read a slope,
# and say when one wrong number spoils it · say what least squares does when it has to classify.
#
# *60 minutes in class, about 30 for the exercises, 41 in [03_more](03_more.ipynb). You need the squared loss ([01](01_function_approximation.ipynb)), means, variances and the derivative of a square.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l03_least_squares as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Cars · 2 min
#
# Each point is a car of the years 1970 to 1982: its horsepower, and how many miles it went on a gallon of petrol.

# %% slideshow={"slide_type": "fragment"}
lesson.picture_of_cars()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which line? · 10 min
#
# Twelve of these cars. Drag the two handles, or use their sliders. Each car has a square on its distance to the line;
# make the sum of their areas as small as you can. Commit to an answer first.

# %% slideshow={"slide_type": "subslide"}
lesson.SquaresLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** *Least squares* measures straight up and down: how many miles per gallon the prediction is off. Horsepower is given, so no error is
# measured along it. No handle position beats the bar *least squares*.
#
# The *long axis* is what the eye takes for the best line. It makes the *perpendicular* squares small, and is steeper. These distances mix
# miles with horsepower (here 4 horsepower are drawn as long as 1 mile per gallon): in kilowatts it would be another line. The line of least squares would stay.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 5 min
#
# Predict $y$ by $w_0 + w_1 x$. What is left, $r = y - (w_0 + w_1 x)$, is the **residual**. Least squares takes the weights with the least
# **loss**
#
# $$ L(w) = \sum_n r_n^2 = \sum_n \big(y_n - w_0 - w_1 x_n\big)^2 . $$
#
# | symbol | meaning |
# |---|---|
# | $x_n$, $y_n$ | what is known of example $n$, and the number to predict |
# | $w_0$, $w_1$ | the constant and the slope, together the weights $w$ |
# | $r_n$ | residual of example $n$ |
# | $L(w)$ | loss: the sum of the squared residuals |
# | $\bar x$, $\bar y$ | mean of the $x_n$, of the $y_n$ |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 6 min
#
# First a line through the origin, $y = wx$, and three points. The loss is a parabola in $w$. Its slope $-2\sum_n x_n (y_n - w x_n)$ is zero at
#
# $$ w = \frac{\sum_n x_n y_n}{\sum_n x_n^2} = \frac{19}{14} \approx 1.357 . $$
#
# **With a constant**, take the means off first. The line goes through $(\bar x, \bar y)$, and seen from there it is a line through the origin:
#
# $$ w_1 = \frac{\sum_n (x_n - \bar x)(y_n - \bar y)}{\sum_n (x_n - \bar x)^2}, \qquad w_0 = \bar y - w_1 \bar x . $$
#
# With many features it is the same idea with matrices: $w$ solves $X^\top X\, w = X^\top y$, the **normal equations** ([03_more](03_more.ipynb)). The sums for
# the three points:

# %% slideshow={"slide_type": "fragment"}
lesson.line_by_hand()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One typo · 8 min
#
# Twelve cars again. Answer first; then type one number wrong, or drag any car. The dashed line is that of the cars without typos.

# %% slideshow={"slide_type": "subslide"}
lesson.TypoLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **A seesaw.** The slope is a weighted sum of the $y_n$. The weight of $y_n$ is $(x_n - \bar x) / \sum_m (x_m - \bar x)^2$: nothing in the middle, most at the
# ends. A car far from $\bar x$ has a high **leverage**. Its distance from the line plays no part.
#
# Worse is a typo in $x$ itself: it moves the car out to where the lever is long. Below, one of 392 cars gets a zero too many: one number out of 784, and two
# thirds of the slope are gone. Look at the data before you believe a slope.

# %% slideshow={"slide_type": "fragment"}
lesson.typo_on_all_cars()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Downhill instead · 12 min
#
# The formula is quick for few weights. For many, or for other losses, one goes down step by step: **gradient descent** moves against the gradient,
#
# $$ w \leftarrow w - \eta\, \nabla L(w), \qquad \nabla L(w) = -2 \sum_n \big(y_n - w^\top x_n\big)\, x_n . $$
#
# How large may the **step size** $\eta$ be? It is *stable* if the way does not run off. Place your bet, then play. The lab has six points with two features and no constant. The dashed lines are the directions in
# which the valley bends most and least. With *momentum*, each move keeps that share of the move before.

# %% slideshow={"slide_type": "subslide"}
lesson.ValleyLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Raise the step size slowly. From where on does the way zigzag? From where on does the loss grow?
# 2. Preset *a long valley*: horsepower and a constant. Which direction is slow? Now the same with momentum.
# 3. Preset *scaled first*: horsepower less its mean, divided by its spread. How many steps does it take, and why?

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why.** Along each dashed line the loss is a parabola. A step multiplies the distance to the bottom by $1 - \eta h$, where $h$ is the **curvature** there. This
# shrinks if $\eta < 2/h$. The sharpest bend decides what is stable:
#
# $$ \eta < \frac{2}{h_{\max}} . $$
#
# But the flattest direction decides how long it takes. If both curvatures are equal, one good step is enough. That is why one scales the features first.
#
# | symbol | meaning |
# |---|---|
# | $\eta$ | step size |
# | $h$ | curvature of the loss along a direction; the largest is $h_{\max}$ |
#
# These lines made your steps; `velocity` is the last move:

# %% slideshow={"slide_type": "fragment"}
lesson.step_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Can it classify? · 8 min
#
# Code class A as $-1$ and class B as $+1$, fit $f(x) = w_0 + w^\top x$ by least squares, and answer with the sign of $f$. Quick, and often good. Logistic
# regression ([06](06_logistic_regression.ipynb)) fits a border too, with another loss. Below are both. Points can be dragged.

# %% slideshow={"slide_type": "subslide"}
lesson.EasyPointsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Too right is wrong.** For least squares $f = 5$ where $+1$ is wanted is as bad as $f = -3$. So it turns the border until the far points are less right, and the near
# ones pay. To be right by a wide margin costs logistic regression next to nothing. Least squares predicts numbers; for classes take a loss that looks at the sign.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What does a horsepower cost? · 5 min
#
# All 392 cars: the slope of horsepower by itself, and beside other features. The honest number is in the last column: ten parts of the cars, each predicted by a line
# that was fitted to the nine others (**cross-validation**). The **typical error** is the root of the mean square.

# %% slideshow={"slide_type": "fragment"}
lesson.prices()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Each of the slopes is right.** Strong cars are heavy, so alone horsepower also pays for the weight. Between cars alike in the other four features it costs nothing
# that can be seen. A slope answers *"what if only this differs?"*, and only among the features that are in.
#
# **Where it fails.** The mean residuals of the line of horsepower: it is too low at both ends and too high between. The truth bends, and the line cannot. At 254 horsepower,
# more than any of these cars has, it promises no miles at all.

# %% slideshow={"slide_type": "fragment"}
lesson.left_over()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | least squares | ridge ([03_more](03_more.ipynb)) | nearest neighbours ([02](02_nearest_neighbours.ipynb)) | a tree ([18](18_regression_trees.ipynb)) |
# |---|---|---|---|---|
# | says what a feature costs | yes | roughly | no | no |
# | bends | only with new features | the same | yes | in steps |
# | one typo | may turn everything | a little less | stays local | stays local |
# | units of a feature | no matter | matter | matter | no matter |
# | features that say the same | slopes become wild | slopes shared | no matter | no matter |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ A line.** Return the constant and the slope of the least-squares line.


# %%
def my_line(x, y):
    """my_line(np.array([0, 2]), np.array([1, 5])) is (1, 2)."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.line(my_line)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This should be the gradient of the mean of $(w^\top x_n - y_n)^2$. Descent with it goes astray. Mend it.


# %%
def gradient(X, y, w):
    """gradient(np.array([[1.0]]), np.array([1.0]), np.array([0.0])) is [-2]."""
    return 2 * np.square(X @ w - y) @ X / len(y)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.gradient(gradient)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Two features.** Two features can predict better than all five. Get the typical error below 3.47 miles per gallon with two of horsepower, weight_lb, displacement_cu_in, acceleration_s, model_year.

# %%
my_features = None  # such as ["horsepower", "acceleration_s"]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.two_features(my_features)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place at least four points on one axis, all of class $-1$ to the left of all of class $+1$, so that least squares gets some of them wrong.

# %%
my_x, my_classes = None, None  # such as [0, 1, 2, 3] and [-1, -1, 1, 1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_x, my_classes)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Least squares measures straight up and down, in the units of $y$.
# - The slope is a seesaw: who sits far from $\bar x$ turns it.
# - A step size below $2/h_{\max}$ is stable; scaling the features makes it quick.
# - For classes, it punishes answers that are too right.
#
# **And the question?** By itself, 0.158 miles per gallon; among cars alike in the other four features, nothing that can be seen. One zero too many takes two thirds of that price away.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [03_more](03_more.ipynb): the normal equations, planes, ridge, one car at a time · before: [02 nearest neighbours](02_nearest_neighbours.ipynb) · next:
# [04 Gaussian classifiers](04_gaussian_classifiers.ipynb) · later: [10 perceptron family](10_perceptron_family.ipynb), which learns step by step too · Stigler, *The History of Statistics* (1986).
