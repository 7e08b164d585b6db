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
# # 19 · Forests
#
# One tree is moody. Ask many, and let them vote.
#
# **After this lecture you can**
#
# - say when a vote is better than the voters, compute by how much, and name the assumption that real trees break;
# - draw a bootstrap sample, and tell why 37 of 100 examples stay out of the bag;
# - estimate the error on fresh cases without holding out a single example, and avoid the usual way to get that estimate wrong;
# - derive $\rho\sigma^2 + (1-\rho)\sigma^2/B$, measure $\rho$ between real trees, and choose $m$ with it;
# - rank attributes by importance in two ways, and show how one of them is fooled by noise.
#
# It follows deck 000 (*Ensemble Trees: Bagging*, *Ensemble Trees: Random Forests*, *Random Forests Algorithm*) and deck 003 (*SOME ASPECTS ABOUT
# DECISION TREES*). About 75 minutes. Each section names its slides.

# %% slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l19_forests as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A moody learner
#
# *Deck 003: SOME ASPECTS ABOUT DECISION TREES*
#
# Trees have much to be said for them. They can be read, they assume nothing about how the data are distributed, they take numbers and categories side by side,
# and they answer after a handful of comparisons. Their weakness: **they are unstable.** The first cut decides what all later cuts get to see, and a few
# other examples may move the first cut.
#
# Below, one sample is halved, and a tree is grown on each half. Both are about equally good, and they contradict each other on every fifth fresh case. Two
# straight lines learned from the same halves hardly ever do. The tree's error is largely *variance*: it depends on which examples happened to come. And
# variance can be averaged away.

# %% slideshow={"slide_type": "subslide"}
(X, y), (fresh_X, fresh_y) = lesson.data.samples(lesson.data.moons, 200, 4000, noise=0.2, seed=1)
differ = {}
for name, learner in {"tree": lesson.CART(), "line": lesson.PocketPerceptron()}.items():
    said = [learner.fit(X[half], y[half]).predict(fresh_X) for half in (slice(100), slice(100, 200))]
    differ[name] = np.mean(said[0] != said[1])
    errors = [np.mean(answers != fresh_y) for answers in said]
    print(f"{name}: wrong {errors[0]:.3f} and {errors[1]:.3f}, different answers {differ[name]:.3f}")
assert differ["tree"] > 10 * differ["line"]

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict first
#
# *Deck 000: Ensemble Trees: Bagging*
#
# Twenty-five classifiers for two classes. Each is wrong on 35 of 100 cases, each **independently** of all others. The majority decides.

# %% slideshow={"slide_type": "fragment"}
guess = lesson.questions.majority_of_25.ask()
guess

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The strength of many
#
# The majority is wrong if at least 13 of the 25 are. Their number is binomial:
#
# $$ P(\text{majority wrong}) = \sum_{k > B/2} \binom{B}{k}\, e^k\,(1-e)^{B-k} . $$
#
# With $e < \tfrac12$ it falls to 0 as $B$ grows (Condorcet, 1785); with $e > \tfrac12$ it rises to 1: a crowd makes good voters better and bad
# voters worse. Nothing comes of a crowd that tosses coins.
#
# The assumption that carries all this is *independently*. Twenty-five copies of one tree are wrong together on 35 of 100, whatever $B$. So the question of
# this lecture is: **where do we get good trees that err in different places?**

# %% slideshow={"slide_type": "subslide"}
many = (1, 5, 25, 101, 501)
print("e     ", *(f"B = {B:<4}" for B in many))
for e in (0.2, 0.35, 0.45, 0.5, 0.55):
    print(f"{e:.2f}  ", *(f"{lesson.majority_error(B, e):.6f}" for B in many))
print(guess.reveal("about 6 %", because=f"{lesson.majority_error(25, 0.35):.4f}, as long as nobody copies"))
assert np.isclose(lesson.majority_error(25, 0.35), 0.060444913567020503)
assert np.isclose(lesson.majority_error(25, 0.5), 0.5) and lesson.majority_error(501, 0.55) > 0.98

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Bootstrap: other data from the same data
#
# *Deck 000: Ensemble Trees: Bagging*
#
# New trees need new samples, and there is only one. Put its $N$ examples in an urn, draw $N$ times, and put each back before the next draw: a **bootstrap
# sample**. Some examples come twice or more, others not at all; these are **out of bag**. A draw misses an example with chance $1 - 1/N$, so
#
# $$ P(\text{out of bag}) = \Big(1-\frac1N\Big)^{N} \longrightarrow\; 1/\mathrm{e} \approx 0.368 . $$
#
# A tree thus sees about 63 of 100 different examples. **Bagging** (*b*ootstrap *agg*regat*ing*, Breiman 1996): grow a tree on each of $B$ bootstrap
# samples; let them vote on a class, or take the mean of their numbers.

