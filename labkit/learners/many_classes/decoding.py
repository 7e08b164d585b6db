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

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.table import Table
from labkit.learners.ensemble.members import TreeMembers
from labkit.learners.ensemble.prefix import Ensemble, Prefix
from labkit.learners.grid import ClassGrids
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


class CodedModel(ClassGrids, Prefix):
    """Decodes by the first bits of a code."""

    __slots__ = ()

    @property
    def code(self) -> np.ndarray:
        """(classes, bits): the words, as far as they are learned."""
        return self.ensemble.code[:, : self.members]

    def received(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, bits): the answers of the members, 0 or 1."""
        return self.ensemble.members.answers(X, self.members).T.astype(int)  # (2)

    def votes(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, classes): of the members that know the class, how many answer the bit of its word."""
        s, r = coding.signs(self.code), coding.signs(self.received(X))
        return ((np.abs(s).sum(axis=1) + r @ s.T) / 2).astype(int)

    def ambiguous(self, X: np.ndarray | Table) -> np.ndarray:
        """Whether the received word is equally near to several classes, none being nearer."""
        return tied(coding.distances(self.code, self.received(X)), axis=1)

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.classes[nearest(self._last(self._settled(X), X), axis=1)]

    def decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """How near each class is, as minus its distance (ties broken); of two classes how much nearer the second."""
        return _nearness(self._last(self._settled(X), X))

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """(bits, cases): the classes decoded by one bit, by two, ..."""
        index = [nearest(d, axis=1) for d in self._settled(X)]
        return self.classes[np.array(index, dtype=int).reshape(self.members, len(X))]

    def distances(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, classes): how far the received words are from those of the classes."""
        return self._last(self._distances(X), X)

    def _last(self, staged: Iterator[np.ndarray], X: np.ndarray | Table) -> np.ndarray:
        """The distances at the end; without a bit all are 0."""
        *_, last = np.zeros((len(X), len(self.classes))), *staged
        return last

    def _distances(self, X: np.ndarray | Table) -> Iterator[np.ndarray]:
        """(cases, classes) after one bit, after two, ...; the one array grows from bit to bit."""
        hamming = self.ensemble.decoding == "hamming"
        return self._staged(coding.signs(self.received(X).T) if hamming else self._sure(X), half_hinge)

    def _settled(self, X: np.ndarray | Table) -> Iterator[np.ndarray]:
        """The distances with their ties broken."""
        if not self._scores_decide:
            return self._distances(X)
        scores = self._staged(self._sure(X), margin)
        return (d - nudge(S, axis=1) for d, S in zip(self._distances(X), scores, strict=True))

    def _staged(self, f: np.ndarray, of: Callable) -> Iterator[np.ndarray]:
        """The sums of ``of(s f)`` over the first bits; f is (bits, cases)."""
        total = np.zeros((f.shape[1], len(self.classes)))
        for answer, s in zip(f, coding.signs(self.code).T, strict=True):
            total += of(s * answer[:, None])
            yield total

    @property
    def _scores_decide(self) -> bool:
        return self.ensemble.ties == "scores" and self.ensemble.decoding == "hamming"

    def _sure(self, X: np.ndarray | Table) -> np.ndarray:
        """(bits, cases): f_b, positive for a 1."""
        members = self.ensemble.members
        if isinstance(members, TreeMembers):
            return members.read(_sure_at_nodes(members), X, self.members)
        return np.array([_sureness(members.member(b), X) for b in range(self.members)]).reshape(-1, len(X))

    # ---- on a grid

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        trees = self.ensemble.members
        if through is not None or not trees.plane:
            return None
        if not self.members or not isinstance(trees, TreeMembers):
            return ClassGrids._scores_on(self, x, y, through)
        hamming, sure = self.ensemble.decoding == "hamming", _sure_at_nodes(trees)
        d = self._painted(2 * trees.arrays.nodes.prediction - 1 if hamming else sure, half_hinge, x, y)
        return _nearness(d - nudge(self._painted(sure, margin, x, y), axis=-1) if self._scores_decide else d)

    def _painted(self, f: np.ndarray, of: Callable, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """(rows, columns, classes): the sums of ``of(s f)`` over the first bits, with f at every node."""
        arrays = self.ensemble.members.arrays
        words = coding.signs(self.ensemble.code)[:, arrays.owner]  # of each node its tree's bit
        return np.stack([arrays.painted(of(s * f), x, y, slice(self.members)) for s in words], axis=-1)


def _nearness(distances: np.ndarray) -> np.ndarray:
    """Of every class (the last axis), or how much nearer the second of two is."""
    d = distances.round(9)
    return d[..., 0] - d[..., 1] if d.shape[-1] == 2 else -d


def margin(margin: np.ndarray) -> np.ndarray:
    return margin  # (3)


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


def _sure_at_nodes(trees: TreeMembers) -> np.ndarray:
    nodes = trees.arrays.nodes
    return 2 * nodes.counts[:, 1] / nodes.weight - 1


def _sureness(model, X: np.ndarray | Table) -> np.ndarray:
    if hasattr(model, "decision_function"):
        return model.decision_function(X)
    if hasattr(model, "predict_proba"):
        return 2 * model.predict_proba(X)[:, 1] - 1
    return 2 * model.predict(X) - 1
