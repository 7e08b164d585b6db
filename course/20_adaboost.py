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
# # 20 · AdaBoost
#
# Many rules that are hardly better than a coin, and together they make no mistake. Each is trained on what the others got wrong.
#
# **After this lecture you can**
#
# - draw four losses over the margin, say which of them bound the number of mistakes, and why that is useful;
# - derive AdaBoost from the exponential loss: which weak learner, which vote weight, which weights next;
# - run three rounds on ten points by hand, with fractions only, and break the ties on purpose;
# - prove the bound on the training error, and say what the margins do after it has reached zero;
# - tell where the method ends: chance, no mistakes, more than two classes, wrong labels.
#
# It follows deck 000 (*Boosting*, *Log Loss (Logistic loss)*, *AdaBoost*, *AdaBoost in Action*). About 75 minutes. Each section names its slides.

# %% slideshow={"slide_type": "skip"}
from fractions import Fraction

import numpy as np

from labkit.lectures import l20_adaboost as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One after the other
#
# *Deck 000: Boosting*
#
# A forest (lecture 19) grows strong trees side by side; none knows of the others, and averaging takes away their **variance**. Boosting does the
# opposite: it takes learners that are too **weak**, such as a **stump**, a tree of a single cut, and trains them one after the other. Before each
# round the examples are weighed anew, so that the next one cares about what is still wrong. In the end all of them vote, each with its own weight:
#
# $$ F(x) = \sum_{m=1}^{M} \alpha_m f_m(x), \qquad \hat z(x) = \operatorname{sgn} F(x), \qquad f_m(x) \in \{-1, +1\} . $$
#
# *How* to weigh the examples, and how much each *vote*? One idea answers both: add the member that makes a loss fall most. So first: what does a mistake cost?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What a mistake costs
#
# *Deck 000: Boosting, Log Loss (Logistic loss)*
#
# With classes $z = \pm 1$ and a score $F$, everything is in the **margin** $\eta = zF$: positive is right, negative is wrong, large is sure.
#
# | loss | of the margin | who uses it |
# |---|---|---|
# | 0/1 | $[\eta \le 0]$ | what we count in the end; a score of 0 is a mistake |
# | hinge | $\max(0, 1 - \eta)$ | support vector machines |
# | exponential | $e^{-\eta}$ | AdaBoost |
# | log | $\ln(1 + e^{-\eta}) / \ln 2$ | logistic regression, LogitBoost (lecture 21) |
#
# The 0/1 loss has no slope: nothing to follow. The other three have one, and **none of them is ever below the 0/1 loss**. Push one of them down, and
# the mistakes must come down with it. (The $\ln 2$ is there for that: without it the log loss at $\eta = 0$ would be 0.69, less than the mistake that it is.)

# %% slideshow={"slide_type": "subslide"}
margins = np.array([-1.0, -0.5, 0.0, 2.0])
over_margins = {name: loss(margins) for name, loss in lesson.MARGIN_LOSSES.items()}
assert np.allclose(over_margins["0/1"], [1, 1, 1, 0]) and np.allclose(over_margins["hinge"], [2, 1.5, 1, 0])
assert np.allclose(over_margins["exponential"], [2.718281828459, 1.6487212707, 1, 0.135335283237])
assert np.allclose(over_margins["log"], [1.894636123972, 1.405296034521, 1, 0.183118412082])
grid = np.linspace(-4, 4, 1601)
for name in ("hinge", "exponential", "log"):
    assert (lesson.MARGIN_LOSSES[name](grid) >= lesson.zero_one(grid)).all()
assert np.log(2) * lesson.log2_loss(0.0) < lesson.zero_one(0.0)  # without the division it is no bound
lesson.Table.from_dict({"margin": margins, **over_margins})

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Where the slides are wrong: a loss of two
#
# *Deck 000: Boosting (E-000-31)*
#
# The slide writes the 0/1 loss as $1 - \operatorname{sgn}(\eta)$, equates it with $1 - \delta_{z\hat z}$, and then puts it below the other three. But
# $1 - \operatorname{sgn}$ of a mistake is **2**, and $1 - \delta$ of it is 1. With 2 no bound holds: at $\eta = -\tfrac12$ the three losses are 1.5, 1.65 and
# 1.41. What is meant is half of it, $\tfrac12(1 - \operatorname{sgn}\eta)$, the 0/1 loss of the table (but for $\eta = 0$, which we count as a mistake).

