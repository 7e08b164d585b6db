"""Gallant's pocket with ratchet: let the perceptron wander, and keep the best weights it has had.

Lecture 09; deck 000 "Decision-Based Learning". Inventory: I-000-045.

On data that no line separates the perceptron never settles, and its last weights may be bad ones. Its story is read
as it is (``rosenblatt``), and after every update

    mistakes(w) = number of examples that w predicts wrongly                (1)
    mistakes(w) < mistakes(pocket)   =>   pocket <- w                       (2)

Of weights with equally many mistakes those with fewer examples on the boundary are better, and of these the earliest
stay. Gallant first waits for a long run of correct examples before he pays for (1); counting at every update is
dearer and never worse.

Departures from the slides: the deck has no remedy for data that are not separable; this is the usual one. From a
zero start learning_rate only scales w, so there is none here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import params
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import STOP, UPDATE
from labkit.learners.linear import HasCoefficients, HasWeights, LinearModel, augmented
from labkit.learners.perceptron.rosenblatt import Perceptron
from labkit.learners.sweeps import ORDERS, Sweeps, SweepStep


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PocketStep(HasWeights, SweepStep):
    """One update of the perceptron (or the start, or the end); the model is the pocket."""

    current: LinearModel  # the wandering perceptron
    mistakes: int  # of the current weights
    best_mistakes: int  # of the pocket
    improved: bool = False  # this update went into the pocket

    def _happened(self) -> str:
        kept = "into the pocket" if self.improved else f"the pocket has {self.best_mistakes}"
        return f"example {self.example} was wrong; now {self.mistakes} mistakes, {kept}"


class PocketPerceptron(Sweeps, HasCoefficients, HasScores, Classifier):
    """The perceptron that keeps its best weights, for two classes; the second class in sorted order is positive.

    Parameters
    ----------
    margin : b of the perceptron's test w'z <= b; the pocket counts wrong predictions all the same.
    order : "random" (a new permutation for every sweep, by ``seed``) or "cyclic" (as the rows come).
    x0 : the constant input, -1 or +1; 0 does without it.
    max_sweeps : the budget.
    seed : of the random order.
    """

    two_classes = True

    margin: float = params.number(0.0, least=0)
    order: str = params.option("random", ORDERS)
    x0: float = params.option(-1.0, (-1, 0, 1))
    max_sweeps: int = params.whole(50, least=1)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[PocketStep]:
        X, second = augmented(data.X, self.x0), data.y == 1
        pocket, best = None, (len(X) + 1, 0)
        for their in Perceptron(**self.get_params())._story(data, record=True, readable=record):
            scores = X @ their.w
            mistakes = int(np.count_nonzero((scores > 0) != second))  # (1)
            found = (mistakes, int(np.count_nonzero(scores == 0)))
            improved = found < best
            if improved:
                pocket, best = their.model, found  # (2)
            if record or their.event == STOP:
                improved = improved and their.event == UPDATE
                held = f"; the pocket makes {best[0]} mistakes" if their.event == STOP else ""
                yield PocketStep(
                    event=their.event, model=pocket, equation=2 if improved else None, example=their.example,
                    reason=their.reason + held, update=their.update, sweep=their.sweep, current=their.model,
                    mistakes=mistakes, best_mistakes=best[0], improved=improved,
                )  # fmt: skip
