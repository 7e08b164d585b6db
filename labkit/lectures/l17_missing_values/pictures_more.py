"""What the page with more of lecture 17 shows beside its lab."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core.resampling import folds
from labkit.core.table import Table
from labkit.learners import C45, CART, ID3, DecisionTree
from labkit.learners.tree.costs import mean_cost, nunez, tan_schlimmer
from labkit.learners.tree.paths import path_steps
from labkit.lectures.l17_missing_values import common
from labkit.lectures.l17_missing_values.costs import COSTS
from labkit.lectures.shared.held_out import held_out_answers

REMEDIES = ("fill", "fractions", "surrogates")
LOST = 10  # the row of day 11
ALIKE = {"not alike": 0.0, "half alike": 0.5, "much alike": 0.9}


def weather_with_a_gap() -> tuple[Table, np.ndarray]:
    """The weather table without the outlook of day 11, on which they played."""
    X, y = common.attributes_and_classes("weather")
    outlook = [None if row == LOST else value for row, value in enumerate(X["outlook"])]
    return Table.from_dict({name: outlook if name == "outlook" else X[name] for name in X}), y


def gap_gains() -> Table:
    """The gain of the outlook, with all days and without that of day 11."""
    X, y = common.attributes_and_classes("weather")
    gap, _ = weather_with_a_gap()
    known = np.arange(len(y)) != LOST
    gains = [ID3(max_depth=1).trace(X, y)[1].gain, ID3(max_depth=1).trace(X[known], y[known])[1].gain,
             ID3(max_depth=1, missing="fractions").trace(gap, y)[1].gain]  # fmt: skip
    return Table.from_dict({"": ["14 outlooks", "13 outlooks, day 11 left out", "13 outlooks, times 13/14"],
                            "gain": [f"{gain:.3f}" for gain in gains]})  # fmt: skip


def _gap_model():
    return C45(min_leaf=2).fit(*weather_with_a_gap()).model_


def gap_leaves() -> Table:
    """The leaves of C4.5's tree, in its own notation: examples / those in error."""
    model = _gap_model()
    tree, leaves = model.tree, model.leaves
    ways = [" and ".join(model.condition(node) for node in tree.path(leaf)[1:]) for leaf in leaves]
    held = [f"{tree.weight[k]:.1f} / {tree.weight[k] - tree.counts[k].max():.1f}" for k in leaves]
    return Table.from_dict({"leaf": ways, "answer": [model.verdict(k) for k in leaves], "days / in error": held})


def gap_path() -> Table:
    """A sunny, calm day of unknown humidity on its way down that tree."""
    steps = list(path_steps(_gap_model(), {"outlook": "Sunny", "temp": 70, "windy": "False"}))
    return Table.from_dict({"step": [step.caption for step in steps],
                            "P(No) so far": [f"{step.proba[0]:.3f}" for step in steps]})  # fmt: skip


def backups() -> Table:
    """The surrogates of every split of CART's tree on the tennis table."""
    model = CART(missing="surrogates").fit(*common.attributes_and_classes("tennis")).model_
    kept = model.router.backups
    words = [", ".join(f"{s.describe(model.attributes)} ({s.association:.2f})" for s in backup.surrogates)
             for backup in kept.values()]  # fmt: skip
    return Table.from_dict({
        "node": list(kept),
        "split": [model.question(node) for node in kept],
        "surrogates, with \u03bb": [word or "none: go with the majority" for word in words],
    })  # fmt: skip


def twin_answers() -> Table:
    """The second attribute is a copy of the first, and only the copy is known."""
    X, y = np.array([[0.0, 0], [0, 0], [1, 1], [1, 1]]), np.array(["a", "a", "b", "b"])
    said = [DecisionTree(missing=remedy).fit(X, y).predict_proba(np.array([[np.nan, 1.0]]))[0] for remedy in REMEDIES]
    return Table.from_dict({"remedy": list(REMEDIES), "P(a)": [each[0] for each in said],
                            "P(b), which is right": [each[1] for each in said]})  # fmt: skip


@cache
def alike_accuracies() -> dict[str, list[float]]:
    """Means over ten draws: four attributes, two decide, 30 % of the test values erased."""
    draws = [[_accuracies(alike, seed) for alike in ALIKE.values()] for seed in range(10)]
    return dict(zip(REMEDIES, np.mean(draws, axis=0).T.tolist(), strict=True))


def _accuracies(alike: float, seed: int, n: int = 500) -> list[float]:
    rng = np.random.default_rng(seed)
    Z = np.sqrt(alike) * rng.normal(size=(2 * n, 1)) + np.sqrt(1 - alike) * rng.normal(size=(2 * n, 4))
    y, lost = Z[:, 0] + Z[:, 1] > 0, rng.random((n, 4)) < 0.3
    trees = [CART(max_depth=4, missing=remedy).fit(Z[:n], y[:n]) for remedy in REMEDIES]
    return [float(np.mean(tree.predict(np.where(lost, np.nan, Z[n:])) == y[n:])) for tree in trees]


def alike_scores() -> Table:
    right = {name: [f"{row[place]:.3f}" for row in alike_accuracies().values()] for place, name in enumerate(ALIKE)}
    return Table.from_dict({"remedy": list(REMEDIES), **right})


@cache
def vote_accuracies() -> dict[str, float]:
    """Shares of right answers about the members of the House, each by a learner that has not seen them."""
    X, y = common.votes()
    whole = np.array([all(X[name][row] is not None for name in X.names) for row in range(len(y))])
    rule = (X["physician_fee_freeze"] == "y") == (y == "republican")
    found = {"one rule: for the physician fee freeze, so republican": float(rule.mean())}
    found |= {remedy: float((held_out_answers(CART(missing=remedy), X, y) == y).mean()) for remedy in REMEDIES}
    answers = np.empty(len(y), dtype=y.dtype)
    for known, rest in folds(len(y), k=10, seed=0, classes=y):
        known = known[whole[known]]
        answers[rest] = CART(missing="fill").fit(X[known], y[known]).predict(X[rest])
    return found | {"trained on complete rows": float((answers == y).mean())}


def vote_scores() -> Table:
    found = vote_accuracies()
    return Table.from_dict({"method": list(found), "right": [f"{share:.3f}" for share in found.values()]})


def merits() -> Table:
    """Gain, cost and both merits of the tennis table's attributes."""
    X, y = common.attributes_and_classes("tennis")
    gains = np.array([ID3(max_depth=1).trace(X.select(name), y)[1].gain for name in COSTS])
    costs = np.array(list(COSTS.values()), dtype=float)
    return Table.from_dict({
        "attribute": list(COSTS),
        "cost": [f"{cost:.0f}" for cost in costs],
        "gain": [f"{gain:.3f}" for gain in gains],
        "gain\u00b2 / cost": [f"{merit:.4f}" for merit in tan_schlimmer(gains, costs)],
        "(2^gain \u2212 1) / (cost + 1)": [f"{merit:.4f}" for merit in nunez(gains, costs)],
    })  # fmt: skip


def prices_paid() -> Table:
    """Two trees, and what a case pays in each."""
    X, y = common.attributes_and_classes("tennis")
    models = [ID3(costs=costs).fit(X, y).model_ for costs in (None, COSTS)]
    return Table.from_dict({
        "tree": ["prices ignored", "gain\u00b2 / cost"],
        "leaves": [len(model.leaves) for model in models],
        "a case pays": [f"{mean_cost(model, list(COSTS.values())):.2f}" for model in models],
    })  # fmt: skip