# %% slideshow={"slide_type": "subslide"}
printed = lesson.zero_one_of_slide(grid)
for name in ("hinge", "exponential", "log"):
    below = grid[lesson.MARGIN_LOSSES[name](grid) < printed]
    print(f"{name:12} is below the printed loss from {below.min():.2f} up to 0")
    assert np.isclose(below.max(), -0.005) and (lesson.zero_one(below) == 1).all()
at_half = [float(lesson.MARGIN_LOSSES[name](-0.5)) for name in ("hinge", "exponential", "log")]
assert lesson.zero_one_of_slide(-0.5) == 2 > max(at_half)
assert np.array_equal(printed[grid != 0] / 2, lesson.zero_one(grid)[grid != 0])

# %% slideshow={"slide_type": "subslide"}
loss_lab = lesson.LossLab()
loss_lab

# %% [markdown] slideshow={"slide_type": "notes"}
# - Move the margin far to the left. Which loss explodes, which grows like a straight line, and what does that mean for one wrong label?
# - Where do two of the curves cross? Which of the three is the tightest bound at $\eta = -1$, and which at $\eta = 2$?
# - Show the slide's loss as well. For which margins does it break the bounds?
# - Which of the losses still push at $\eta = 2$, although the answer is right?

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict first
#
# *Deck 000: AdaBoost in Action*
#
# Ten points, five of each class. No single stump can do better than three mistakes. AdaBoost takes one of the best, then weighs the points
# anew and takes the next stump. The three points that were wrong had 3/10 of the weight. How much have they in the second round?

# %% slideshow={"slide_type": "subslide"}
ten = lesson.data.load("adaboost10")
X, z = ten.numeric("x1", "x2"), ten["y"]
guess = lesson.questions.weight_of_the_wrong.ask()
print(ten)
guess

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The derivation
#
# *Deck 000: AdaBoost*
#
# Let $F$ be the vote so far. We add one member, $F + \alpha f$, and want the exponential loss as small as possible:
#
# $$ \sum_n e^{-z^n [F(x^n) + \alpha f(x^n)]} \;\propto\; \sum_n w_n\, e^{-\alpha z^n f(x^n)}, \qquad w_n \propto e^{-z^n F(x^n)} . \tag{1} $$
#
# So the past comes in through **weights** only; let them sum to 1. Where $f$ is right the exponent is $-\alpha$, where it is wrong $+\alpha$. With
# $\varepsilon$ the weight of the mistakes, (1) is
#
# $$ Z(\alpha, f) = (1 - \varepsilon)\, e^{-\alpha} + \varepsilon\, e^{\alpha} . \tag{2} $$
#
# - **Which $f$?** For every $\alpha > 0$ (2) grows with $\varepsilon$: the one with the least *weighted error*, whatever vote weight it will get.
# - **Which $\alpha$?** The slope $-(1-\varepsilon)e^{-\alpha} + \varepsilon e^{\alpha}$ is zero at $\alpha = \tfrac12 \ln\frac{1-\varepsilon}{\varepsilon}$.
# - **Which weights next?** $w_n e^{-\alpha z^n f(x^n)}$, divided by their sum, which is (2) itself: $Z = 2\sqrt{\varepsilon(1-\varepsilon)}$.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand
#
# Put $\alpha$ into the new weights, and the exponentials are gone:
#
# $$ w_n \;\leftarrow\; \frac{w_n}{2\varepsilon} \text{ where } f \text{ was wrong}, \qquad w_n \;\leftarrow\; \frac{w_n}{2(1-\varepsilon)} \text{ where it was right} . \tag{3} $$
#
# The wrong ones weigh **one half** together, always, and so do the right ones. To the new weights the last stump is a coin: the next one
# has to bring something new.
#
# The same sum tells what a score means. Where the class is $+1$ with probability $p$, the expected loss $p\,e^{-F} + (1-p)\,e^{F}$ is (2) with
# $\varepsilon = 1 - p$. So it is least at $F = \tfrac12 \ln\frac{p}{1-p}$, half the log odds, and its sign is the more likely class.

