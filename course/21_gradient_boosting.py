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
# # 21 · Gradient boosting
#
# Fit what is left over. Then fit what is left of that.
#
# **After this lecture you can**
#
# - boost six points by hand, and say in which sense the residual is a gradient and boosting a descent;
# - expand any loss to second order, and get from it the score of a leaf, the worth of a tree and the gain of a split;
# - predict what $\gamma$ and $\lambda$ do to a tree, and price the lecture's tree at $3\gamma + 2.505\lambda$;
# - choose shrinkage, sampling and the number of rounds, and tell which of them helps on which data;
# - decide among many classes, by a tree for each class and round, or by words of bits that forgive wrong trees;
# - name five places where the slides are wrong or unclear, and prove it.
#
# It follows deck 000 (*Gradient Boosting Algorithm* to *Error Correcting Output Codes*) and deck 002 (*Greedy Optimization Methods*, *Backfitting Algorithm(cont'd)*).
# About 90 minutes. Each section names its slides.

# %% slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l21_gradient_boosting as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict first
#
# *Deck 000: Gradient Boosting Algorithm · deck 002: Greedy Optimization Methods*
#
# Six points. Answer with their mean, 3.25, everywhere: the squares of what is left over, the **residuals**, sum to 19.375. A *stump* is a tree of one cut. The
# best one for these residuals brings the sum down to 1. Now a second stump is fitted to what the first one left, and added.

# %% slideshow={"slide_type": "subslide"}
six = lesson.data.load("gbm6")
x, y, z = six["x"], six["y"], six["z"]
guess = lesson.questions.second_stump.ask()
print(six)
guess

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Fit, look at what is left, fit that
#
# *Deck 002: Greedy Optimization Methods · deck 000: Gradient Boosting Algorithm*
#
# Deck 002 has the plan: DATA = FIT 1 + RESIDUAL 1, RESIDUAL 1 = FIT 2 + RESIDUAL 2, and so on; the MODEL is FIT 1 + FIT 2 + … With a tree for each fit it is
# **$L_2$ boosting**. With $F$ for the prediction so far (the slides' $\hat z$), $F_0$ the mean, and in round $m$
#
# $$ r_n = z_n - F_{m-1}(x_n), \qquad f_m = \text{the tree fitted to } r, \qquad F_m = F_{m-1} + f_m . $$
#
# In AdaBoost the *weights* told the next member where to look. Here the *residuals* do.

# %% slideshow={"slide_type": "subslide"}
story = lesson.L2Boost(rounds=3).trace(x[:, None], y)
for step in story[1:-1]:
    (left, right), t = step.weak.tree.prediction[1:], step.weak.tree.threshold[0]
    print(f"round {step.round}: x <= {t}: {left:+.2f}, otherwise {right:+.2f};  left over: {step.residuals.round(2)}")
cuts = [[*step.weak.tree.threshold[:1], *step.weak.tree.prediction[1:]] for step in story[1:-1]]
rss = [step.rss for step in story[:-1]]
print("sum of squares:", *np.round(rss, 3))
assert np.allclose(cuts, [[3.5, -1.75, 1.75], [1.5, -0.5, 0.1], [5.5, 0.12, -0.6]])
assert np.allclose(rss, [19.375, 1, 0.7, 0.268])
print(guess.reveal("about a third", because="two stumps make three steps: more than a stump, less than all points"))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The residual is a slope
#
# *Deck 000: Gradient Boosting Algorithm (E-000-33) · deck 002: Backfitting Algorithm(cont'd) (E-002-10)*
#
# Regard the six predictions $F(x_1), \dots, F(x_6)$ as six unknowns of the loss. Where does it fall most steeply? Along minus the gradient, and
#
# $$ -\frac{\partial}{\partial F}\,\tfrac12 (z-F)^2 = z - F = r . $$
#
# So $r$ is the direction of steepest descent. But $r$ is known at six points only. The tree is its stand-in: as near to $r$ as a small
# tree gets, and a *function*, which answers everywhere. A round goes a step along it: **gradient descent in a space of functions.**
#
# **Where the slides are wrong (1).** The slide has no ½. Without it minus the gradient is $2r$, not $r$ (E-000-33). **(2)** Deck 002 calls *backfitting* the gradient
# descent among functions. It is not: backfitting returns to one member after the other and refits it *completely* while all others stand still, block coordinate
# descent. It ends at the joint least squares. Boosting takes a step and never touches an old member again (E-002-10).


