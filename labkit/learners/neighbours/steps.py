"""How nearest neighbours answer one case: the neighbourhood grows, one neighbour after another.

Lecture 02; deck 004 "KNN - K nearest neighbors", "KNN - an example". Inventory: I-004-014, I-004-017.

The k neighbours are looked up once; every step of the story is a prefix of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.neighbours.distances import ball

SHOWN = 4  # features of a case that a caption names


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NeighbourStep(CountedStep):
    """One neighbour more (or the start, or the answer)."""

    noun = "neighbour"
    neighbour: int  # how many so far
    case: np.ndarray  # that is asked about
    rows: np.ndarray  # of all k neighbours, nearest first
    distances: np.ndarray  # theirs

    @property
    def neighbours(self) -> np.ndarray:
        """The rows of those found so far."""
        return self.rows[: self.neighbour]

    @property
    def radius(self) -> float:
        """How far the neighbourhood reaches."""
        return float(self.distances[self.neighbour - 1]) if self.neighbour else 0.0

    @property
    def outline(self) -> np.ndarray | None:
        """The edge of the neighbourhood, a closed line of (x, y); None where the case has not two features."""
        return ball(self.case, self.radius, self.model.p) if len(self.case) == 2 else None

    @property
    def answer(self):
        """What the neighbours so far say; None as long as there are none."""
        if not self.neighbour:
            return None
        return self.model.answers(self.neighbours[None], self.distances[None, : self.neighbour])[0]

    def _spoken(self) -> str:
        """The answer in words."""
        raise NotImplementedError

    def _begins(self) -> str:
        numbers = [f"{number:.4g}" for number in self.case[:SHOWN]]
        return f"the case ({', '.join(numbers)}{', ...' if len(self.case) > SHOWN else ''})"

    def _found(self) -> str:
        return f"example {self.example} at distance {self.radius:.4g}"


class VoteStep(NeighbourStep):
    """A neighbour that votes for its class."""

    __slots__ = ()

    @property
    def votes(self) -> np.ndarray:
        """For each class, so far; a weighted vote counts as a share of that of the nearest neighbour."""
        if not self.neighbour:
            return np.zeros(len(self.model.classes))
        return self.model.votes(self.neighbours[None], self.distances[None, : self.neighbour])[0]

    @property
    def leaders(self) -> np.ndarray:
        """The classes with the most votes so far; the first of them is the answer."""
        votes = self.votes
        return self.model.classes[(votes > 0) & (votes == votes.max())]

    def _spoken(self) -> str:
        many = len(self.leaders)
        return str(self.answer) if many == 1 else f"{self.answer}, the first of {many} with equal votes"

    def _happened(self) -> str:
        own = self.model.classes[self.model.y[self.example]]
        votes = zip(self.model.classes, self.votes, strict=True)
        tally = ", ".join(f"{count:.4g} for {label}" for label, count in votes if count)
        return f"{self._found()} is of class {own}; votes: {tally}"


class MeanStep(NeighbourStep):
    """A neighbour whose number joins the mean."""

    __slots__ = ()

    def _spoken(self) -> str:
        return f"{self.answer:.4g}"

    def _happened(self) -> str:
        return f"{self._found()} has {self.model.y[self.example]:.4g}; the mean is {self._spoken()}"


def answering(kind: type[NeighbourStep], model, case, rows, distances) -> Iterator[NeighbourStep]:
    """The story of one case, from its neighbours."""
    start = kind(event=START, model=model, neighbour=0, case=case, rows=rows, distances=distances)
    yield start
    for n, row in enumerate(rows.tolist(), start=1):
        last = replace(start, event=UPDATE, neighbour=n, example=row, equation=1)
        yield last
    yield replace(last, event=STOP, equation=2, reason=f"the answer is {last._spoken()}")
