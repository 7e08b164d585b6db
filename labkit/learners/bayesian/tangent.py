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

symbol     name here               symbol     name here
lambda_n   touch (examples)        lam        lam: the bias has no penalty

Departures from the slides: (2) is a lower bound, printed as an upper one; so w and lambda both maximise it, where the
slide minimises by lambda (E-000-05). The slide has no penalty. A class whose examples a plane through them all keeps
from all others has no largest (4) without a penalty; Newton's moves then end at finite weights where nothing is left
to gain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from labkit.core import inputs
from labkit.core.inputs import frozen
from labkit.core.learner import Classifier, Decides, Estimates, TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.descent.moves import descend
from labkit.learners.descent.second_order import Newton
from labkit.learners.linear import augmented
from labkit.learners.logistic.softmax import SoftmaxModel
from labkit.learners.probability import log_sum_exp, softmax

INNER = 1e-10, 50  # tolerance and budget of Newton's method for (4)


class ClassPoint:
    """Minus (4) at the weights of one class."""

    def __init__(self, problem: ClassProblem, w: np.ndarray):
        self._problem, self.w = problem, w
        self._scores = problem.shared.X @ w

    @cached_property
    def _rates(self) -> np.ndarray:
        return np.exp(self._scores + self._problem.log_touch)  # lambda e^(w'x)

    @cached_property
    def value(self) -> float:
        penalty = 0.5 * float(self._problem.shared.penalty @ self.w**2)
        return float(self._rates.sum() - self._problem.z @ self._scores) + penalty  # (4)

    @cached_property
    def gradient(self) -> np.ndarray:
        return (self._rates - self._problem.z) @ self._problem.shared.X + self._problem.shared.penalty * self.w

    @cached_property
    def hessian(self) -> np.ndarray:
        X = self._problem.shared.X
        return (X.T * self._rates) @ X + np.diag(self._problem.shared.penalty)


class ClassProblem:
    """Minus (4) for class k."""

    smoothness = None  # an exponential has no largest curvature

    def __init__(self, shared: Tangents, k: int, log_touch: np.ndarray):
        self.shared, self.z, self.log_touch, self.scale = shared, shared.Z[:, k], log_touch, shared.scale

    def at(self, w: np.ndarray) -> ClassPoint:
        return ClassPoint(self, w)


