"""Linear regression: the line, plane or hyperplane with the least squared errors, by every road that leads there.

Lecture 03; deck 003 "FITTING A LINE TO THE DATA", "FITTING A (HYPER) PLANE TO THE DATA", "LINEAR REGRESSION WITH
SQUARED LOSS", "LEAST SQUARES LINEAR REGRESSION", "RIDGE REGRESSION: REGULARIZED LEAST SQUARES", "SOLUTION VIA
GRADIENT-BASED METHODS"; deck 004 "Optimization - How to optimize?"; deck 002 "Sequential (on-line) least squares
minimization". Inventory: I-003-009..012, I-003-014, I-003-018, I-004-011, I-002-028.

    y is about w'x + b                                                   the model                   (1)
    J = 1/2 sum of (w'x + b - y)^2 + (lam/2) |w|^2                       the objective               (2)
    (X'X + lam I) w = X'y                                                solved at once, or          (3)
    w <- w + eta p                                                       downhill, move by move      (4)

For one feature without intercept or penalty (3) is w = sum of xy / sum of x^2. How (3) is solved, and which of many
solutions is meant when features depend on each other, says ``closed_form``; how (4) chooses eta and p, ``descent``.
Downhill the bias is a weight like any other, so that where there are many solutions (4) ends at one near its start.

With ``StochasticGradient(rate, batch=1, shuffled=False)`` as solver (4) is the delta rule of ``LeastMeanSquares``; with
lam > 0 and the bias penalised too, (3) is where ``RecursiveLeastSquares`` arrives after one pass.

symbol   name here               symbol   name here
w, b     w[1:], w[0]             eta, p   rate, direction
lambda   lam                     J        loss

lambda in the decks: ``objective`` has the table. The bias is never penalised; deck 003 has none, which is
``intercept=False``, and penalises it if X has a column of ones.

Departures from the slides: the gradient has the factor that deck 003 forgets (E-003-03) and is not squared as in deck
004 (E-004-01), see ``objective``; deck 002's rate has absorbed its factor 2 (E-002-03); downhill is against the
gradient (E-003-04); which rates are safe depends on the data (E-004-35).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.learner import Regressor, TrainingSet
from labkit.core.story import SOLVED, Step, Trace, events
from labkit.learners.descent.moves import Optimiser, descend
from labkit.learners.descent.solvers import chosen
from labkit.learners.descent.step import recorded
from labkit.learners.least_squares.closed_form import SOLVERS, Solutions, solutions
from labkit.learners.least_squares.objective import SquaredLoss
from labkit.learners.least_squares.steps import LeastSquaresStep, RidgeStep
from labkit.learners.linear import HasCoefficients, LinearPredictor, augmented

PATH_LENGTH = 50  # of a path whose lams are not given
PATH_REACH = 1e3  # from so far below the smallest squared singular value to so far above the largest


class LinearRegression(HasCoefficients, Regressor):
    """Least squares with an L2 penalty on the slopes: linear regression, and ridge regression for lam > 0.

    Parameters
    ----------
    lam : the weight of the penalty, 0 or more.
    solver : "qr" (exact), "normal" (quicker, half the digits), or a way downhill: an optimiser of ``descent`` or
        its name, "gradient", "momentum", "line search", "conjugate gradient", "stochastic", "adam", "newton",
        "levenberg-marquardt" or "bfgs".
    intercept : False leaves the bias out, w[0] = 0.
    start : of the way downhill, bias first. None is zero.
    tolerance : downhill, the end is where no entry of the gradient is above this share of |x_j| |y|.
    max_iterations : the budget downhill.
    """

    lam: float = params.number(0.0, least=0)
    solver: Optimiser | str = params.checked("qr", lambda _, solver: chosen(solver, SOLVERS))
    intercept: bool = params.switch(True)
    start: np.ndarray | None = None
    tolerance: float = params.number(1e-8, least=0)
    max_iterations: int = params.whole(1000, least=1)

    n_iter_ = fitted("last_step_.iteration", "How many iterations the way downhill took.")

    def _check(self, data: TrainingSet) -> None:
        self._start(data.X.shape[1])

    def _story(self, data: TrainingSet, record: bool) -> Iterator[Step]:
        solver = chosen(self.solver, SOLVERS)
        if solver in SOLVERS:
            yield self._solved(data)
        else:
            yield from self._descended(data, solver, record)

    def path(self, X, y, lams=None) -> Trace:
        """The solutions for many lam, by QR and one singular value decomposition; ``lam`` and ``solver`` play no part.

        ``lams`` None is from no shrinking to speak of to nothing left, evenly by ratio.
        """
        data = self._checked(X, y)
        every = solutions(data.X, data.y[:, None], "qr", self.intercept)
        lams = _spread(every) if lams is None else given_lams(lams)
        reasons = [""] * (len(lams) - 1) + ["all lams are done"]
        return Trace(
            RidgeStep(**self._solution(every, lam), rss=float(every.rss(lam)[0]), event=event, reason=reason)
            for lam, event, reason in zip(lams.tolist(), events(len(lams)), reasons, strict=True)
        )

    # ---- solved at once

    def _solved(self, data: TrainingSet) -> RidgeStep:
        every = solutions(data.X, data.y[:, None], self.solver, self.intercept)
        solution = self._solution(every, float(self.lam))  # (3)
        fitted = solution["model"].predict(data.X)  # (1)
        residuals = data.y - fitted
        return RidgeStep(**solution, event=SOLVED, equation=3, fitted=inputs.frozen(fitted),
                         residuals=inputs.frozen(residuals), rss=float(residuals @ residuals),
                         reason=every.ambiguity(self.lam))  # fmt: skip

    def _solution(self, every: Solutions, lam: float) -> dict:
        """What a ``RidgeStep`` says of a solution."""
        w = inputs.frozen(every.weights(lam)[:, 0])
        return {"model": LinearPredictor(w), "lam": lam, "singular_values": inputs.frozen(every.singular_values),
                "rank": every.rank, "intercept": bool(self.intercept)}  # fmt: skip

    # ---- downhill

    def _descended(self, data: TrainingSet, optimiser: Optimiser, record: bool) -> Iterator[LeastSquaresStep]:
        features = data.X.shape[1]
        A = augmented(data.X, 1.0) if self.intercept else np.array(data.X)  # a step keeps it: no view of X
        A.setflags(write=False)
        penalty = np.full(A.shape[1], float(self.lam))
        penalty[: A.shape[1] - features] = 0.0
        start = self._start(features)[features + 1 - A.shape[1] :]
        objective = SquaredLoss(A, inputs.frozen(data.y), penalty)  # (2)
        moves = descend(objective, optimiser, start, tolerance=self.tolerance, budget=self.max_iterations)  # (4)
        for _, said in recorded(moves, record, bias=self.intercept):
            yield LeastSquaresStep(model=LinearPredictor(said["w"]), objective=objective, **said)

    def _start(self, features: int) -> np.ndarray:
        if self.start is None:
            return np.zeros(features + 1)
        start = inputs.weights("start", self.start, features + 1)
        if not self.intercept and start[0] != 0:
            raise ValueError(f"start: expected 0 as bias for intercept=False, got {start[0]:g}; set start[0] to 0")
        return start


def _spread(every: Solutions) -> np.ndarray:
    """From no shrinking to speak of to nothing left, evenly by ratio."""
    s = every.singular_values[: every.rank] ** 2 if every.rank else np.ones(1)
    return np.geomspace(s[-1] / PATH_REACH, s[0] * PATH_REACH, PATH_LENGTH)


def given_lams(lams) -> np.ndarray:
    """The penalties of a path, one after the other."""
    lams = inputs.real_numbers("lams", lams)
    if lams.ndim != 1 or not len(lams) or not (np.isfinite(lams) & (lams >= 0)).all():
        raise ValueError(f"lams: expected some numbers >= 0, got {lams}; pass a list such as [0, 0.1, 1, 10]")
    return lams
