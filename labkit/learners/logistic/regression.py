"""Logistic regression for two classes: one loss, many ways down.

Lecture 06; deck 000 "Maximum Likelihood Estimation of Weights", "Iteratively Reweighted Least Squares (IRLS)"; deck 003
"LOGISTIC REGRESSION: THE MODEL", "GRADIENT DESCENT FOR LOGISTIC REGRESSION", "MORE ON GRADIENT DESCENT.."; deck 004
"Logistic Regression", "Newton's Method", "Hessian", "Regularization". Inventory: I-000-011, I-000-012, I-000-014,
I-003-041, I-003-043..048, I-004-075..078, I-004-080.

    J(w) = - sum of [t ln mu + (1 - t) ln (1 - mu)]      mu = g(w'x),  t = 1 for the second class, 0 for the first (1)
    J(w) + (lam / 2) |w|^2                               penalty "l2"                                              (2)
    J(w) + lam (|w_1| + ... + |w_d|)                     penalty "l1"                                              (3)
    a = w'x,  mu = g(a)                                  score and probability of the second class                 (4)
    gradient of J = sum of (mu - t) x                                                                              (5)
    s = mu (1 - mu)                                      weight of the example                                     (6)
    r = a + (t - mu) / s                                 working response                                          (7)

The bias w_0 is never in the penalty. (1) and its derivatives are in ``objective``, the ways down in ``descent``, those
for the kinks of (3) in ``sparse``; ``separable`` has the rule by which the story ends where (1) has no minimum.
Newton's next weights are the weighted least-squares fit of the numbers r with the weights s (with a penalty: the ridge
fit with the same lam): iteratively reweighted least squares. (6) is largest on the boundary, so far from it an example
hardly counts, and (7) is infinite where s has vanished.

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
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.learner import Classifier, HasProbabilities, HasScores, TakesWeights, TrainingSet
from labkit.core.story import START, STOP, UPDATE, Trace, read
from labkit.learners.descent.moves import Move, Optimiser, descend
from labkit.learners.descent.solvers import chosen
from labkit.learners.descent.step import behind_zero, recorded
from labkit.learners.freedom import rank
from labkit.learners.linear import HasCoefficients, LinearModel
from labkit.learners.logistic.engine.span import Span, spanned
from labkit.learners.logistic.objective import LogisticObjective, LogisticPoint, signed_features
from labkit.learners.logistic.path import PenaltyStep, penalties
from labkit.learners.logistic.penalised import LikelihoodStep
from labkit.learners.logistic.separable import until_certain
from labkit.learners.logistic.sparse import PROXIMAL, SparseObjective, chosen_sparse, largest_slope
from labkit.learners.probability import sigmoid

PENALTIES = ("l2", "l1")


@dataclass(frozen=True, slots=True, eq=False)
class LogisticModel(LinearModel):
    """Two classes, the second where its probability is above one half. The constant input is +1: w[0] is the bias."""

    x0: float = 1.0

    def predict_proba(self, X) -> np.ndarray:
        """One column for each class."""
        mu = sigmoid(self.decision_function(X))
        return np.column_stack([1 - mu, mu])

    @property
    def free_parameters(self) -> int:
        """The weights that are not exactly 0: an L1 penalty, or intercept=False, leaves the others out."""
        return int(np.count_nonzero(self.w))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LogisticStep(LikelihoodStep):
    """One move, and what every example says after it. The ``objective`` is without an L1 penalty."""

    signs: np.ndarray  # of the examples: +1 for the second class

    @property
    def point(self) -> LogisticPoint:
        """The likelihood (and ridge penalty) at these weights."""
        return self.objective.at(self.w[len(self.w) - len(self.objective.features) :])

    @property
    def targets(self) -> np.ndarray:
        """t: 1 for the second class, 0 for the first."""
        return (self.signs > 0).astype(float)

    @property
    def scores(self) -> np.ndarray:
        """w'x of every example."""
        return self.signs * self.point.margins

    @property
    def probabilities(self) -> np.ndarray:
        """mu of every example."""
        return sigmoid(self.scores)  # (4)

    @property
    def residuals(self) -> np.ndarray:
        """mu - t: what every example says the score should fall by."""
        return -self.signs * self.point.doubts

    @property
    def terms(self) -> np.ndarray:
        """(examples, weights): what every example adds to the gradient of the loss."""
        return -(self.objective.features * self.objective.weighted(self.point.doubts)).T  # (5)

    @property
    def weights(self) -> np.ndarray:
        """mu (1 - mu) of every example."""
        return self.objective.weighted(self.point.spread)  # (6)

    @property
    def responses(self) -> np.ndarray:
        """The working responses, which Newton's next weights fit best."""
        point = self.point
        right = self.objective.at(-point.w).doubts  # g(m), of the right class: (t - mu) / s is +-1 over it
        with np.errstate(divide="ignore"):
            return self.signs * (point.margins + 1 / right)  # (7)

    hessian = read("point.hessian")

    @property
    def mistakes(self) -> int:
        """Examples on the wrong side; a score of 0 is the first class."""
        return int(np.count_nonzero((self.scores > 0) != (self.signs > 0)))

    @property
    def unique(self) -> bool:
        """Whether no other weights have the same probabilities: the features do not depend on each other."""
        return rank(self.objective.features, self.objective.lengths) == len(self.objective.features)

    def _rank(self) -> int:
        kept = self.point.w != 0  # an L1 penalty leaves the others out
        kept[0] |= len(kept) == len(self.w)  # the bias is never left out
        return rank(self.objective.features[kept], self.objective.lengths[kept])


