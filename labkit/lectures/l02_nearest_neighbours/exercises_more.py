"""Exercises of the page with more of lecture 02; deck 003 "THE DECISION BOUNDARY OF 1-NN", deck 004 "KNN - K nearest
neighbors"."""

from __future__ import annotations

import numpy as np

from labkit.learners.neighbours.distances import between, rooted
from labkit.tutor.check import NotYet, exercise, numbers, same_results

# ---------------------------------------------------------------- 5: Minkowski's distance


def _minkowski(x, z, p):
    parts = np.abs(np.asarray(x, dtype=float) - z)
    return float(parts.max() if p == np.inf else (parts**p).sum() ** (1 / p))


def _minkowski_mistakes():
    def signed(x, z, p):
        parts = np.asarray(x, dtype=float) - z
        return parts.max() if p == np.inf else abs((parts**p).sum()) ** (1 / p)

    return [
        (lambda x, z, p: _minkowski(x, z, p) if p == np.inf else _minkowski(x, z, p) ** p, "the root is missing"),
        (lambda x, z, p: _minkowski(x, z, 2), "that is Euclid's, whatever p is"),
        (lambda x, z, p: np.sum(np.abs(x - z)), "that is p = 1, whatever p is"),
        (
            lambda x, z, p: _minkowski(x, z, p) if p < np.inf else np.sum(np.abs(x - z)),
            "p = infinity is the largest part alone",
        ),
        (
            lambda x, z, p: _minkowski(x, z, p) if p < np.inf else 1.0,
            "nearly: to the power of 0 everything is 1; what is left is the largest part",
        ),
        (signed, "a difference counts alike in both directions: where is the absolute value?"),
        (lambda x, z, p: _minkowski(x, z, p) / len(x), "a sum, not a mean"),
    ]


@exercise("write my_distance(x, z, p): the Minkowski distance; p may be numpy.inf")
def minkowski(my_distance):
    """``my_distance(x, z, p)`` -> a number."""
    x, z = np.array([1.0, 2.0, 3.0]), np.array([4.0, 0.0, 3.5])
    cases = [(x, z, p) for p in (1, 2, 3, np.inf)] + [
        (np.array([0.0, 0.0]), np.array([-3.0, 4.0]), p) for p in (1, 2, np.inf)
    ]
    hint = "the differences without their signs, to the power of p, summed, and the p-th root of that"
    how = "for p = numpy.inf there is no power: which part is left?"
    same_results(my_distance, _minkowski, cases, mistakes=_minkowski_mistakes(), hint=hint, how=how)
    return "5.5 around the corners, 3.64 straight, 3 if only the largest part counts"


# ---------------------------------------------------------------- 6: the bisector


def _bisector(a, b):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return 2 * (b - a), float(b @ b - a @ a)


def _same_line(my_bisector):
    """The student's answer, in the length of the reference: any multiple is the same line."""

    def scaled(a, b):
        found = my_bisector(a, b)
        if not (isinstance(found, tuple | list) and len(found) == 2):
            return found
        normal, constant = np.asarray(found[0], dtype=float), found[1]
        if normal.shape != (len(a),) or not normal.any() or not np.isfinite(normal).all():
            return found
        reference = _bisector(a, b)[0]
        by = np.linalg.norm(reference) / np.linalg.norm(normal) * (1 if normal @ reference >= 0 else -1)
        return normal * by, float(constant) * by

    return scaled


def _bisector_mistakes():
    def along(a, b):
        normal = np.array([a[1] - b[1], b[0] - a[0]])
        return normal, normal @ (a + b) / 2

    mistakes = [
        (lambda a, b: (2 * (b - a), a @ a - b @ b), "the sign of the constant: put in the middle of a and b"),
        (lambda a, b: (b - a, b @ b - a @ a), "the middle of a and b is not on it: where is a factor of 2 lost?"),
        (lambda a, b: (2 * (b - a), 0.0), "that line goes through the origin; does the middle of a and b lie on it?"),
        (along, "that is the line from a to b; the normal points along b - a"),
    ]
    return [(_same_line(line), sentence) for line, sentence in mistakes]


