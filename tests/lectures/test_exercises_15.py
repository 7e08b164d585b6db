"""The exercises of lecture 15: typical wrong answers get the hint that fits, never the answer."""

from math import log2

import numpy as np
import pytest

from labkit.lectures.l15_growing_trees import exercises as lecture15


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


WRONG = [
    (lecture15.entropy, lambda counts: entropy(counts) * np.log(2), "which logarithm"),
    (lecture15.entropy, lambda counts: -entropy(counts), "never negative"),
    (lecture15.entropy, lambda counts: -np.log2(counts / counts.sum()).sum(), "how often does each class come"),
    (lecture15.entropy, lambda counts: 1 - ((counts / counts.sum()) ** 2).sum(), "that is Gini"),
    (lecture15.entropy, lambda counts: log2(len(counts)), "the most there can be"),
    (lecture15.entropy, lambda counts: 0.5, "make shares of the counts"),
    (lecture15.entropy, lambda counts: -sum(p * np.log2(p) for p in counts / counts.sum()), "leave it out"),
    (lecture15.entropy, lambda counts: -sum(p * log2(p) for p in counts / counts.sum()), "leave it out"),
    (lecture15.threshold, lambda x, y: cut(x, y, low=0.0), "between two values"),
    (lecture15.threshold, lambda x, y: cut(x, y, weighted=False), "a small child counts less"),
    (lecture15.threshold, lambda x, y: np.median(x), "the median does not look"),
    (lecture15.threshold, lambda x, y: x.mean(), "the mean does not look"),
    (lecture15.threshold, lambda x, y: 0.0, "the middle of every two neighbours"),
    (lecture15.gain_ratio, lambda children: gain(children) / entropy(children.sum(axis=0)), "what the slide prints"),
    (lecture15.gain_ratio, gain, "nothing is divided yet"),
    (lecture15.gain_ratio, lambda children: gain(children) / log2(len(children)), "they need not be"),
    (lecture15.gain_ratio, lambda children: gain(children) / len(children), "but their entropy"),
    (lecture15.gain_ratio, lambda children: 1.0, "two parts"),
    (lecture15.blind_split, [[0, 5], [5, 0]], "one corner"),
    (lecture15.blind_split, [[2, 6], [3, 6]], "more clearly in one"),
    (lecture15.blind_split, [[0, 0], [3, 6]], "no split"),
    (lecture15.blind_split, [1, 2, 3, 4], "the first row for the first child"),
    (lecture15.blind_split, [[-1, 5], [2, 6]], "the first row for the first child"),
    (lecture15.beats_greedy, 0, "forget a"),
    (lecture15.beats_greedy, ("a", 1, 0), "forget a"),
    (lecture15.beats_greedy, ("b", 0), "a leaf is 0 or 1"),
    (lecture15.beats_greedy, ("d", 0, 1), "a leaf is 0 or 1"),
    (lecture15.beats_greedy, ("b", ("c", 0, 1), None), "a leaf is 0 or 1"),
    (lecture15.beats_greedy, ("b", ("c", 0, 1), ("c", 1, ("b", None, 0))), "a leaf is 0 or 1"),  # no row gets there
    (lecture15.beats_greedy, ("b", ("c", "0", "1"), ("c", "1", "0")), "a leaf is 0 or 1"),
    (
        lecture15.beats_greedy,
        ("a", ("b", ("c", 0, 1), 1), ("b", ("c", 0, 1), ("c", 1, 0))),
        "which attribute could be left out",
    ),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


def test_beats_greedy_takes_either_attribute_first_and_lists(said):
    for tree in (("b", ("c", 0, 1), ("c", 1, 0)), ("c", ("b", 0, 1), ("b", 1, 0)), ["b", ["c", 0, 1], ["c", 1, 0]]):
        assert said(lecture15.beats_greedy, tree).startswith("right: 4 leaves")


def test_threshold_accepts_the_lectures_numbers(said):
    """WEA-06, WEA-10: the cases of the check have the golden thresholds as their answers."""
    cases = list(lecture15._threshold_cases())
    assert [lecture15._threshold(x, y) for x, y in cases] == [82.5, 77.5, 84.0, 77.5, pytest.approx(0.05), 3.0]
    assert said(lecture15.threshold, cut).startswith("right: ")