class Tangents:
    """The examples, and what W (one row per class, the last 0) and the tangents make of them."""

    def __init__(self, data: TrainingSet, lam: float, intercept: bool):
        self.X = augmented(data.X, 1.0) if intercept else np.array(data.X, dtype=float)  # a copy: steps keep it
        self.Z = (data.y[:, None] == np.arange(len(data.classes))).astype(float)
        self.penalty = np.full(self.X.shape[1], float(lam))
        self.penalty[: int(intercept)] = 0.0
        self.scale = np.abs(self.X).sum(axis=0)
        self.scale[self.scale == 0] = 1.0

    def touching(self, W: np.ndarray) -> np.ndarray:
        """ln lambda of the tangents that touch at W."""
        return -log_sum_exp(self.X @ W.T)  # (3)

    def fitted(self, k: int, w: np.ndarray, log_touch: np.ndarray) -> np.ndarray:
        """The best weights of class k for these tangents, looked for from w."""
        problem = ClassProblem(self, k, log_touch)
        *_, last = descend(problem, Newton(), w, tolerance=INNER[0], budget=INNER[1])  # (4)
        return last.point.w

    def likelihood(self, W: np.ndarray) -> float:
        return self._common(W) + float(self.touching(W).sum())  # (1)

    def bound(self, W: np.ndarray, log_touch: np.ndarray) -> float:
        lambda_s = np.exp(self.X @ W.T + log_touch[:, None]).sum(axis=1)
        return self._common(W) + float((log_touch + 1.0 - lambda_s).sum())  # (2)

    def _common(self, W: np.ndarray) -> float:
        """What (1) and (2) have in common."""
        return float((self.Z * (self.X @ W.T)).sum() - 0.5 * (self.penalty * W**2).sum())

    def steepest(self, W: np.ndarray) -> float:
        """The largest entry of the gradient of (1), relative to ``scale``."""
        gradient = (softmax(self.X @ W.T) - self.Z).T @ self.X + self.penalty * W
        return float((np.abs(gradient[:-1]) / self.scale).max())


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TangentStep(CountedStep):
    """One class has fitted its weights, or the tangents touch again (or the start, or the end)."""

    noun = "iteration"
    iteration: int  # rounds of all classes so far, the present one included
    model: SoftmaxModel
    fitted: int | None = None  # the class that has just fitted its weights; None where the tangents have moved
    log_touch: np.ndarray  # ln lambda of every example
    tangents: Tangents = field(repr=False)

    @property
    def W(self) -> np.ndarray:
        """One row per class, the bias first."""
        return self.model.W

    @property
    def touch(self) -> np.ndarray:
        """lambda of every example: the probability of the last class where the tangent touches."""
        return np.exp(self.log_touch)

    @property
    def log_likelihood(self) -> float:
        """(1)."""
        return self.tangents.likelihood(self._weights)

    @property
    def bound(self) -> float:
        """(2), never above (1)."""
        return self.tangents.bound(self._weights, self.log_touch)

    @property
    def _weights(self) -> np.ndarray:
        return self.W[:, self.W.shape[1] - self.tangents.X.shape[1] :]

    def _begins(self) -> str:
        return f"all weights 0, every class as likely; log-likelihood {self.log_likelihood:.6g}"

    def _happened(self) -> str:
        who = "the tangents touch" if self.fitted is None else f"class {self.model.classes[self.fitted]} fits by itself"
        return f"{who}; log-likelihood {self.log_likelihood:.6g}, bound {self.bound:.6g}"


class TangentSoftmax(Decides, Estimates, Classifier):
    """Softmax regression by class-by-class problems.

    Parameters
    ----------
    lam : weight of the penalty (lam/2) |w_k|^2 of every class but the last; the bias has none.
    intercept : whether there is a bias.
    tolerance : how small the gradient of (1) is at the end, relative to the largest it could be.
    max_iterations : at most so many rounds of all classes.
    """

    def __init__(self, *, lam=0.0, intercept=True, tolerance=1e-6, max_iterations=500):
        self.lam = lam
        self.intercept = intercept
        self.tolerance = tolerance
        self.max_iterations = max_iterations

    def _check(self, data: TrainingSet) -> None:
        inputs.number("lam", self.lam, least=0)
        inputs.option("intercept", self.intercept, (True, False))
        inputs.number("tolerance", self.tolerance, least=0)
        inputs.number("max_iterations", self.max_iterations, least=1, whole=True)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[TangentStep]:
        tangents = Tangents(data, self.lam, bool(self.intercept))
        W, k = np.zeros((len(data.classes), tangents.X.shape[1])), 0
        log_touch = tangents.touching(W)

        def step(event, **more):
            model = SoftmaxModel(frozen(W if self.intercept else np.insert(W, 0, 0.0, axis=1)), data.classes)
            return TangentStep(event=event, model=model, iteration=k, log_touch=frozen(log_touch), tangents=tangents,
                               **more)  # fmt: skip

        if told:
            yield step(START)
        while not (reason := self._reason(tangents.steepest(W), k)):
            k += 1
            for j in range(len(W) - 1):
                W[j] = tangents.fitted(j, W[j], log_touch)
                if told:
                    yield step(UPDATE, fitted=j, equation=4)
            log_touch = tangents.touching(W)
            if told:
                yield step(UPDATE, equation=3)
        yield step(STOP, reason=reason)

    def _reason(self, steepest: float, k: int) -> str:
        if steepest <= self.tolerance:
            return f"the gradient has vanished (below {self.tolerance:g})"
        return f"the budget of {k} iteration{'' if k == 1 else 's'} is spent" if k == self.max_iterations else ""
