"""Exercises of the page with more of lecture 09.

Deck 000 "Linear Perceptron Convergence Theorem", "Relaxation Method", "Normalized Perceptron". Inventory: I-000-048,
I-000-051, I-000-052.

Examples are signed, z = +(x0, x) for the positive class and -(x0, x) for the other, so that all ask for w'z > 0.
"""

from __future__ import annotations

import numpy as np

from labkit.tutor.check import NotYet, exercise, numbers, same_results

MANY = 20  # updates that the points of hard_points must exceed
BUDGET = 20_000  # updates after which points count as not separable


# ---------------------------------------------------------------- 6: the bound, 5: relaxation


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
    how = "b* is (Z @ w_star).min(), beta the longest row of Z; both sides squared leave one n"
    same_results(my_bound, _bound, _separated_cases(), mistakes=mistakes, hint=hint, how=how)
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
    how = "the way to go is b - w'z, and each unit of eta goes z'z of it"
    same_results(my_rate, _relaxation, _mistaken_cases(), mistakes=mistakes, hint=hint, how=how)
    return "the update lands exactly on the margin"


# ---------------------------------------------------------------- 7: find the bug


def _reflected(w, z):
    return w + 2 * abs(w @ z) / (z @ z) * z


def _reflected_given(w, z):
    return w + 2 * abs(w @ z) * z


@exercise("mend reflected(w, z): the normalised rule, which keeps the length of w", given=_reflected_given)
def length_stays(reflected):
    """``reflected(w, z)`` -> weights of the same length; called only for mistakes, w'z < 0."""
    mistakes = [
        (lambda w, z: w + abs(w @ z) / (z @ z) * z, "that lands on the boundary; a mirror image is twice as far"),
        (lambda w, z: w + 2 * abs(w @ z) / np.linalg.norm(z) * z, "is the length of w the same? try a z of length 2"),
        (lambda w, z: np.linalg.norm(w) / np.linalg.norm(_reflected_given(w, z)) * _reflected_given(w, z),
         "the length is right, but is the new score the opposite of the old one?"),
        (lambda w, z: w - 2 * abs(w @ z) / (z @ z) * z, "after the update w'z must be larger than before"),
    ]  # fmt: skip
    hint = "take z of length 1: it works. Now double z: what changes?"
    how = "one unit of eta moves the score by z'z: divide by it"
    cases = [(w, z) for w, z, _ in _mistaken_cases()]
    same_results(reflected, _reflected, cases, mistakes=mistakes, hint=hint, how=how)
    return "the score changes its sign and nothing else: a mirror does not stretch"


# ---------------------------------------------------------------- 8: hard points


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
        more = ["move the two nearest points of different classes apart"]
        raise NotYet(expected=f"an end within {BUDGET} updates", got=got, hint=hint, more=more)
    if updates <= MANY:
        hint = "what makes the theorem's bound large: the reach, or the gap?"
        more = ["put two points of different classes close together, and one far away"]
        raise NotYet(expected=f"more than {MANY} updates", got=f"{updates}", hint=hint, more=more)
    return f"your points take {updates} updates"


def _run(Z: np.ndarray, w: np.ndarray, budget: int) -> tuple[int, bool]:
    """(updates, whether the weights after some sweep were there before) of the rule from w."""
    updates, seen = 0, set()
    while updates < budget:
        before = updates
        for z in Z:
            if w @ z <= 0:
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
