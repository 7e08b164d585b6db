"""The exercises of lecture 02: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l02_nearest_neighbours import exercises as main02
from labkit.lectures.l02_nearest_neighbours import exercises_more as more02
from tests.golden import close, golden


def loo(X, y, own=np.inf, share=True, right=False, pick=np.argmin):
    wrong = 0
    for i in range(len(X)):
        distances = np.linalg.norm(X - X[i], axis=1)
        distances[i] = own
        wrong += (y[pick(distances)] == y[i]) if right else (y[pick(distances)] != y[i])
    return wrong / len(X) if share else wrong


def other_places(X, y):
    wrong = 0
    for i in range(len(X)):
        distances = np.linalg.norm(X - X[i], axis=1)
        distances[distances == 0] = np.inf
        wrong += y[distances.argmin()] != y[i]
    return wrong / len(X)


def most(labels):
    return max(labels, key=labels.count)


def minkowski(x, z, p, root=True):
    parts = [abs(a - b) for a, b in zip(x, z, strict=True)]
    if p == np.inf:
        return max(parts)
    return sum(part**p for part in parts) ** (1 / p if root else 1)


def along(a, b):
    normal = np.array([a[1] - b[1], b[0] - a[0]])
    return normal, normal @ a


def inside_to_edge(x, low, high):
    outside = np.linalg.norm(x - np.clip(x, low, high))
    return outside or min(np.append(x - low, high - x))


def to_corner(x, low, high):
    return min(np.hypot(x[0] - a, x[1] - b) for a in (low[0], high[0]) for b in (low[1], high[1]))


PAIRS = [[0, 0], [0, 1], [50, 0], [50, 1], [100, 0], [100, 1], [150, 0], [150, 1]]
WRONG = [
    (main02.count_votes, [lambda labels, k: most(labels)], "only the first k may"),
    (main02.count_votes, [lambda labels, k: labels[0]], "the nearest one alone"),
    (main02.count_votes, [lambda labels, k: labels[k - 1]], "the k-th neighbour alone"),
    (main02.count_votes, [lambda labels, k: labels[:k].count(most(labels[:k]))], "not who won"),
    (main02.count_votes, [lambda labels, k: most(labels[: k + 1])], "one voter too many"),
    (main02.count_votes, [lambda labels, k: most(sorted(labels[:k]))], "not the first of the alphabet"),
    (main02.count_votes, [lambda labels, k: "z"], "take the first k"),
    (main02.left_out, [lambda X, y: loo(X, y, share=False)], "not which share"),
    (main02.left_out, [lambda X, y: loo(X, y, right=True)], "these are the right answers"),
    (main02.left_out, [lambda X, y: loo(X, y, right=True, share=False)], "two things: (1) that is how many"),
    (main02.left_out, [lambda X, y: loo(X, y, own=0.0, pick=np.argmax)], "the farthest one"),
    (main02.left_out, [other_places], "leave out only example i itself"),
    (main02.left_out, [lambda X, y: loo(X, y, own=0.0)], "who is the nearest to X[i]"),
    (main02.left_out, [lambda X, y: 0.77], "whom does each example ask"),
    (main02.few_mistakes, [[0], 5], "one measurement is not enough"),
    (main02.few_mistakes, [[0, 1], 5], "leaving out a feature"),
    (main02.few_mistakes, [[0, 0], 5], "0 bill length"),
    (main02.few_mistakes, [[0, 1, 3], 0], "a whole number"),
    (main02.few_mistakes, [[0, 1, 3], 2.5], "a whole number"),
    (main02.fooled, [[[0, 0], [1, 1]], ["a", "b"]], "count them"),
    (main02.fooled, [np.arange(16).reshape(8, 2), list("abababab")], "a friend of its own class"),
    (main02.fooled, [PAIRS, list("aaaabbbb")], "must be of the other class"),
    (more02.minkowski, [lambda x, z, p: minkowski(x, z, p, root=False)], "the root is missing"),
    (more02.minkowski, [lambda x, z, p: minkowski(x, z, 2)], "that is Euclid's"),
    (more02.minkowski, [lambda x, z, p: minkowski(x, z, 1)], "that is p = 1"),
    (more02.minkowski, [lambda x, z, p: minkowski(x, z, 1 if p == np.inf else p)], "the largest part alone"),
    (more02.minkowski, [lambda x, z, p: minkowski(x, z, p) / len(x)], "not a mean"),
    (more02.minkowski, [lambda x, z, p: 3.0], "without their signs"),
    (more02.bisector, [lambda a, b: (2 * (b - a), a @ a - b @ b)], "the sign of the constant"),
    (more02.bisector, [lambda a, b: (b - a, b @ b - a @ a)], "a factor of 2"),
    (more02.bisector, [lambda a, b: (b - a, 0.0)], "through the origin"),
    (more02.bisector, [along], "points along b - a"),
    (more02.bisector, [lambda a, b: (np.zeros(2), 1.0)], "multiply out"),
    (more02.bisector, [lambda a, b: 7.0], "multiply out"),
    (more02.bisector, [3], "without calling it"),
    (more02.box_distance, [to_corner], "need not be a corner"),
    (more02.box_distance, [inside_to_edge], "nothing to go"),
    (more02.box_distance, [lambda x, low, high: np.linalg.norm(x - (low + high) / 2)], "to the middle"),
    (more02.box_distance, [lambda x, low, high: minkowski(x, np.clip(x, low, high), 1)], "that is p = 1"),
    (more02.box_distance, [lambda x, low, high: minkowski(x, np.clip(x, low, high), np.inf)], "the largest part"),
    (more02.box_distance, [lambda x, low, high: 0.5], "for each coordinate by itself"),
    (more02.three_nearest, [[[1, 0], [0, 2], [1, 1]]], "move one of them"),
    (more02.three_nearest, [[[1, 0], [0, 2], [0.9, 0.9]]], "points on a diagonal"),
    (more02.three_nearest, [[[1, 0], [0, 2]]], "count them"),
]


@pytest.mark.parametrize(("check", "answers", "hint"), WRONG)
def test_mistake_gets_its_hint(said, check, answers, hint):
    line = said(check, *answers)
    assert line.startswith("not yet: ") and hint in line


def test_bug_that_stands_on_the_page_is_not_mended_yet():
    check = main02.left_out(main02._loo_error_given)
    assert check.says.startswith("not mended yet")


@pytest.mark.parametrize(("features", "k"), [([0, 1, 3], 3), ([3, 1, 0], 3)])
def test_few_mistakes_takes_the_features_in_any_order(features, k):
    assert main02.few_mistakes.passed(features, k)


def test_minkowski_has_the_lectures_distances():
    x, z = np.array([1.0, 2.0, 3.0]), np.array([4.0, 0.0, 3.5])
    assert close([more02._minkowski(x, z, p) for p in (1, 2, 3, np.inf)], golden("KNN-01"))


@pytest.mark.parametrize("factor", [1, -2, 0.5])
def test_bisector_takes_any_multiple(factor):
    assert more02.bisector.passed(lambda a, b: (factor * 2 * (b - a), factor * (b @ b - a @ a)))
