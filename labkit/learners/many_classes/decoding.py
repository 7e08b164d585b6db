"""Decoding: which class is meant by the answers of the members, one for each bit.

Lectures 07 and 21; deck 000 "Multi-class Case", "Error Correcting Output Codes".
Inventory: I-000-016, I-000-017, I-000-116.

With s_cb = +1 or -1 for the bit b of class c, 0 where the class takes no part in it, and f_b the answer of member b,

    hamming   d_c = sum over b of (1 - s_cb sgn f_b) / 2                                     (1)
    loss      d_c = sum over b of [1 - s_cb f_b]_+ / 2        half the hinge loss            (2)
    scores    S_c = sum over b of s_cb f_b                    summed scores                  (3)

(2) listens to how sure a member is, by its decision_function or by 2 P(1) - 1, and equals (1) for members that only
answer 0 or 1 (fully grown trees do). Of classes that are equally near, the first is taken (``ties`` "first"), or the
one with the largest (3), then the first ("scores"). Only (1) has ties to speak of, so only there (3) is looked at.
Distances (1) differ by halves, so that less (3), made smaller than a quarter, settles ties and nothing else.

Where several words are equally near by (1) the code is ambiguous, whatever is decided. After k bits the first k columns
decide; with none it is the first class. Trees answer the same everywhere in a leaf, so a grid is painted at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from labkit.core.frames import tabled
from labkit.core.table import Table
from labkit.learners.ensemble.members import SURENESS
from labkit.learners.ensemble.prefix import Ensemble, SumOfScores
from labkit.learners.many_classes import coding

DECODINGS = ("hamming", "loss")
TIES = ("first", "scores")
NUDGE = 0.2  # what the largest score takes off a distance: less than half of the smallest difference, 1/2


@dataclass(frozen=True, eq=False)
class CodedMembers(Ensemble):
    """The members, one for each bit, whose classes are 0 and 1, and the code by which they decide."""

    code: np.ndarray  # (classes, bits)
    decoding: str
    ties: str
    errors: np.ndarray  # (bits + 1,): of the training examples, decoded by the first so many bits


class CodedModel(SumOfScores):
    """Decodes by the first bits of a code; its scores are distances, the nearest class wins."""

    __slots__ = ()

    @property
    def code(self) -> np.ndarray:
        """(classes, bits): the words, as far as they are learned."""
        return self.ensemble.code[:, : self.members]

    def received(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, bits): the answers of the members, 0 or 1."""
        return self.ensemble.members.answers(tabled(X), self.members).T.astype(int)  # (2)

    def votes(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, classes): of the members that know the class, how many answer the bit of its word."""
        s, r = coding.signs(self.code), coding.signs(self.received(X))
        return ((np.abs(s).sum(axis=1) + r @ s.T) / 2).astype(int)

    def ambiguous(self, X: np.ndarray | Table) -> np.ndarray:
        """Whether the received word is equally near to several classes, none being nearer."""
        return tied(coding.distances(self.code, self.received(X)), axis=1)

    def distances(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, classes): how far the received words are from those of the classes."""
        return self._distances(partial(self._sum, X)).T

    @property
    def start(self) -> np.ndarray:
        return np.zeros(len(self.classes))

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        return half_hinge(self._signs(c, b) * (2 * answers - 1))  # (1)

    def _sure_term(self, c: int, sureness: np.ndarray, b: np.ndarray) -> np.ndarray:
        return half_hinge(self._signs(c, b) * sureness)  # (2)

    def _margin(self, c: int, sureness: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self._signs(c, b) * sureness  # (3)

    def _signs(self, c: int, b: np.ndarray) -> np.ndarray:
        return coding.signs(self.ensemble.code[c])[b]

    def _distances(self, added: Callable) -> np.ndarray:
        return added(self._term) if self.ensemble.decoding == "hamming" else added(self._sure_term, SURENESS)

    def _scores(self, added: Callable) -> np.ndarray:
        """The distances with their ties broken."""
        d = self._distances(added)
        if self.ensemble.ties == "first" or self.ensemble.decoding == "loss":
            return d
        return d - nudge(added(self._margin, SURENESS), axis=0)

    def _decisive(self, F: np.ndarray, members) -> np.ndarray:
        return nearness(F)


def half_hinge(margin: np.ndarray) -> np.ndarray:
    return np.maximum(1 - margin, 0) / 2


def nudge(scores: np.ndarray, axis: int) -> np.ndarray:
    """What the scores of the classes (along ``axis``) take off their distances: at most ``NUDGE``."""
    largest = np.abs(scores).max(axis=axis, keepdims=True)
    return NUDGE * scores / np.where(largest > 0, largest, 1.0)  # (3)


def nearness(distances: np.ndarray) -> np.ndarray:
    """Minus the distances (classes, ...), along the last axis; of two classes how much nearer the second is. Those that
    only rounding tells apart are equal."""
    d = distances.round(9)
    return d[0] - d[1] if len(d) == 2 else np.moveaxis(-d, 0, -1)


def tied(distances: np.ndarray, axis: int) -> np.ndarray:
    """Whether no class is nearer than all others."""
    distances = distances.round(9)
    return (distances == distances.min(axis=axis, keepdims=True)).sum(axis=axis) > 1