# %% slideshow={"slide_type": "subslide"}
first = lesson.AdaBoost(rounds=1).trace(X, z)[1]
wrong = first.weak.predict(X) != z
for alpha in (0.2, first.alpha, 0.7):
    print(f"vote weight {alpha:.4f}: mean loss {np.exp(-z * alpha * first.weak.predict(X)).mean():.4f}")
alphas = np.linspace(0.01, 2, 2000)
Z = 0.7 * np.exp(-alphas) + 0.3 * np.exp(alphas)
assert abs(alphas[Z.argmin()] - first.alpha) < 1e-3 and np.isclose(Z.min(), 2 * np.sqrt(0.3 * 0.7), atol=1e-6)
assert np.allclose(first.next_weights, np.where(wrong, 0.1 / (2 * 0.3), 0.1 / (2 * 0.7)))
print(guess.reveal("1/2", because="their 3/10 are divided by twice 3/10; the last stump is now no better than a coin"))
assert np.isclose(first.next_weights[wrong].sum(), 0.5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three rounds on ten points
#
# *Deck 000: AdaBoost in Action*
#
# The slide shows three pictures and the vote weights 0.42, 0.65 and 0.92. Here are the fractions behind them.
#
# | round | wrong points | $\varepsilon$ | $\alpha = \tfrac12\ln\frac{1-\varepsilon}{\varepsilon}$ | weights afterwards |
# |---|---|---|---|---|
# | 1 | 1, 2, 3 | 3/10 | $\tfrac12 \ln\frac{7}{3} = 0.4236$ | 1/6 for the wrong, 1/14 for the others |
# | 2 | 6, 7, 9 | 3/14 | $\tfrac12 \ln\frac{11}{3} = 0.6496$ | 1/6 for the wrong, 7/66 for 1 to 3, 1/22 for the others |
# | 3 | 4, 5, 8 | 3/22 | $\tfrac12 \ln\frac{19}{3} = 0.9229$ | 1/6 for the wrong, 7/114, 11/114, and 1/38 for point 10 |
#
# Point 10 is never wrong. The others are wrong once each, and are outvoted by the two other stumps: in the end no mistake is left.

# %% slideshow={"slide_type": "subslide"}
story = lesson.AdaBoost(rounds=3).trace(X, z)
for step in story[1:4]:
    print(step.caption)
    print("   wrong", ten["id"][step.weak.predict(X) != z].astype(int), end="; then")
    print(*(f" {Fraction(weight).limit_denominator(999)}" for weight in step.next_weights))
assert np.allclose(story[1:4].curve("epsilon"), [3 / 10, 3 / 14, 3 / 22])
assert np.allclose(story[1:4].curve("alpha"), [0.423648930194, 0.649641492065, 0.922913345249])
assert np.allclose(story[1].next_weights, [1 / 6] * 3 + [1 / 14] * 7)
assert story[3].error == 0

# %% slideshow={"slide_type": "subslide"}
scores = story[-1].scores
votes = {f"stump {m + 1}": story[-1].model.member(m).predict(X) for m in range(3)}
assert np.allclose(scores[[0, 3, 5, 7, 9]], [1.148905907, 0.150377077, -0.696920783, -0.150377077, -1.996203768])
assert np.allclose(scores, story[-1].model.alphas @ np.array(list(votes.values())))
assert (np.sign(scores) == z).all()
by_score = np.exp(-z * scores)  # (1): the weights remember nothing but the score
assert np.allclose(by_score / by_score.sum(), story[-1].next_weights)
lesson.Table.from_dict({"point": ten["id"], "class": z, **votes, "F": scores, "next weight": story[-1].next_weights})

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Ties
#
# *Deck 000: AdaBoost in Action*
#
# Three different stumps make three mistakes each in round 1, and two are equally good in round 2. Which one comes first is a matter of the rule: here the
# lowest attribute, then the lowest threshold, and the slide's order comes out. The **vote weights do not depend on it**. The three stumps
# err on different points, so whichever comes first has 3/10, the next 3/14, the last 3/22. But who gets which weight does depend on it, and so do
# the scores. Exchange the axes (then $x_1$ is the old $x_2$), or look at the points in a mirror, and another of the three begins.

# %% slideshow={"slide_type": "subslide"}
search = lesson.StumpSearch(X, (z > 0).astype(int), np.array([-1, 1]))
tied = [int((search.right(step.weights) > 1 - step.epsilon - 1e-9).sum()) for step in story[1:4]]
print("stumps with the least error, round by round:", tied)
assert tied == [3, 2, 1]
for name, points in (("as given", X), ("axes exchanged", X[:, ::-1]), ("in a mirror", -X)):
    model = lesson.AdaBoost(rounds=3).fit(points, z).model_
    print(f"{name:15}", *(f"{model.member(m).question(0):10} {alpha:.2f} " for m, alpha in enumerate(model.alphas)))
    assert np.allclose(model.alphas, story[-1].model.alphas) and (model.predict(points) == z).all()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: who grows next?
#
# *Deck 000: AdaBoost in Action*
#
# The area of a point is its weight, the line is this round's stump, the shading is what all members say together. First *watch* the rounds.
# Then switch to *guess*: the next stump is shown, you click the points that it will make heavier, and the round tells how many you had.

# %% slideshow={"slide_type": "subslide"}
ada_lab = lesson.AdaBoostLab()
ada_lab

# %% [markdown] slideshow={"slide_type": "notes"}
# - Ten points: which are the largest after round 3, and which is the smallest? Go on to round 20: which point fades away, and why?
# - Move one point far into the other class. How many rounds does it take until the boundary bends around it?
# - Rings: watch the cumulative margins after the training error is zero. Does the curve stand still?
# - Moons with wrong labels: when does the error on fresh cases turn, and what does the bound say about that?
# - Compare stumps with trees of depth 2 on XOR, before you read on.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The bound
#
# *Deck 000: AdaBoost*
#
# Each round divides the weights by its $Z$, and the mean exponential loss is the product of them all. It is above the share of mistakes, so
#
# $$ \text{training error} \;\le\; \frac1N \sum_n e^{-z^n F(x^n)} \;=\; \prod_{m} Z_m \;=\; \prod_m 2\sqrt{\varepsilon_m(1 - \varepsilon_m)} \;\le\; e^{-2\sum_m \gamma_m^2}, \qquad \gamma_m = \tfrac12 - \varepsilon_m . \tag{4} $$
#
# The last step is $2\sqrt{\varepsilon(1-\varepsilon)} = \sqrt{1 - 4\gamma^2}$ and $1 - t \le e^{-t}$.
# If every weak learner is better than a coin by some $\gamma$, however small, the bound falls like $e^{-2\gamma^2 M}$. The error is a multiple of $1/N$: once the
# bound is below $1/N$ there is no mistake left. That is at the latest after $\ln N / (2\gamma^2)$ rounds, however weak the learner. (The slide's "10 to 20
# rounds" is no law: choose $M$ by fresh examples.)

# %% slideshow={"slide_type": "subslide"}
story = lesson.AdaBoost(rounds=100).trace(X, z)
error, bound, epsilon = (story[1:-1].curve(name) for name in ("error", "bound", "epsilon"))
for m in (1, 2, 3, 9, 10):
    print(f"after {m:2} rounds: error {error[m - 1]:.1f}, bound {bound[m - 1]:.4f}, loss {story[m].loss:.4f}")
assert np.allclose(story[:4].curve("loss"), [10, 9.165151389912, 7.521398046336, 5.16230090651])
assert np.allclose(bound, np.cumprod(2 * np.sqrt(epsilon * (1 - epsilon)))) and (error <= bound).all()
assert (bound <= np.exp(-2 * np.cumsum((0.5 - epsilon) ** 2))).all()
done, promised = (error == 0).argmax() + 1, (bound < 1 / 10).argmax() + 1
print(f"no mistake from round {done} on; the bound can promise that from round {promised} on")
assert (done, promised) == (3, 10)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## After zero: the margins
#
# The training error cannot fall below zero, and still the next rounds are not idle. Divide the score by the sum of all vote weights:
#
# $$ \text{margin}(x, z) = \frac{z F(x)}{\sum_m \alpha_m} \in [-1, 1] , $$
#
# the weight of the right votes minus that of the wrong ones. The exponential loss keeps pushing the smallest ones up. Large margins bound the error
# on *fresh* examples, and the bound does not contain the number of rounds (Schapire and others, 1998). It is a reason, not a guarantee: voters made for
# larger margins still may do worse (Breiman, 1999), and with noise more rounds do hurt, as we will see.

# %% slideshow={"slide_type": "subslide"}
(known, label), (fresh, truth) = lesson.data.samples(lesson.data.spiral, 200, 2000, noise=0.05, seed=0)
spiral = lesson.AdaBoost(rounds=100, weak=lesson.CART(max_depth=3)).trace(known, label)
on_fresh = (spiral[-1].model.staged_predict(fresh) != truth).mean(axis=1)
for m in (1, 7, 20, 50, 100):
    step, least = spiral[m], spiral[m].margins.min()
    print(f"{m:3} trees: error {step.error:.3f} in training, {on_fresh[m - 1]:.3f} fresh; least margin {least:+.2f}")
assert spiral[7].error == spiral[100].error == 0 and on_fresh[99] < on_fresh[6] / 3
assert spiral[7].margins.min() < 0.05 and spiral[100].margins.min() > 0.3

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Round and round on ten points
#
# The same three stumps return for ever, and the weights go round in a circle in which $\varepsilon$ is always $(3 - \sqrt5)/4$: the golden ratio, of all
# things. That AdaBoost may circle was found by Rudin, Daubechies and Schapire (2004). Look at the margins: nobody asked for it, and yet no vote of
# these three stumps has a larger least margin than the one that the rounds lead to. Which vote is that? (Exercise 5.)

# %% slideshow={"slide_type": "subslide"}
at_three, at_hundred = story[3].margins, story[100].margins
print("margins after   3 rounds:", at_three.round(2))
print("margins after 100 rounds:", at_hundred.round(2), f"with epsilon {epsilon[-1]:.6f}")
assert np.isclose(epsilon[-1], (3 - np.sqrt(5)) / 4)
assert len({story[m].weak.question(0) for m in range(1, 101)}) == 3
assert np.isclose(at_three.min(), 0.0753, atol=1e-4) and abs(at_hundred.min() - 1 / 3) < 0.01

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where the formulas end
#
# - **No mistake**, $\varepsilon = 0$: the vote weight would be infinite. Here that learner gets a larger one than all before it together, so that it decides alone, and
#   the story ends.
# - **A coin**, $\varepsilon = \tfrac12$: vote weight 0, and the weights stay as they are; every further round would be the same. The story ends before it.
# - **Worse than a coin**, $\varepsilon > \tfrac12$: the vote weight would be negative. Here the story ends as well. It cannot happen to stumps, whose sides take
#   the heavier class.
#
# XOR shows the coin: on its four corners all stumps are coins. On a cloud of XOR points chance lets some stump look useful, and on fresh points
# nothing is left of it. **A vote of stumps is a sum of functions of one attribute each**, $F(x) = F_1(x_1) + F_2(x_2)$, and XOR is no such
# sum. It is not the number of rounds that is missing but the *depth*: trees of two levels see two attributes together.

# %% slideshow={"slide_type": "subslide"}
easy = lesson.AdaBoost().trace(np.array([[1.0], [2.0], [3.0], [4.0]]), [-1, -1, 1, 1])
corners = lesson.AdaBoost().trace(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, 1, 1, -1])
print("no mistake:", easy[-1].caption, "\na coin:    ", corners[-1].caption)
assert easy[1].epsilon == 0 and easy[1].alpha == 1 and corners[-1].round == 0
(known, label), (fresh, truth) = lesson.data.samples(lesson.data.xor, 200, 2000, gap=0.05, seed=0)
right = {}
for depth in (1, 2):
    learner = lesson.AdaBoost(rounds=100, weak=lesson.CART(max_depth=depth) if depth > 1 else None).fit(known, label)
    right[depth] = learner.score(fresh, truth)
    print(f"trees of depth {depth}: right {learner.score(known, label):.2f} in training, {right[depth]:.2f} fresh")
