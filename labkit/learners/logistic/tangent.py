"""Softmax regression class by class: tangents to the logarithm take the classes apart, again and again.

Lecture 08; deck 000 "Log-Sum-Exponent bound & Multi-class Case". Inventory: I-000-021.

Class k has the score w_k'x, the last class 0; s = 1 + the sum of e^(w_k'x) over the others; z_k = 1 for the class of
the example, else 0:

    l = sum of [sum over k of z_k w_k'x - ln s]  -  (lam/2) sum over k of |w_k|^2                    (1)
    l >= sum of [sum over k of z_k w_k'x + ln lambda + 1 - lambda s]  -  (the same)                  (2)
    lambda = 1 / s                                       tighten: (2) touches (1)                    (3)
    w_k maximises  sum of [z_k w_k'x - lambda e^(w_k'x)]  -  (lam/2) |w_k|^2      fit, class by class  (4)

(4) is a part of (2) that no other class has a say in, and concave; Newton's method solves it. (3) and (4) raise the
bound (2), and since (3) makes it touch, l rises from one (3) to the next: minorise, maximise. It ends at the weights of
``SoftmaxRegression``, but slowly.

symbol     name here                              symbol name here
lambda     slopes (of the examples' tangents)    lam    lam: the bias has no penalty

Departures from the slides: (2) is a lower bound, printed as an upper one; so w and lambda both maximise it, where the
slide minimises by lambda (E-000-05). The slide has no penalty. A class whose examples a plane through them all keeps
from all others has no largest (4) without a penalty; Newton's moves then end at finite weights where nothing is left
to gain. Classes that can be separated have no largest (1) either: the story ends where that is seen, which is looked
for after 16 rounds, 32, 64 ... and at its end (``separable``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from labkit.core import params
from labkit.core.attributes import fitted
from labkit.core.inputs import frozen
from labkit.core.learner import Classifier, HasProbabilities, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep, spent
from labkit.learners.descent.moves import Move, descend
from labkit.learners.descent.objective import PlainObjective, Point
from labkit.learners.descent.second_order import Newton
from labkit.learners.linear import HasCoefficients
from labkit.learners.logistic.engine.chords import Chords
from labkit.learners.logistic.objective import signed_features
from labkit.learners.logistic.separable import looked_for
from labkit.learners.logistic.softmax import SoftmaxModel
from labkit.learners.logistic.softmax_objective import SoftmaxObjective, SoftmaxPoint
from labkit.learners.probability import log_sum_exp

CLASS_TOLERANCE, CLASS_BUDGET = 1e-10, 50  # of Newton's method for (4)
FIRST_LOOK = 16  # rounds, after which it is looked whether the classes are separable


class Tangents:
    """The examples, and what W (one row per class, the last 0) and the tangents make of them.

    Where there is a bias, which has no penalty, the features are measured from their means: the same problem, and what
    the mean of a feature is costs no digits. ``model_weights`` are those for the features as they are.
    """

    def __init__(self, data: TrainingSet, lam: float, intercept: bool):
        constant = (data.X[0] == data.X).all(axis=0)  # its mean is rounded, and would leave a feature of roundings
        self.intercept, self.mean = intercept, np.where(constant, data.X[0], data.X.mean(axis=0)) * intercept
        self.varies = ~(constant & intercept)  # from its mean a constant feature is 0, and so is its weight
        X = (data.X - self.mean)[:, self.varies]
        X, C = signed_features(X, np.ones(len(data.y)), intercept), len(data.classes)
        X.setflags(write=False)
        self.X, self.Z = X.T, (data.y[:, None] == np.arange(C)).astype(float)
        self.lams = np.full(len(X), float(lam))
        self.lams[: int(intercept)] = 0.0
        lams, y = frozen(np.tile(self.lams, C - 1)), frozen(data.y, int)
        self.objective = SoftmaxObjective(X, lams, y=y, classes=C, reference=C - 1)  # minus (1)
        self._chords = Chords(C - 1, len(X))

    def at(self, W: np.ndarray) -> SoftmaxPoint:
        """Minus (1) there."""
        return self.objective.at(W[:-1].ravel())

    def tighten(self, W: np.ndarray) -> np.ndarray:
        """ln lambda of the tangents that touch at W."""
        return -log_sum_exp(self.X @ W.T)  # (3)

    def fits(self, W: np.ndarray, log_slopes: np.ndarray) -> np.ndarray:
        """The best weights of every class but the last for these tangents, looked for from the rows of W."""

        def gradients(classes: np.ndarray, W: np.ndarray) -> np.ndarray:
            rates = np.exp(self.X @ W.T + log_slopes[:, None])
            return (rates - self.Z[:, classes]).T @ self.X + self.lams * W

        def newton(k: int, w: np.ndarray) -> Point:
            return self.newton(self.problem(k, log_slopes), w)

        scale = self.objective.scale[: len(self.lams)]
        return self._chords.fit(W[:-1], gradients, scale, CLASS_TOLERANCE, newton)

    def problem(self, k: int, log_slopes: np.ndarray) -> PlainObjective:
        """Minus (4), its gradient and its Hessian."""
        X, z, lams = self.X, self.Z[:, k], self.lams

        def rates(w: np.ndarray) -> np.ndarray:
            return np.exp(X @ w + log_slopes)  # lambda e^(w'x)

        problem = PlainObjective(
            lambda w: float(rates(w).sum() - z @ (X @ w)) + 0.5 * float(lams @ w**2),
            lambda w: (rates(w) - z) @ X + lams * w,
            lambda w: (X.T * rates(w)) @ X + np.diag(lams),
        )
        problem.scale, problem.convex = self.objective.scale[: len(lams)], True
        return problem

    def newton(self, problem: PlainObjective, w: np.ndarray) -> Point:
        """Where (4) is largest."""
        *_, last = descend(problem, Newton(), w, tolerance=CLASS_TOLERANCE, budget=CLASS_BUDGET)
        return last.point

    def bound(self, W: np.ndarray, log_slopes: np.ndarray) -> float:
        scores = self.X @ W.T
        lambda_s = np.exp(scores + log_slopes[:, None]).sum(axis=1)
        penalty = 0.5 * float((self.lams * W**2).sum())
        return float((self.Z * scores).sum() + (log_slopes + 1.0 - lambda_s).sum()) - penalty  # (2)

    def model_weights(self, W: np.ndarray) -> np.ndarray:
        """The bias first, 0 where there is none."""
        bias, rows = W[:, : int(self.intercept)], np.zeros((len(W), len(self.varies)))
        rows[:, self.varies] = W[:, int(self.intercept) :]
        bias = bias[:, 0] - rows @ self.mean if self.intercept else np.zeros(len(W))
        return np.column_stack([bias, rows])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassByClassStep(CountedStep):
    """Abstract: one class has fitted its weights, or the tangents touch again (or the start, or the end)."""

    noun, verb = "iteration", "fits"
    iteration: int  # rounds of all classes so far, the present one included
    fitted: int | None = None  # the class that has just fitted its weights; None where the tangents have moved
    log_slopes: np.ndarray  # ln lambda of every example

    @property
    def slopes(self) -> np.ndarray:
        """lambda of every example."""
        return np.exp(self.log_slopes)

    def _happened(self) -> str:
        who = "the tangents touch"
        if self.fitted is not None:
            who = f"class {self.model.classes[self.fitted]} {self.verb} by itself"
        return f"{who}; {self._figures()}"


def class_by_class(
    bound, parts, reason: Callable[[int, np.ndarray], str], step: Callable, record: bool, *, fit: int, tighten: int,
    together: int = 0
) -> Iterator[ClassByClassStep]:  # fmt: skip
    """Every class but the last fits its part of the bound, then the tangents touch again, until there is a reason.

    ``bound.fits(parts, log_slopes)``, of all of them, and ``bound.tighten(parts)`` are the equations of these numbers;
    so is ``bound.together(before, parts)``, where all parts move farther at once, or None.
    """
    count, log_slopes = 0, bound.tighten(parts)
    if record:
        yield step(START, count, log_slopes)
    while not (why := reason(count, log_slopes)):
        count, before = count + 1, [*parts]
        for k, part in enumerate(bound.fits(parts, log_slopes)):
            parts[k] = part
            if record:
                yield step(UPDATE, count, log_slopes, fitted=k, equation=fit)
        log_slopes = bound.tighten(parts)
        if record:
            yield step(UPDATE, count, log_slopes, equation=tighten)
        if together and (farther := bound.together(before, parts)) is not None:
            parts[:], log_slopes = farther, bound.tighten(farther)
            if record:
                yield step(UPDATE, count, log_slopes, equation=together)
    yield step(STOP, count, log_slopes, reason=why)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TangentStep(ClassByClassStep):
    """Where the tangents touch, lambda is the probability of the last class."""

    model: SoftmaxModel
    centred: np.ndarray = field(repr=False)  # the weights of the ``tangents``, whose features may be centred
    tangents: Tangents = field(repr=False)

    @property
    def log_likelihood(self) -> float:
        """(1)."""
        return -self.tangents.at(self.centred).value

    @property
    def bound(self) -> float:
        """(2), never above (1)."""
        return self.tangents.bound(self.centred, self.log_slopes)

    def _begins(self) -> str:
        return f"all weights 0, every class as likely; log-likelihood {self.log_likelihood:.6g}"

    def _figures(self) -> str:
        return f"log-likelihood {self.log_likelihood:.6g}, bound {self.bound:.6g}"


class TangentSoftmax(HasCoefficients, HasScores, HasProbabilities, Classifier):
    """Softmax regression by class-by-class problems.

    Parameters
    ----------
    lam : weight of the penalty (lam/2) |w_k|^2 of every class but the last; the bias has none.
    intercept : whether there is a bias.
    tolerance : how small the gradient of (1) is at the end, relative to the largest it could be.
    max_iterations : at most so many rounds of all classes.
    """

    n_iter_ = fitted("last_step_.iteration", "How many rounds there were.")

    lam: float = params.number(0.0, least=0)
    intercept: bool = params.switch(True)
    tolerance: float = params.number(1e-6, least=0)
    max_iterations: int = params.whole(500, least=1)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[TangentStep]:
        tangents = Tangents(data, self.lam, bool(self.intercept))
        W = np.zeros((len(data.classes), tangents.X.shape[1]))

        def step(event, count, log_slopes, **more):
            model = SoftmaxModel(frozen(tangents.model_weights(W)), data.classes)
            return TangentStep(event=event, model=model, iteration=count, log_slopes=frozen(log_slopes),
                               centred=frozen(W), tangents=tangents, **more)  # fmt: skip

        def reason(count, log_slopes):
            return self._reason(tangents, W, count)

        return class_by_class(tangents, W, reason, step, record, fit=4, tighten=3)

    def _reason(self, tangents: Tangents, W: np.ndarray, count: int) -> str:
        point, reason = tangents.at(W), ""
        if (np.abs(point.gradient) <= self.tolerance * tangents.objective.scale).all():
            reason = f"the gradient has vanished (below {self.tolerance:g})"
        elif count == self.max_iterations:
            reason = spent(count)
        look = reason or (count >= FIRST_LOOK and count & (count - 1) == 0)  # then after twice as many, and so on
        found = looked_for(Move(point), tangents.objective) if look and not self.lam else ""
        return "; ".join(filter(None, [found, reason]))