# %% slideshow={"slide_type": "subslide"}
sizes = (10, 14, 100)
shares = [lesson.left_out(N) for N in sizes]
print("out of bag:", *map("N = {}: {:.4f},".format, sizes, shares), f"without end: {np.exp(-1):.4f}")
assert np.allclose([*shares, np.exp(-1)], [0.3486784401, 0.354335310220, 0.366032341273, 0.367879441171])
bag = lesson.RandomForest(trees=1000).fit(X, y).model_.ensemble
counts = [np.mean(bag.drawn == times) for times in range(5)]
print("1000 samples of 200; drawn 0, 1, 2, 3, 4 times:", np.round(counts, 3))
assert np.isclose(counts[0], lesson.left_out(200), atol=0.003) and np.all(bag.drawn.sum(axis=1) == 200)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: the urn
#
# *Deck 000: Ensemble Trees: Bagging*
#
# The first sample is drawn ball by ball, then one whole sample after the other: a row is a sample, a column an example, orange is out of bag. On the right
# the share out of bag, the variance of an average and the error of a majority: what theory expects, and what an experiment finds.

# %% slideshow={"slide_type": "subslide"}
urn = lesson.BootstrapLab()
urn

# %% [markdown] slideshow={"slide_type": "notes"}
# - Follow one column downwards. Can an example be in every bag? How many samples until each has been out of one?
# - Let $N$ grow from 2 to 100. How soon is the share out of bag the limit, as far as you can see?
# - Set $\rho$ to 0, to 0.3, to 1. From which $B$ on is one more member wasted?
# - Set $e$ to 0.35, 0.5, 0.6. Why is the expected curve a staircase? (A tie counts as half an error.)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What bagging helps, and what it does not
#
# *Deck 000: Ensemble Trees: Bagging*
#
# Two normal clouds; the best boundary is a straight line. Below are a full tree, a stump (a tree of one cut) and a straight line, each alone and bagged.
#
# The tree gains: another sample changes its mind on 18 of 100 fresh cases. Stump and line change theirs on 5, and gain nothing. Bagging takes away
# *variance*, and where there is little, there is little to take. Nor does it turn a learner into another one: fifty stumps that cut at nearly the same place are a
# stump. (The line beats them all, here. What suits the problem need not be bagged.)

# %% slideshow={"slide_type": "subslide"}
(X, y), (fresh_X, fresh_y) = lesson.data.samples(lesson.data.gaussians, 200, 4000, seed=3)
learners = {"tree": lesson.CART(), "stump": lesson.CART(max_depth=1), "line": lesson.PocketPerceptron(max_sweeps=20)}
gains = {}
for name, learner in learners.items():
    bagging = lesson.Bagging(learner=learner, members=50).fit(X, y)
    alone, bagged = (1 - one.score(fresh_X, fresh_y) for one in (learner.fit(X, y), bagging))
    said = np.array([bagging.model_.member(b).predict(fresh_X) for b in range(50)])
    differ, gains[name] = np.mean(said[1:] != said[:-1]), alone - bagged
    print(f"{name:5}  alone {alone:.3f}, bagged {bagged:.3f}; two members differ on {differ:.3f}")
assert gains["tree"] > 0.03 and max(abs(gains["stump"]), abs(gains["line"])) < 0.01
trees, forest = lesson.Bagging(members=50), lesson.RandomForest(trees=50, m="all")  # two names for the same
assert np.array_equal(trees.fit(X, y).predict(fresh_X), forest.fit(X, y).predict(fresh_X))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Out of bag: a test set for nothing
#
# *Deck 000: Ensemble Trees: Bagging*
#
# Every example is unknown to about a third of the trees. Let only *these* vote on it, and compare with its label: the **out-of-bag error**. No example is
# held out, no cross-validation is run, and yet no tree judges what it was taught.
#
# **How to read the slide.** It says to average the out-of-bag error. Average over *examples*, after the vote. Who averages the trees' own errors, each on its
# own out-of-bag examples, gets the error of a **single** tree, and sees nothing of what the vote achieves: below, 0.19 instead of 0.15.
#
# One thing to know: of $B$ trees only some $0.37\,B$ vote on an example. So with few trees the out-of-bag error looks at a smaller ensemble and is too
# high. From about a hundred trees on it is the test error, up to chance. The training error says nothing at all: it is 0.