assert right[1] < 0.6 and right[2] > 0.95

# %% [markdown] slideshow={"slide_type": "slide"}
# ## More than two classes
#
# Among $K$ classes a coin is right once in $K$ times, and a stump, which can name only two of them, may well err on more than half. By (2) its vote weight would be
# negative. **SAMME** (Zhu and others, 2009) asks for better than $1/K$ and adds what guessing costs:
#
# $$ \alpha = \tfrac12\Big[\ln\frac{1-\varepsilon}{\varepsilon} + \ln(K-1)\Big], \qquad \hat z(x) = \operatorname{argmax}_k \sum_{m:\, f_m(x) = k} \alpha_m . $$
#
# $K = 2$ is the lecture's. Now $\alpha > 0$ exactly if $\varepsilon < 1 - 1/K$. (The paper has twice this weight for all members, which changes no vote.)

# %% slideshow={"slide_type": "subslide"}
points, kind = lesson.data.blobs(300, classes=5, spread=0.15, seed=0)
five = lesson.AdaBoost(rounds=100).trace(points, kind)
e, alpha = five[1].epsilon, five[1].alpha
plain = 0.5 * np.log((1 - e) / e)
print(f"5 classes: the first stump errs on {e:.2f}; its vote weight is {plain:+.3f} by (2), {alpha:+.3f} by SAMME")
print(f"after 100 stumps the error is {five[-1].error:.3f}")
assert np.isclose(e, 0.6) and np.isclose(alpha, plain + 0.5 * np.log(4)) and five[-1].error < 0.02

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Better than chance is not enough
#
# Four equal clouds, the corners of a tilted square. The first cut gets two of the classes right, the second the two others, and then the first one
# returns, both on the *same* attribute. From the second round on $\varepsilon = \tfrac14$, far better than chance, $\tfrac34$; yet each round has
# $Z = K(1-\varepsilon)e^{-\alpha} = 1$. The bound stands still, and half of the points stay wrong for ever. What weak learners of $K$ classes have to
# promise instead was found by Mukherjee and Schapire (2013). Remedies: deeper trees, or one two-class problem for each class (lecture 21).

