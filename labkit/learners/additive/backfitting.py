"""Backfitting: an additive model, one function of one feature refitted after the other to what the others leave.

Lecture 18; deck 002 "Backfitting Algorithm", "Backfitting Algorithm(cont'd)" and "Iterative Methods".
Inventory: I-002-052, I-002-053, I-002-037.

    y = alpha + g_1(x_1) + ... + g_d(x_d) + noise                                                      (1)
    alpha = mean of y, every g_j = 0                     the start                                     (2)
    r_i = y_i - alpha - sum over k != j of g_k(x_ik)     partial residuals of the feature j            (3)
    g_j = S_j r                                          the smoother's answer to them                 (4)
    g_j = g_j - mean of g_j over the examples                                                          (5)

A half-sweep is (3) to (5) for one feature, a sweep is one for each. It ends when no function changes by more than
``tolerance`` times the standard deviation of y (root mean square over the examples) in a sweep. A sweep that makes the
error larger is named by its last step. Where functions run away, so that they fit worse than none, or patience ends
after the error has risen, those of the sweep with the least error are the model.

symbol   name here                                  symbol   name here
alpha    alpha, model.intercept                     r        r, step.partial(j)
g_j      g[j], model.curves[j], see ``curve``       S_j      S[j], see ``smoothers``

Departures from the slides: without (2) and (5) the functions are known only up to constants that cancel (E-002-11).
This is not gradient descent in a space of functions, which is boosting, but descent by blocks of coordinates: each
half-sweep is the exact minimum over one function while the others stay (E-002-10). So with projections as smoothers
(``LevelMeans``, ``PolynomialSmoother``) no half-sweep raises the error, and the limit is the least-squares fit of all
functions together (BFT-03). With others it is a fixed point of (3) to (5), which need not have the least error. Where
features determine each other, the functions are not unique: which one gets what they share depends on the ``order``.
Where they nearly do, sweeps are small and many: of two lines, each sweep leaves rho^2 of the way to the limit, where
rho is the correlation of the features. So a small change does not prove that the limit is near.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core import params
from labkit.core.frames import cases
from labkit.core.inputs import frozen
from labkit.core.learner import Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.additive.curve import Curve, LearnedSmoother, Smoother
from labkit.learners.additive.smoothers import PolynomialSmoother

ROUNDING = 1e-9  # an error that rises by less, as a share, does not rise


@dataclass(frozen=True, slots=True, eq=False)
class AdditiveCurves:
    """A number: the intercept and a function of every feature."""

    intercept: float
    curves: tuple[Curve, ...]

    def parts(self, X) -> np.ndarray:
        """(cases, features): what every function adds."""
        X = cases(X)
        return np.column_stack([g.predict(x) for g, x in zip(self.curves, X.T, strict=True)])

    def predict(self, X) -> np.ndarray:
        return self.intercept + self.parts(X).sum(axis=1)  # (1)

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """Of two features: a function of the columns plus one of the rows."""
        if through is not None or len(self.curves) != 2:
            return None
        first, second = self.curves
        return self.intercept + first.predict(x) + second.predict(y)[:, None]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BackfittingStep(CountedStep):
    """One half-sweep (or the start, or the end)."""

    noun = "sweep"
    sweep: int  # begun so far
    y: np.ndarray  # shared by all steps
    feature: int | None = None  # whose function was just refitted
    before: Curve | None = None  # that function until now
    risen_from: float | None = None  # the error of the sweep before, where the sweep that ends here made it larger

    def partial(self, j: int) -> np.ndarray:
        """What all functions but that of the feature j leave of y: its next refit, or the one just made, fits this."""
        return self.residuals + self.model.curves[j].values  # (3)

    @property
    def residuals(self) -> np.ndarray:
        """What all functions together leave of y."""
        return self.y - self.model.intercept - sum(g.values for g in self.model.curves)

    @property
    def mse(self) -> float:
        """The mean squared error on the examples."""
        return float(np.mean(self.residuals**2))

    @property
    def change(self) -> float | None:
        """Of the function just refitted: root mean square over the examples."""
        return None if self.feature is None else _rms(self.model.curves[self.feature].values - self.before.values)

    def _begins(self) -> str:
        return f"the mean {self.model.intercept:.4g} for everyone and flat functions; {self._figures()}"

    def _happened(self) -> str:
        others = [k + 1 for k in range(len(self.model.curves)) if k != self.feature]
        target = "what the other functions leave" if len(others) > 1 else f"what g{others[0]} leaves" if others else "y"
        worse = "" if self.risen_from is None else f", the sweep made it larger than {self.risen_from:.4g}"
        return f"g{self.feature + 1} refitted to {target}; {self._figures()}{worse}"

    def _figures(self) -> str:
        return f"mean squared error {self.mse:.4g}"


class Backfitting(Regressor):
    """An additive model: a smooth function of every feature, and nothing of two features together.

    Parameters
    ----------
    smoother : of the functions: one of ``additive.smoothers``, such as ``NeighbourSmoother(k=7)``, or any learner of
        numbers, which then learns from one feature; or a list, one for each feature. None is ``PolynomialSmoother()``,
        cubics; the more features there are, and the closer a smoother follows, the sooner others run away.
    order : of the features in a sweep, from 0; None is their own.
    tolerance : how little the functions may change in the last sweep, as a share of the standard deviation of y.
    max_sweeps : the end of patience.
    """

    smoother: object = None
    order: Sequence[int] | None = None
    tolerance: float = params.number(1e-6, least=0)
    max_sweeps: int = params.whole(300, least=1)

    def _check(self, data: TrainingSet) -> None:
        features = data.X.shape[1]
        self._features_in_order(features)
        for smoother, x in zip(self._smoothers(features), data.X.T, strict=True):
            smoother.check(x)

    def _smoothers(self, features: int) -> list[Smoother]:
        given = list(self.smoother) if isinstance(self.smoother, list | tuple) else [self.smoother] * features
        if len(given) != features:
            raise ValueError(
                f"smoother: expected one for each of the {features} features, got {len(given)}; pass one for all"
            )
        return [_smoother(each) for each in given]

    def _features_in_order(self, features: int) -> list[int]:
        if self.order is None:
            return list(range(features))
        order = np.asarray(self.order)
        if order.dtype.kind not in "iu" or sorted(order.ravel().tolist()) != list(range(features)):
            raise ValueError(
                f"order: expected every feature from 0 to {features - 1} once, got {self.order!r}; list them all"
            )
        return order.ravel().tolist()

    def _story(self, data: TrainingSet, record: bool) -> Iterator[BackfittingStep]:
        y, alpha, features = frozen(data.y), float(data.y.mean()), data.X.shape[1]
        S = [smoother.placed(x) for smoother, x in zip(self._smoothers(features), data.X.T, strict=True)]
        g = [Curve(frozen(np.zeros(len(y))))] * features  # (2)
        left, order = y - alpha, self._features_in_order(features)
        progress = _Progress(self.tolerance, self.max_sweeps, _rms(left), tuple(g))

        if record:
            yield BackfittingStep(event=START, model=AdditiveCurves(alpha, tuple(g)), sweep=0, y=y, equation=2)
        while not progress.reason:
            change, sweep = 0.0, progress.sweep + 1
            for j in order:
                before, r = g[j], left + g[j].values  # (3)
                g[j] = Curve.of(S[j], r)  # (4), (5)
                left = r - g[j].values
                change = np.maximum(change, _rms(g[j].values - before.values))  # not a number stays so
                if j == order[-1]:
                    progress.note(float(change), _rms(left), tuple(g))
                if record:
                    yield BackfittingStep(
                        event=UPDATE, model=AdditiveCurves(alpha, tuple(g)), sweep=sweep, y=y, feature=j, before=before,
                        risen_from=progress.risen_from if j == order[-1] else None, equation=4,
                    )  # fmt: skip
        model = AdditiveCurves(alpha, progress.functions)
        yield BackfittingStep(event=STOP, model=model, sweep=sweep, y=y, reason=progress.reason)


class _Progress:
    """What the sweeps have done to the error: whether it rises, which functions are to be kept, and why to stop."""

    def __init__(self, tolerance: float, most: int, spread: float, flat: tuple[Curve, ...]):
        self.tolerance, self.most, self.spread = tolerance, most, spread
        self.sweep, self.reason, self.risen_from, self.rms = 0, "", None, spread
        self.least, self.best, self.functions = spread, 0, flat

    def note(self, change: float, rms: float, g: tuple[Curve, ...]) -> None:
        """A sweep has changed a function by so much at most, and leaves this error."""
        self.sweep += 1
        self.risen_from = self.rms**2 if rms > self.rms * (1 + ROUNDING) else None
        self.rms = rms
        if rms <= self.least * (1 + ROUNDING):
            self.least, self.best, self.functions = min(rms, self.least), self.sweep, g
        self.reason = self._reason(change)
        if self.best < self.sweep and self.reason.startswith("no function"):  # a fixed point, if not the least error
            self.functions = g

    def _reason(self, change: float) -> str:
        """Why the story stops after this sweep; empty where it goes on."""
        kept = f"the functions {f'of sweep {self.best}' if self.best else 'of the start'} fit best and are taken"
        if not (self.rms <= 2 * self.spread and change < np.inf):
            return (
                f"the functions run away, {kept}; this smoother answers with more than it is asked for, take one that "
                "follows less closely, or PolynomialSmoother()"
            )
        if change <= self.tolerance * self.spread:
            return f"no function changes by more than {self.tolerance:g} of the standard deviation of y"
        if self.sweep < self.most:
            return ""
        still = f"a function still changes by {change / self.spread:.2g} of the standard deviation of y"
        return f"not converged: {still}" + (f"; the error has risen, {kept}" if self.best < self.sweep else "")


def _smoother(given) -> Smoother:
    default = PolynomialSmoother()
    if given is None:
        return default
    if isinstance(given, Smoother):
        return given
    if isinstance(given, Regressor):
        return LearnedSmoother(given)
    got, repair = repr(given), "choose such a one, or None for this one"
    if isinstance(given, type):
        got, repair = f"the class {given.__name__}", f"make one, {given.__name__}()"
    raise ValueError(f"smoother: expected one such as {default!r}, or a learner of numbers, got {got}; {repair}")


def _rms(values: np.ndarray) -> float:
    return math.sqrt(values @ values / len(values))
