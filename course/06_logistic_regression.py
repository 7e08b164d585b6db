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
# # 06 · Logistic regression
#
# **The night before the last flight of the shuttle Challenger, the forecast said 31 °F. Would you launch?**
#
# *After this lesson you can* say what likelihood is and make it large · fit a curve with Newton's method, as weighted least squares · choose a way
# downhill by what it costs · say what a penalty on the weights is for.
#
# *60 minutes in class, about 40 for the exercises, 40 in [06_more](06_more.ipynb). You need least squares and gradient descent
# ([03](03_least_squares.ipynb)), and Gaussians ([04](04_gaussian_classifiers.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l06_logistic_regression as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## 23 flights · 2 min
#
# Rubber rings seal the joints of the rockets. Each point is an earlier flight: how warm it was at launch, and whether a ring was in distress.

# %% slideshow={"slide_type": "fragment"}
lesson.picture_of_flights()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Bend the curve · 9 min
#
# An S-shaped curve is to state the probability of distress. Each flight has a bar: the probability that the curve gives to *what happened*. Multiply all
# bars. Drag the two handles, or use their sliders, until the product is as large as you can make it. Commit to an answer first.

# %% slideshow={"slide_type": "subslide"}
lesson.SigmoidLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The product is the **likelihood**: how probable the curve makes all that happened. One bar near 0 ruins it (preset *too sure*).
# Now press *Newton*: it goes on from your curve, and in a few moves no curve of this kind is better.
#
# At 31 °F it is all but certain of distress. Nobody had flown below 53 °F: its shape says so, not a flight.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The model · 6 min
#
# The **score** $a = w_0 + w_1 x$ is a line. The **sigmoid** $\sigma$ makes a probability of it:
#
# $$ p = \sigma(a) = \frac{1}{1 + e^{-a}}, \qquad\text{so}\qquad a = \ln\frac{p}{1-p}. $$
#
# The score is the logarithm of the **odds** $p/(1-p)$. Here $w_1 = -0.232$: each degree more multiplies the odds of distress by $e^{-0.232} = 0.79$, and ten degrees
# *less* by 10. At 64.8 °F the score is 0 and $p = \tfrac12$: with several features $a = w^\top x$, and this border is a plane.
#
# | symbol | meaning |
# |---|---|
# | $x$, $x_n$ | features of an example, with a constant 1 in front |
# | $t_n$ | its class, 1 (distress) or 0 |
# | $w$ | weights, the bias $w_0$ first |
# | $a_n$ | score $w^\top x_n$ |
# | $p_n$ | probability of class 1; the slides call it $\mu_n$ |
# | $E(w)$, $H$ | loss, and its Hessian: the table of its second derivatives |
# | $s_n$, $r_n$ | weight and working response of an example, see below |
# | $\lambda$ | weight of the penalty |

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The loss.** A product of many small numbers is awkward, so take minus its logarithm. An example of class 1 adds $-\ln p_n$, of class 0 $-\ln(1 - p_n)$:
#
# $$ E(w) = -\sum_n \big[\, t_n \ln p_n + (1 - t_n) \ln (1 - p_n) \,\big] , $$
#
# the **cross-entropy**. By the chain rule the factor $p(1-p)$ cancels, and the gradient is short:
#
# $$ \nabla E(w) = \sum_n (p_n - t_n)\, x_n . $$
#
# An example pulls by $p_n - t_n$: nearly 0 far on the right side, nearly 1 if surely wrong. No formula gives the zero of this gradient: one has to go downhill.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## By hand · 6 min
#
# **Newton's method** puts a parabola on the loss at $w$ and jumps to its lowest point, $w \leftarrow w - H^{-1} \nabla E(w)$. The second derivatives, the **Hessian**, are
#
# $$ H = \sum_n s_n\, x_n x_n^\top, \qquad s_n = p_n (1 - p_n) . $$
#
# Put $\nabla E$ and $H$ in and sort: the next $w$ is the *least-squares line* through the **working responses** $r_n = a_n + (t_n - p_n)/s_n$, weighted with $s_n$.
# Eight points. At $w = 0$ all $p_n = \tfrac12$, so $s_n = \tfrac14$ and $r_n = \pm 2$:

# %% slideshow={"slide_type": "fragment"}
lesson.first_fit()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Newton as weighted least squares · 8 min
#
# All weights are equal, so the next line is the ordinary one through these $\pm 2$: $-2.143 + 0.952\,x$. It makes new responses and new weights, and so on.
# After four fits the line is $-2.673 + 1.188\,x$ and stays there.
#
# This is **iteratively reweighted least squares** (IRLS). Below, the 23 flights: at the left the responses, the area of a point is its weight. Answer, then play.

# %% slideshow={"slide_type": "subslide"}
lesson.ReweightedLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The weight $p(1-p)$ is largest at $p = \tfrac12$. The flight at 75 °F with distress has a response far up, and little weight: the curve is sure of its mistake.
# These lines of labkit computed every gradient and Hessian. Features are multiplied by +1 (class 1) or −1 (class 0), so that one formula serves both; `doubts` is the
# probability of what did *not* happen, `spread` is $s$; `pull` and `curvature` are 0 here.

# %% slideshow={"slide_type": "fragment"}
lesson.loss_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A race · 11 min
#
# *Gradient descent* goes against the gradient; *momentum* keeps 0.8 of the last move; *line search* goes to the lowest point along the gradient; *conjugate*
# gradients do not undo what the last directions won; *Levenberg* and Marquardt add to the diagonal of $H$; *BFGS* learns $H^{-1}$ from the gradients it meets.
#
# **1 evaluation** is the loss with its gradient on all examples; a Hessian costs 1 for each weight. Place your bet.