# %% slideshow={"slide_type": "subslide"}
def slope(loss, F, nudge=1e-6):
    """Of the summed loss in each of the predictions F, by small differences."""
    return np.array([(loss(F + d) - loss(F - d)).sum() for d in nudge * np.eye(len(F))]) / (2 * nudge)


F = np.full(6, y.mean())
half, whole = slope(lambda F: (y - F) ** 2 / 2, F), slope(lambda F: (y - F) ** 2, F)
print("r              ", y - F, "\nwith the half  ", -half.round(4), "\nwithout it     ", -whole.round(4))
assert np.allclose(-half, y - F) and np.allclose(-whole, 2 * (y - F))  # E-000-33
f = story[1].weak.predict(x[:, None])
print("the first stump", f)
assert np.isclose(f @ (y - F - f), 0)  # the nearest multiple of this stump: nothing of r is left along it

# %% slideshow={"slide_type": "subslide"}
rng = np.random.default_rng(21)
columns = rng.normal(size=(50, 2)) @ [[1.0, 0.8], [0.0, 0.6]]  # two members: a multiple of one column each
target, fit = columns @ [1.0, -2.0] + rng.normal(size=50), np.zeros(2)
for j in 60 * [0, 1]:
    rest = target - columns @ fit + columns[:, j] * fit[j]  # what the other member leaves over
    fit[j] = columns[:, j] @ rest / (columns[:, j] @ columns[:, j])  # refitted completely
    assert abs(columns[:, j] @ (target - columns @ fit)) < 1e-9  # nothing is left along this block
joint = np.linalg.lstsq(columns, target, rcond=None)[0]
print("backfitting ends at", fit.round(4), " joint least squares:", joint.round(4))
assert np.allclose(fit, joint, atol=1e-10)  # E-002-10
one, three = lesson.L2Boost(rounds=1).fit(x[:, None], y).model_, lesson.L2Boost(rounds=3).fit(x[:, None], y).model_
assert np.array_equal(one.predict(x[:, None]), three.prefix(1).predict(x[:, None]))  # boosting changes no old member

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: residuals, round by round
#
# *Deck 000: Gradient Boosting Algorithm*
#
# The points with the sum so far; beside them what is left over, and the tree that is fitted to it.
#
# - The six points: predict each cut before you step. Where are the longest stems?
# - Shrinkage 0.1: how does the second stump differ from the first? How many rounds until another cut comes first?
# - The sine with 30 points and noise 0.4, sixty rounds: where does the error on fresh cases turn, and what do the stumps after that go after?
# - Depth 3 instead of stumps: how many rounds to the same fit? Which fit would you trust between the points?
# - Drag one point far away. Squares care: how many of the stumps are spent on it?

# %% slideshow={"slide_type": "subslide"}
residuals = lesson.ResidualLab()
residuals

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Another loss, the same plan
#
# *Deck 000: Gradient Boosting Algorithm*
#
# For two classes $z = \pm1$ the score $F$ is judged by the margin $zF$. AdaBoost goes down $e^{-zF}$. An example with a wrong label ends at a very negative
# margin, where the exponential is steep, and then everything revolves around it. The **log loss** $\ln(1 + e^{-zF})$ is about as good at large margins and
# has a slope of at most 1 on the other side. A hundred examples at margin $+1$, and one at $-5$: whose pull is it?

# %% slideshow={"slide_type": "subslide"}
margins = np.append(np.ones(100), -5.0)
pulls = {"exponential": np.exp(-margins), "log": 1 / (1 + np.exp(margins))}  # how steep the loss is, without the sign
for name, pull in pulls.items():
    print(f"{name:12} the outlier pulls with {pull[-1]:7.3f}, which is {pull[-1] / pull.sum():.1%} of all pull")
assert np.isclose(pulls["exponential"][-1], np.exp(5)) and pulls["log"][-1] < 1
numeric = slope(lambda F: np.log1p(np.exp(-F)), margins)  # all z = 1, so the margin is the score
assert np.allclose(-numeric, pulls["log"], atol=1e-6)
assert pulls["exponential"][-1] > 0.8 * pulls["exponential"].sum() and pulls["log"][-1] < 0.05 * pulls["log"].sum()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## To second order
#
# *Deck 000: Gradient Boosting Algorithm*
#
# A tree $f$ shall be added to $F$. For squares the best answer of a leaf is a mean; for most losses there is no formula at all. So make every
# loss a square, near where it stands (Taylor, at each example's own $F$):
#
# $$ L(z, F+f) \approx L(z,F) + g\,f + \tfrac12 h\,f^2, \qquad g = \frac{\partial L}{\partial F}, \quad h = \frac{\partial^2 L}{\partial F^2} . $$
#
# | loss | $g$ | $h$ |
# |---|---|---|
# | squared, $\frac12(z-F)^2$ | $F - z = -r$ | 1 |
# | log, $\ln(1+e^{-zF})$ | $p - [z=1]$ | $p\,(1-p)$ |
# | your own | differentiate once | and once more |
#
# with $p = 1/(1+e^{-F})$. The slide's line with two $\delta$ is the middle row: $p-1$ where $z=1$, $p$ where $z=-1$. Nothing else of a loss is ever used, so this works **for every
# loss that has two derivatives and is bent upwards** (Friedman, 1999; to second order Chen and Guestrin, 2016).