# %% slideshow={"slide_type": "subslide"}
runs, own = [], []
for seed in range(20):  # twenty problems, each with 1000 fresh cases
    (X, y), (fresh_X, fresh_y) = lesson.data.samples(lesson.data.moons, 200, 1000, noise=0.2, seed=seed)
    model = lesson.RandomForest(trees=100, m="all", seed=seed).fit(X, y).model_
    runs.append([model.ensemble.oob_error[1:], np.mean(model.staged_predict(fresh_X) != fresh_y, axis=1)])
    own.append(np.mean((model.ensemble.ballots != y)[model.ensemble.out_of_bag]))
    assert np.array_equal(model.predict(X), y)  # the training error is 0
trees = np.array([1, 3, 5, 10, 20, 50, 100])
oob, fresh = np.mean(runs, axis=0)[:, trees - 1]
lesson.Table.from_dict({"trees": trees, "out of bag": oob.round(3), "fresh cases": fresh.round(3)})

# %% slideshow={"slide_type": "subslide"}
print(f"single trees: own out-of-bag errors, averaged {np.mean(own):.3f}; on fresh cases {fresh[0]:.3f}")
print(f"all together: out of bag, after the vote      {oob[-1]:.3f}; on fresh cases {fresh[-1]:.3f}")
assert oob[2] > fresh[2] + 0.02 and abs(oob[-1] - fresh[-1]) < 0.005
assert np.mean(own) > oob[-1] + 0.03
difference = [run[0][-1] - run[1][-1] for run in runs]
print(f"in a single problem the last two differ by about {np.std(difference):.3f}, up or down")
assert np.std(difference) < 0.04

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Why bagging stops helping
#
# *Deck 000: Ensemble Trees: Bagging*
#
# Averaging reduces variance: by how much? Let each of $B$ trees have variance $\sigma^2$ and any two the correlation $\rho$. Write down their
# covariances, a $B \times B$ square: $\sigma^2$ on the diagonal, $\rho\sigma^2$ at the other $B(B-1)$ places. **The variance of the average is the average of this square:**
#
# $$ \operatorname{Var}\Big(\frac1B\sum_b f_b\Big) = \frac{1}{B^2}\big[B\,\sigma^2 + B(B-1)\,\rho\sigma^2\big] = \rho\,\sigma^2 + \frac{1-\rho}{B}\,\sigma^2 . $$
#
# More trees remove the second term, and nothing else. With $\rho = 0.3$ a hundred trees leave 0.307 of the variance, and infinitely many 0.300. The trees
# of bagging *are* correlated: they all come from one sample, and where one attribute is strong, nearly every tree begins with it. Whoever wants less variance
# must lower $\rho$.

# %% slideshow={"slide_type": "subslide"}
many = (1, 10, 100, 1000)
print("rho    ", *(f"B = {B:<5}" for B in many))
for rho in (0.0, 0.05, 0.3, 0.9):
    print(f"{rho:<5}  ", *(f"{lesson.variance_of_average(rho, 1.0, B):<9.4f}" for B in many))
