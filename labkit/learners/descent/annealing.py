"""Simulated annealing: downhill, and while it is hot sometimes uphill, so that a local minimum is no trap.

Lecture 12; deck 002 "Second Derivative Test for Saddle Points". Inventory: I-002-006.

    w' = w + s e,   e standard normal in every weight        a place near by is proposed              (1)
    p = min(1, e^(-(J(w') - J(w)) / T))                      taken with this probability              (2)
    T <- c T   after every ``stay`` proposals                it cools                                 (3)

Only values of J are asked: it may have kinks and jumps. The hotter, the more of the climbs are taken; T = 0 would take
none. The story ends at the best place that was seen, not where the walk happens to be. A place where J is no number
counts as infinitely high: it is never taken, and a walk that starts there leaves it for the first that has one.

symbol   name here      symbol   name here
T        temperature    c        cooling
s        width
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, isnan
from typing import ClassVar

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked
from labkit.core.story import UPDATE, CountedStep
from labkit.learners.descent.line_search import OUTSIDE
from labkit.learners.descent.moves import Move, Moves
from labkit.learners.descent.objective import Objective, Point


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Proposal(Move):
    """A place that was tried, and the move to it if it was taken."""

    tried: Point
    temperature: float
    probability: float
    accepted: bool
    best: Point  # the lowest so far


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AnnealingStep(CountedStep):
    """One proposal, taken or not; the last step is at the best place."""

    noun = "iteration"
    iteration: int  # proposals so far
    w: np.ndarray
    loss: float
    proposed: np.ndarray | None = None
    proposed_loss: float | None = None
    temperature: float | None = None
    probability: float | None = None  # of being taken
    accepted: bool | None = None
    best: np.ndarray  # the lowest place so far
    best_loss: float

    def _begins(self) -> str:
        return f"loss {self.loss:.6g}"

    def _happened(self) -> str:
        odds = f"probability {self.probability:.2g} at temperature {self.temperature:.3g}"
        verdict = "taken" if self.accepted else "refused"
        return f"loss {self.proposed_loss:.4g} proposed, {odds}: {verdict}; {self._figures()}"

    def _figures(self) -> str:
        return f"best {self.best_loss:.4g}"


@dataclass(frozen=True, slots=True)
class SimulatedAnnealing(Checked):
    """``stay`` proposals at every temperature, ``width`` the standard deviation of how far away they are."""

    blind: ClassVar[bool] = True
    temperature: float = params.number(1.0, above=0)
    cooling: float = params.number(0.95, above=0, most=1)
    stay: int = params.whole(10, least=1)
    width: float = params.number(1.0, above=0)
    seed: int = params.seed()

    def moves(self, objective: Objective, start: Point) -> Moves:
        rng, T, point, best = np.random.default_rng(self.seed), float(self.temperature), start, start
        while True:
            for _ in range(self.stay):
                e, chance = rng.standard_normal(start.w.shape), rng.random()
                tried = _valued(objective, point.w + self.width * e)  # (1)
                p = acceptance(_height(tried) - _height(point), T)
                accepted = chance < p
                point = tried if accepted else point
                best = point if point.value < _height(best) else best
                yield Proposal(
                    point=point, tried=tried, temperature=T, probability=p, accepted=accepted, best=best, equation=2
                )
            T *= self.cooling  # (3)

    def step(self, move: Move, iteration: int, model) -> AnnealingStep:
        """How ``downhill`` tells a move."""
        best, proposal = getattr(move, "best", move.point), {}
        if isinstance(move, Proposal):
            proposal = {name: getattr(move, name) for name in ("temperature", "probability", "accepted")}
            proposal |= {"proposed": inputs.frozen(move.tried.w), "proposed_loss": float(move.tried.value)}
        event = move.event(iteration)
        return AnnealingStep(
            event=event, model=model, iteration=iteration, equation=move.equation if event == UPDATE else None,
            w=inputs.frozen(move.point.w), loss=float(move.point.value), reason=move.reason,
            best=inputs.frozen(best.w), best_loss=float(best.value), **proposal,
        )  # fmt: skip


def acceptance(rise: float, temperature: float) -> float:
    """The probability that a rise of J is taken; a rise that is no number is not."""
    if rise <= 0:
        return 1.0
    return exp(-rise / temperature) if temperature > 0 and rise < inf else 0.0  # (2)


@OUTSIDE
def _valued(objective: Objective, w: np.ndarray) -> Point:
    point = objective.at(w)
    point.value  # noqa: B018  computed here, where overflow is expected
    return point


def _height(point: Point) -> float:
    return inf if isnan(point.value) else point.value