# %% slideshow={"slide_type": "subslide"}
loss = lesson.losses.Logistic()
g, h = loss.slopes(z > 0, np.zeros(6))
print("six points at F = 0:  g", g, " h", h)
assert np.allclose([g, h], [[0.5, 0.5, -0.5, -0.5, -0.5, 0.5], [0.25] * 6])
negative, F = np.array([0]), np.array([0.7])  # an example of the class -1
for f in (0.1, 0.3, 1.0, 3.0):
    exact, expanded = loss.value(negative, F + f)[0], lesson.losses.second_order(loss, negative, F, np.array([f]))[0]
    print(f"F = 0.7, f = {f}: exact {exact:.6f}, to second order {expanded:.6f}")
exact, expanded = loss.value(negative, F + 0.3)[0], lesson.losses.second_order(loss, negative, F, np.array([0.3]))[0]
assert np.allclose([exact, expanded], [1.3132616875182228, 1.3136194598340976], atol=1e-12)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## LogitBoost: the same as a weighted fit
#
# *Deck 000: Gradient Boosting Algorithm*
#
# Complete the square: $g f + \frac12 h f^2 = \frac12 h\,(f + g/h)^2 + \text{constant}$. So the best $f$ is a **least-squares fit of the responses $-g/h$ with the weights
# $h$**, and any learner of numbers that takes weights will do. That is LogitBoost (Friedman, Hastie and Tibshirani, 2000). Certain examples, $p$ near 0 or 1, weigh
# little; but a certain and *wrong* one answers with a huge $-g/h$, therefore the responses are cut off at ±4.
#
# By custom LogitBoost's $F$ is half the slide's: $p = 1/(1+e^{-2F})$, and $f/2$ is added. The probabilities are the same.

# %% slideshow={"slide_type": "subslide"}
step = lesson.LogitBoost(rounds=1).trace(x[:, None], z)[1]
(left, right), t = step.weak.tree.prediction[1:], step.weak.tree.threshold[0]
print("responses", step.responses, " weights", step.weights)
print(f"x <= {t}: {left:+}, otherwise {right:+};  F:", step.scores, " p:", step.probabilities.round(2))
assert np.allclose([step.responses, step.weights], [[-2, -2, 2, 2, 2, -2], [0.25] * 6])
assert np.allclose([t, left, right, step.scores[0], step.scores[-1]], [2.5, -2, 1, -1, 0.5])
assert np.allclose(step.responses, -g / h) and np.allclose(step.weights, h)
newton = lesson.GradientBoosting(rounds=1, max_depth=1, start="zero", shrinkage=1.0, lam=0.0).fit(x[:, None], z)
assert np.allclose(newton.decision_function(x[:, None]), 2 * step.scores)  # the slide's score is twice this F

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What a tree costs
#
# *Deck 000: Gradient Boosting and Regularization*
#
# A tree with a leaf for every example would fit any $g$ and $h$. So trees have a price: $\gamma$ for each of $T$ leaves, and $\lambda$ for large scores $w_j$.
#
# $$ \Omega(f) = \gamma\,T + \tfrac12\,\lambda\sum_{j=1}^{T} w_j^2, \qquad f(x) = w_j \text{ where } x \text{ ends in leaf } j . $$
#
# The lecture's tree asks who likes computer games, and has the leaf scores $+2$, $+0.1$ and $-1$: $\Omega = 3\gamma + \frac12\lambda(4 + 0.01 + 1) = 3\gamma + 2.505\lambda$.
#
# **Where the slides are wrong (3).** The formula on the slide has no $\lambda$, the example below it has (E-000-34). Without it nobody could choose how much large scores
# cost, and the best score of a leaf would not be the one of the next slide. **(4)** $w_j$ is not "the expected cost of a path": it is the **score** that leaf $j$ adds
# to $F$, and may well be negative (E-000-36).

