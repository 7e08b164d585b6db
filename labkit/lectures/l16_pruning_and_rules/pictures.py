"""What the main page of lecture 16 shows beside its labs.

Deck 000 "Pruning the Tree - 1" to "- 4", deck 001 "Rule Extraction". Inventory: I-000-092, I-001-035, I-001-039.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.resampling import folds
from labkit.core.story import Trace
from labkit.core.table import Table
from labkit.learners import CART, DecisionTree, NaiveBayes, RandomForest
from labkit.learners.tree.cost_complexity import PruneStep, prune_steps, pruning_path, weakest_links
from labkit.learners.tree.cross_validation import AlphaChoice, choose_alpha
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.rules import extract
from labkit.lectures.l16_pruning_and_rules.common import FRESH, TRAINING, Cases
from labkit.lectures.l16_pruning_and_rules.sequence import cost_chart
from labkit.lectures.shared.held_out import PARTS, held_out_answers
from labkit.lectures.shared.noisy_points import samples_to_prune
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.layout import columns
from labkit.views.trees.tree import TreeView

DRAWS = 20  # samples over which stopping and cutting are compared
TESTED = {
    "two rings": {"data": "rings", "points": 80, "noise": 0.2},
    "XOR": {"data": "xor", "points": 100, "noise": 0.1},
}
STOPS = {
    "grown to the end": "purity",
    "stop: chi-square test": "chi-square",
    "stop: description length": "mdl",
    "stop: cross-validated depth": "cross-validation",
}
HEALTHY, ILL = "no", "yes"

# ---------------------------------------------------------------- by hand


def eight() -> TreeModel:
    """The tree of the eight red, green and blue examples, grown until its leaves are pure."""
    table = data.load("rgb8")
    return DecisionTree(criterion="entropy").fit(table.select("x1", "x2"), table["class"].astype(int)).model_


def cost_lines_by_hand() -> Player:
    """The tree of eight examples, and the costs of the three trees that cutting leaves."""
    trace = Trace(prune_steps(eight()))
    tree = TreeView(trace[0].model, acted=lambda step: step.next_nodes, notes=_numbers)
    return play(trace[:-1], columns(tree, cost_chart(trace[0].path), shape=2.6), title="Eight examples")


def _numbers(step: PruneStep) -> dict[int, tuple[str, ...]]:
    return {int(node): (f"g = {_share(step.links[node])}",) for node in np.flatnonzero(np.isfinite(step.links))}


def _share(value: float) -> str:
    return str(Fraction(float(value)).limit_denominator(999))


def links_by_hand() -> Table:
    """What each split of that tree adds and saves as a leaf."""
    model = eight()
    tree = model.tree
    wrong, ones = tree.weight - tree.counts.max(axis=1), np.ones(len(tree))
    leaves = tree.sums_over_leaves(ones)
    links, nodes = weakest_links(tree), tree.splits
    return Table.from_dict({
        "node t": [model.question(t) for t in nodes],
        "mistakes as a leaf": wrong[nodes].astype(int),
        "mistakes as it is": tree.sums_over_leaves(wrong)[nodes].astype(int),
        "leaves below": leaves[nodes].astype(int),
        "g(t)": [_share(links[t]) for t in nodes],
    })  # fmt: skip


def link_source() -> Source:
    """The lines that find the weakest link."""
    return show(weakest_links, "R = risk_of", "return")


# ---------------------------------------------------------------- stop, or cut back


@cache
def stopped_and_cut() -> dict[str, dict[str, tuple[float, float]]]:
    """Way -> data -> (leaves, fresh error), means over the draws."""
    found = {way: {name: _mean(name, lambda X, y, stop=stop: DecisionTree(stop=stop)) for name in TESTED}
             for way, stop in STOPS.items()}  # fmt: skip
    return found | {"cut back, \u03b1 by cross-validation": {name: _mean(name, _cut_back) for name in TESTED}}


def _cut_back(X, y) -> CART:
    return CART(alpha=choose_alpha(CART(), X, y).alpha)


def _mean(name: str, learner_for) -> tuple[float, float]:
    results = []
    for seed in range(DRAWS):
        parts = samples_to_prune(TESTED[name] | {"seed": seed})
        X, y = parts[TRAINING]
        model = learner_for(X, y).fit(X, y).model_
        results.append((len(model.leaves), Cases(*parts[FRESH]).error(model)))
    return tuple(np.mean(results, axis=0).tolist())


def stop_or_cut() -> Table:
    """Four ways to a smaller tree, on two kinds of points."""
    found = stopped_and_cut()
    columns = {"": list(found)}
    for name in TESTED:
        columns[f"{name}: leaves"] = [f"{ways[name][0]:.0f}" for ways in found.values()]
        columns[f"{name}: fresh error"] = [f"{ways[name][1]:.2f}" for ways in found.values()]
    return Table.from_dict(columns)


# ---------------------------------------------------------------- heart patients


def heart() -> tuple[Table, np.ndarray]:
    """The patients without an empty cell, and whether they are ill."""
    table = data.load("heart").complete()
    return table.without("disease"), table["disease"]


def whole_heart_tree() -> Player:
    """The tree without a training mistake."""
    X, y = heart()
    trace = CART().trace(X, y)
    tree = TreeView(trace[-1].model)
    caption = f"{len(trace[-1].model.leaves)} leaves for {len(y)} patients, none of whom is on the wrong side"
    return play([trace[-1]], columns(tree, shape=2.1, caption=lambda step: caption), title="A tree without mistakes")


@cache
def heart_choice() -> AlphaChoice:
    return choose_alpha(CART(), *heart())


def heart_sequence() -> Table:
    """The trees of the sequence: training mistakes, and mistakes in cross-validation."""
    X, y = heart()
    choice, path = heart_choice(), pruning_path(CART().fit(X, y).model_.tree)
    return Table.from_dict({
        "\u03b1 from": [f"{alpha:.4f}" for alpha in choice.alphas],
        "leaves": choice.leaves,
        "training mistakes": np.rint(path.risks * len(y)).astype(int),
        "mistakes in cross-validation": np.rint(choice.errors * len(y)).astype(int),
    })  # fmt: skip


@cache
def heart_errors() -> dict[str, int]:
    """Method -> patients that are wrong, each answered by a learner that has not seen them."""
    X, y = heart()
    methods = {"one test": CART(max_depth=1), "the whole tree": CART()}
    found = {"always \u201chealthy\u201d": np.full(len(y), HEALTHY)}
    found |= {name: held_out_answers(learner, X, y) for name, learner in methods.items()}
    found["cut back, \u03b1 by cross-validation"] = _chosen_inside(X, y)
    found |= {name: held_out_answers(learner, X, y) for name, learner in
              {"a forest (19)": RandomForest(), "naive Bayes (04)": NaiveBayes()}.items()}  # fmt: skip
    return {name: int((says != y).sum()) for name, says in found.items()}


def _chosen_inside(X: Table, y: np.ndarray) -> np.ndarray:
    """The price is chosen anew for each tenth, from the other nine: who is asked has neither grown nor chosen."""
    answers = np.empty_like(y)
    for known, rest in folds(len(y), k=PARTS, seed=0, classes=y):
        answers[rest] = _cut_back(X[known], y[known]).fit(X[known], y[known]).predict(X[rest])
    return answers


def heart_scores() -> Table:
    wrong = heart_errors()
    right = [f"{1 - count / len(heart()[1]):.3f}" for count in wrong.values()]
    return Table.from_dict({"method": list(wrong), "wrong of 297": list(wrong.values()), "right": right})


def heart_rules() -> Table:
    """The rules of the tree that cross-validation chooses."""
    X, y = heart()
    rules = extract(CART(alpha=heart_choice().alpha).fit(X, y))
    covered = [rule.covers(X) for rule in rules]
    return Table.from_dict({
        "if": [" and ".join(condition.text for condition in rule.conditions) for rule in rules],
        "then": ["ill" if rule.label == ILL else "healthy" for rule in rules],
        "support": [f"{cases.mean():.0%}" for cases in covered],
        "accuracy": [f"{(y[cases] == rule.label).mean():.0%}" for rule, cases in zip(rules, covered, strict=True)],
    })  # fmt: skip


# ---------------------------------------------------------------- votes, for an exercise


def votes() -> tuple[Table, np.ndarray]:
    """435 members of the House; an empty vote is a value of its own."""
    table = data.load("votes")
    said = {name: np.where(np.isin(table[name].astype(str), ("y", "n")), table[name].astype(str), "none")
            for name in table.without("party")}  # fmt: skip
    return Table.from_dict(said), table["party"]
