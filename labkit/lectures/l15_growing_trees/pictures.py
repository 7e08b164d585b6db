"""What the main page of lecture 15 shows beside its labs.

Deck 003 "PREDICTING BY ASKING QUESTIONS", "DECISION TREE", "COMPUTING INFORMATION GAIN", "GROWING THE TREE", deck 000
"Criteria for Splitting Tests - 3". Inventory: I-003-022, I-003-023, I-003-030, I-003-031, I-003-032, I-000-078.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, ID3, LDA, NaiveBayes, ObliqueTree
from labkit.learners.tree import criteria
from labkit.lectures.l15_growing_trees.mushrooms import EDIBLE, POISONOUS, mushrooms
from labkit.lectures.shared.held_out import held_out_answers
from labkit.lectures.shared.trees_shown import grown, node_tests
from labkit.player.player import Player
from labkit.tutor.source import Source, show

PHOTOS = {
    "top": ["blue", "blue", "blue", "other", "other", "other"],
    "bottom": ["green", "blue", "other", "green", "blue", "other"],
}
PLACES = ["outdoor", "outdoor", "indoor", "outdoor", "indoor", "indoor"]
SPLITS = {  # 800 examples, 400 of each class: (children, classes)
    "first": np.array([[300, 100], [100, 300]]),
    "second": np.array([[200, 400], [200, 0]]),
}


def photo_tree() -> Player:
    """Was this photograph taken outdoors?"""
    return grown(ID3(), Table.from_dict(PHOTOS), PLACES, title="Indoors or outdoors?")


# ---------------------------------------------------------------- by hand


def tennis() -> tuple[Table, np.ndarray]:
    """Fourteen days, and whether tennis was played."""
    table = data.load("tennis")
    return table.without("day", "play"), table["play"]


def tennis_gains() -> Table:
    """The four questions at the root."""
    days, play = tennis()
    tests = node_tests(days, play)
    return Table.from_dict({
        "question": list(tests["test"]),
        "days that were played, and not": [_branches(days[name], play) for name in tests["test"]],
        "entropy after": [f"{value:.3f}" for value in tests["after"]],
        "gain": [f"{value:.3f}" for value in tests["gain"]],
    })  # fmt: skip


def _branches(answers: np.ndarray, play: np.ndarray) -> str:
    counts = {str(answer): play[answers == answer] for answer in np.unique(answers)}
    return ", ".join(f"{answer} {(each == 'yes').sum()} : {(each == 'no').sum()}" for answer, each in counts.items())


def tennis_tree() -> Player:
    return grown(ID3(), *tennis(), title="Tennis today?")


def gain_source() -> Source:
    """The lines that compute a gain."""
    return show(criteria.gain, "parent, share", "return impurity")


# ---------------------------------------------------------------- which split is better


def two_splits() -> Table:
    """Two splits with as many mistakes, as three measures see them."""
    measures = {"misclassification": criteria.misclassification, "Gini": criteria.gini, "entropy": criteria.entropy}
    return Table.from_dict({
        "split": list(SPLITS),
        "one side": [f"{first[0]} : {first[1]}" for first, _ in SPLITS.values()],
        "other side": [f"{second[0]} : {second[1]}" for _, second in SPLITS.values()],
        "mistakes": [int(children.min(axis=1).sum()) for children in SPLITS.values()],
    } | {f"gain, {name}": [f"{float(criteria.gain(children, measure)):.3f}" for children in SPLITS.values()]
         for name, measure in measures.items()})  # fmt: skip


# ---------------------------------------------------------------- on real data


@cache
def mushroom_errors() -> dict[str, tuple[int, int]]:
    """Method -> (mushrooms that are wrong, poisonous ones called edible), of 1161."""
    X, y = mushrooms()
    methods = {
        "odor alone, a branch for each": ID3(max_depth=1),
        "yes or no, 1 level": CART(max_depth=1),
        "yes or no, 2 levels": CART(max_depth=2),
        "yes or no, 3 levels": CART(max_depth=3),
        "yes or no, until pure": CART(),
        "naive Bayes (lecture 04)": NaiveBayes(),
    }
    found = {"always \u201cedible\u201d": np.full(len(y), EDIBLE)}
    found |= {name: held_out_answers(learner, X, y) for name, learner in methods.items()}
    return {name: (int((says != y).sum()), int(((says != y) & (y == POISONOUS)).sum())) for name, says in found.items()}


def mushroom_scores() -> Table:
    wrong, eaten = zip(*mushroom_errors().values(), strict=True)
    return Table.from_dict({"method": list(mushroom_errors()), "wrong of 1161": wrong,
                            "of these, poisonous called edible": eaten})  # fmt: skip


def crabs() -> tuple[np.ndarray, np.ndarray]:
    """Five lengths, and one of two species."""
    table = data.load("crabs")
    return table.without("species", "sex").numeric(), table["species"]


@cache
def crab_errors() -> dict[str, tuple[int, int]]:
    """Method -> (crabs that are wrong, leaves of the tree for all), of 200; no leaves where there is no tree."""
    X, y = crabs()
    methods = {"straight cuts": CART(), "slanted cuts": ObliqueTree(), "LDA (lecture 04), no tree": LDA()}
    wrong = {name: int((held_out_answers(learner, X, y) != y).sum()) for name, learner in methods.items()}
    leaves = {name: len(getattr(learner.fit(X, y).model_, "leaves", ())) for name, learner in methods.items()}
    return {name: (wrong[name], leaves[name]) for name in methods}


def crab_scores() -> Table:
    wrong, leaves = zip(*crab_errors().values(), strict=True)
    return Table.from_dict({"method": list(crab_errors()), "wrong of 200": wrong,
                            "leaves": [str(many) if many else "\u2013" for many in leaves]})  # fmt: skip