# %% slideshow={"slide_type": "subslide"}
prices = [lesson.omega([2, 0.1, -1], gamma, lam) for gamma, lam in ((1, 0), (0, 1), (1, 1))]
print(f"Omega = {prices[0]:g} gamma + {prices[1]:g} lambda;  both 1: {prices[2]:g}")
assert np.allclose(prices, [3, 2.505, 5.505])
scores, G, H, lam = np.linspace(0, 5, 5001), -15.0, 3.0, 3.0  # which score of a leaf is best, if lambda is 3?
printed, mended = (scores[np.argmin(G * scores + H * scores**2 / 2 + k * scores**2 / 2)] for k in (1.0, lam))
print(f"best score: {printed:.3f} with the printed price, {mended:.3f} with lambda; next slide: {-G / (H + lam):.3f}")
assert np.isclose([printed, mended], lesson.leaf_score(G, H, lam)).tolist() == [False, True]  # E-000-34
model = lesson.GradientBoosting(rounds=5).fit(x[:, None], z).model_
added = sum(model.member(b).predict(x[:, None]) for b in range(5))
assert np.allclose(model.decision_function(x[:, None]), model.start + 0.1 * added) and added.min() < 0  # E-000-36

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The best score, the worth of a tree, the gain of a split
#
# *Deck 000: Gradient Boosting Implementation*
#
# All examples of a leaf get the same $w_j$. With $G_j$ and $H_j$, the sums of their $g$ and $h$, the whole loss falls apart into one parabola for each leaf:
#
# $$ \sum_j \Big[ G_j w_j + \tfrac12 (H_j + \lambda)\,w_j^2 + \gamma \Big] + \text{constant} . $$
#
# | | | |
# |---|---|---|
# | best score | $w_j = -\dfrac{G_j}{H_j+\lambda}$ | a Newton step, shortened by $\lambda$ |
# | structure score | $\sum_j\Big[\gamma - \dfrac12\dfrac{G_j^2}{H_j+\lambda}\Big]$ | what the tree takes off the loss, if negative |
# | gain of a split | $\dfrac12\Big[\dfrac{G_L^2}{H_L+\lambda} + \dfrac{G_R^2}{H_R+\lambda} - \dfrac{G^2}{H+\lambda}\Big] - \gamma$ | structure score before, minus after |
#
# There are far too many trees to try all. So grow greedily, as in lecture 15: **the impurity is gone, the gain comes straight from the loss.**

# %% slideshow={"slide_type": "subslide"}
g, h = lesson.losses.Squared().slopes(y, np.zeros(6))[0], np.ones(6)  # squared loss, F = 0, lambda = 1
thresholds, gains = lesson.split_gains(x, g, h)
print("gains:", *map("x <= {}: {:.4f}".format, thresholds, gains), sep="  ")
low = x <= thresholds[gains.argmax()]
G, H = ([float(values[side].sum()) for side in (low, ~low)] for values in (g, h))
scores, structure = lesson.leaf_score(G, H), lesson.structure_score(G, H, gamma=0.5)
print(f"G = {G}, H = {H}: scores {scores}, structure score with gamma 0.5: {structure}")
assert np.allclose([thresholds[gains.argmax()], gains.max()], [3.5, 3.4955357142857143])
assert np.allclose(scores, [1.125, 3.75]) and np.isclose(structure, -29.65625)
by_hand = (4.5**2 / 4 + 15**2 / 4 - 19.5**2 / 7) / 2
assert np.isclose(by_hand, gains.max()) and np.isclose(lesson.split_gain(*zip(G, H, strict=True)), gains.max())

# %% slideshow={"slide_type": "subslide"}
# log loss, lambda 1, shrinkage 0.1
story = lesson.GradientBoosting(rounds=20, max_depth=1, start="zero").trace(x[:, None], z)
for step in story[1:3]:
    thresholds, gains = lesson.split_gains(x, step.gradient, step.hessian)
    scores = step.tree.tree.prediction[1:].round(4)
    print(f"round {step.round}: gains", *map("{:.4f}".format, gains), f" scores {scores}")