# %% slideshow={"slide_type": "subslide"}
points, kind = lesson.data.blobs(200, classes=4, spread=0.1, seed=0)
four = lesson.AdaBoost(rounds=50).trace(points, kind)
print(f"50 stumps: error {four[-1].error:.2f}, bound {four[-1].bound:.2f}; they ask only", end=" ")
print(*sorted({step.weak.question(0) for step in four[1:-1]}), sep=" and ")
assert np.allclose(four[2:-1].curve("epsilon"), 1 / 4) and np.isclose(four[-1].error, 1 / 2)
deep, split = (
    lesson.AdaBoost(weak=lesson.CART(max_depth=2)),
    lesson.OutputCodes(learner=lesson.AdaBoost(rounds=20), code="one-vs-rest"),
)
for name, remedy in (("trees of depth 2", deep), ("one against the rest", split)):
    print(f"{name}: error {1 - remedy.fit(points, kind).score(points, kind):.2f}")
    assert remedy.score(points, kind) == 1

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Wrong labels
#
# *Deck 000: Log Loss (Logistic loss), AdaBoost*
#
# The weight of an example is the slope of its loss, $-\,dL/d\eta$. For the exponential loss that is $e^{-\eta}$, without limit; for the log loss it is
# $1/\big(\ln 2\,(1 + e^{\eta})\big)$, never above 1.44; for the hinge 1 or 0. An example whose *label* is wrong has a negative margin as long as the vote is
# right about it. So the better the vote, the heavier its few wrong labels: below, 1 of 10 gets a third of the weight.
#
# Stopping early helps. A tamer loss alone need not: it limits the pull of a wrong label, but does not end it. Below, 100 rounds of LogitBoost, which
# goes down the log loss, do no better; small steps will (lecture 21). For every convex loss there are data on which random wrong labels
# spoil boosting (Long and Servedio, 2010).

