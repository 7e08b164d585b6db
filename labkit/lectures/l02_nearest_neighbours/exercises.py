"""Exercises of the main page of lecture 02; deck 003 "K - NEAREST NEIGHBORS (K - NN)", deck 004 "KNN - K nearest
neighbors"."""

from __future__ import annotations

from collections import Counter

import numpy as np

from labkit.learners import NearestNeighbours
from labkit.lectures.l02_nearest_neighbours.birds import penguins, scaled
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: count the votes


def _vote(labels, k):
    return Counter(list(labels)[:k]).most_common(1)[0][0]  # of equals the one that was met first


def _vote_mistakes():
    def last_of_equals(labels, k):
        return Counter(list(labels)[:k][::-1]).most_common(1)[0][0]

    def alphabetical(labels, k):
        counts = Counter(list(labels)[:k])
        return min(counts, key=lambda label: (-counts[label], label))

    return [
        (lambda labels, k: _vote(labels, len(labels)), "everybody has voted: only the first k may"),
        (lambda labels, k: labels[0], "that is the nearest one alone, whatever k is"),
        (lambda labels, k: labels[k - 1], "that is the k-th neighbour alone; let all k vote"),
        (
            lambda labels, k: Counter(list(labels)[:k]).most_common(1)[0][1],
            "that is how many votes it has, not who won",
        ),
        (lambda labels, k: _vote(labels, k + 1), "one voter too many: how many are in labels[:k]?"),
        (lambda labels, k: _vote(labels, max(k - 1, 1)), "one voter too few: how many are in labels[:k]?"),
        (alphabetical, "nearly: of equals the one wins whose first voter is nearer, not the first of the alphabet"),
        (last_of_equals, "nearly: of equals the one wins whose first voter is nearer"),
    ]


@exercise("write vote(labels, k): the class with most votes among the first k labels")
def count_votes(vote):
    """``vote(labels, k)`` -> a label."""
    asked = (("baa", 1), ("baa", 3), ("ba", 2), ("aab", 3), ("abba", 4), ("cbbcc", 3), ("cbbcc", 5), ("cabbb", 2),
             ("bccab", 5))  # fmt: skip
    cases = [(list(labels), k) for labels, k in asked]
    hint = "take the first k, count each label, answer with the one that has most"
    how = "labels[:k] are the voters; what does labels[:k].count(label) say?"
    same_results(vote, _vote, cases, mistakes=_vote_mistakes(), hint=hint, how=how)
    return "the k nearest vote; where two have as many votes, the nearer one wins"


# ---------------------------------------------------------------- 2: find the bug


def _loo_error(X, y):
    apart = np.linalg.norm(X[:, None] - X, axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(np.mean(y[apart.argmin(axis=1)] != y))


def _loo_error_given(X, y):
    wrong = 0
    for i in range(len(X)):
        distances = np.linalg.norm(X - X[i], axis=1)
        wrong += y[distances.argmin()] != y[i]
    return wrong / len(X)


def _slipped(X, y, *, number=False, right=False):
    wrong = _loo_error(X, y)
    return (1 - wrong if right else wrong) * (len(X) if number else 1)


def _farthest(X, y):
    apart = np.linalg.norm(X[:, None] - X, axis=2)
    return float(np.mean(y[apart.argmax(axis=1)] != y))


def _second(X, y):
    """Of those at different places only."""
    apart = np.linalg.norm(X[:, None] - X, axis=2)
    apart[apart == 0] = np.inf
    return float(np.mean(y[apart.argmin(axis=1)] != y))


def _loo_cases():
    rng = np.random.default_rng(2)
    yield np.array([[0.0], [1.0], [3.0]]), np.array(["a", "a", "b"])
    yield np.array([[0.0, 0.0], [0.0, 0.0], [5.0, 0.0], [6.0, 0.0]]), np.array([0, 1, 1, 1])  # two at one place
    for n in (8, 20):
        yield rng.normal(size=(n, 2)), rng.integers(0, 2, n)


@exercise("mend loo_error(X, y): the share of wrong answers when each example is left out", given=_loo_error_given)
def left_out(loo_error):
    """``loo_error(X, y)`` -> a number from 0 to 1."""
    mistakes = [
        (_loo_error_given, "still 0 on every data set: who is the nearest to X[i]?"),
        *slips(_slipped, number="that is how many, not which share", right="these are the right answers"),
        (_farthest, "that is the farthest one"),
        (_second, "nearly: another example at the same place is a neighbour too; leave out only example i itself"),
    ]
    hint = "print distances.argmin() for every i: whom does each example ask?"
    how = "make distances[i] so large that example i cannot win"
    same_results(loo_error, _loo_error, _loo_cases(), mistakes=mistakes, hint=hint, how=how)
    return "nobody votes for itself any more"


# ---------------------------------------------------------------- 3: on real data

ENOUGH = 4  # mistakes must be fewer


@exercise("choose my_features, column numbers from 0 to 3, and my_k: fewer than 4 penguins wrong")
def few_mistakes(my_features, my_k):
    """Which of bill length, bill depth, flipper length and body mass, and how many neighbours."""
    columns = [int(each) for each in np.atleast_1d(numbers(my_features))]
    if not columns or len(set(columns)) < len(columns) or not set(columns) <= set(range(4)):
        raise NotYet(expected="my_features, different numbers from 0 to 3", got=shown(my_features),
                     hint="0 bill length, 1 bill depth, 2 flipper length, 3 body mass")  # fmt: skip
    if not isinstance(my_k, int) or not 1 <= my_k <= 100:
        raise NotYet(expected="my_k from 1 to 100", got=shown(my_k), hint="a whole number")
    X, y = penguins()
    wrong = int(NearestNeighbours(k=1).leave_one_out(scaled(X)[:, columns], y, my_k).errors[-1])
    if wrong >= ENOUGH:
        hint = "one measurement is not enough" if len(columns) < 2 else "try leaving out a feature, and small odd k"
        more = ["the two of the bill tell most; which third one tells something new?"]
        raise NotYet(expected="fewer than 4 mistakes", got=f"{wrong} of {len(y)}", hint=hint, more=more)
    return f"{wrong} of {len(y)} wrong, each bird asked without its own vote; but you have chosen by these very birds"


# ---------------------------------------------------------------- 4: a counter-example


@exercise("place my_points, 8 of them, and my_labels: left out, k = 1 is always right and k = 3 always wrong")
def fooled(my_points, my_labels):
    """Eight points with two coordinates, and as many labels of two kinds."""
    X, y = numbers(my_points), np.asarray(my_labels)
    if X.shape != (8, 2) or y.shape != (8,) or len(np.unique(y)) != 2:
        raise NotYet(expected="eight points [x1, x2] and eight labels of two kinds",
                     got=f"points of shape {X.shape} with {y.size} labels", hint="count them")  # fmt: skip
    errors = NearestNeighbours(k=1).leave_one_out(X, y, 3).errors
    if errors[0]:
        raise NotYet(expected="k = 1 always right", got=f"{errors[0]:.0f} wrong",
                     hint="each point needs a friend of its own class nearer than anybody else",
                     more=["place the points in pairs"])  # fmt: skip
    if errors[2] < len(X):
        raise NotYet(expected="k = 3 always wrong", got=f"{errors[2]:.0f} of 8 wrong", good="k = 1 is always right",
                     hint="after its friend, the next two of each point must be of the other class",
                     more=["a pair of one class close to a pair of the other"])  # fmt: skip
    return "the nearest is a friend, the next two are not: a larger k is not always better"
