"""What the pages of lecture 20 show beside their labs."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.core.table import Table
from labkit.learners import CART, AdaBoost, LogitBoost, OutputCodes, RandomForest
from labkit.learners.ensemble.adaboost import AdaRounds
from labkit.learners.ensemble.losses import MARGIN_LOSSES
from labkit.lectures.l20_adaboost.losses import PULLS
from labkit.lectures.l20_adaboost.rounds import LATTICE
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.layout import columns
from labkit.views.plane.cuts import Cuts
from labkit.views.plane.plane import Plane

SPAM, NOT_SPAM = "spam", "nonspam"
RULES = 6  # of the spam filter that are shown


def ten_points() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("adaboost10")
    return table.numeric("x1", "x2"), table["y"]


def _ten_rounds(rounds: int) -> Trace:
    return AdaBoost(rounds=rounds).trace(*ten_points())


# ---------------------------------------------------------------- the main page


def best_stump() -> Player:
    """The ten points and the first cut, before anything is weighed."""
    X, z = ten_points()
    cuts = Cuts(lambda step: step.weak, limits=LATTICE, labels=(-1, 1))
    plane = Plane(X, z, limits=LATTICE, labels=(-1, 1), cuts=cuts, size=8.0, first=1, numbered=True,
                  axes=("x1", "x2"))  # fmt: skip
    picture = columns(plane, shape=2.6, caption=lambda step: f"{step.weak.question(0)}, with three mistakes")
    return play([_ten_rounds(1)[1]], picture, title="The best single cut")


def rounds_by_hand() -> Table:
    """Three rounds on ten points, in fractions."""
    X, z = ten_points()
    steps = _ten_rounds(3)[1:4]
    wrong = [np.flatnonzero(step.weak.predict(X) != z) for step in steps]
    return Table.from_dict({
        "round": [str(step.round) for step in steps],
        "cut": [step.weak.question(0) for step in steps],
        "wrong points": [" ".join(str(row + 1) for row in rows) for rows in wrong],
        "weighted error": [str(Fraction(step.epsilon).limit_denominator(99)) for step in steps],
        "vote weight": [f"{step.alpha:.3f}" for step in steps],
        "weights afterwards": [_distinct(step.next_weights) for step in steps],
    })  # fmt: skip


def _distinct(weights: np.ndarray) -> str:
    """Every different weight once, with how many points have it."""
    fractions = [Fraction(weight).limit_denominator(999) for weight in weights]
    return ", ".join(f"{fractions.count(each)} \u00d7 {each}" for each in sorted(set(fractions), reverse=True))


def round_source() -> Source:
    """The lines that run in every round."""
    return show(AdaRounds.__iter__, "wrong =", "# (3)")


def spam() -> tuple[Table, np.ndarray]:
    table = data.load("spam")
    return table.without("class"), table["class"]


def first_rules() -> Table:
    """The first rules of the vote on all mails, with their vote weights."""
    X, y = spam()
    vote = AdaBoost(rounds=RULES).fit(X, y).model_
    members = [vote.member(m) for m in range(RULES)]
    return Table.from_dict({
        "rule": [member.question(0) for member in members],
        "if so": [_answer(member, 0) for member in members],
        "if not": [_answer(member, 1) for member in members],
        "vote weight": [f"{alpha:.2f}" for alpha in vote.alphas],
    })  # fmt: skip


def _answer(stump, side: int) -> str:
    return {SPAM: "spam", NOT_SPAM: "not spam"}[str(stump.classes[int(stump.tree.prediction[1 + side])])]


@cache
def spam_errors() -> dict[str, tuple[int, int]]:
    """Method -> (mails that are wrong, good mails that are lost), of 384."""
    X, y = spam()
    methods = {
        "one stump": AdaBoost(rounds=1),
        "one tree": CART(),
        "a forest": RandomForest(),
        "AdaBoost, 100 stumps": AdaBoost(rounds=100),
    }
    found = {name: held_out_answers(learner, X.numeric(), y) for name, learner in methods.items()}
    found = {"always \u201cnot spam\u201d": np.full(len(y), NOT_SPAM)} | found
    return {name: (int((says != y).sum()), int(((says != y) & (y == NOT_SPAM)).sum())) for name, says in found.items()}


def spam_scores() -> Table:
    wrong, lost = zip(*spam_errors().values(), strict=True)
    return Table.from_dict({"method": list(spam_errors()), "wrong of 384": wrong, "of these, good mails lost": lost})


# ---------------------------------------------------------------- the page with more


def loss_values() -> Table:
    """Four losses at four margins."""
    margins = np.array([-1.0, -0.5, 0.0, 2.0])
    return Table.from_dict({"margin": margins} | {name: loss(margins) for name, loss in MARGIN_LOSSES.items()})


def other_orders() -> Table:
    """The same ten points, looked at in three ways: which stump begins?"""
    X, z = ten_points()
    views = {"as given": X, "axes exchanged": X[:, ::-1], "in a mirror": -X}
    models = [AdaBoost(rounds=3).fit(points, z).model_ for points in views.values()]
    cuts = [", ".join(f"{model.member(m).question(0)} ({_stump(model.member(m), points)})" for m in range(3))
            for model, points in zip(models, views.values(), strict=True)]  # fmt: skip
    weights = [", ".join(f"{alpha:.2f}" for alpha in model.alphas) for model in models]
    return Table.from_dict({"ten points": list(views), "cuts in their order": cuts, "vote weights": weights})


def _stump(member, points: np.ndarray) -> str:
    """Which of the three stumps it is, by the points on which it errs: a, b or c."""
    wrong = np.flatnonzero(member.predict(points) != ten_points()[1])
    return {0: "a", 5: "b", 3: "c"}[int(wrong[0])]


def margins_later() -> Table:
    """Error, bound and least margin on the ten points as rounds go on."""
    trace = _ten_rounds(100)
    steps = [trace[m] for m in (1, 2, 3, 10, 30, 100)]
    return Table.from_dict({
        "rounds": [step.round for step in steps],
        "weighted error": [f"{step.epsilon:.4f}" for step in steps],
        "training error": [f"{step.error:.1f}" for step in steps],
        "bound": [f"{step.bound:.4f}" for step in steps],
        "least margin": [f"{step.margins.min():+.3f}" for step in steps],
    })  # fmt: skip


def endings() -> Table:
    """Why the story ends early: nothing wrong, nothing better than a coin."""
    easy = AdaBoost().trace(np.array([[1.0], [2.0], [3.0], [4.0]]), [-1, -1, 1, 1])
    corners = AdaBoost().trace(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [-1, 1, 1, -1])
    return Table.from_dict({"data": ["four points in a row", "corners of a square, XOR"],
                            "how it ends": [easy[-1].caption, corners[-1].caption]})  # fmt: skip


def five_classes() -> Table:
    """The first stump among five classes, by the rule for two and by SAMME."""
    X, y = data.blobs(300, classes=5, spread=0.15, seed=0)
    trace = AdaBoost(rounds=100).trace(X, y)
    epsilon = trace[1].epsilon
    plain = 0.5 * np.log((1 - epsilon) / epsilon)
    return Table.from_dict({"": ["weighted error of the first stump", "its vote weight, two-class rule",
                                 "its vote weight, SAMME", "training error after 100 stumps"],
                            "value": [f"{epsilon:.2f}", f"{plain:+.3f}", f"{trace[1].alpha:+.3f}",
                                      f"{trace[-1].error:.3f}"]})  # fmt: skip


def four_clouds() -> Table:
    """Stumps that stay stuck among four classes, and two ways out."""
    X, y = data.blobs(200, classes=4, spread=0.1, seed=0)
    methods = {
        "50 stumps": AdaBoost(rounds=50),
        "50 trees of depth 2": AdaBoost(weak=CART(max_depth=2)),
        "one class against the rest, 20 stumps each": OutputCodes(learner=AdaBoost(rounds=20), code="one-vs-rest"),
    }
    errors = [f"{1 - learner.fit(X, y).score(X, y):.2f}" for learner in methods.values()]
    return Table.from_dict({"method": list(methods), "training error": errors})


WRONG_SHARE, REPEATS, KNOWN = 0.1, 10, 200


@cache
def wrong_label_results() -> dict[str, float]:
    """Means over ten draws of 200 points in two clouds, 20 of them with the wrong label."""
    results = []
    for seed in range(REPEATS):
        (X, y), (fresh, truth) = data.samples(data.gaussians, KNOWN, 2000, distance=3, spread=0.3, seed=seed)
        flipped = np.random.default_rng(seed).permutation(KNOWN) < WRONG_SHARE * KNOWN
        spoilt = np.where(flipped, 1 - y, y)
        honest, deceived = AdaBoost(rounds=100).fit(X, y), AdaBoost(rounds=100).fit(X, spoilt)
        tamer = LogitBoost(rounds=100).fit(X, spoilt)
        models = honest, deceived, deceived.model_.prefix(10), tamer
        errors = [float(np.mean(model.predict(fresh) != truth)) for model in models]
        results.append([float(deceived.last_step_.next_weights[flipped].sum()), *errors])
    names = "weight", "right labels", "wrong labels", "wrong labels, 10 rounds", "wrong labels, LogitBoost"
    return dict(zip(names, np.mean(results, axis=0).tolist(), strict=True))


def wrong_labels() -> Table:
    found = dict(wrong_label_results())
    found.pop("weight")
    return Table.from_dict({"trained on": list(found), "error on fresh points": [f"{e:.3f}" for e in found.values()]})


def pulls() -> Table:
    """How hard an example pulls, by its margin."""
    margins = np.array([-10.0, -3.0, -1.0, 0.0, 1.0])
    return Table.from_dict({"margin": margins} | {name: pull(margins) for name, pull in PULLS.items()})
