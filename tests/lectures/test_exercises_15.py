"""The exercises of lecture 15: typical wrong answers get the hint that fits, never the answer."""

from math import log2

import numpy as np
import pytest

from labkit.lectures.l15_growing_trees import exercises as lecture15
from labkit.lectures.l15_growing_trees import exercises_more as more15


def entropy(counts):
    P = np.asarray(counts, dtype=float) / np.sum(counts)
    return -(P[P > 0] * np.log2(P[P > 0])).sum()


def gain(children):
    sizes = children.sum(axis=1)
    return entropy(children.sum(axis=0)) - sum(map(np.multiply, sizes / sizes.sum(), map(entropy, children)))


def cut(x, y, low=0.5, weighted=True):
    """The cut of least entropy afterwards; ``low`` is 0 for cuts on the lower value."""
    values = np.unique(x)
    cuts = values[:-1] + low * np.diff(values)

    def after(t):
        sides = [np.bincount(y[side], minlength=2) for side in (x <= t, x > t)]
        return sum((side.sum() / len(y) if weighted else 1.0) * entropy(side) for side in sides)

    return min(cuts, key=lambda t: round(after(t), 12))


def gini(counts):
    return 1 - ((np.asarray(counts) / np.sum(counts)) ** 2).sum()


def gini_left(children):
    return np.average([gini(child) for child in children], weights=children.sum(axis=1))


XOR = [[0, 0], [1, 1], [0, 1], [1, 0]]

WRONG = [
    (
        lecture15.gini_gain,
        lambda children: gini(children.sum(axis=0)) - np.mean([*map(gini, children)]),
        "which branch",
    ),
    (lecture15.gini_gain, gini_left, "how much was taken off"),
    (lecture15.gini_gain, lambda children: gini_left(children) - gini(children.sum(axis=0)), "before minus after"),
    (lecture15.gini_gain, lambda children: gini(children.sum(axis=0)) - sum(map(gini, children)), "not a sum"),
    (lecture15.gini_gain, lambda children: gain(children), "that is the entropy's"),
    (lecture15.gini_gain, lambda children: 0.5, "counts more"),
    (lecture15.with_a_cold, ("odor", "gill_size"), "choose from cap_shape"),
    (lecture15.with_a_cold, ("gill_size", "gill_size"), "choose from cap_shape"),
    (lecture15.with_a_cold, "gill_size", "choose from cap_shape"),
    (lecture15.with_a_cold, ("spore_print_color", "gill_color"), "where the first one is mixed"),  # the two best gains
    (lecture15.entropy, lambda counts: entropy(counts) * np.log(2), "which logarithm"),
    (lecture15.entropy, lambda counts: -entropy(counts), "never negative"),
    (lecture15.entropy, lambda counts: -np.log2(counts / counts.sum()).sum(), "how often does each class come"),
    (lecture15.entropy, lambda counts: 1 - ((counts / counts.sum()) ** 2).sum(), "that is Gini"),
    (lecture15.entropy, lambda counts: log2(len(counts)), "the most there can be"),
    (lecture15.entropy, lambda counts: 0.5, "make shares of the counts"),
    (lecture15.entropy, lambda counts: -sum(p * np.log2(p) for p in counts / counts.sum()), "leave it out"),
    (lecture15.entropy, lambda counts: -sum(p * log2(p) for p in counts / counts.sum()), "leave it out"),
    (more15.threshold, lambda x, y: cut(x, y, low=0.0), "between two values"),
    (more15.threshold, lambda x, y: cut(x, y, weighted=False), "a small child counts less"),
    (more15.threshold, lambda x, y: np.median(x), "the median does not look"),
    (more15.threshold, lambda x, y: x.mean(), "the mean does not look"),
    (more15.threshold, lambda x, y: 0.0, "the middle of every two neighbours"),
    (more15.gain_ratio, lambda children: gain(children) / entropy(children.sum(axis=0)), "the entropy of the classes"),
    (more15.gain_ratio, gain, "nothing is divided yet"),
    (more15.gain_ratio, lambda children: gain(children) / log2(len(children)), "they need not be"),
    (more15.gain_ratio, lambda children: gain(children) / len(children), "but their entropy"),
    (more15.gain_ratio, lambda children: 1.0, "two parts"),
    (more15.blind_split, [[0, 5], [5, 0]], "one corner"),
    (more15.blind_split, [[2, 6], [3, 6]], "more clearly in one"),
    (more15.blind_split, [[0, 0], [3, 6]], "no split"),
    (more15.blind_split, [1, 2, 3, 4], "the first row for the first child"),
    (more15.blind_split, [[-1, 5], [2, 6]], "the first row for the first child"),
    (more15.beats_greedy, 0, "forget a"),
    (more15.beats_greedy, ("a", 1, 0), "forget a"),
    (more15.beats_greedy, ("b", 0), "a leaf is 0 or 1"),
    (more15.beats_greedy, ("d", 0, 1), "a leaf is 0 or 1"),
    (more15.beats_greedy, ("b", ("c", 0, 1), None), "a leaf is 0 or 1"),
    (more15.beats_greedy, ("b", ("c", 0, 1), ("c", 1, ("b", None, 0))), "a leaf is 0 or 1"),  # no row gets there
    (more15.beats_greedy, ("b", ("c", "0", "1"), ("c", "1", "0")), "a leaf is 0 or 1"),
    (
        more15.beats_greedy,
        ("a", ("b", ("c", 0, 1), 1), ("b", ("c", 0, 1), ("c", 1, 0))),
        "which attribute could be left out",
    ),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


@pytest.mark.parametrize(("points", "labels", "hint"), [
    (XOR, [0, 0, 1], "count them"),
    (XOR, [0, 0, 0, 0], "count them"),
    (XOR, [0, 0, 1, 1], "should gain nothing at first"),
    ([[k, k] for k in range(21)], [0] * 20 + [1], "a few are enough"),
])  # fmt: skip
def test_points_that_do_not_fool_greedy_growth_get_a_hint(said, points, labels, hint):
    line = said(lecture15.fooled, points, labels)
    assert line.startswith("not yet: expected ") and hint in line.split("hint: ")[1]


def test_greedy_growth_is_fooled_by_xor_out_of_balance(said):
    points, labels = [[0, 2], [3, 3], [3, 1], [3, 2], [1, 1], [0, 1]], ["B", "A", "B", "A", "A", "A"]
    assert said(lecture15.fooled, points, labels) == "right: greedy growth uses 6 leaves where 4 are enough"


def test_with_a_cold_the_best_pair_is_not_the_pair_of_the_best(said):
    assert said(lecture15.with_a_cold, ("spore_print_color", "gill_size")).startswith("right: 30 of 1161")


def test_beats_greedy_takes_either_attribute_first_and_lists(said):
    for tree in (("b", ("c", 0, 1), ("c", 1, 0)), ("c", ("b", 0, 1), ("b", 1, 0)), ["b", ["c", 0, 1], ["c", 1, 0]]):
        assert said(more15.beats_greedy, tree).startswith("right: 4 leaves")


def test_threshold_accepts_the_lectures_numbers(said):
    """WEA-06, WEA-10: the cases of the check have the golden thresholds as their answers."""
    cases = list(more15._threshold_cases())
    assert [more15._threshold(x, y) for x, y in cases] == [82.5, 77.5, 84.0, 77.5, pytest.approx(0.05), 3.0]
    assert said(more15.threshold, cut).startswith("right: ")
