"""What the main page of lecture 17 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core.resampling import folds
from labkit.core.table import Table
from labkit.learners import CART, ID3
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.fractions import shares
from labkit.learners.tree.paths import path_steps
from labkit.lectures.l17_missing_values import common
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.layout import columns
from labkit.views.trees.tree import TreeView

CASE = {"humidity": 85, "windy": "True"}  # the lectures' day without an outlook
PARTS = 10


def weather_tree() -> Player:
    """The tree of the 14 days, grown."""
    step = ID3().trace(*common.attributes_and_classes("weather"))[-1]
    picture = columns(TreeView(step.model), shape=2.6, caption=lambda step: "14 days: was there a game?")
    return play([step], picture, title="The tree of the weather table")


def usual_values() -> Table:
    """What is filled in, learned from the 14 days."""
    X, _ = common.attributes_and_classes("weather")
    mean, median = (FillIn.learn(X, numbers) for numbers in ("mean", "median"))
    words = [[a.word(cell) for a, cell in zip(fill.attributes, fill.usual, strict=True)] for fill in (mean, median)]
    middle = [words[1][i] if kind == "numeric" else "\u2013" for i, kind in enumerate(X.kinds.values())]
    return Table.from_dict({"attribute": list(X.names), "mode or mean": words[0], "or the median": middle})


def fractions_by_hand() -> Table:
    """The parts of the day without an outlook, and what their leaves say."""
    X, y = common.attributes_and_classes("weather")
    model = ID3(missing="fractions").fit(X, y).model_
    end = list(path_steps(model, CASE))[-1]
    tree, q = model.tree, shares(model.tree, 0)
    leaves = [next(n for n in np.flatnonzero(end.resting) if child in tree.path(n)) for child in tree.children(0)]
    return Table.from_dict({
        "branch": [model.answer(child) for child in tree.children(0)],
        "q": [f"{share * 14:.0f}/14" for share in q],
        "its leaf: No, Yes": [", ".join(f"{count:.0f}" for count in tree.counts[leaf]) for leaf in leaves],
        "P(No) there": [f"{tree.counts[leaf][0] / tree.weight[leaf]:.0f}" for leaf in leaves],
        "part that says No": [f"{end.resting[leaf] * tree.counts[leaf][0] / tree.weight[leaf] * 14:.0f}/14"
                              for leaf in leaves],
    })  # fmt: skip


def shares_source() -> Source:
    return show(shares)


def humid_or_cool() -> Table:
    """The 14 days by the split and by its surrogate."""
    X, _ = common.attributes_and_classes("tennis")
    high, warm = X["humidity"] == "high", X["temperature"] != "cool"
    return Table.from_dict({
        "": ["not cool", "cool"],
        "humidity high (left)": [int((high & warm).sum()), int((high & ~warm).sum())],
        "humidity normal (right)": [int((~high & warm).sum()), int((~high & ~warm).sum())],
    })  # fmt: skip


def mushroom_gaps() -> Table:
    """How often mushrooms are poisonous, with and without the entry."""
    _, y, gap = common.mushrooms()
    groups = {"stalk root known": ~gap, "stalk root missing": gap}
    return Table.from_dict({
        "": list(groups),
        "mushrooms": [int(rows.sum()) for rows in groups.values()],
        "poisonous": [f"{np.mean(y[rows] == 'poisonous'):.0%}" for rows in groups.values()],
    })  # fmt: skip


@cache
def mushroom_answers() -> dict[str, np.ndarray]:
    """What is said of every mushroom by a tree that has not seen it, trained on the complete rows or on all."""
    X, y, gap = common.mushrooms()
    found = {name: np.empty(len(y), dtype=y.dtype) for name in ("complete rows", "all rows, filled in")}
    for known, rest in folds(len(y), k=PARTS, seed=0, classes=y):
        for name, rows in zip(found, (known[~gap[known]], known), strict=True):
            found[name][rest] = CART(missing="fill").fit(X[rows], y[rows]).predict(X[rest])
    return {"none: always \u201cedible\u201d": np.full(len(y), "edible")} | found


def mushroom_scores() -> Table:
    """Shares of right answers, and the mistakes that matter."""
    _, y, gap = common.mushrooms()
    said = mushroom_answers()
    right = {name: answers == y for name, answers in said.items()}
    return Table.from_dict({
        "trained on": list(said),
        "right, complete rows": [f"{each[~gap].mean():.3f}" for each in right.values()],
        "right, rows with a gap": [f"{each[gap].mean():.3f}" for each in right.values()],
        "right, all": [f"{each.mean():.3f}" for each in right.values()],
        "poisonous, called edible": [int((~each & (y == "poisonous")).sum()) for each in right.values()],
    })  # fmt: skip
