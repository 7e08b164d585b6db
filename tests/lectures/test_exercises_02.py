"""The exercises of lecture 02: typical wrong answers get the hint that fits, never the answer."""

import numpy as np
import pytest

from labkit.lectures.l02_nearest_neighbours import exercises as main02


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
    (main02.left_out, [lambda X, y: loo(X, y, right=True)], "share of right answers"),
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