# %% slideshow={"slide_type": "subslide"}
lesson.RaceLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. *Scaled first*, *as measured*: the same flights in other units. Who is first now?
# 2. Who makes the same moves in all three units?
# 3. *By gradients*: why does line search zigzag, although each move is the best along its line?
#
# **All eight**, in evaluations until the loss is within 0.01 of the least; *one at a time* steps with each example.
# Newton does not care about units: the Hessian carries them. With scaled features gradients are enough; for thousands of weights a Hessian is too dear.

# %% slideshow={"slide_type": "fragment"}
lesson.race_table()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A gap opens · 8 min
#
# The loss is [convex](06_more.ipynb): there is no false minimum. Is there always a true one? Answer, then play; drag points, and try the presets. On the dashed lines a class has the probability 9/10.

# %% slideshow={"slide_type": "subslide"}
lesson.GapLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Run away.** If a plane parts the classes, twice the weights keep the border and make every right answer surer. The likelihood grows for ever: no $w$ is the best. So add a **penalty**,
#
# $$ E(w) + \frac{\lambda}{2} \sum_{j \ge 1} w_j^2 , $$
#
# which leaves the bias out. It adds $\lambda$ to the diagonal of $H$ (0 for the bias), and there is one minimum for every $\lambda > 0$.
# Six points that a threshold parts have the weight 3.9 with $\lambda = 10^{-2}$, 7.8 with $10^{-4}$, 12.0 with $10^{-6}$: it grows with $\ln 1/\lambda$.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Would you launch? · 5 min
#
# Four methods and a [baseline](01_function_approximation.ipynb) on the 23 flights. The last column is the honest number: each flight is answered by a model that has not seen it.

# %% slideshow={"slide_type": "fragment"}
lesson.at_31()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **All four say no.** But 0.9996 is not a measurement. Leave out any one flight, and the curve still says at least 0.9989: all these curves have one shape. The neighbours, with another, say 0.8.
# No flight can tell these apart. A probability does not say how little one knows ([08](08_bayesian_logistic.ipynb)).
#
# **More data.** 569 tumours, ten measurements of their cells, in ten-fold cross-validation:

# %% slideshow={"slide_type": "fragment"}
lesson.tumour_scores()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# **Where it fails.** 9 of the 13 mistakes are malignant tumours called benign. There are probabilities: cut below $\tfrac12$ ([01](01_function_approximation.ipynb)). The last
# four rows differ within chance.
#
# | | logistic regression | LDA ([04](04_gaussian_classifiers.ipynb)) | perceptron ([09](09_perceptron.ipynb)) | least squares ([03](03_least_squares.ipynb)) |
# |---|---|---|---|---|
# | probabilities | yes | yes | no | no |
# | assumes | linear log odds | Gaussian clouds, alike | a plane parts the classes | numbers, not classes |
# | far and right | hardly pulls | shifts a mean | does not pull | pulls hard |
# | classes that a plane parts | needs $\lambda$ | fine | stops | fine |
# | bends | with new features ([06_more](06_more.ipynb)) | no | with new features | with new features |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 5 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ The gradient.** Return the gradient of the cross-entropy at `w`. The rows of `X` are the examples, its first column is 1.


# %%
def my_gradient(X, t, w):
    """For X = [[1, 2]], t = [1] and w = [0, 0]: [-0.5, -1]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.gradient(my_gradient)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** One move of Newton's. It goes the wrong way. Mend it.


# %%
def newton(X, t, w):
    """The next weights; for the eight points and w = 0 about [-2.143, 0.952]."""
    p = 1 / (1 + np.exp(-X @ w))
    H = -(X.T * (p * (1 - p))) @ X
    return w - np.linalg.solve(H, X.T @ (p - t))


# %% slideshow={"slide_type": "skip"}
lesson.exercises.newton(newton)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Three measurements.** Get fewer than 20 of the 569 tumours wrong with three of worst_radius, worst_texture, worst_perimeter, worst_area, worst_smoothness, worst_compactness,
# worst_concavity, worst_concave_points, worst_symmetry, worst_fractal_dimension ($\lambda = 1$, cross-validation).

# %%
my_measurements = None  # such as ["worst_radius", "worst_perimeter", "worst_area"]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.three_measurements(my_measurements)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Place at least five examples on one axis such that *no* threshold parts the classes, and the weights run away all the same.

# %%
my_x, my_t = None, None  # such as [0, 1, 2, 3, 4] and [0, 0, 1, 1, 1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.runs_away(my_x, my_t)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The score is the log odds; the likelihood is a product of bars; its negative logarithm is the cross-entropy.
# - Each example pulls by $p - t$. Newton is least squares again and again, with the weights $p(1-p)$.
# - Count evaluations, not moves. Units change every way down but Newton's.
# - A convex loss may have no minimum: where a plane parts the classes, take $\lambda > 0$.
#
# **And the launch?** The curve says 0.9996, the neighbours 0.8, and no flight was that cold. None of them says launch.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [06_more](06_more.ipynb): squared loss or cross-entropy, which weights survive, borders that bend, one example at a time · before:
# [05 Fisher's discriminant](05_fisher_discriminant.ipynb) · next: [07 many classes](07_many_classes.ipynb) · Dalal, Fowlkes and Hoadley (1989), *Risk analysis of the space shuttle*.
