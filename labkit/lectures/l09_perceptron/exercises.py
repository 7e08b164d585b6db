"""Exercises of lecture 09, the perceptron. Deck 000 "Decision-Based Learning" to "Relaxation Method"; deck 004.

Examples are signed, z = +(x0, x) for the positive class and -(x0, x) for the other, so that all ask for w'z > 0.
"""

from __future__ import annotations

import numpy as np

from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

MANY = 20  # updates that the points of hard_points must exceed
ROUNDING = 1e-9  # scores nearer to 0 than this are 0
BUDGET = 20_000  # updates after which points count as not separable


def _update(w, z, eta):
    return w + eta * z if w @ z <= 0 else w


def _update_cases():
    rng = np.random.default_rng(9)
    yield np.zeros(3), np.array([-1.0, 2.0, 1.0]), 0.5  # w'z = 0: the start of every story
    for _ in range(8):
        yield rng.integers(-4, 5, 3) / 2, rng.integers(-4, 5, 3) / 2, 0.5


@exercise("write my_update(w, z, eta): the weights after the signed example z was looked at")
def update_rule(my_update):
    """``my_update(w, z, eta)`` -> the new weights."""
    mistakes = [
        (
            lambda w, z, eta: w + eta * z if w @ z < 0 else w,
            "what happens at the start, where w = 0 and every w'z is 0?",
        ),
        (lambda w, z, eta: w + eta * z, "an example that is on its right side leaves the weights alone"),
        (lambda w, z, eta: w + eta * z if w @ z > 0 else w, "the examples to learn from are those on the wrong side"),
        (lambda w, z, eta: w - eta * z if w @ z <= 0 else w, "after the update w'z must be larger than before"),
        (lambda w, z, eta: w + z if w @ z <= 0 else w, "where is the learning rate?"),
    ]
    hint = "two cases: w'z says whether z is a mistake, and only then w moves, along z"
    same_results(my_update, _update, _update_cases(), mistakes=mistakes, hint=hint)
    return "only a mistake moves w, and w'z = 0 is one"


def _bound(Z, w_star):
    reach, gap = np.linalg.norm(Z, axis=1).max(), (Z @ w_star).min()
    return (w_star @ w_star) * reach**2 / gap**2


def _separated_cases():
    rng = np.random.default_rng(47)
    for _ in range(4):
        w_star, Z = np.array([1.0, 2.0, -1.0]), rng.integers(-6, 7, (12, 3)) / 2
        Z *= np.where(Z @ w_star < 0, -1, 1)[:, None]
        yield Z[Z @ w_star > 0], w_star


@exercise("write my_bound(Z, w_star): the most updates the theorem allows from w = 0, for signed examples (rows of Z)")
def mistake_bound(my_bound):
    """``my_bound(Z, w_star)`` -> a number; learning rate 1, margin 0."""

    def variant(size=lambda w: w @ w, reach=np.max, gap=np.min, power=2):
        return lambda Z, w: size(w) * reach(np.linalg.norm(Z, axis=1)) ** power / gap(Z @ w) ** power

    mistakes = [
        (variant(size=lambda w: 1.0), "doubling w* changes no line and must not change the bound: is |w*| in it?"),
        (variant(size=np.linalg.norm), "doubling w* must not change the bound: with which power does |w*| enter?"),
        (variant(gap=np.mean), "the gap must hold for every example, so which example decides it?"),
        (variant(reach=np.mean), "the reach must hold for every example, so which example decides it?"),
        (
            variant(size=np.linalg.norm, power=1),
            "n grows like the left side squared: compare n b* with sqrt(n) beta |w*|",
        ),
    ]
    hint = "n b* <= w*'w <= |w*| |w| <= |w*| sqrt(n) beta; solve for n"
    same_results(my_bound, _bound, _separated_cases(), mistakes=mistakes, hint=hint)
    return "long examples and a narrow gap make it large, the length of w* does not matter"


def _relaxation(w, z, b):
    return (b + abs(w @ z)) / (z @ z)


def _mistaken_cases():
    rng = np.random.default_rng(51)
    for _ in range(6):
        w, z = rng.integers(1, 5, 3) / 2, rng.integers(-4, 0, 3) / 2
        yield w, z, 0.5


@exercise("write my_rate(w, z, b): the eta that takes a mistake z just onto w'z = b")
def relaxation_rate(my_rate):
    """``my_rate(w, z, b)`` -> eta; called only for mistakes, w'z <= 0."""
    mistakes = [
        (lambda w, z, b: abs(w @ z) / (z @ z), "that lands on the boundary; the target is w'z = b"),
        (lambda w, z, b: (b + w @ z) / (z @ z), "w'z is negative here: how far is it from w'z up to b?"),
        (lambda w, z, b: (b + abs(w @ z)) / np.linalg.norm(z), "one step of eta changes w'z by eta times what?"),
        (lambda w, z, b: b + abs(w @ z), "that is the way to go; one unit of eta goes how far?"),
        (lambda w, z, b: 2 * abs(w @ z) / (z @ z), "that is the normalised rule, which reflects w"),
    ]
    hint = "put w + eta z into (new w)'z = b and solve for eta"
    same_results(my_rate, _relaxation, _mistaken_cases(), mistakes=mistakes, hint=hint)
    return "the update lands exactly on the margin"


