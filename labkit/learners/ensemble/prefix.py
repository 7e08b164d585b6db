"""An ensemble, its first so many members as a model, and the story that adds one member after the other.

Lectures 07 and 19 to 21. Training makes an ``Ensemble``; each model of its story is a ``Prefix`` of it, and each step
reads what it tells off that model. So a story costs as much as its last model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.ensemble.members import SeparateMembers, TreeMembers


@dataclass(frozen=True, eq=False)
class Ensemble:
    """All members, and what every prefix of them shares."""

    members: SeparateMembers | TreeMembers
    classes: np.ndarray | None  # None where numbers are predicted

    def __len__(self) -> int:
        return len(self.members)


@dataclass(frozen=True, slots=True, eq=False)
class Prefix:
    """The first ``members`` of an ensemble, as a model; abstract."""

    ensemble: Ensemble
    members: int

    @property
    def classes(self) -> np.ndarray | None:
        return self.ensemble.classes

    def prefix(self, members: int) -> Self:
        """The model of the first so many members."""
        inputs.number("members", members, least=0, most=len(self.ensemble), whole=True)
        return replace(self, members=members)

    def member(self, b: int):
        """The model of one member by itself, from 0."""
        inputs.number("b", b, least=0, below=len(self.ensemble), whole=True)
        return self.ensemble.members.member(b)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PrefixStep(CountedStep):
    """One member more (or the start, or the end)."""

    @property
    def count(self) -> int:
        """Members so far."""
        return self.model.members

    @property
    def newest(self):
        """The newest member's own model; None at the start."""
        return self.model.member(self.count - 1) if self.count else None


def prefix_steps(
    kind: type[PrefixStep], model: Prefix, record: bool, *, equation: int, reason: str, first: int | None = None
) -> Iterator[PrefixStep]:
    """The story of a finished ensemble, member after member; ``first`` is the equation of the start."""
    if record:
        yield kind(event=START, model=model.prefix(0), equation=first)
        for k in range(1, model.members + 1):
            yield kind(event=UPDATE, model=model.prefix(k), equation=equation)
    yield kind(event=STOP, model=model, reason=reason)
