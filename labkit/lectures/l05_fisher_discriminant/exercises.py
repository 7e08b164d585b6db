"""Exercises of the main page of lecture 05; deck 004 "Fisher's linear discriminant"."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners import FisherDiscriminant, LinearProgram
from labkit.learners.perceptron.programming import SEPARATOR
from labkit.lectures.l05_fisher_discriminant.common import LENGTHS, crabs
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: J of a direction


def _J(w, X1, X2, *, means=False, rooted=False, averaged=False, upside=False, total=False):
    f1, f2 = X1 @ w, X2 @ w
    apart = abs(f1.mean() - f2.mean()) if means else (f1.mean() - f2.mean()) ** 2
    s1, s2 = (((f - f.mean()) ** 2).sum() for f in (f1, f2))
    inside = f1.var() + f2.var() if averaged else s1 + s2
    inside = ((np.append(f1, f2) - np.append(f1, f2).mean()) ** 2).sum() if total else inside
    inside = np.sqrt(inside) if rooted else inside
    return inside / apart if upside else apart / inside


def _J_cases():
    table = data.load("lda10")
    X, y = table.numeric("x1", "x2"), table["y"]
    A, B = X[y == 1], X[y == 2]
    yield np.array([1.0, 0.0]), np.array([[0.0, 0.0], [2.0, 5.0]]), np.array([[4.0, 1.0], [6.0, 1.0], [5.0, 0.0]])
    yield A.mean(axis=0) - B.mean(axis=0), A, B
    yield np.array([0.3, -1.2]), A, B[:3]
    yield np.array([2.0, 1.0]), A[:4], B


@exercise("write my_J(w, X1, X2): Fisher's criterion of the direction w for two classes of points")
def criterion(my_J):
    """``my_J(w, X1, X2)`` -> a number; X1 and X2 have one point a row."""
    mistakes = [
        *slips(
            _J,
            means="the distance of the means is squared, as the scatter is",
            rooted="no root: the scatter is a sum of squares already",
            averaged="the scatter is a sum, not a mean",
            upside="large J shall be good: distance above, scatter below",
            total="scatter inside the classes: each around its own mean",
        ),
        (lambda w, X1, X2: _J(w, X1, X2, averaged=True, means=True, rooted=True), "square the distance, and sum"),
    ]
    how = "project first, X1 @ w and X2 @ w; then two means, and two sums of squares around them"
    same_results(my_J, _J, _J_cases(), mistakes=mistakes, how=how,
                 hint="only the shadows matter: how far apart are their means, how much do they scatter?")  # fmt: skip
    return "one number for each direction; the length of w cancels"


# ---------------------------------------------------------------- 2: find the bug


def _decide_given(x, m1, m2, S_w):
    w = np.linalg.solve(S_w, m1 - m2)
    t = w @ (m1 + m2) / 2
    return 1 if w @ x <= t else 2


def _decide(x, m1, m2, S_w):
    w = np.linalg.solve(S_w, m1 - m2)
    return 1 if w @ (x - (m1 + m2) / 2) >= 0 else 2


def _decide_cases():
    unit = np.eye(2)
    yield np.array([1.0, 0.0]), np.array([1.0, 0.0]), np.array([-1.0, 0.0]), unit
    yield np.array([-1.0, 0.0]), np.array([1.0, 0.0]), np.array([-1.0, 0.0]), unit
    S = np.array([[13.2, -2.2], [-2.2, 26.4]])
    for x in ([4.0, 1.0], [9.0, 10.0], [6.0, 8.0], [2.0, 4.0]):
        yield np.array(x), np.array([3.0, 3.6]), np.array([8.4, 7.6]), S
    tilted = np.array([[2.0, 1.8], [1.8, 2.0]])
    yield np.array([0.3, 1.0]), np.array([1.0, 0.0]), np.array([-1.0, 0.0]), tilted
    yield np.array([1.0, 2.5]), np.array([0.0, 0.0]), np.array([1.0, 3.0]), unit


@exercise("mend decide(x, m1, m2, S_w): class 1 or 2 of the point x", given=_decide_given)
def decision(decide):
    """``decide(x, m1, m2, S_w)`` -> 1 or 2."""

    def uncut(x, m1, m2, S_w):
        return 1 if np.linalg.solve(S_w, m1 - m2) @ x >= 0 else 2

    def by_means(x, m1, m2, S_w):
        return 1 if (m1 - m2) @ (x - (m1 + m2) / 2) >= 0 else 2

    mistakes = [
        (uncut, "the cut is at t, not at 0"),
        (by_means, "that is the line of the means; S_w belongs into w"),
        (lambda x, m1, m2, S_w: 1, "that never says 2"),
    ]
    same_results(decide, _decide, _decide_cases(), mistakes=mistakes, how="compare w @ m1 with t",
                 hint="take x = m1: is its shadow beyond t or before it?")  # fmt: skip
    return "w points from class 2 to class 1, so class 1 has the larger shadows"


# ---------------------------------------------------------------- 3: on real data

ENOUGH = 10


@exercise("choose my_lengths, two of the five measurements: fewer than 10 crabs of the wrong sex")
def two_lengths(my_lengths):
    """The names of two columns."""
    names = [my_lengths] if isinstance(my_lengths, str) else list(my_lengths)
    if len(names) != 2 or len(set(names)) != 2 or not set(names) <= set(LENGTHS):
        raise NotYet(expected=f"two names out of {', '.join(LENGTHS)}", got=shown(my_lengths), hint="check the names")
    X, sex = crabs(tuple(names), "sex")
    wrong = int((held_out_answers(FisherDiscriminant(), X, sex) != sex).sum())
    if wrong >= ENOUGH:
        raise NotYet(expected="fewer than 10 crabs wrong", got=str(wrong),
                     hint="size tells nothing: which length differs between females and males of the same size?",
                     more=["females carry eggs at the rear; the other length says how large the crab is"])  # fmt: skip
    return f"{wrong} of 200 are wrong, each told by a direction that has not seen it; all five lengths get 8 wrong"


# ---------------------------------------------------------------- 4: a counter-example


@exercise("place my_points and my_labels: a straight line parts the classes, and Fisher still makes a mistake")
def fooled(my_points, my_labels):
    """Points with two coordinates, and as many labels of two kinds."""
    X, y = numbers(my_points), np.asarray(my_labels)
    if X.ndim != 2 or X.shape[1:] != (2,) or y.shape != X.shape[:1] or len(X) < 4 or len(np.unique(y)) != 2:
        got = f"points of shape {X.shape} with {y.size} labels"
        raise NotYet(expected="at least four points [x1, x2], labels of two kinds", got=got, hint="count them")
    if LinearProgram().fit(X, y).last_step_.certificate != SEPARATOR:
        raise NotYet(expected="classes that a line parts", got="classes that no line parts",
                     hint="leave a free strip between the classes")  # fmt: skip
    wrong = int((FisherDiscriminant().fit(X, y).predict(X) != y).sum())
    if not wrong:
        raise NotYet(expected="a mistake of Fisher's", got="none", good="a line parts the classes",
                     hint="the cut lies half-way between the means: what moves a mean far away?",
                     more=["a single point may lie very far out, on its own side"])  # fmt: skip
    return (
        f"a line parts the classes, and Fisher gets {wrong} of {len(y)} wrong: means and scatter listen to far points"
    )