class LogisticRegression(HasCoefficients, TakesWeights, HasScores, HasProbabilities, Classifier):
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
    n_iter_ = fitted(lambda learner: np.array([learner.last_step_.iteration]), "(1,): how many moves there were.")

    lam: float = params.number(0.0, least=0)
    penalty: str = params.option("l2", PENALTIES)
    solver: str | Optimiser = "newton"
    intercept: bool = params.switch(True)
    start: np.ndarray | None = None
    tolerance: float = params.number(1e-6, least=0)
    max_iterations: int = params.whole(1000, least=1)

    def _check(self, data: TrainingSet) -> None:
        self._optimiser()
        self._start(data)

    def _optimiser(self) -> Optimiser:
        if self.penalty == "l1":
            return chosen_sparse(self.solver)
        if isinstance(self.solver, PROXIMAL):
            raise ValueError(
                f'solver: expected one for a loss without kinks, got {self.solver!r}; it is for penalty="l1"'
            )
        return chosen(self.solver)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[LogisticStep]:
        signs = inputs.frozen(data.signs)
        objective = self._objective(self._loss(data, signs), self.lam)
        span = self._span(data)
        short = data if span is None else replace(data, X=span.X)
        below = objective if span is None else self._objective(self._loss(short, signs), self.lam)
        for _, said in recorded(self._moves(below, self.lam, self._start(short)), record, bias=self.intercept):
            said = said if span is None else span.step_fields(said)
            model = LogisticModel(said["w"], data.classes)
            yield LogisticStep(model=model, signs=signs, objective=objective.smooth, **said)

    def _span(self, data: TrainingSet) -> Span | None:
        """The weights that matter, where features are many; an L1 penalty and a start of one's own ask for all."""
        return spanned(data.X) if self.penalty == "l2" and self.start is None else None

    def _loss(self, data: TrainingSet, signs: np.ndarray) -> LogisticObjective:
        Z = signed_features(data.X, signs, self.intercept)
        Z.setflags(write=False)
        return LogisticObjective(Z, inputs.frozen(np.zeros(len(Z))), weights=data.weights)  # (1)

    def _objective(self, loss: LogisticObjective, lam: float) -> LogisticObjective | SparseObjective:
        lams = np.full(len(loss.features), float(lam))
        lams[: int(self.intercept)] = 0.0  # of the bias
        lams.setflags(write=False)
        return replace(loss, precision=lams) if self.penalty == "l2" else SparseObjective(loss, lams)  # (2), (3)

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
