"""Logistic regression for two classes: one loss, many ways down.

Lecture 06; deck 000 "Maximum Likelihood Estimation of Weights", "Iteratively Reweighted Least Squares (IRLS)"; deck 003
"LOGISTIC REGRESSION: THE MODEL", "GRADIENT DESCENT FOR LOGISTIC REGRESSION", "MORE ON GRADIENT DESCENT.."; deck 004
"Logistic Regression", "Newton's Method", "Regularization". Inventory: I-000-011, I-000-012, I-000-014, I-003-043..048,
I-004-075..078, I-004-080.

    J(w) = - sum of [t ln mu + (1 - t) ln (1 - mu)]      mu = g(w'x),  t = 1 for the second class, 0 for the first (1)
    J(w) + (lam / 2) |w|^2                               penalty "l2"                                              (2)
    J(w) + lam (|w_1| + ... + |w_d|)                     penalty "l1"                                              (3)

The bias w_0 is never in the penalty. (1) and its derivatives are in ``objective``, the ways down in ``descent``, those
for the kinks of (3) in ``sparse``; ``step`` says what every example adds, and how Newton's step is a weighted
least-squares fit; ``separable`` has the rule by which the story ends where (1) has no minimum.

symbol   name here       symbol   name here
lam      lam             w(0)     start
eta      rate, of the optimiser that ``solver`` is

The decks have three penalties for one "lambda", see ``objective``: lambda |w|^2 of decks 000 and 003 is (2) with
lam = 2 lambda. A bias that is penalised as well (LOG-08, LOG-09) is that of a column of ones and ``intercept=False``.

Departures from the slides: the bias is exempt (E-000-03, E-004-30). There is one minimum only if the features do not
depend on each other and the classes overlap (E-003-07, E-004-28); where they depend, Newton's steps are the shortest
that solve its equations, and the step's ``unique`` says so. A feature that varies by less than about 1e-7 of its size
counts as constant.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, Estimates, TrainingSet, Weighs
from labkit.core.story import START, STOP, UPDATE, Trace
from labkit.learners.descent.moves import Move, Optimiser, descend
from labkit.learners.descent.solvers import chosen
from labkit.learners.descent.step import behind_zero, told_as
from labkit.learners.logistic.model import LogisticModel
from labkit.learners.logistic.objective import LogisticObjective, signed_features
from labkit.learners.logistic.path import PenaltyStep, penalties
from labkit.learners.logistic.separable import until_certain
from labkit.learners.logistic.sparse import PROXIMAL, SparseObjective, chosen_sparse, largest_slope
from labkit.learners.logistic.step import LogisticStep

PENALTIES = ("l2", "l1")


class LogisticRegression(Weighs, Decides, Estimates, Classifier):
    """The likeliest weights of two classes; the second class in sorted order is the positive one.

    Parameters
    ----------
    lam : of the penalty, 0 for none. scikit-learn's C is 1 / lam.
    penalty : "l2" (lam / 2 times the squared weights) or "l1" (lam times their sizes, which makes some exactly 0).
    solver : a name ("newton", "gradient", "momentum", "line search", "conjugate gradient", "stochastic", "adam",
        "levenberg-marquardt", "bfgs") or an optimiser of ``descent`` such as GradientDescent(rate=0.1). For "l1"
        "newton" or "gradient", which are then proximal.
    intercept : whether there is a bias; without one w[0] is 0.
    start : w(0), bias first. None is zero.
    tolerance : the story ends where no entry of the gradient is above this share of what it could be.
    max_iterations : the budget.
    """

    two_classes = True

    def __init__(
        self, *, lam=0.0, penalty="l2", solver="newton", intercept=True, start=None, tolerance=1e-6, max_iterations=1000
    ):
        self.lam = lam
        self.penalty = penalty
        self.solver = solver
        self.intercept = intercept
        self.start = start
        self.tolerance = tolerance
        self.max_iterations = max_iterations

    def _check(self, data: TrainingSet) -> None:
        inputs.number("lam", self.lam, least=0)
        inputs.option("penalty", self.penalty, PENALTIES)
        self._optimiser()
        inputs.option("intercept", self.intercept, (True, False))
        inputs.number("tolerance", self.tolerance, least=0)
        inputs.number("max_iterations", self.max_iterations, least=1, whole=True)
        if self.start is not None:
            inputs.weights("start", self.start, data.X.shape[1] + 1)

    def _optimiser(self) -> Optimiser:
        if self.penalty == "l1":
            return chosen_sparse(self.solver)
        if isinstance(self.solver, PROXIMAL):
            raise ValueError(
                f'solver: expected one for a loss without kinks, got {self.solver!r}; it is for penalty="l1"'
            )
        return chosen(self.solver)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[LogisticStep]:
        signs, iteration = inputs.frozen(data.signs), -1
        objective = self._objective(self._loss(data, signs), self.lam)
        for move in self._moves(objective, self.lam, self._start(data)):
            iteration += not move.reason
            if told or move.reason:
                said = told_as(move, iteration, bias=self.intercept)
                model = LogisticModel(said["w"], data.classes)
                yield LogisticStep(model=model, signs=signs, objective=objective.smooth, **said)

    def _loss(self, data: TrainingSet, signs: np.ndarray) -> LogisticObjective:
        Z = signed_features(data.X, signs, self.intercept)
        Z.setflags(write=False)
        return LogisticObjective(Z, np.zeros(len(Z)), weights=data.weights)  # (1)

    def _objective(self, loss: LogisticObjective, lam: float) -> LogisticObjective | SparseObjective:
        lams = np.full(len(loss.Z), float(lam))
        lams[: int(self.intercept)] = 0.0  # of the bias
        return loss.penalised(lams) if self.penalty == "l2" else SparseObjective(loss, lams)  # (2), (3)

    def _start(self, data: TrainingSet) -> np.ndarray:
        length = data.X.shape[1] + 1
        w = np.zeros(length) if self.start is None else inputs.weights("start", self.start, length)
        return w if self.intercept else w[1:]

    def _moves(self, objective: LogisticObjective | SparseObjective, lam: float, start: np.ndarray) -> Iterator[Move]:
        moves = descend(objective, self._optimiser(), start, tolerance=self.tolerance, budget=self.max_iterations)
        return moves if lam else until_certain(moves, objective.smooth)

    # ---- all lams

    def lam_max(self, X, y) -> float:
        """The smallest lam for which the L1 penalty leaves no feature a weight."""
        data = self._checked(X, y)
        return largest_slope(self._loss(data, data.signs), self.intercept)

    def path(self, X, y, lams=None) -> Trace:
        """The weights for every lam, from the largest to the smallest, each found from those before.

        ``lams`` None are 50 of them, down to a thousandth of the largest, which is lam_max (L1) or the largest
        curvature of the loss (L2).
        """
        return Trace(self._path(self._checked(X, y), lams))

    def _path(self, data: TrainingSet, lams) -> Iterator[PenaltyStep]:
        loss, w = self._loss(data, data.signs), self._start(data)
        lams = penalties(lams, loss.smoothness if self.penalty == "l2" else largest_slope(loss, self.intercept))
        for count, lam in enumerate(lams.tolist(), start=1):
            last = deque(self._moves(self._objective(loss, lam), lam, w), maxlen=1).pop()
            w = last.point.w
            full = inputs.frozen(w) if self.intercept else behind_zero(w)
            model, event = LogisticModel(full, data.classes), START if count == 1 else UPDATE
            step = PenaltyStep(event=event, model=model, fit=count, lam=lam, w=full, loss=last.point.value,
                               log_likelihood=-loss.at(w).value, settled=last.reason)  # fmt: skip
            yield step
        yield replace(step, event=STOP, reason="all lams are done")
