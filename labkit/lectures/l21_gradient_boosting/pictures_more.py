"""What the page with more of lecture 21 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, AdaBoost, GradientBoosting, LogitBoost, OutputCodes, RegressionBoosting
from labkit.learners.ensemble import losses
from labkit.learners.ensemble.score_tree import grow_node
from labkit.learners.ensemble.second_order import leaf_score, split_gains
from labkit.learners.many_classes import coding
from labkit.tutor.source import Source, show

DRAWS = 3  # of everything that hangs on chance


def next_gains() -> Table:
    """The gains of the five cuts before the first and the second round: log loss, shrinkage 0.1."""
    six = data.load("gbm6")
    trace = GradientBoosting(rounds=2, max_depth=1, start="zero").trace(six["x"][:, None], six["z"])
    found = [split_gains(six["x"], step.gradient, step.hessian) for step in trace[1:3]]
    cuts = [f"x \u2264 {threshold:g}" for threshold in found[0][0]]
    return Table.from_dict(
        {"cut": cuts} | {f"gain in round {m}": gains.round(3) for m, (_, gains) in enumerate(found, 1)}
    )


def logit_round() -> Table:
    """The first round of LogitBoost on the six points."""
    six = data.load("gbm6")
    step = LogitBoost(rounds=1).trace(six["x"][:, None], six["z"])[1]
    return Table.from_dict({
        "x": six["x"], "class": six["z"], "response \u2212g/h": step.responses, "weight h": step.weights,
        "F afterwards": step.scores, "p afterwards": step.probabilities.round(2),
    })  # fmt: skip


def stop_or_prune() -> Table:
    """XOR, five examples at each corner: leaves of the first tree of depth 2."""
    xor = data.load("xor")
    corners, side = np.tile(xor.numeric("x1", "x2"), (5, 1)), np.tile(xor["y"], 5)
    ways = {"stop": "cuts that do not pay are not made", "prune": "made first, taken back at the end"}
    trees = [GradientBoosting(rounds=1, max_depth=2, gamma=0.1, negative=way).fit(corners, side).model_.member(0)
             for way in ways]  # fmt: skip
    return Table.from_dict({"way": list(ways), "": list(ways.values()), "leaves": [len(tree.leaves) for tree in trees]})


def tree_source() -> Source:
    """A tree, node by node."""
    return show(grow_node, "leaf =", "return ScoreNode")


# ---------------------------------------------------------------- brakes


def ten_columns(n: int, noise: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Friedman's test function: five columns matter, five do not."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, 10))
    truth = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4]
    return X, truth + noise * rng.normal(size=n)


BRAKES = {
    "whole steps": {"shrinkage": 1.0},
    "\u03b5 = 0.1": {},
    "\u03b5 = 0.1, half the rows": {"rows": 0.5},
    "\u03b5 = 0.1, half the columns": {"columns": 0.5},
}


@cache
def brake_errors() -> dict[str, tuple[float, float]]:
    """Way -> (least over the rounds, after 100 rounds) mean squared error against the truth, means of the draws."""
    fresh, truth = ten_columns(2000, noise=0.0, seed=100)
    found = {name: [] for name in BRAKES}
    for seed in range(DRAWS):
        X, target = ten_columns(200, noise=2.0, seed=seed)
        for name, options in BRAKES.items():
            model = RegressionBoosting(rounds=100, seed=50 + seed, **options).fit(X, target).model_
            curve = ((model.staged_predict(fresh) - truth) ** 2).mean(axis=1)
            found[name].append((curve.min(), curve[-1]))
    return {name: tuple(np.mean(pairs, axis=0).tolist()) for name, pairs in found.items()}


def brakes() -> Table:
    least, last = zip(*brake_errors().values(), strict=True)
    return Table.from_dict({"100 rounds of depth 3": list(BRAKES), "least error": np.round(least, 2),
                            "error at the end": np.round(last, 2)})  # fmt: skip


LEARNERS = {
    "AdaBoost": AdaBoost(rounds=100),
    "LogitBoost, whole steps": LogitBoost(rounds=100),
    "LogitBoost, shrinkage 0.1": LogitBoost(rounds=100, shrinkage=0.1),
    "boosted trees, stopped early": GradientBoosting(rounds=300, patience=20, validation=0.25),
}


@cache
def wrong_label_errors() -> dict[str, float]:
    """Moons with a fifth of the labels wrong: errors on fresh, right labels, means of the draws."""
    found = {name: [] for name in LEARNERS}
    for seed in range(DRAWS):
        (X, y), (fresh, truth) = data.samples(data.moons, 200, 2000, noise=0.1, seed=seed)
        flipped = np.where(np.random.default_rng([1, seed]).random(200) < 0.2, 1 - y, y)
        for name, learner in LEARNERS.items():
            found[name].append(1 - learner.fit(X, flipped).score(fresh, truth))
    return {name: float(np.mean(errors)) for name, errors in found.items()}


def wrong_labels() -> Table:
    found = wrong_label_errors()
    return Table.from_dict(
        {"method": list(found), "error on fresh cases": [f"{error:.3f}" for error in found.values()]}
    )


# ---------------------------------------------------------------- many classes


def one_leaf() -> Table:
    """A leaf with two examples of a class and one other, all scores 0: how far do the scores of two classes part?"""
    z = np.array([1, 1, 0])
    G, H = (part.sum() for part in losses.Logistic().slopes(z, np.zeros(3)))
    both = (part.sum(axis=1) for part in losses.Softmax(2).slopes(z, np.zeros((2, 3))))
    one, two = float(leaf_score(G, H, lam=0)), float(np.diff(leaf_score(*both, lam=0))[0])
    ways = "one score, log loss", "two scores, softmax", "two scores, times (K \u2212 1)/K"
    return Table.from_dict({"two classes": ways, "the scores part by": [f"{each:.3f}" for each in (one, two, two / 2)]})


def codes() -> Table:
    """How many trees three codes take, and how many wrong ones they forgive."""
    makers = {"one against the rest": coding.one_vs_rest, "each against each": coding.one_vs_one,
              "exhaustive": coding.exhaustive}  # fmt: skip
    made = {name: make(4) for name, make in makers.items()}
    wrong = [max(int(coding.correctable(code)), 0) for code in made.values()]
    bits = [code.shape[1] for code in made.values()]
    return Table.from_dict({"four classes": list(made), "trees": bits, "wrong trees that do no harm": wrong})


@cache
def five_class_errors() -> dict[str, float]:
    """Five clouds: errors on fresh cases, means of the draws."""
    methods = {"one tree": CART()}
    methods |= {name: OutputCodes(code=name) for name in ("one-vs-rest", "one-vs-one", "exhaustive")}
    methods["boosted trees, 50 rounds"] = GradientBoosting(rounds=50)
    found = {name: [] for name in methods}
    for seed in range(DRAWS):
        (X, y), (fresh, truth) = data.samples(data.blobs, 300, 2000, classes=5, spread=0.2, seed=seed)
        for name, learner in methods.items():
            found[name].append(1 - learner.fit(X, y).score(fresh, truth))
    return {name: float(np.mean(errors)) for name, errors in found.items()}


def five_classes() -> Table:
    found = five_class_errors()
    return Table.from_dict(
        {"method": list(found), "error on fresh cases": [f"{error:.3f}" for error in found.values()]}
    )
