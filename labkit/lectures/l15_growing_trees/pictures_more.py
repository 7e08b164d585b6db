"""What the page with more of lecture 15 shows beside its labs.

Deck 000 "Illustrative Example" to "Binary Test Case", deck 001 "Classification Trees" to "When to Stop Splitting", deck
002 "Gini score", deck 003 "ENTROPY AND INFORMATION GAIN: PICTORIALLY". Inventory: I-000-065, I-000-069, I-000-073,
I-000-080, I-000-081, I-000-082, I-000-087, I-000-088, I-000-089, I-001-025, I-001-027, I-001-028, I-001-030, I-001-031,
I-002-051, I-003-029, I-003-039.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, ID3, DecisionTree, ObliqueTree
from labkit.learners.tree import criteria, information
from labkit.learners.tree.exhaustive import smallest_tree
from labkit.learners.tree.plan import TreeExamples
from labkit.lectures.l15_growing_trees.pictures import tennis
from labkit.lectures.shared.trees_shown import grown, node_tests
from labkit.player.player import Player

MIDDLES = np.array([[0.25, 0.2], [0.25, 0.65], [0.75, 0.4], [0.75, 0.85]])  # of four classes
WIDTHS = np.array([0.2, 0.18])
LEVELS = {"root": -1.0, "x2 > 0.05": 0.05, "x2 > 0.15": 0.15}  # nodes of the eight samples that are split
NOISY = np.array([[0.9, 0.2, 0.5], [0.3, 0.7, 0.1], [0.5, 0.5, 0.8]])  # P(t_j = 1 | z) of three tests
PRIORS = np.array([0.5, 0.3, 0.2])


# ---------------------------------------------------------------- numbers


def weather() -> tuple[Table, np.ndarray]:
    """The fourteen days with temperature and humidity measured."""
    table = data.load("weather")
    return table.without("case", "class"), table["class"]


def humidity_gaps() -> Table:
    """Every threshold of one number."""
    X, y = weather()
    tests = node_tests(X.select("humidity"), y)
    return Table.from_dict({"test": list(tests["test"]), "days": list(tests["sizes"]),
                            "gain": [f"{gain:.3f}" for gain in tests["gain"]]}).whole  # fmt: skip


def weather_tree() -> Player:
    return grown(ID3(), *weather(), title="The weather in numbers")


def rgb() -> tuple[Table, np.ndarray]:
    table = data.load("rgb8")
    return table.select("x1", "x2"), table["class"].astype(int)


def rgb_tests(node: str, criterion: str = "entropy") -> Table:
    """What the eight samples could be asked at a node."""
    X, y = rgb()
    here = X["x2"] > LEVELS[node]
    return node_tests(X[here], y[here], criterion=criterion, multiway=False, between_classes=True)


def rgb_levels() -> Table:
    """The entropy that each test leaves, level by level."""
    found = {node: rgb_tests(node) for node in LEVELS}
    return Table.from_dict({
        "node": [node for node, tests in found.items() for _ in tests["test"]],
        "test": [test for tests in found.values() for test in tests["test"]],
        "entropy left": [f"{after:.4f}" for tests in found.values() for after in tests["after"]],
    }).whole  # fmt: skip


def rgb_impurities() -> Table:
    """What three measures leave at the root of the eight samples."""
    found = {name: rgb_tests("root", name) for name in criteria.CRITERIA[:3]}
    left = {name: [f"{after:.4f}" for after in tests["after"]] for name, tests in found.items()}
    return Table.from_dict({"test": list(found["entropy"]["test"])} | left)


def four_squares(examples: int = 60, seed: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """Four classes in a square: the first feature parts them two and two, the second nowhere as well."""
    rng = np.random.default_rng(seed)
    y = np.arange(examples) % len(MIDDLES)
    return MIDDLES[y] + rng.uniform(-WIDTHS, WIDTHS, (examples, 2)), y


def four_classes() -> Player:
    """Which of two features should be asked first?"""
    X, y = four_squares()
    player = grown(DecisionTree(criterion="entropy"), X, np.array(list("abcd"))[y], title="Four classes")
    player.frame = 0
    return player


def buyers() -> Table:
    """Who buys a computer: Gini after each question."""
    table = data.load("buys_computer")
    tests = node_tests(table.without("rid", "buys_computer"), table["buys_computer"], criterion="gini")
    return Table.from_dict({"question": list(tests["test"]), "Gini left": [f"{after:.3f}" for after in tests["after"]],
                            "gain": [f"{gain:.3f}" for gain in tests["gain"]]})  # fmt: skip


# ---------------------------------------------------------------- information


def two_tests() -> Table:
    """What two tests tell about a class, and the class about them."""
    table = data.load("t1t2_expanded")
    z, H, given = table["z"], information.joint_entropy, information.conditional_entropy
    tests = {name: table[name] for name in ("t1", "t2")}
    return Table.from_dict({
        "test": list(tests),
        "H(z)": [f"{H(z):.3f}" for _ in tests],
        "H(z | t)": [f"{given(z, t):.3f}" for t in tests.values()],
        "H(t)": [f"{H(t):.3f}" for t in tests.values()],
        "H(t | z)": [f"{given(t, z):.3f}" for t in tests.values()],
        "gain": [f"{information.mutual_information(t, z):.3f}" for t in tests.values()],
    })  # fmt: skip


def named_days() -> Table:
    """The fourteen days with a name each: gain and gain ratio."""
    days, play = tennis()
    named = Table.from_dict({"name": [f"day {k}" for k in range(1, 15)]} | {name: list(days[name]) for name in days})
    ratio = node_tests(named, play, criterion="gain_ratio")
    return Table.from_dict({
        "question": list(ratio["test"]),
        "gain": [f"{gain:.3f}" for gain in ratio["gain"]],
        "H(q)": [f"{gain / merit:.3f}" for gain, merit in zip(ratio["gain"], ratio["merit"], strict=True)],
        "gain ratio": [f"{merit:.3f}" for merit in ratio["merit"]],
    })  # fmt: skip


def looking_back() -> Table:
    """What each question adds once the outlook is known, on all days."""
    days, play = tennis()
    adds = {name: information.mutual_information(days[name], play, days["outlook"]) for name in days}
    adds.pop("outlook")
    return Table.from_dict({"question": list(adds), "adds to outlook": [f"{value:.3f}" for value in adds.values()]})


def noisy_tests() -> Table:
    """Three noisy tests of three classes: which one after the first, and what is left for the third."""
    t1, t2, t3 = NOISY
    after_first = [information.binary_information(PRIORS, t, t1) for t in (t2, t3)]
    third = [after_first[1], information.binary_information(PRIORS, t3, t2)]
    values = {
        "t2, given t1": after_first[0],
        "t3, given t1": after_first[1],
        "t3 after both, JMI": information.jmi(third),
        "t3 after both, CMIM": information.cmim(third),
    }
    return Table.from_dict({"test": list(values), "bits": [f"{value:.4f}" for value in values.values()]})


# ---------------------------------------------------------------- staircases, stopping, greed


def diagonal(side: int) -> tuple[np.ndarray, np.ndarray]:
    """A square lattice, cut along its diagonal."""
    X = np.array([[a, b] for a in range(side) for b in range(side)], dtype=float)
    return X, (X.sum(axis=1) >= side).astype(int)


STOPS = {f"least gain {beta}": {"min_gain": beta} for beta in (0.0, 0.05, 0.1)}
STOPS["cross-validation"] = {"stop": "cross-validation"}


@cache
def stopping_results(seed: int = 3) -> dict[str, tuple[int, float, float]]:
    """Rule -> (leaves, training error, error on fresh points)."""
    (X, y), (fresh, truth) = data.samples(data.gaussians, 200, 2000, distance=1.5, spread=0.5, seed=seed)
    found = {}
    for name, rule in STOPS.items():
        tree = DecisionTree(criterion="entropy", **rule).fit(X, y)
        found[name] = len(tree.model_.leaves), 1 - tree.score(X, y), 1 - tree.score(fresh, truth)
    return found


def stopping() -> Table:
    leaves, known, fresh = zip(*stopping_results().values(), strict=True)
    return Table.from_dict({"rule": list(STOPS), "leaves": leaves, "training error": [f"{e:.3f}" for e in known],
                            "error on fresh points": [f"{e:.3f}" for e in fresh]})  # fmt: skip


def counterexample() -> tuple[np.ndarray, np.ndarray]:
    """Eight rows of a, b and c, where the class is b XOR c."""
    table = data.load("cart_counterexample")
    return table.numeric("a", "b", "c"), table["y"].astype(int)


def greedy_and_smallest() -> Table:
    """Leaves on the eight rows and along the diagonal: greedy, smallest, with slanted cuts."""
    problems = {"b XOR c": counterexample(), "diagonal, 4 by 4": diagonal(4)}
    return Table.from_dict({
        "data": list(problems),
        "greedy": [len(CART().fit(X, y).model_.leaves) for X, y in problems.values()],
        "smallest": [len(smallest_tree(TreeExamples(X, y, 2, np.zeros(X.shape[1], dtype=bool))).leaves)
                     for X, y in problems.values()],
        "slanted cuts": [len(ObliqueTree().fit(X, y).model_.leaves) for X, y in problems.values()],
    })  # fmt: skip
