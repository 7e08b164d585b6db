"""Radial basis networks: first where the bumps are, then how wide, then how high. Only the last needs the targets.

Lecture 13; deck 002 "RBF Networks", "Optimization in predictive learning". Inventory: I-002-024, I-002-008, I-002-058.

    f(x) = w_0 + sum over j = 1 .. m of w_j g(|x - v_j|)                     the network                        (1)
    v_1 .. v_m                                                               by k-means, or given               (2)
    a_j                                                                      by how far the centres are apart   (3)
    J = 1/2 sum of (f(x_i) - y_i)^2 + (lam/2) |w|^2                          linear in w: least squares         (4)
    y_i = f(x_i) for all i                                                   with the examples as centres       (5)
    df = sum of s^2 / (s^2 + lam)                                            of phi's singular values, + w_0    (6)
    v, a  downhill on J, w solved anew each time                             ``adapt``: see ``adaptive``        (7)

This is a dictionary of functions g(x, v_j), (1), whose v_j are chosen without looking at y, so that the rest is solved
at once. A multilayer perceptron learns all of them together, as (7) does. The functions, (2) and (3) are in
``functions``. Equal examples are one centre; so the square system of (5) is not singular, but for wide bumps it is in
rounding: then many weights fit alike, the shortest are taken, and the story says so.

Classes are coded as numbers and the nearest code is the answer, as ``LeastSquaresClassifier`` does: -1 and +1 for two,
one-hot for more. ``BasisClassifier(learner=SoftmaxRegression(), basis=RadialBasis())`` has probabilities instead.

symbol     name here        symbol   name here
v_j, a_j   centres, widths  w        weights
m          centres, a number lambda  lam

Departures from the slides: one index j, from 1 to m, in (1) (E-002-15); the rest is in ``functions``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, Learner, Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE, Step, counted
from labkit.learners.basis.lifted import Lifted, LiftedModel, LiftedPredictor
from labkit.learners.decisions.targets import codes
from labkit.learners.descent.moves import Move
from labkit.learners.least_squares.closed_form import Solutions
from labkit.learners.linear import LinearMachine, LinearModel, LinearPredictor
from labkit.learners.mixture.k_means import KMeansStep
from labkit.learners.radial.adaptive import PlacementObjective
from labkit.learners.radial.functions import RadialBasis

CENTRES, WIDTHS, WEIGHTS = "centres", "widths", "weights"
EXACT_FIT = 1e-9  # errors below this share of the targets are rounding


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RadialStep(Step):
    """One part of the network is settled, or a step of k-means on the way. Without weights the model is a constant."""

    phase: str  # "centres", "widths" or "weights": what was found last
    centres: np.ndarray  # (m, features)
    widths: np.ndarray | None = None  # (m,)
    weights: np.ndarray | None = None  # (m + 1, outputs): of the constant first, then of each function
    placing: KMeansStep | None = None  # the step of k-means, where it places the centres
    rss: float  # the sum of the squared errors over all outputs
    mistakes: int | None = None  # of examples with classes, as the model stands
    degrees_of_freedom: float | None = None  # of the weights of an output, and of places and widths if (7) fitted them
    iteration: int | None = None  # of (7), so far

    @property
    def caption(self) -> str:
        if self.phase == WIDTHS:
            low, high = f"{self.widths.min():.3g}", f"{self.widths.max():.3g}"
            return f"widths: all {low}" if low == high else f"widths: from {low} to {high}"
        if self.event == STOP:
            wrong = "" if self.mistakes is None else f", {counted(self.mistakes, 'mistake')}"
            return f"stop: {self.reason}, residual sum of squares {self.rss:.4g}{wrong}"
        if self.iteration is not None:
            return f"iteration {self.iteration}: centres and widths have moved, residual sum of squares {self.rss:.4g}"
        if self.event == START or self.placing is None:
            m = len(self.centres)
            return f"start: {m} centre{' is' if m == 1 else 's are'} placed, no weight is solved"
        return f"centres: {self.placing.caption}"


class RadialNetwork(RadialBasis, Learner):
    """What the two kinds below share: all but the targets and the model."""

    lifted: ClassVar[type[Lifted]]

    lam: float = params.number(0.0, least=0)
    intercept: bool = params.switch(True)
    adapt: int = params.whole(0, least=0)

    @abstractmethod
    def _targets(self, data: TrainingSet) -> np.ndarray:
        """(examples, outputs)."""

    @abstractmethod
    def _linear(self, W: np.ndarray, data: TrainingSet):
        """The model of the output layer with weights W (1 + inputs, outputs)."""

    def _check(self, data: TrainingSet) -> None:
        self._check_places(data.X)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[RadialStep]:
        T = self._targets(data)
        flat = self._flat(data, T) if record else {}
        centres = self._given_centres(data.X)
        if centres is None:
            for placing in self._k_means._story(data, record):  # (2)
                centres = placing.centres
                if record:
                    event = START if placing.event == START else UPDATE
                    yield RadialStep(event=event, equation=2, phase=CENTRES, centres=centres, placing=placing, **flat)
        elif record:
            yield RadialStep(event=START, phase=CENTRES, centres=centres, **flat)
        functions = self._around(centres, data.X)  # (3)
        widths = functions.widths
        if record and widths is not None:
            yield RadialStep(event=UPDATE, equation=3, phase=WIDTHS, centres=centres, widths=widths, **flat)
        objective = PlacementObjective(functions, data.X, T, float(self.lam), self.intercept)
        for iteration, move in enumerate(objective.moves(self.adapt)):  # (7)
            if move.reason:
                yield self._solved(move, iteration - 1, data)
            elif record and self.adapt:
                yield replace(self._solved(move, iteration, data), event=UPDATE, equation=7, reason="")

    def _solved(self, move: Move, iteration: int, data: TrainingSet) -> RadialStep:
        place = move.point
        phi, functions, every, W = place.phi, place.functions, place.solutions, place.weights  # (4)
        linear, rss = self._linear(W, data), float((place.errors**2).sum())
        s = every.singular_values[: every.rank] ** 2
        df = float((s / (s + self.lam)).sum()) if self.lam else float(every.rank)  # (6)
        if self.adapt:
            df += functions.centres.size + (0 if functions.widths is None else len(functions.widths))
        moved = f" after {counted(iteration, 'move')} of centres and widths: {move.reason}" if self.adapt else ""
        met = ", every example is met" if rss <= EXACT_FIT**2 * float((place.objective.T**2).sum()) else ""  # (5)
        return RadialStep(
            event=STOP, equation=4, phase=WEIGHTS, model=self.lifted(linear, functions), centres=functions.centres,
            widths=functions.widths, weights=W, rss=rss, mistakes=_mistakes(linear.predict(phi), data),
            degrees_of_freedom=df + self.intercept, iteration=iteration if self.adapt else None,
            reason=f"the weights are solved{moved}{met}{self._ambiguity(every)}",
        )  # fmt: skip

    def _ambiguity(self, every: Solutions) -> str:
        if self.lam > 0 or every.unique:
            return ""
        what, rank = f"the {every.A.shape[1]} functions", every.rank
        if self.intercept:
            what, rank = f"{what} and the constant", rank + 1
        return f", {what} have rank {rank}, so many weights fit alike: the shortest are taken"

    def _flat(self, data: TrainingSet, T: np.ndarray) -> dict:
        """What a step says before the weights are solved: the constant alone, and how far off it is."""
        W = np.zeros((data.X.shape[1] + 1, T.shape[1]))
        if self.intercept:
            W[0] = T.mean(axis=0)
        model = self._linear(inputs.frozen(W), data)
        rss, mistakes = float(((T - W[0]) ** 2).sum()), _mistakes(model.predict(data.X), data)
        return {"model": model, "rss": rss, "mistakes": mistakes}


class RBFRegression(RadialNetwork, Regressor):
    """A radial basis network for numbers.

    Parameters
    ----------
    function : "gaussian", "inverse power" or "linear", of the distance from a centre.
    centres : how many (k-means places them), "data" (every example is one), or where they are, an array
        (centres, features).
    width : "neighbours" (each reaches to its two nearest centres), "spread" (all the same, by the largest distance), a
        number, or one for each centre. "linear" has no width.
    power : beta of "inverse power".
    lam : the weight of the penalty on the weights, 0 or more.
    intercept : False leaves w_0 out, as exact interpolation does.
    adapt : how many moves of BFGS centres and widths may make together, by the targets; 0 leaves them where they are.
    seed : of k-means.
    """

    lifted = LiftedPredictor

    def _targets(self, data: TrainingSet) -> np.ndarray:
        return data.y[:, None]

    def _linear(self, W: np.ndarray, data: TrainingSet) -> LinearPredictor:
        return LinearPredictor(inputs.frozen(W[:, 0]))


class RBFClassifier(RadialNetwork, HasScores, Classifier):
    """A radial basis network for two or more classes.

    Parameters
    ----------
    function, centres, width, power, lam, intercept, adapt, seed : as for ``RBFRegression``.
    """

    lifted = LiftedModel

    def _targets(self, data: TrainingSet) -> np.ndarray:
        return data.signs[:, None] if len(data.classes) == 2 else codes(len(data.classes))[data.y]

    def _linear(self, W: np.ndarray, data: TrainingSet) -> LinearModel | LinearMachine:
        if len(data.classes) == 2:
            return LinearModel(inputs.frozen(W[:, 0]), data.classes, 1.0)
        return LinearMachine(inputs.frozen(W.T), data.classes, 1.0)


def _mistakes(predicted: np.ndarray, data: TrainingSet) -> int | None:
    return None if data.classes is None else int((predicted != data.classes[data.y]).sum())
