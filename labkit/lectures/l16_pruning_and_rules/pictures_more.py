"""What the page with more of lecture 16 shows beside its labs.

Deck 000 "Decision Tree Example: Fruit Classification", "Pruning the Tree - 4" and "- 5"; deck 001 "When to Stop
Splitting", "Pruning", "Rule Extraction". Inventory: I-000-071, I-000-096, I-001-032, I-001-033, I-001-038.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.core.table import Table
from labkit.learners import CART, ID3
from labkit.learners.tree.by_hand import hand_steps
from labkit.learners.tree.cross_validation import choose_alpha
from labkit.learners.tree.pruning import prunings
from labkit.learners.tree.rules import evaluate, extract
from labkit.learners.tree.stopping import chi_square, description_length, p_value
from labkit.learners.tree.validation import greedy_steps, reduced_error_steps
from labkit.lectures.l16_pruning_and_rules.common import POINTS, Cases
from labkit.lectures.l16_pruning_and_rules.pictures import heart
from labkit.player.player import Player, play
from labkit.views.layout import columns
from labkit.views.trees.tree import TreeView

GROWN = 10  # of the 14 days: the others prune
SAMPLES = 40  # for the two searches
FRUITS = {  # the figure's tree comes without examples: nine fruits that it tells apart
    "fruit": ["watermelon", "apple", "grape", "grapefruit", "lemon", "banana", "apple", "cherry", "grape"],
    "color": ["green", "green", "green", "yellow", "yellow", "yellow", "red", "red", "red"],
    "size": ["big", "medium", "small", "big", "small", "medium", "medium", "small", "small"],
    "shape": ["round", "round", "round", "round", "round", "thin", "round", "round", "round"],
    "taste": ["sweet", "sweet", "sour", "sour", "sour", "sweet", "sweet", "sweet", "sour"],
}
FIGURE = ("color", "size", "size", "shape", "taste", "size")  # its questions: the root, green, red, yellow, below
ORDERS = ("humidity", "temperature"), ("temperature", "humidity")


def tennis() -> tuple[Table, np.ndarray]:
    table = data.load("tennis")
    return table.select("outlook", "temperature", "humidity", "wind"), table["play"]


def weather() -> tuple[Table, np.ndarray]:
    table = data.load("weather")
    return table.select("outlook", "temp", "humidity", "windy"), table["class"]


def chance_of_splits() -> Table:
    """Every split of the tennis tree: its statistic, and how often chance alone does as well."""
    model = ID3().fit(*tennis()).model_
    found = [chi_square(model.tree.counts[list(model.tree.children(node))]) for node in model.tree.splits]
    return Table.from_dict({
        "split": [model.question(node) for node in model.tree.splits],
        "examples": model.tree.weight[model.tree.splits].astype(int),
        "chi-square": [f"{statistic:.2f}" for statistic, _ in found],
        "degrees of freedom": [freedom for _, freedom in found],
        "p": [f"{p_value(*each):.3f}" for each in found],
    })  # fmt: skip


def bits_of_trees() -> Table:
    """The whole weather tree and its root alone, as messages."""
    whole = ID3().fit(*weather()).model_.tree
    root = whole.cut(np.zeros(len(whole), dtype=bool))
    trees = {"whole tree": whole, "root alone": root}
    wrong = [int((tree.weight - tree.counts.max(axis=1))[tree.leaves].sum()) for tree in trees.values()]
    return Table.from_dict({
        "message": list(trees),
        "leaves": [len(tree.leaves) for tree in trees.values()],
        "mistakes": wrong,
        "bits": [f"{description_length(tree, features=4):.1f}" for tree in trees.values()],
    })  # fmt: skip


def alpha_choice() -> Table:
    """What the two rules choose among the trees of the heart patients."""
    X, y = heart()
    choices = {
        "least error": choose_alpha(CART(), X, y),
        "one standard error": choose_alpha(CART(), X, y, one_standard_error=True),
    }
    return Table.from_dict({
        "rule": list(choices),
        "leaves": [int(each.leaves[each.best]) for each in choices.values()],
        "error": [f"{each.errors[each.best]:.3f}" for each in choices.values()],
        "standard error": [f"{each.standard_errors[each.best]:.3f}" for each in choices.values()],
    })  # fmt: skip


def one_tie() -> Table:
    """Reduced-error pruning of the tennis tree, the columns in two orders."""
    days, play = tennis()
    ends = [_pruned_on_the_last(days.select("outlook", *order, "wind"), play) for order in ORDERS]
    return Table.from_dict({
        "columns": [", ".join(("outlook", *order, "wind")) for order in ORDERS],
        "leaves grown": [len(start.model.leaves) for start, _ in ends],
        "leaves left": [end.leaves for _, end in ends],
        "wrong of 4": [int(end.errors) for _, end in ends],
    })  # fmt: skip


def _pruned_on_the_last(days: Table, play: np.ndarray) -> tuple:
    story = Trace(reduced_error_steps(ID3().fit(days[:GROWN], play[:GROWN]), days[GROWN:], play[GROWN:]))
    return story[0], story[-1]


def all_prunings() -> Table:
    """Every pruning of one tree, tried on the pruning cases; and what reduced-error pruning finds."""
    (X, y), held_out, _ = POINTS.samples({"data": "rings", "points": 80, "noise": 0.2, "seed": 7})
    grown, held = CART(max_depth=8).fit(X, y), Cases(*held_out)
    every = [(round(held.error(model) * len(held.y)), len(model.leaves)) for model in prunings(grown)]
    end = Trace(reduced_error_steps(grown, held.X, held.y))[-1]
    best = min(every)
    return Table.from_dict({
        "search": [f"all {len(every):,} prunings", "reduced error, one walk"],
        "wrong of 80": [best[0], int(end.errors)],
        "leaves": [best[1], end.leaves],
    })  # fmt: skip


@cache
def searches() -> np.ndarray:
    """(samples, 2): mistakes on the pruning cases, left by the greedy search and by reduced error."""
    ends = []
    for seed in range(SAMPLES):
        X, y = data.gaussians(300, seed=seed)
        grown = CART().fit(X[:200], y[:200])
        ends.append([Trace(steps(grown, X[200:], y[200:]))[-1].errors for steps in (greedy_steps, reduced_error_steps)])
    return np.array(ends)


def greedy_or_bottom_up() -> Table:
    greedy, reduced = searches().T
    return Table.from_dict({
        "the greedy search ends": ["with more mistakes", "with as many", "with fewer"],
        "samples of 40": [int((greedy > reduced).sum()), int((greedy == reduced).sum()), int((greedy < reduced).sum())],
    })  # fmt: skip


def fruits() -> tuple[Table, list[str]]:
    table = Table.from_dict(FRUITS)
    return table.without("fruit"), FRUITS["fruit"]


def fruit_tree() -> Player:
    """The figure's tree of fruits, question by question."""
    trace = hand_steps(*fruits(), FIGURE)
    view = TreeView(trace[-1].model)
    player = play(trace, columns(view, shape=2.6), title="Nine fruits, asked for their color first")
    player.frame = len(player.scenes) - 1
    return player


def flu_rules() -> Table:
    """The rules of the avian-flu tree, in the order of the slides."""
    table = data.load("avian_flu")
    people = table.select("contact", "feeding", "close_living", "gender")
    return evaluate(extract(ID3().fit(people, table["risk"]))[::-1], people, table["risk"])