# %% slideshow={"slide_type": "subslide"}
eta, h = np.array([-10.0, -3.0, -1.0, 0.0, 1.0]), 1e-6
slopes = {name: -(lesson.MARGIN_LOSSES[name](eta + h) - lesson.MARGIN_LOSSES[name](eta - h)) / (2 * h)
          for name in ("exponential", "log")}  # fmt: skip
assert np.allclose(slopes["exponential"], np.exp(-eta))
assert np.allclose(slopes["log"], 1 / np.log(2) / (1 + np.exp(eta)))
lesson.Table.from_dict({"margin": eta, **slopes})

# %% slideshow={"slide_type": "subslide"}
results, data = np.zeros((10, 5)), lesson.data
for seed in range(10):
    (known, label), (fresh, truth) = data.samples(data.gaussians, 200, 2000, distance=3, spread=0.3, seed=seed)
    spoilt = np.where(flipped := np.random.default_rng(seed).permutation(200) < 20, 1 - label, label)
    honest, deceived = lesson.AdaBoost(rounds=100).fit(known, label), lesson.AdaBoost(rounds=100).fit(known, spoilt)
    models = honest, deceived, deceived.model_.prefix(10), lesson.LogitBoost(rounds=100).fit(known, spoilt)
    errors = (np.mean(model.predict(fresh) != truth) for model in models)
    results[seed] = deceived.last_step_.next_weights[flipped].sum(), *errors
