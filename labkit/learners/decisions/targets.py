"""Classes as target vectors: the best regression on them is the posterior, and the nearest target is its largest entry.

Lecture 01; deck 000 "Classification as a Function Approximation Problem-1", "-2", "Minimum Distance versus Maximum a
Posteriori Decisions". Inventory: I-000-001..005.

A case of class k has the target z_k, one of two codings of C classes (e_k: all 0 but a 1 at place k; 1: all ones):

    z_k = e_k                                        one-hot                                   (1)
    z_k = (C e_k - 1) / (C - 1)                      simplex: 1 at place k, -1/(C-1) elsewhere (2)
    J(y) = 1/2 sum over k of P(k|x) |y - z_k|^2      what it costs to answer y at x            (3)
    dJ/dy = y - sum over k of P(k|x) z_k             so the best answer is the conditional mean (4)
    y(x) = E[z|x] = sum over k of P(k|x) z_k         one-hot: P; simplex: (C P - 1) / (C - 1)  (5)
    d_k = |y - z_k|^2                                                                          (6)
        = 1 - 2 P_k + |P|^2  at y(x), one-hot;  (C / (C-1))^2 times as much, simplex           (7)
    argmin d_k = argmax y_k = argmax P_k             nearest target = most probable class      (8)

symbol   name here      symbol   name here
z_k      codes(C)[k]    P        P, the posteriors
y(x)     regression     d_k      distances

Departures from the slides: (7) for the simplex coding is C/(C-1) [1 - P_k + C |P|^2] there, which is not |y - z_k|^2
(E-000-01, ``printed_distances``; its least entry is still the right one). The rule compares y(x), which has no index,
with all targets (E-000-02).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from labkit.core import inputs
from labkit.learners.decisions.risk import probabilities
from labkit.learners.descent.objective import PlainObjective

CODINGS = ("one-hot", "simplex")


def codes(classes: int, coding: str = "one-hot") -> np.ndarray:
    """(classes, classes): row k is the target z_k."""
    inputs.number("classes", classes, least=2, whole=True)
    inputs.option("coding", coding, CODINGS)
    e = np.eye(classes)
    return inputs.frozen(e if coding == "one-hot" else (classes * e - 1) / (classes - 1))  # (1), (2)


def regression(P, coding: str = "one-hot") -> np.ndarray:
    """y(x), the mean target where the classes have the probabilities P (one column per class)."""
    P = probabilities(P, "P")
    return P @ codes(P.shape[-1], coding)  # (5)


def posteriors(y, coding: str = "one-hot") -> np.ndarray:
    """The probabilities whose mean target is y: (5) the other way round; no check that they are from 0 to 1."""
    y = _vectors(y)
    C = y.shape[-1]
    inputs.option("coding", coding, CODINGS)
    return y.copy() if coding == "one-hot" else ((C - 1) * y + 1) / C


def distances(y, coding: str = "one-hot") -> np.ndarray:
    """|y - z_k|^2 for every k (one column per class), at any y."""
    y = _vectors(y)
    return ((y[..., None, :] - codes(y.shape[-1], coding)) ** 2).sum(axis=-1)  # (6)


def printed_distances(P) -> np.ndarray:
    """What deck 000 prints for (7) with the simplex coding: wrong (E-000-01), with the right least entry."""
    P = probabilities(P, "P")
    C = P.shape[-1]
    return C / (C - 1) * (1 - P + C * (P**2).sum(axis=-1, keepdims=True))


def nearest(y) -> np.ndarray:
    """The class whose target is nearest, the first of equals, for either coding.

    |y - z_k|^2 falls as y_k grows and depends on k in no other way, so no distance is computed (nor rounded).
    """
    return _vectors(y).argmax(axis=-1)  # (8)


def expected_loss(P, coding: str = "one-hot") -> PlainObjective:
    """J as a function of the answer y at one x: ``.at(y).value``, ``.gradient``; any optimiser can go down it."""
    P = probabilities(P, "P")
    if P.ndim != 1:
        raise ValueError(f"P: expected the probabilities of one case, got shape {P.shape}; pass one row of them")
    mean = regression(P, coding)
    return PlainObjective(
        lambda y: P @ distances(y, coding) / 2,  # (3)
        lambda y: y - mean,  # (4)
        lambda y: np.eye(len(P)),
        smoothness=1.0,
    )


def triangle(P) -> tuple[np.ndarray, np.ndarray]:
    """For a picture of three classes: (corners, points), where the targets and the posteriors P are in the plane.

    P are barycentric coordinates. The sides have the length sqrt 2, as between one-hot targets; the simplex coding is
    the same triangle 3/2 as large, its centre at the origin as here.
    """
    P = _vectors(P, "P")
    if P.shape[-1] != 3:
        raise ValueError(f"P: expected 3 classes, the corners of a triangle, got {P.shape[-1]}; merge or drop classes")
    corners = inputs.frozen([[-1 / sqrt(2), -1 / sqrt(6)], [1 / sqrt(2), -1 / sqrt(6)], [0, 2 / sqrt(6)]])
    return corners, P @ corners


def posteriors_at(points) -> np.ndarray:
    """The posteriors P at these points of the ``triangle`` (one row each, or one point); outside of it, at the nearest
    point inside.
    """
    at = inputs.real_numbers("points", points)
    if at.ndim < 1 or at.shape[-1] != 2 or not np.isfinite(at).all():
        raise ValueError(
            f"points: expected two finite coordinates for each, got {at.tolist()}; pass the shape (points, 2)"
        )
    corners, _ = triangle(np.eye(3))
    return _probable(1 / 3 + at @ corners.T)


def _probable(P: np.ndarray) -> np.ndarray:
    """The nearest probabilities: all entries (their sum is 1) fall by the same, and what would be negative is 0."""
    falling = -np.sort(-P, axis=-1)
    fall = (np.cumsum(falling, axis=-1) - 1) / np.arange(1, P.shape[-1] + 1)
    kept = (falling > fall).sum(axis=-1, keepdims=True)
    return np.maximum(P - np.take_along_axis(fall, kept - 1, axis=-1), 0.0)


def _vectors(values, name: str = "y") -> np.ndarray:
    y = inputs.real_numbers(name, values)
    few = y.ndim < 1 or y.shape[-1] < 2
    if few or not np.isfinite(y).all():
        raise ValueError(
            f"{name}: expected a finite number for each of 2 or more classes, got "
            f"{f'shape {y.shape}' if few else 'NaN or infinity'}; pass one row per case, one column per class"
        )
    return y