assert np.isclose(lesson.variance_of_average(0.3, 1.0, 100), 0.307)
square = np.full((100, 100), 0.3) + 0.7 * np.eye(100)
assert np.isclose(square.mean(), 0.307)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Random forests: make the trees differ
#
# *Deck 000: Ensemble Trees: Random Forests, Random Forests Algorithm*
#
# One change: **at every node only $m < p$ columns, drawn anew, may be asked.** For $b = 1, \dots, B$:
#
# 1. draw a bootstrap sample of $N$ examples;
# 2. grow a tree on it; at each node draw $m$ of the $p$ columns, take the best cut among *these*, and split, until a node has at most $n_{min}$ examples or is pure.
#
# Then vote (classes) or average (numbers). A strong attribute is no longer at every root, because often it may not be asked. Each tree becomes a little
# worse; two trees become less alike. $m = p$ is bagging.
#
# Deck 003 draws a small set of columns *once for each tree* (Ho's random subspaces, 1998). Deck 000 draws *at each node* (Breiman, 2001): then a
# tree can still use every column somewhere. The trees are not pruned: what is too much in one is averaged out by the others.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Where the slides are wrong: how many is $\log_2 p$?
#
# *Deck 000: Random Forests Algorithm (E-000-37)*
#
# The slide's choices are $m = \sqrt p$ or $\log_2 p$ for classes with $n_{min} = 1$, and $m = p/3$ for numbers with $n_{min} = 5$. Columns are drawn
# whole: nobody draws 6.64 of them. And for $p = 1$ the second choice draws none, for $p = 2$ the third draws two thirds of one. What is meant:
#
# $$ m = \lfloor\sqrt p\rfloor, \qquad m = \lfloor\log_2 p\rfloor + 1 \;\text{(Breiman's)}, \qquad m = \max(\lfloor p/3\rfloor, 1) . $$

# %% slideshow={"slide_type": "subslide"}
p = np.array([4, 16, 64, 100])
printed = np.array([lesson.RULES[rule](p) for rule in ("sqrt", "log2", "third")])
assert np.allclose(printed, [[2, 4, 8, 10], [2, 4, 6, 6.643856189775], [4 / 3, 16 / 3, 64 / 3, 100 / 3]])
assert lesson.RULES["log2"](1) == 0 and lesson.RULES["third"](2) < 1  # E-000-37: as printed, no column is drawn
p = np.array([1, 2, *p])
columns = {"p": p}
for rule in ("sqrt", "log2", "third"):
    columns[f"{rule}, printed"] = lesson.RULES[rule](p).round(2)
    columns[f"{rule}, drawn"] = [lesson.columns_drawn(rule, n) for n in p]
assert columns["log2, drawn"] == [1, 2, 3, 5, 7, 7] and columns["third, drawn"] == [1, 1, 1, 5, 21, 33]
lesson.Table.from_dict(columns)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Predict: which $m$?
#
# *Deck 000: Ensemble Trees: Random Forests*
#
# Two problems with $p = 12$ columns and a number to predict. In the first **all twelve** tell a little. In the second **two** tell everything, and ten are
# noise. A forest of any $m$ from 1 to 12 may be grown.

# %% slideshow={"slide_type": "fragment"}
knob = lesson.questions.larger_m.ask()
knob


