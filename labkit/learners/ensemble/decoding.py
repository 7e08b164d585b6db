"""Decoding: which class is meant by what the learners of the bits say.

Lectures 07 and 21; deck 000 "Multi-class Case", "Error Correcting Output Codes".
Inventory: I-000-016, I-000-017, I-000-116.

With s_cb = +1 or -1 for the bit b of class c, 0 where the class takes no part in it, and f_b what member b says,

    hamming   d_c = sum over b of (1 - s_cb sgn f_b) / 2                                     (1)
    loss      d_c = sum over b of [1 - s_cb f_b]_+ / 2        half the hinge loss            (2)
    scores    S_c = sum over b of s_cb f_b                    summed scores                  (3)

(2) listens to how sure a member is, by its decision_function or by 2 P(1) - 1, and equals (1) for members that only say
0 or 1 (fully grown trees do). Of classes that are equally near, the first is taken (``ties`` "first"), or the one with
the largest (3), then the first ("scores"). Only (1) has ties to speak of, so only there (3) is looked at. Distances (1)
differ by halves, so that less (3), made smaller than a quarter, settles ties and nothing else.

Trees say the same everywhere in a leaf, so on a grid all of them are painted at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.table import Table
from labkit.learners.ensemble import coding
from labkit.learners.ensemble.members import Singles, Trees
from labkit.learners.grid import points

DECODINGS = ("hamming", "loss")
TIES = ("first", "scores")
NUDGE = 0.2  # what the largest score takes off a distance: less than half of the smallest difference, 1/2


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """What all moments of the story share."""

    members: Singles | Trees  # one for each bit
    code: np.ndarray  # (classes, bits)
    classes: np.ndarray
    decoding: str
    ties: str
    errors: np.ndarray  # (bits + 1,): of the training examples, decoded by the first so many bits

    def answered(self, X: np.ndarray | Table, first: int) -> np.ndarray:
        """(bits, cases): +1 for a 1, -1 for a 0."""
        return 2 * self.members.answers(X, first) - 1

    def sure(self, X: np.ndarray | Table, first: int) -> np.ndarray:
        """(bits, cases): f_b, positive for a 1."""
        if isinstance(self.members, Trees):
            return self.members.read(self._nodes_sure(), X, first)
        return np.array([_sureness(self.members.member(b), X) for b in range(first)]).reshape(first, len(X))

    def _nodes_sure(self) -> np.ndarray:
        """f_b at the nodes of the trees."""
        nodes = self.members.grove.nodes
        return 2 * nodes.counts[:, 1] / nodes.weight - 1

    def distances(self, X: np.ndarray | Table, first: int) -> Iterator[np.ndarray]:
        """(cases, classes) after one bit, after two, ...; the one array grows from bit to bit."""
        said = self.answered(X, first) if self.decoding == "hamming" else self.sure(X, first)
        return self._totals(said, half_hinge)

    def settled(self, X: np.ndarray | Table, first: int) -> Iterator[np.ndarray]:
        """The distances with their ties broken."""
        if not self._looks_at_scores:
            return self.distances(X, first)
        scores = self._totals(self.sure(X, first), lambda margin: margin)
        return (d - nudge(S, axis=1) for d, S in zip(self.distances(X, first), scores, strict=True))

    def _totals(self, said: np.ndarray, of: Callable) -> Iterator[np.ndarray]:
        """The sums of ``of(s f)`` over the first bits."""
        total = np.zeros((said.shape[1], len(self.classes)))
        for f, s in zip(said, coding.signs(self.code).T, strict=False):
            total += of(s * f[:, None])
            yield total

    @property
    def _looks_at_scores(self) -> bool:
        return self.ties == "scores" and self.decoding == "hamming"

    # ---- on a grid: (classes, rows, columns)

    def distances_on(self, x: np.ndarray, y: np.ndarray, first: int) -> np.ndarray:
        if not isinstance(self.members, Trees):
            *_, last = self.distances(points(x, y), first)
            return last.T.reshape(-1, len(y), len(x))
        nodes = self.members.grove.nodes
        return self._painted(2 * nodes.prediction - 1 if self.decoding == "hamming" else self._nodes_sure(),
                             half_hinge, x, y, first)  # fmt: skip

    def settled_on(self, x: np.ndarray, y: np.ndarray, first: int) -> np.ndarray:
        """The distances with their ties broken."""
        if not isinstance(self.members, Trees):
            *_, last = self.settled(points(x, y), first)
            return last.T.reshape(-1, len(y), len(x))
        d = self.distances_on(x, y, first)
        if self._looks_at_scores:
            d = d - nudge(self._painted(self._nodes_sure(), lambda margin: margin, x, y, first), axis=0)
        return d

    def _painted(self, says: np.ndarray, of: Callable, x: np.ndarray, y: np.ndarray, first: int) -> np.ndarray:
        """The sums of ``of(s f)`` over the first bits, with f ``says`` at every node."""
        grove = self.members.grove
        words = coding.signs(self.code)[:, grove.owner]  # of each node its tree's bit
        return np.array([grove.painted(of(s * says), x, y, slice(first)) for s in words])


def half_hinge(margin: np.ndarray) -> np.ndarray:
    return np.maximum(1 - margin, 0) / 2  # (1), (2)


def nudge(scores: np.ndarray, axis: int) -> np.ndarray:
    """What the scores of the classes (along ``axis``) take off their distances: at most ``NUDGE``."""
    largest = np.abs(scores).max(axis=axis, keepdims=True)
    return NUDGE * scores / np.where(largest > 0, largest, 1.0)  # (3)


def tied(distances: np.ndarray, axis: int) -> np.ndarray:
    """Whether no class is nearer than all others."""
    distances = distances.round(9)
    return (distances == distances.min(axis=axis, keepdims=True)).sum(axis=axis) > 1


def nearest(distances: np.ndarray, axis: int) -> np.ndarray:
    """The index of the nearest class; of those that only rounding tells apart, the first."""
    return distances.round(9).argmin(axis=axis)


def _sureness(model, X: np.ndarray | Table) -> np.ndarray:
    if hasattr(model, "decision_function"):
        return model.decision_function(X)
    if hasattr(model, "predict_proba"):
        return 2 * model.predict_proba(X)[:, 1] - 1
    return 2 * model.predict(X) - 1
