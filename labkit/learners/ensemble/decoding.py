"""Decoding: which class is meant by what the learners of the bits say.

Lectures 07 and 21; deck 000 "Multi-class Case", "Error Correcting Output Codes". Inventory: I-000-017, I-000-116.

With s_cb = +1 or -1 for the bit b of class c, 0 where the class takes no part in it, and f_b what member b says,

    hamming   d_c = sum over b of (1 - s_cb sgn f_b) / 2                                     (1)
    loss      d_c = sum over b of [1 - s_cb f_b]_+ / 2        half the hinge loss            (2)

(2) listens to how sure a member is, by its decision_function or by 2 P(1) - 1, and equals (1) for members that only say
0 or 1 (fully grown trees do). Trees say the same everywhere in a leaf, so on a grid all of them are painted at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.table import Table
from labkit.learners.ensemble import coding
from labkit.learners.ensemble.members import Singles, Trees, points

DECODINGS = ("hamming", "loss")


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """What all moments of the story share."""

    members: Singles | Trees  # one for each bit
    code: np.ndarray  # (classes, bits)
    classes: np.ndarray
    decoding: str
    errors: np.ndarray  # (bits + 1,): of the training examples, decoded by the first so many bits

    def said(self, X: np.ndarray | Table, first: int) -> np.ndarray:
        """(bits, cases): f_b, positive for a 1."""
        if isinstance(self.members, Trees):
            return self.members.read(self._nodes_say(), X, first)
        if self.decoding == "hamming":
            return 2 * self.members.answers(X, first) - 1
        sure = [_sureness(self.members.member(b), X) for b in range(first)]
        return np.array(sure).reshape(first, len(X))

    def _nodes_say(self) -> np.ndarray:
        """f_b at the nodes of the trees."""
        nodes = self.members.grove.nodes
        return 2 * (nodes.prediction if self.decoding == "hamming" else nodes.counts[:, 1] / nodes.weight) - 1

    def distances(self, X: np.ndarray | Table, first: int) -> Iterator[np.ndarray]:
        """(cases, classes) after one bit, after two, ...; the one array grows from bit to bit."""
        total = np.zeros((len(X), len(self.classes)))
        for said, s in zip(self.said(X, first), coding.signs(self.code).T, strict=False):
            total += half_hinge(s * said[:, None])
            yield total

    def distances_on(self, x: np.ndarray, y: np.ndarray, first: int) -> np.ndarray:
        """(classes, rows, columns): the distances on a grid."""
        if not isinstance(self.members, Trees):
            *_, last = self.distances(points(x, y), first)
            return last.T.reshape(-1, len(y), len(x))
        grove, says = self.members.grove, self._nodes_say()
        words = coding.signs(self.code)[:, grove.owner]  # of each node its tree's bit
        return np.array([grove.painted(half_hinge(s * says), x, y, slice(first)) for s in words])


def half_hinge(margin: np.ndarray) -> np.ndarray:
    return np.maximum(1 - margin, 0) / 2  # (1), (2)


def nearest(distances: np.ndarray, axis: int) -> np.ndarray:
    """The index of the nearest class; of those that only rounding tells apart, the first."""
    return distances.round(9).argmin(axis=axis)


def _sureness(model, X: np.ndarray | Table) -> np.ndarray:
    if hasattr(model, "decision_function"):
        return model.decision_function(X)
    if hasattr(model, "predict_proba"):
        return 2 * model.predict_proba(X)[:, 1] - 1
    return 2 * model.predict(X) - 1