@exercise(
    "write my_bisector(a, b): (normal, constant) of the points x with normal @ x = constant, as near to a as to b"
)
def bisector(my_bisector):
    """``my_bisector(a, b)`` -> (normal, constant); any multiple of both will do."""
    if not callable(my_bisector):
        raise NotYet(expected="a function", got=type(my_bisector).__name__, hint="pass it without calling it")
    points = ((1, 1), (4, 3)), ((0, 0), (2, 0)), ((-1, 2), (3, -2)), ((0.5, 0), (0, 2))
    cases = [(np.array(a, dtype=float), np.array(b, dtype=float)) for a, b in points]
    hint = "write |x - a|^2 = |x - b|^2, and multiply out: |x|^2 is on both sides"
    same_results(_same_line(my_bisector), _bisector, cases, mistakes=_bisector_mistakes(), hint=hint,
                 how="what stands before x goes to the left, the rest to the right",
                 parts=("the normal", "the constant"))  # fmt: skip
    return "a line upright on the way from a to b, through its middle"


# ---------------------------------------------------------------- 7: how near can a box be


def _near(x, low, high):
    return float(np.linalg.norm(x - np.clip(x, low, high)))


def _box_cases():
    low, high = np.array([1.0, 1.0]), np.array([3.0, 2.0])
    for x in ((2.0, 1.5), (0.0, 1.5), (2.0, 5.0), (4.0, 3.0), (0.0, 0.0), (5.0, 1.0)):
        yield np.array(x), low, high


@exercise("write my_near(x, low, high): the least distance from x to any place of the box")
def box_distance(my_near):
    """``my_near(x, low, high)`` -> a number; low and high are corners of the box."""

    def to_corner(x, low, high):
        corners = [(a, b) for a in (low[0], high[0]) for b in (low[1], high[1])]
        return min(np.linalg.norm(x - np.array(corner)) for corner in corners)

    def to_edge(x, low, high):
        inside = ((low <= x) & (x <= high)).all()
        return min(*(x - low), *(high - x)) if inside else _near(x, low, high)

    mistakes = [
        (to_corner, "the nearest place of a box need not be a corner"),
        (to_edge, "inside the box there is nothing to go: 0"),
        (
            lambda x, low, high: np.linalg.norm(x - (low + high) / 2),
            "that is to the middle: too far, a box that matters might be skipped",
        ),
        (lambda x, low, high: np.abs(x - np.clip(x, low, high)).sum(), "that is p = 1: go straight"),
        (lambda x, low, high: np.abs(x - np.clip(x, low, high)).max(), "that is the largest part: go straight"),
    ]
    hint = "which place of the box is the nearest to x? find it for each coordinate by itself"
    how = "a coordinate within the box stays, one outside moves to the nearer end: numpy.clip"
    same_results(my_near, _near, _box_cases(), mistakes=mistakes, hint=hint, how=how)
    return "never more than the distance to any example inside: so nothing is missed"


# ---------------------------------------------------------------- 8: three answers


@exercise("place my_three points around (0, 0): another one is nearest for p = 1, for p = 2 and for p = infinity")
def three_nearest(my_three):
    """Three points with two coordinates."""
    X = numbers(my_three)
    if X.shape != (3, 2):
        raise NotYet(expected="three points [x1, x2]", got=f"an array of shape {X.shape}", hint="count them")
    nearest = {}
    for name, p in (("1", 1), ("2", 2), ("infinity", np.inf)):
        far = rooted(between(np.zeros((1, 2)), X, p)[0], p)
        if np.isclose(np.sort(far)[0], np.sort(far)[1]):
            raise NotYet(
                expected="one nearest point each", got=f"a tie for p = {name}", hint="move one of them a little"
            )
        nearest[name] = int(far.argmin()) + 1
    if len(set(nearest.values())) < 3:
        got = ", ".join(f"point {row} for p = {name}" for name, row in nearest.items())
        raise NotYet(expected="three different ones", got=got,
                     hint="p = 1 likes points on an axis, p = infinity points on a diagonal",
                     more=["put one on an axis, one on a diagonal, one between; then move them in and out",
                           "a point at (r, 0) is at r for all p; one at (s, s) at 2 s, 1.41 s and s"])  # fmt: skip
    return "who is nearest is a matter of the distance"