first = story[1].tree.tree
assert np.allclose([first.threshold[0], first.gain[0], *first.prediction[1:]], [2.5, 7 / 12, -2 / 3, 0.5])
second = [0.14182734864509268, 0.5372496119215309, 0.12670845064621392, 0.00017003422211244566, 0.15967632409417839]
assert np.allclose(gains, second)
cuts = [float(step.tree.tree.threshold[0]) for step in story[1:-1]]
print("cuts of the rounds:", *cuts)
assert set(cuts[:14]) == {2.5} and cuts[14] == 5.5

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: what a split gains
#
# *Deck 000: Gradient Boosting and Regularization, Gradient Boosting Implementation*
#
# Above, the second round asked the same question again: after a tenth of a step nearly all of the gain (0.537 of 0.583) is still there. That is what shrinkage does: a
# good question is asked again and again, a little each time, until another one (here in round 15) is better.
#
# In the lab a scan goes from left to right over the sorted examples. $\gamma$ and $\lambda$ are sliders; beside it the lecture's tree with its price.
#
# - Follow $G_L$ and $H_L$ along the scan. What changes from one position to the next, and why is one pass enough?
# - Raise $\gamma$ until no split is worth it. Does the best split ever change on the way?
# - Squared loss, and raise $\lambda$ instead. The best cut moves from 3.5 to 2.5 to 1.5. Which children does $\lambda$ charge most, and why?
# - Squared against log loss: the same points, another first cut. Why? Then let some rounds go before.
# - The lecture's tree: for one of its leaves $\lambda$ charges next to nothing. What does $\gamma$ charge for it? Change the scores until both parts of $\Omega$ are the same.

# %% slideshow={"slide_type": "subslide"}
gain_lab = lesson.GainLab()
gain_lab

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Numbers, categories, and splits that do not pay
#
# *Deck 000: Gradient Boosting Implementation*
#
# **Numbers.** Sort once; going right, an example moves its $g$ and $h$ from one side to the other. One pass finds the best cut of a column. (With many examples even that
# is too much: 256 bins of neighbouring values do nearly as well.) **Categories.** One 0/1 column for each: *is it overcast?*
#
# **A gain may be negative.** $\gamma$ is taken off, and $\lambda$ is paid by both children: above, two cuts lost although $\gamma$ was 0. Then either *stop*, or split all the same, and when the tree is built *prune* what did not pay, leaves first. The
# slide offers both. They are not the same: in XOR the first cut gains nothing by itself (lecture 15), and its children everything.

# %% slideshow={"slide_type": "subslide"}
xor, leaves = lesson.data.load("xor"), {}
corners, side = np.tile(xor.numeric("x1", "x2"), (5, 1)), np.tile(xor["y"], 5)  # five examples at each corner
for negative in ("stop", "prune"):
    boosting = lesson.GradientBoosting(rounds=1, max_depth=2, gamma=0.1, negative=negative)
    tree = boosting.fit(corners, side).model_.member(0)
    leaves[negative] = len(tree.leaves)
    print(f"{negative:5}: {leaves[negative]} leaves, gains {tree.tree.gain[tree.tree.splits].round(3)}")
assert leaves == {"stop": 1, "prune": 4}
tennis = lesson.data.load("tennis")
model = lesson.GradientBoosting(rounds=3, max_depth=2).fit(tennis.without("day", "play"), tennis["play"]).model_
for b, tree in enumerate(map(model.member, range(3))):
    print(f"tennis, round {b + 1} asks:", ", ".join(map(tree.question, tree.tree.splits)))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict: how long a step?
#
# *Deck 000: Gradient Boosting Implementation*
#
# $F_m = F_{m-1} + \varepsilon f_m$. On the six points $\varepsilon = 0.1$ is slow: 19.375, 15.88, 13.06, 10.77, where whole steps were at 0.268 after three rounds. Now 200 noisy
# examples with ten columns, of which five matter, and as many rounds as you like.