# %% slideshow={"slide_type": "subslide"}
def clues(n, useful, seed):
    """Cases, the truth about them, and what was measured of it."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 12))
    truth = X[:, :useful].sum(axis=1) / np.sqrt(useful)
    return X, truth, truth + rng.normal(size=n)


def single_trees(useful, m, seed, trees=20):
    """(trees, cases): what each tree of a forest, grown on 100 examples, says of 200 fresh cases."""
    (X, _, z), (fresh_X, _, _) = clues(100, useful, seed), clues(200, useful, seed=1000)
    model = lesson.RegressionForest(trees=trees, m=m, n_min=1, seed=seed).fit(X, z).model_
    return np.array([model.member(b).predict(fresh_X) for b in range(trees)])


# %% [markdown] slideshow={"slide_type": "slide"}
# ## Correlation against strength, measured
#
# *Deck 000: Ensemble Trees: Random Forests*
#
# Thirty samples of the same problem, a forest of 20 trees on each, 200 fresh cases. Over the samples every two trees have a covariance (averaged over the cases): the
# square from above, now of real trees. Its diagonal gives $\sigma^2$, the other places $\rho\sigma^2$, and its mean *is* the variance of the forest. What
# averaging cannot remove is the **bias**, the distance between the average tree and the truth:
#
# $$ \text{error of the forest} = \text{bias}^2 + \rho\,\sigma^2 + \frac{1-\rho}{B}\,\sigma^2 . $$

# %% slideshow={"slide_type": "subslide"}
said = np.array([single_trees(useful=12, m=4, seed=seed) for seed in range(30)])
samples, trees, cases = said.shape
apart = said - said.mean(axis=0)
square = np.einsum("sac,sbc->ab", apart, apart) / (samples * cases)
sigma2 = square.trace() / trees
rho = (square.sum() - square.trace()) / (trees * (trees - 1)) / sigma2
expected, found = lesson.variance_of_average(rho, sigma2, trees), said.mean(axis=1).var(axis=0).mean()
print(f"a single tree varies by {sigma2:.4f}, and any two correlate by {rho:.4f}")
print(f"so {trees} together should vary by {expected:.4f}; they vary by {found:.4f}")
assert np.isclose(expected, found) and np.isclose(square.mean(), found)

# %% slideshow={"slide_type": "subslide"}
rows = []
for useful, m in [(useful, m) for useful in (12, 2) for m in (1, 4, 8, 12)]:
    truth = clues(200, useful, seed=1000)[1]
    said = np.array([single_trees(useful, m, seed) for seed in range(30)])
    forests, one_tree = said.mean(axis=1), np.mean((said - truth) ** 2)
    sigma2, variance = said.var(axis=0).mean(), forests.var(axis=0).mean()
    rho = (variance / sigma2 - 1 / trees) / (1 - 1 / trees)  # the formula, solved for rho
    bias, error = np.mean((forests.mean(axis=0) - truth) ** 2), np.mean((forests - truth) ** 2)
    assert np.isclose(error, bias + variance)
    rows.append((useful, m, *np.round([one_tree, rho, variance, bias, error], 3)))

# %% slideshow={"slide_type": "subslide"}
names = ("useful", "m", "error of a tree", "rho", "variance", "bias²", "error of the forest")
measured, best = lesson.Table.from_dict(dict(zip(names, zip(*rows, strict=True), strict=True))), {}
for useful in (12, 2):
    here = measured[measured["useful"] == useful]
    assert np.all(np.diff(here["rho"]) > 0) and np.all(np.diff(here["bias²"]) < 0)
    best[useful] = int(here["m"][here["error of the forest"].argmin()])
print(f"best m: {best[12]} where all twelve tell a little, {best[2]} where two tell everything")
print(knob.reveal("two tell everything", because="a node that is offered only noise has to ask noise"))
assert best == {12: 4, 2: 8}
measured

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## What the table says
#
# Read it upwards, from $m = 12$ (bagging) to $m = 1$. In both problems $\rho$ falls and with it the forest's variance, although each single tree gets *worse*. And in
# both the bias rises, since the trees are kept from the right question.
#
# - **All twelve tell a little:** whatever is drawn, something useful is there. The bias rises slowly, and $m = p/3 = 4$, the slide's choice, wins.
# - **Two tell everything:** with $m = 1$ five of six nodes ask noise. The bias is large, and $m = 8$ wins, a hair before bagging.
#
# So $m$ is a knob, the defaults are where to begin, and the out-of-bag error says in which direction to turn. (It has noise of its own: a share $e$ measured on $N$
# examples is uncertain by about $\sqrt{e(1-e)/N}$, which for 0.15 and 200 examples is 0.025, most of the 0.03 found above. Do not turn for less.)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab: a forest grows
#
# *Deck 000: Random Forests Algorithm*
#
# Trees are added one by one: what they vote over the plane, the error out of bag and on fresh cases, and single trees side by side. Nuisance features are columns
# of noise beside the two that you see. (Votes have no formula as neat as that of averages, but the same trade. Above the single trees stand
# their mean error on fresh cases and their correlation, here Breiman's: how alike two trees are right and wrong over these cases.)

# %% slideshow={"slide_type": "subslide"}
lab = lesson.ForestLab()
lab

# %% [markdown] slideshow={"slide_type": "notes"}
# - Stop at 1, 5, 20 trees, then press End. What happens to the islands that single trees have? Does the error ever rise again for good?
# - No nuisance features: turn $m$ from 1 to 2. Eight nuisance features: turn $m$ from 1 to 10. Where does $m$ matter, and which way?
# - Compare the curve out of bag with that of fresh cases. Which is higher at 3 trees, which at 50?
# - No nuisance features, wrong labels 0.3 (so nobody errs on less). What brings the error nearer to 0.3: more trees, or a larger $n_{min}$?
# - Drag one point across the boundary. Lecture 15 asked how much of the tree changes; how much of the forest?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Big leaves, small leaves
#
# *Deck 000: Random Forests Algorithm*
#
# A forest for numbers stops at $n_{min} = 5$ by default, one for classes at 1: averaging smooths what single trees overdo. Below, $n_{min}$ changes the size of
# the trees a lot and the error hardly, until the leaves are too coarse. That is not a law: two columns with 30 of 100 labels wrong (the lab!) want a large
# $n_{min}$, since trees that all learn the same wrong labels do not cancel. More *trees*, on the other hand, do not overfit: they only bring the average nearer
# to its limit.

# %% slideshow={"slide_type": "subslide"}
X, _, z = clues(400, useful=2, seed=0)
fresh_X, _, fresh_z = clues(2000, useful=2, seed=1)
errors = {}
for n_min in (1, 5, 20, 60, 150):
    forest = lesson.RegressionForest(m=8, n_min=n_min).fit(X, z)
    leaves = np.mean([len(forest.model_.member(b).leaves) for b in range(100)])
    errors[n_min] = np.mean((forest.predict(fresh_X) - fresh_z) ** 2)
    found = f"out of bag {forest.oob_error_:.3f}, fresh cases {errors[n_min]:.3f}"
    print(f"n_min {n_min:3}: {leaves:5.1f} leaves, error {found}")
assert max(errors[n] for n in (1, 5, 20, 60)) < 1.02 * min(errors.values())
assert errors[150] > 1.05 * errors[60]

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Any kind of attribute
#
# *Deck 003: SOME ASPECTS ABOUT DECISION TREES · deck 000: Ensemble Trees: Random Forests*
#
# What deck 003 praises in trees the forest keeps: no assumption about distributions, numbers beside categories (here each category is a yes-or-no column, ten in all), quick
# answers. What it loses: **nobody can read five hundred trees.** Tennis, once more: which attribute is asked at the root? With all columns at hand, five
# trees of six begin with outlook or humidity. With $m = \lfloor\sqrt{10}\rfloor = 3$ temperature and wind get their chance more often.
#
# And a forest is no magic. Fourteen days are too few: out of bag it is no better than somebody who always says *yes*.

# %% slideshow={"slide_type": "subslide"}
tennis = lesson.data.load("tennis")
days, play = tennis.without("day", "play"), tennis["play"]
roots = {"attribute": days.names}
for name, m in (("bagging", "all"), ("random forest", "sqrt")):
    forest = lesson.RandomForest(trees=500, m=m).fit(days, play)
    asked = [forest.model_.member(b).question(0).split(" ")[0] for b in range(500)]
    roots[name] = [asked.count(attribute) for attribute in days]
    print(f"{name}: out-of-bag error {forest.oob_error_:.4f}; always yes: {np.mean(play == 'no'):.4f}")
    assert np.isclose(forest.oob_error_, 5 / 14)
strong = {name: (roots[name][0] + roots[name][2]) / 500 for name in ("bagging", "random forest")}
assert strong["bagging"] > 0.8 > strong["random forest"]
lesson.Table.from_dict(roots)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What does it look at?
#
# *Deck 000: Random Forests Algorithm*
#
# Not on the slides, but what nearly every forest is asked: which attributes matter? Two answers:
#
# - **impurity**: how much all splits on this attribute gained, weighted by the examples that passed them. It is counted on the *training* examples.
# - **permutation**: shuffle the attribute among the examples out of a tree's bag; by how much does the tree's error rise? It is counted on examples that the tree has not seen.
#
# Below: the moons' two coordinates, a copy of the first with a little noise, a column of random numbers, and a coin. Then the labels are shuffled, so that
# *nothing* tells anything.

# %% slideshow={"slide_type": "subslide"}
rng = np.random.default_rng(1)
X, y = lesson.data.moons(300, noise=0.15, seed=0)
columns = {"x1": X[:, 0], "x2": X[:, 1], "copy of x1": X[:, 0] + 0.02 * rng.normal(size=300)}
columns |= {"numbers": rng.random(300), "coin": np.where(rng.random(300) < 0.5, 1.0, 0.0)}
attributes, kinds = lesson.Table.from_dict(columns), ("impurity", "permutation")
importance = {"attribute": attributes.names}
for labels, z in (("true", y), ("shuffled", rng.permutation(y))):
    forest = lesson.RandomForest(trees=200).fit(attributes, z)
    importance |= {f"{kind}, {labels}": forest.importance(kind).round(3) for kind in kinds}
    print(f"{labels} labels: out-of-bag error {forest.oob_error_:.3f}")
lesson.Table.from_dict(importance)

# %% slideshow={"slide_type": "subslide"}
impurity, permutation = (importance[f"{kind}, true"] for kind in kinds)
assert impurity[3] > 4 * impurity[4] > 0 and np.all(np.abs(permutation[3:]) < 0.01)
blind, tested = (importance[f"{kind}, shuffled"] for kind in kinds)
assert blind[3] > 5 * blind[4] and np.all(np.abs(tested) < 0.03)
without = lesson.RandomForest(trees=200).fit(attributes.without("copy of x1"), y)
alone = [without.importance(kind)[0] for kind in kinds]
print(f"x1 without its copy: impurity {alone[0]:.3f}, permutation {alone[1]:.3f}")
assert alone[0] > 1.2 * impurity[0] and alone[1] > permutation[0]

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## What importance is not
#
# - **Impurity is paid for with training examples.** Random numbers offer 299 cuts, a coin one; somewhere one of the 299 gains by luck. With shuffled labels
#   impurity still shares out its 100 %, and gives the numbers nine times what it gives the coin. Permutation says 0 to both.
# - **Copies share.** $x_1$ loses more than a quarter of its impurity when its copy comes in, though it tells as much as before. Two attributes that say the same may both look
#   unimportant.
# - **It is not causation**, and not the direction of an effect. It says what *this forest* uses.
#
# The lab has a coin, a die and random numbers beside $x$ and $y$. In which order does noise gain by impurity, and why? Which bars move when $x$ gets a twin? What do wrong
# labels do to the share of noise, what a larger $m$ or $n_{min}$? What does permutation say to all of it?

# %% slideshow={"slide_type": "subslide"}
bars = lesson.ImportanceLab()
bars

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# Fill in, run the cell, run the check below it. A check says what it expected, what came, and a hint; never the answer. Untouched
# exercises say so and stop nothing.
#
# **1. Missed.** From $N$ examples $n$ are drawn with replacement (in bagging $n = N$; some take fewer). With which chance is a certain example out of bag?


# %%
def my_left_out(N, n):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.left_out(my_left_out)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. The majority.** `B` voters (an odd number), each wrong with chance `e`, all independent. How often is the majority wrong? (`math.comb` counts the ways.)


# %%
def my_majority_error(B, e):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.majority_error(my_majority_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. The out-of-bag error.** `drawn[b, i]` is how often tree $b$ drew example $i$, `votes[b, i]` the class (0 or 1) that it names for it, `y[i]` the true one. Return the
# share of examples that are decided wrongly by the trees that have not seen them. Equal votes are class 0; an example that is in every bag does not count.


# %%
def my_oob_error(drawn, votes, y):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.oob_error(my_oob_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4. Enough trees.** Trees with correlation `rho` are averaged. How many does it take until the variance exceeds what infinitely many would leave by at most the
# share `share` (0.1 is 10 % more)?


# %%
def my_trees_needed(rho, share):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.trees_needed(my_trees_needed)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **5. Worse together.** Three voters, ten cases, two classes; each voter is wrong on four cases. Place their errors so that the majority is wrong on *six*. Give three rows
# of ten numbers, 1 where that voter is wrong. (Then try the opposite: how few can it be?)

# %%
my_errors = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.worse_together(my_errors)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A vote is better than its voters if they are better than chance and err in different places. Bagging makes them differ by bootstrap samples, a random forest also by
#   drawing $m$ columns at every node.
# - The variance of an average is $\rho\sigma^2 + (1-\rho)\sigma^2/B$. Trees without end remove the second term; only a smaller $\rho$ lowers the first. The bias stays.
# - About 37 of 100 examples are out of each bag. Judged by the trees that have not seen them, they give the test error for nothing; with few trees it is too high.
# - $m$ trades correlation against strength: small where many columns tell a little, large where few tell everything. Begin with $\lfloor\sqrt p\rfloor$ or
#   $\lfloor\log_2 p\rfloor + 1$ for classes, $\lfloor p/3\rfloor$ for numbers.
# - Impurity importance rewards attributes with many values; permutation asks examples that the tree has not seen.
#
# **Read next:** Breiman, *Bagging Predictors* (1996) and *Random Forests* (2001); Ho, *The Random Subspace Method* (1998); Hastie, Tibshirani and Friedman, *The
# Elements of Statistical Learning*, chapter 15. Lecture 20 does the opposite of independence: each new member is made for the cases that the others got wrong.

# %% slideshow={"slide_type": "skip"}
lesson.course.index("19").without("lecture", "lesson")