share, clean, late, early, tamer = results.mean(axis=0)
print(f"the 20 wrong labels of 200 get {share:.2f} of the weight; error on fresh points:")
print(f"{late:.3f}; after 10 rounds {early:.3f}; with right labels {clean:.3f}; by LogitBoost {tamer:.3f}")
assert results[:, 0].min() > 0.25 and late > 1.1 * max(clean, early) and tamer > late

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# Fill in, run the cell, run the check below it. A check says what it expected, what came, and a hint; never the answer. Untouched
# exercises say so and stop nothing.
#
# **1. One round.** `w` are the weights, which sum to 1; `wrong` says where the weak learner errs. Return the vote weight $\alpha$ and the next weights (two classes).


# %%
def my_round(w, wrong):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.one_round(my_round)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. The best stump.** `x` are the values of one attribute (some may be equal), `z` the classes, $-1$ or $+1$, `w` the weights. Return the least weighted
# error that a stump on `x` can have. Its cut lies between two different values, and each side may answer either class.


# %%
def my_stump_error(x, z, w):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.stump_error(my_stump_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. How many rounds?** Every weak learner errs on exactly $\tfrac12 - \gamma$ of the weight. After how many rounds is the product of the $Z_m$ below $1/N$, so that
# no mistake is left? Return the least number; take the product itself, not the looser $e^{-2\gamma^2M}$.


# %%
def my_rounds(N, gamma):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.rounds_needed(my_rounds)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4. Margins.** `answers` has a row of $-1$ and $+1$ for each member, a column for each example. Return the margin of each example, between $-1$ and $+1$.


# %%
def my_margins(alphas, answers, z):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.margins(my_margins)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **5. A better vote.** After three rounds on the ten points the least margin is 0.075. Keep the three stumps, and choose their vote weights yourself: make
# the least margin as large as it can be.

# %%
my_vote_weights = None  # such as [0.42, 0.65, 0.92]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.better_vote(my_vote_weights)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Hinge, exponential and log loss are bounds on the 0/1 loss $[\eta \le 0]$: push one down, and the mistakes follow. $1 - \operatorname{sgn}$ is twice too much.
# - AdaBoost goes down the exponential loss one member at a time: least weighted error, $\alpha = \tfrac12\ln\frac{1-\varepsilon}{\varepsilon}$, weights
#   $w/2\varepsilon$ for the wrong and $w/2(1-\varepsilon)$ for the right. The last member is then a coin.
# - Ten points: 3/10, 3/14, 3/22; 0.42, 0.65, 0.92; three stumps, ties and all, and no mistake left.
# - Training error $\le \prod 2\sqrt{\varepsilon(1-\varepsilon)}$. After zero the margins go on growing.
# - Stumps add up attributes and cannot do XOR; $K$ classes need SAMME, and that promises less; the exponential loss believes every wrong label.
#
# **Read next:** Freund and Schapire (1997), the original; Friedman, Hastie and Tibshirani (2000), who found the exponential loss behind it; Schapire and Freund,
# *Boosting* (2012); Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, 10.1 to 10.6; lecture 21 for other losses and gradients.

# %% slideshow={"slide_type": "skip"}
lesson.course.index("20").without("lecture", "lesson")