# %% slideshow={"slide_type": "subslide"}
def ten_columns(n, noise, seed):
    """Friedman's test function: five columns matter, five do not."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, 10))
    truth = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4]
    return X, truth + noise * rng.normal(size=n)


slow = [step.rss for step in lesson.L2Boost(rounds=3, shrinkage=0.1).trace(x[:, None], y)[:-1]]
assert np.allclose(slow, [19.375, 15.88375, 13.0558375, 10.765228375])
step_guess = lesson.questions.best_step.ask()
step_guess

# %% slideshow={"slide_type": "subslide"}
X, target = ten_columns(200, noise=2.0, seed=0)
fresh, truth = ten_columns(2000, noise=0.0, seed=100)
errors = {}
for shrinkage in (1.0, 0.5, 0.3, 0.1, 0.03):
    model = lesson.RegressionBoosting(rounds=500, shrinkage=shrinkage).fit(X, target).model_
    errors[shrinkage] = np.mean((model.staged_predict(fresh) - truth) ** 2, axis=1)
    curve = errors[shrinkage]
    print(f"{shrinkage:4}: least {curve.min():5.2f} after {curve.argmin() + 1:3} rounds; after 500: {curve[-1]:5.2f}")
least = [curve.min() for curve in errors.values()]
assert least[0] > 2 * least[3] and least[1] > 1.1 * least[3] and abs(least[3] - least[4]) < 0.05 * least[3]
print(step_guess.reveal("0.1 or less", because="small steps take more rounds, and less noise along"))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: the race of the steps
#
# *Deck 000: Gradient Boosting Implementation*
#
# Moons with some wrong labels, boosted with four shrinkages at once.
#
# - Which one leads after ten rounds, which after a hundred and fifty? Would a race of fixed length be fair?
# - Where does each curve turn? Compare rounds times shrinkage at the turning points.
# - More wrong labels: who suffers first? Then let each round learn from half of the examples only.

# %% slideshow={"slide_type": "subslide"}
race = lesson.ShrinkageLab()
race

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## More brakes: sampling and early stopping
#
# *Not on the slides, but in every implementation.*
#
# - **Rows:** each round learns from a random part of the examples (stochastic gradient boosting, Friedman 2002). Trees differ more, their noise averages out.
# - **Columns:** each tree may ask a random part of the columns: a forest's idea (lecture 19). It pays where many columns say the same. Below it does not: each of the five
#   that matter tells something of its own.
# - **Early stopping:** hold some examples out, and stop when their loss has not fallen for some rounds. Unlike a forest, boosting *can* overfit by too many rounds.
#
# And the log loss alone is no cure for wrong labels: below, a fifth of the labels is flipped. Whole Newton steps chase them just as AdaBoost does. Small steps do not
# get there in time.

# %% slideshow={"slide_type": "subslide"}
ways = {"all": {}, "half the rows": {"rows": 0.5}, "half the columns": {"columns": 0.5}}
found = {name: [] for name in ways}
for seed in range(5):
    X, target = ten_columns(200, noise=2.0, seed=seed)
    for name, options in ways.items():
        model = lesson.RegressionBoosting(rounds=150, seed=50 + seed, **options).fit(X, target).model_
        found[name].append(np.mean((model.predict(fresh) - truth) ** 2))
print("error on fresh cases:", ", ".join(f"{name} {np.mean(values):.2f}" for name, values in found.items()))
assert np.mean(found["half the rows"]) < 0.95 * np.mean(found["all"]) < np.mean(found["half the columns"])

# %% slideshow={"slide_type": "subslide"}
learners = {"AdaBoost": lesson.AdaBoost(rounds=200), "LogitBoost, whole steps": lesson.LogitBoost(rounds=200)}
learners["LogitBoost, shrinkage 0.1"] = lesson.LogitBoost(rounds=200, shrinkage=0.1)
learners["trees, stopped early"] = lesson.GradientBoosting(rounds=1000, patience=20, validation=0.25)
wrong = {name: [] for name in learners}
for seed in range(5):
    (X, label), (fresh_X, fresh_label) = lesson.data.samples(lesson.data.moons, 200, 2000, noise=0.1, seed=seed)
    flipped = np.where(np.random.default_rng([1, seed]).random(200) < 0.2, 1 - label, label)
    for name, learner in learners.items():
        wrong[name].append(1 - learner.fit(X, flipped).score(fresh_X, fresh_label))
print(*(f"{name:26} wrong on fresh cases: {np.mean(errors):.3f}" for name, errors in wrong.items()), sep="\n")
print("the last one stopped itself, and kept", learner.model_.members, "of 1000 rounds")
assert np.mean(wrong["LogitBoost, shrinkage 0.1"]) < 0.7 * np.mean(wrong["LogitBoost, whole steps"])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: boosting in the plane
#
# *Deck 000: Gradient Boosting Algorithm*
#
# The score over the plane, and for each example $[z=1] - p$, minus its gradient: how much the next tree is pulled by it. With a patience a quarter of the
# examples (faint) is held out, and the story ends when their loss no longer falls.
#
# - Which examples pull at the start? Which after fifty rounds? Compare with AdaBoost's weights (lecture 20).
# - Stop where the loss on fresh cases turns, and look at the boundary. Then go on to the end. What has been added? Does a patience of 5 find the turn?
# - Drag one point into the other class. How many rounds until an island appears around it? With which $\lambda$ does it never?
# - Depth 1: which data cannot be fitted, however long you go on? (A sum of stumps has no interactions.)

# %% slideshow={"slide_type": "subslide"}
plane = lesson.PlaneBoostLab()
plane

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Many classes: a tree for each
#
# *Deck 000: Error Correcting Output Codes*
#
# $L_K$ boosting (Friedman, 1999): a score $F_k$ for each of $K$ classes, softmax, and in each round $K$ trees. With $\mu_k = e^{F_k}/\sum_j e^{F_j}$:
#
# $$ g_k = \mu_k - [z = k], \qquad h_k = \mu_k\,(1-\mu_k) . $$
#
# The true Hessian has entries between classes as well, $-\mu_k\mu_l$. They are left out (the *diagonal* Hessian), else the trees of a round would hang together. The price: all $K$ scores
# make the whole step at once. For two classes that is exactly one step too many, as $F_1$ rises *and* $F_2$ falls. Friedman's leaf has a factor against it:
#
# $$ w = \frac{K-1}{K}\,\frac{\sum r}{\sum |r|\,(1-|r|)}, \qquad r = [z=k] - \mu_k . $$
#
# The slide's link leads to xgboost. It doubles $h_k$ instead, and does not halve gains, so that its $\gamma$ is twice ours. With this known, our tests find the same scores as xgboost's.

# %% slideshow={"slide_type": "subslide"}
g, h = lesson.losses.Softmax(3).slopes(np.array([0]), np.zeros((3, 1)))
print("K = 3, F = 0, class 1:  g =", g[:, 0].round(4), " h =", h[:, 0].round(4))
assert np.allclose([g[:, 0], h[:, 0]], [[-2 / 3, 1 / 3, 1 / 3], [2 / 9] * 3])
r = np.array([2, 2, -1]) / 3  # a leaf with two examples of class k and one other
friedman = lesson.losses.friedman_leaf(r, 3)
print(f"Friedman's leaf: {friedman:g};  -G/H: {lesson.leaf_score(-r.sum(), 3 * 2 / 9, lam=0):g}")
leaf = np.array([1, 1, 0])  # the same leaf, if there are only two classes
G, H = (part.sum() for part in lesson.losses.Logistic().slopes(leaf, np.zeros(3)))
G2, H2 = (part.sum(axis=1) for part in lesson.losses.Softmax(2).slopes(leaf, np.zeros((2, 3))))
one, two = lesson.leaf_score(G, H, lam=0), np.diff(lesson.leaf_score(G2, H2, lam=0))[0]
print(f"two classes: one score moves by {one:.4f}, two scores move apart by {two:.4f}, times (K-1)/K {two / 2:.4f}")
assert np.isclose(two, 2 * one) and np.isclose(friedman, 1)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Many classes by two: words of bits
#
# *Deck 000: Error Correcting Output Codes*
#
# Any learner of two classes can do it. One against the rest: $C$ tasks; but if two trees say *mine*, or none, who decides? One against one: $C(C-1)/2$ tasks, and a majority. **Output
# codes** (Dietterich and Bakiri, 1995) make it a question of transmission: each class has a word of $B$ bits, **each bit is learned by a tree of its own**, and the received word is decoded to
# the class with the nearest word, by Hamming distance. With least distance $d$ between two words, $\lfloor (d-1)/2 \rfloor$ wrong trees do no harm. All $2^{C-1}-1$ ways to part the
# classes give the *exhaustive* code.
#
# **Where the slides are unclear (5).** The number of bits is called $n$ on one slide and $p$ on this one, where $p$ is also the number of columns, and $n$ an example. We write $B$ (E-000-42).

# %% slideshow={"slide_type": "subslide"}
tasks = [[make(C).shape[1] for make in (lesson.coding.one_vs_rest, lesson.coding.one_vs_one)] for C in (4, 10)]
facts = [[code.shape[1], int(lesson.coding.least_distance(code)), lesson.coding.correctable(code)]
         for code in map(lesson.coding.exhaustive, (3, 4))]  # fmt: skip
print("C = 4, 10: one vs rest, one vs one", *tasks, "\nC = 3, 4: exhaustive bits, least distance, corrected", *facts)
assert tasks == [[4, 6], [10, 45]] and facts == [[3, 2, 0], [7, 4, 1]] and lesson.coding.correctable(np.eye(4)) == 0
code = lesson.coding.exhaustive(4)
received = code[2].copy()
received[0] = 1 - received[0]  # the first tree is wrong about an example of the third class
away = lesson.coding.distances(code, received)[0]
print(code.astype(int), "\nreceived", received.astype(int), "distances", away.astype(int), "class", away.argmin() + 1)
assert away.tolist() == [3, 5, 1, 5]

# %% slideshow={"slide_type": "subslide"}
wrong = {name: [] for name in ("one tree", "one-vs-rest", "one-vs-one", "exhaustive", "boosted trees")}
for seed in range(3):
    (X, label), (fresh_X, fresh_label) = lesson.data.samples(
        lesson.data.blobs, 300, 2000, classes=5, spread=0.2, seed=seed
    )
    learners = {name: lesson.OutputCodes(code=name) for name in ("one-vs-rest", "one-vs-one", "exhaustive")}
    learners |= {"one tree": lesson.CART(), "boosted trees": lesson.GradientBoosting(rounds=50)}
    for name, learner in learners.items():
        wrong[name].append(1 - learner.fit(X, label).score(fresh_X, fresh_label))
mean = {name: float(np.mean(errors)) for name, errors in wrong.items()}
assert mean["exhaustive"] < mean["one tree"] < mean["one-vs-rest"] and mean["boosted trees"] < mean["one tree"]
lesson.Table.from_dict({"five classes": list(mean), "wrong on fresh cases": np.round(list(mean.values()), 3)})

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: words that forgive
#
# *Deck 000: Error Correcting Output Codes*
#
# A row is a class, a column a tree. Click an example, then turn over bits of the word that the trees say about it; the nearest word lights up.
#
# - Turn over one bit, then another. When does the class change? Are all bits equally dangerous?
# - Compare one-vs-rest with the exhaustive code: what does a single wrong bit do in each?
# - Learn bit by bit. Some bits are hard to learn: what do their two sides look like in the plane?
# - The trees of different bits see the same examples. Are their mistakes independent?

# %% slideshow={"slide_type": "subslide"}
codes = lesson.CodesLab()
codes

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# Fill in, run the cell, run the check below it. A check says what it expected, what came, and a hint; never the answer. Untouched
# exercises say so and stop nothing.
#
# **1. One round.** `x` and `z` are numbers, `F` the predictions so far. Find the stump (the cut between two neighbouring values with the least squared error; the lowest of
# equals) for the residuals, and return the new predictions.


# %%
def my_round(x, z, F, shrinkage):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.one_round(my_round)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. Slopes of the log loss.** `z` holds $-1$ and $+1$, `F` the scores. Return the pair `(g, h)`, an array each.


# %%
def my_slopes(z, F):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.slopes(my_slopes)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. The gain.** `g` and `h` of the examples of a node, `left` a mask of those that would go left.


# %%
def my_gain(g, h, left, gamma, lam):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.gain(my_gain)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4. A loss of your own.** `z` are counts (0, 1, 2, …: accidents a day), and the score $F$ is the logarithm of the expected count, so the loss is $e^F - zF$. All examples given are in
# one leaf. Which score $w$ should the leaf have, to second order and with $\lambda$?


# %%
def my_leaf(z, F, lam):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.count_leaf(my_leaf)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **5. Fewer trees.** Four classes. The exhaustive code takes seven trees to forgive one that is wrong. Find four words of at most **six** bits that still do, with every bit a
# *different* question to the examples.

# %%
my_code = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fewer_trees(my_code)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Boosting adds small trees, each fitted to minus the gradient of the loss at the sum so far. For half the squared error that is the residual. Old trees stay as they are.
# - To second order a loss is a $g$ and an $h$ for each example. A leaf scores $-G/(H+\lambda)$; a split gains $\frac12[\frac{G_L^2}{H_L+\lambda} + \frac{G_R^2}{H_R+\lambda} - \frac{G^2}{H+\lambda}] - \gamma$.
# - $\gamma$ is the price of a leaf, $\lambda$ shortens scores, most in leaves with little $H$. $\Omega = \gamma T + \frac12\lambda\sum w_j^2$.
# - Take small steps (0.1 or less) and random rows, and choose the number of rounds by held-out loss. More rounds *can* harm, unlike more trees in a forest.
# - Many classes: a tree for each class and round (softmax, diagonal Hessian), or a word of bits for each class, a tree for each bit, and the nearest word.
# - Bagging and forests average away variance; boosting goes down the loss, and so takes off bias first. The slide *Bagging vs. Random Forests vs. Gradient Boosting*
#   compares the three over the number of trees; so does the page `21_side_by_side`, on data that you can change.
#
# **Read next:** Friedman, *Greedy Function Approximation: A Gradient Boosting Machine* (1999; Annals of Statistics 2001) and *Stochastic Gradient Boosting* (2002); Friedman, Hastie and
# Tibshirani, *Additive Logistic Regression* (2000); Chen and Guestrin, *XGBoost* (2016); Dietterich and Bakiri, *Solving Multiclass Learning Problems via Error-Correcting Output
# Codes* (1995). Lecture 22 is about choosing among models.

# %% slideshow={"slide_type": "skip"}
lesson.course.index("21").without("lecture", "lesson")