@exercise(f"find hard_X (4 rows of 2) and hard_y (4, two classes) that take more than {MANY} updates, yet end")
def hard_points(hard_X, hard_y):
    """Checked by running the rule: cyclic order, w = 0 at first, constant input -1, eta 1."""
    X, y = _points(hard_X), _two_labels(hard_y)
    distinct = len(np.unique(X, axis=0))
    if not len(X) == distinct == len(y) == 4:
        got = f"{len(X)} points, of which {distinct} differ, and {len(y)} labels"
        raise NotYet(expected="4 different points and 4 labels", got=got, hint="one label for each row")
    Z = np.column_stack([-np.ones(4), X]) * y[:, None]
    updates, back = _run(Z, np.zeros(3), BUDGET)
    if back or updates >= BUDGET:
        got = f"{updates} updates, and the weights {'are back where they were' if back else 'still move'}"
        hint = "draw them: can a ruler part the classes, with room to spare?"
        raise NotYet(expected=f"an end within {BUDGET} updates", got=got, hint=hint)
    if updates <= MANY:
        hint = "what makes the theorem's bound large: the reach, or the gap?"
        raise NotYet(expected=f"more than {MANY} updates", got=f"{updates}", hint=hint)
    return f"your points take {updates} updates"


@exercise("find weak_X, weak_y (+1, -1), a weak separator weak_w and a weak_start from which the rule has no end")
def weak_separator(weak_X, weak_y, weak_w, weak_start):
    """Checked by running deck 004's rule, in which a score of 0 is class +1, without a constant input."""
    X, y, w = _points(weak_X), _two_labels(weak_y), numbers(weak_w)
    start = numbers(weak_start)
    if len(X) != len(y) or w.shape != X.shape[1:] or start.shape != w.shape:
        got = f"{len(X)} points, {len(y)} labels, w of shape {w.shape}, a start of shape {start.shape}"
        raise NotYet(expected="a label for each point and a weight for each column", got=got, hint="count them")
    if not X.all():
        expected, hint = "points none of whose coordinates is 0", "turn the lesson's example around the origin"
        raise NotYet(expected=expected, got=f"the point {shown(X[(X == 0).any(axis=1)][0])}", hint=hint)
    scores = X @ w
    right = np.where(y > 0, scores >= -ROUNDING, scores < -ROUNDING)
    if not right.all():
        k = int(right.argmin())
        expected = f"w'x {'>= 0' if y[k] > 0 else '< 0'} for example {k}"
        raise NotYet(expected=expected, got=shown(scores[k]), hint="w must satisfy the weak inequalities on all points")
    updates, back = _run(X * y[:, None], start, BUDGET, zero_is_right=y > 0)
    if updates < BUDGET and not back:
        strict = (X @ w * y).min() > ROUNDING
        hint = (
            "a strict separator must be impossible: which two points of class +1 can no w have strictly on one side?"
            if strict
            else "it depends on the start: from which w is neither of the two opposite points on the boundary?"
        )
        raise NotYet(expected="a story without end", got=f"an end after {updates} updates", hint=hint)
    if not back:
        hint = "take small whole numbers, so that the weights come back exactly"
        raise NotYet(expected="weights that come back", got=f"{updates} updates without a repeat", hint=hint)
    return f"the weights come back after {updates} updates: the rule goes round for ever, though w satisfies >="


def _run(Z: np.ndarray, w: np.ndarray, budget: int, zero_is_right=None) -> tuple[int, bool]:
    """(updates, whether the weights after some sweep were there before) of the rule from w.

    A score of 0 is a mistake, but not where ``zero_is_right`` (deck 004: there it means class +1).
    """
    limits = np.zeros(len(Z)) if zero_is_right is None else np.where(zero_is_right, -ROUNDING, ROUNDING)
    updates, seen = 0, set()
    while updates < budget:
        before = updates
        for z, limit in zip(Z, limits, strict=True):
            if w @ z <= limit:
                w, updates = np.round(w + z, 9), updates + 1
        if updates == before:
            return updates, False
        if w.tobytes() in seen:
            return updates, True
        seen.add(w.tobytes())
    return budget, False


def _points(points) -> np.ndarray:
    X = numbers(points)
    if X.ndim != 2 or X.shape[1] != 2 or not np.isfinite(X).all():
        hint = "a list of rows, [[x1, x2], [x1, x2], ...]"
        raise NotYet(expected="finite points with 2 coordinates each", got=f"shape {X.shape}", hint=hint)
    return X


def _two_labels(labels) -> np.ndarray:
    """+1 for the second class in sorted order, -1 for the first."""
    classes, index = np.unique(np.ravel(labels), return_inverse=True)
    if len(classes) != 2:
        raise NotYet(expected="labels of two classes", got=f"{len(classes)}", hint="for example [1, 1, -1, -1]")
    return 2.0 * index - 1.0
