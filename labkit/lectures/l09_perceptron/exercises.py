"""Exercises of the main page of lecture 09.

Deck 000 "Decision-Based Learning", deck 004 "Perceptron: Learning Algorithm". Inventory: I-000-045, I-000-046,
I-004-050, I-004-053.
"""

from __future__ import annotations

import numpy as np

from labkit.learners import SVM, Perceptron
from labkit.lectures.l09_perceptron.common import nearest
from labkit.lectures.l09_perceptron.penguins import MEASUREMENTS, scaled, two_species
from labkit.tutor.check import NotYet, exercise, numbers, same_results, slips

PATIENCE = 1000  # sweeps until points count as not separable
HARD = 1e6  # C of a support vector machine that allows no mistake
BAD = 0.1  # of the widest distance: a line that is worse than this is bad


# ---------------------------------------------------------------- 1: the rule without negation


def _update(w, x, t):
    return w + (t - float(w @ x >= 0)) * x


def _update_cases():
    rng = np.random.default_rng(9)
    yield np.zeros(3), np.array([-1.0, 2.0, 1.0]), 1  # a score of 0 is class 1: right already
    yield np.zeros(3), np.array([-1.0, 2.0, 1.0]), 0
    for k in range(10):
        yield rng.integers(-4, 5, 3) / 2, rng.integers(-4, 5, 3) / 2, k % 2


def _update_mistakes():
    def signed(w, x, t, *, strict=False):
        z = x if t else -x
        return w + z if (w @ z < 0 if strict else w @ z <= 0) else w

    def slipped(w, x, t, *, strict=False, turned=False, added=False):
        change = (t - float(w @ x > 0 if strict else w @ x >= 0)) * (-1 if turned else 1)
        return w + (abs(change) if added else change) * x

    mistakes = [
        (signed, "a score of exactly 0 means class 1 here: when is that a mistake, and when not?"),
        (lambda w, x, t: signed(w, x, t, strict=True), "a score of exactly 0 means class 1: what if t is 0?"),
        (lambda w, x, t: w + (1 if t else -1) * x, "an example that is on its right side leaves the weights alone"),
        (lambda w, x, t: w + (t - w @ x) * x, "compare t with the class that is answered, 0 or 1, not with the score"),
        (lambda w, x, t: w + x if w @ x < 0 else w, "where is the class t?"),
    ]
    mistakes += slips(
        slipped,
        strict="a score of exactly 0 means class 1 here",
        turned="after an update the score of x must be nearer to its side",
        added="an example of class 0 must be subtracted",
    )
    return mistakes


@exercise("write my_update(w, x, t): the weights after the example x of class t, 0 or 1, was looked at")
def one_update(my_update):
    """``my_update(w, x, t)`` -> the new weights; x has the constant input, a score of 0 means class 1."""
    hint = "first find the answer g, 0 or 1; then t - g is +1, 0 or -1"
    same_results(
        my_update, _update, _update_cases(), mistakes=_update_mistakes(), hint=hint, how="add (t - g) times x to w"
    )
    return "a missed example of class 1 is added, one of class 0 subtracted, and nothing else happens"


# ---------------------------------------------------------------- 2: find the bug


def _find_line(Z):
    w, again = np.zeros(Z.shape[1]), True
    while again:
        again = False
        for z in Z:
            if w @ z <= 0:
                w, again = w + z, True
    return w


def _find_line_given(Z):
    w, mistakes = np.zeros(Z.shape[1]), 1
    while mistakes:
        mistakes = 0
        for z in Z:
            if w @ z < 0:
                w, mistakes = w + z, mistakes + 1
    return w


@exercise("mend find_line(Z): the first weights without a mistake on the signed examples", given=_find_line_given)
def never_starts(find_line):
    """``find_line(Z)`` -> weights; the rows of Z are signed examples that some line separates."""

    def started(Z):  # elsewhere, with the test as it was
        w, again = Z[0].copy(), True
        while again:
            again = False
            for z in Z:
                if w @ z < 0:
                    w, again = w + z, True
        return w

    mistakes = [
        (_find_line_given, "call it: which weights come back, and which score has every example with them?"),
        (started, "the start is not the bug: an example with score 0 is still on nobody's side"),
    ]
    hint = "how many mistakes does the first sweep find?"
    how = "at the start every score is exactly 0: does the test call that a mistake?"
    same_results(find_line, _find_line, _separable_cases(), mistakes=mistakes, hint=hint, how=how)
    return "a score of 0 is a mistake too; with < nothing ever happens from w = 0"


def _separable_cases():
    rng = np.random.default_rng(45)
    yield (np.array([[-1.0, 2, 1], [1, -1, 1]]),)
    for _ in range(3):
        w_star, Z = np.array([1.0, 2.0, -1.0]), rng.integers(-6, 7, (8, 3)) / 2
        Z *= np.where(Z @ w_star < 0, -1, 1)[:, None]
        yield (Z[Z @ w_star > 0],)


# ---------------------------------------------------------------- 3: on real data


@exercise("choose my_measurements, three names: the perceptron stops on Adelie and Chinstrap penguins")
def enough_measurements(my_measurements):
    """Three of the four measurements."""
    names = [my_measurements] if isinstance(my_measurements, str) else list(my_measurements)
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown or len(set(names)) != 3:
        got = f"{unknown[0]!r}" if unknown else f"{len(set(names))} of them"
        raise NotYet(expected="three different names", got=got, hint=f"the names are {', '.join(MEASUREMENTS)}")
    X, y = two_species("Adelie", "Chinstrap", tuple(name for name in MEASUREMENTS if name in names))
    end = Perceptron(max_sweeps=PATIENCE).fit(scaled(X), y).last_step_
    if "no mistake" not in end.reason:
        got = f"{end.update} updates in {end.sweep} sweeps and no end"
        hint = "there are only four ways to leave one out; the two of the bill are a good beginning"
        raise NotYet(expected="a sweep without a mistake", got=got, hint=hint)
    return f"sweep {end.sweep} finds no mistake: in three dimensions there is a plane where no line was"


# ---------------------------------------------------------------- 4: a bad line


@exercise("place my_points and my_labels: the perceptron's line passes ten times nearer to a point than it need")
def bad_line(my_points, my_labels):
    """At least four points with two coordinates, and as many labels of two kinds."""
    X, labels = numbers(my_points), np.asarray(my_labels)
    kinds = np.unique(labels)
    if X.ndim != 2 or X.shape[1:] != (2,) or labels.shape != X.shape[:1] or len(X) < 4 or len(kinds) != 2:
        got = f"points of shape {X.shape} with {labels.size} labels"
        raise NotYet(expected="at least four points [x1, x2], labels of two kinds", got=got, hint="count them")
    y = (labels == kinds[1]).astype(int)
    end = Perceptron(max_sweeps=PATIENCE).fit(X, y).last_step_
    if "no mistake" not in end.reason:
        got = f"{end.update} updates and no end"
        raise NotYet(expected="points on which it stops", got=got, hint="leave a wide gap between the classes")
    here = nearest(end.w, X, y)
    best = float(SVM(kernel="linear", C=HARD).fit(X, y).model_.half_margin)
    if here > BAD * best:
        hint = "it stops early when the gap is wide: then a single point decides where the line lies"
        more = ["put one point where the first lines happen to pass, and look what the line is after each update"]
        raise NotYet(expected=f"a nearest point less than {BAD * best:.3g} away", got=f"{here:.3g}", hint=hint,
                     more=more, good="it stops")  # fmt: skip
    return f"its line passes {here:.2g} from a point, and another line keeps {best:.2g} from all of them"
