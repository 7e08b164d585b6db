"""Least-squares classification: classes coded as numbers, a regression on them, and the class of the nearest code.

Lecture 03; deck 004 "Least square classification". Inventory: I-004-032.

    f(x) = w'x + b, fitted to t = -1 (first class) and +1 (second)       two classes                     (1)
    f_k(x) = w_k'x + b_k, fitted to the k-th place of the class's code   more, one f for each            (2)
    the class whose code is nearest to f(x)                              f > 0, or the largest f_k       (3)

The codes are those of ``decisions.targets``: one-hot, or simplex (1 at the place of the class, -1/(C-1) elsewhere).
One is the other stretched and shifted, and so are the fits: both decide alike. -1 and +1 are the second place of the
simplex code of two classes, and f of (1) is the difference of their one-hot fits. Equal f_k: the first class.

A squared error punishes being too right: f(x) = 5 for the target 1 costs as much as f(x) = -3. So an example far on its
own side turns the boundary until others are on the wrong one; and of three classes in a row the middle one may never
be the largest.

symbol   name here      symbol   name here
w, b     w[1:], w[0]    t        targets
f        outputs        lambda   lam, as in ``regression``

Departures from the slides: the deck leaves the bias out of the solution though f has one (E-004-09); it is fitted, and
not penalised.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import SOLVED, Step, counted
from labkit.learners.decisions.targets import CODINGS, codes
from labkit.learners.least_squares.closed_form import solutions
from labkit.learners.linear import HasCoefficients, LinearMachine, LinearModel


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassifiedStep(Step):
    """The solution. Two classes have one column of ``targets`` and ``outputs``, C classes have C."""

    targets: np.ndarray  # (examples, columns)
    outputs: np.ndarray
    mistakes: int  # examples whose nearest code is another class's

    @property
    def residuals(self) -> np.ndarray:
        return self.targets - self.outputs

    @property
    def rss(self) -> float:
        """The sum of the squared errors over all columns."""
        return float((self.residuals**2).sum())

    @property
    def caption(self) -> str:
        wrong = counted(self.mistakes, "mistake")
        said = f"solved: {wrong} of {len(self.targets)}, residual sum of squares {self.rss:.4g}"
        return f"{said}; {self.reason}" if self.reason else said


class LeastSquaresClassifier(HasCoefficients, HasScores, Classifier):
    """Regression on coded classes.

    Parameters
    ----------
    coding : of three classes and more, "one-hot" or "simplex": they decide alike, the outputs differ. One-hot outputs
        sum to 1 and estimate the posteriors, though some may be negative; simplex outputs sum to 0.
    lam : the weight of the penalty on the slopes, 0 or more.
    """

    coding: str = params.option("one-hot", CODINGS)
    lam: float = params.number(0.0, least=0)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[ClassifiedStep]:
        two = len(data.classes) == 2
        T = data.signs[:, None] if two else codes(len(data.classes), self.coding)[data.y]
        every = solutions(data.X, T)
        W = inputs.frozen(every.weights(float(self.lam)).T)  # (1), (2)
        model = LinearModel(inputs.frozen(W[0]), data.classes, 1.0) if two else LinearMachine(W, data.classes, 1.0)
        outputs = model.decision_function(data.X).reshape(T.shape)
        mistakes = int((model.predict(data.X) != data.classes[data.y]).sum())  # (3)
        yield ClassifiedStep(
            event=SOLVED, model=model, equation=1 if two else 2, reason=every.ambiguity(self.lam),
            targets=inputs.frozen(T), outputs=inputs.frozen(outputs), mistakes=mistakes,
        )  # fmt: skip
