"""Variational softmax regression: a normal distribution for every class, fitted by itself.

Lecture 08; deck 000 "Jensen + Log-normal + Variational in Multi-class Case".
Inventory: I-000-022, I-000-023, I-000-024.

With q_k = N(m_k, S_k) the belief about the weights of class k (those of the last class are 0), all with the same prior
N(w0, S0), and z_k = 1 for the class of the example, else 0:

    s = 1 + sum over k of e^(m_k'x + x'S_k x / 2)        E_q ln (1 + sum of e^(w_k'x)) <= ln s            (1)
    -ln p(D) <= sum of [ln s - sum over k of z_k m_k'x]  +  sum over k of KL(q_k | prior)                 (2)
             <= sum of [lambda s - ln lambda - 1 - sum over k of z_k m_k'x]  +  (the same)                (3)
    lambda = 1 / s                                       tighten: (3) touches (2)                         (4)
    F_k = sum of [lambda e^(m'x + x'Sx/2) - z_k m'x] + KL(q | prior)        fit, class by class           (5)
    KL = [tr(S S0^-1) + (m - w0)'S0^-1(m - w0) - ln |S| + ln |S0| - d] / 2                                (6)

(1) is Jensen's inequality and the mean of a log-normal, (3) the tangent to the logarithm. (5) is the part of (3) that
no other class has a say in. It is convex; a fit makes a few moves of its class towards where it is least
(``class_moves``), each of which lowers (3), as (4) does.

The story starts where every class is as likely: m = w0, and S^-1 = H of ``class_moves`` with 1 / C for
every exponential.

symbol     name here                     symbol     name here
w0, S0     prior_mean, prior_variance    lambda     slopes (of the examples' tangents)
-(3)       bound, below ln p(D)          q_k        qs[k], for ``whitening``'s weights; parts[k] for those of x

Departures from the slides. Signs: the prior's term of J is + (E-000-06), ln s <= lambda s - ln lambda - 1 (E-000-08),
F_k has + lambda e^(...), and (3) is an upper bound of -ln p(D) (E-000-09). The reason of (1) is that ln is concave
(E-000-07). The slides' F_k lacks -ln |S|/2, the entropy of q, without which S shrinks to 0 (E-000-09):
``entropy=False`` shows it, and "bound" then is none. To expand the exponential to first order, as the slide remarks,
gives a closed form (``expanded``): the precision of (8) with eta = 1, but a mean that flies far out where the prior is
wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from labkit.core import params
from labkit.core.inputs import frozen
from labkit.core.learner import TrainingSet
from labkit.core.story import spent
from labkit.learners.bayesian.belief import BayesianClassifier, SoftmaxBelief
from labkit.learners.bayesian.class_moves import TOGETHER, ClassMoves, budget
from labkit.learners.bayesian.engine.last_few import LastFew
from labkit.learners.bayesian.engine.whitening import Whitening
from labkit.learners.bayesian.normal import Normal, joined
from labkit.learners.logistic.tangent import ClassByClassStep, class_by_class
from labkit.learners.probability import log_sum_exp

LEVEL_DISTANCE, LEVEL_ROUNDS = 1e-7, 5  # r below it that does not fall any more, for so many rounds, is rounding
KEPT = 5  # exponents of so many q for each class


class JensenBound(ClassMoves):
    """The examples X of the classes Z and the prior; what the q of all classes and the tangents make of them."""

    def __init__(self, X: np.ndarray, prior: Normal, Z: np.ndarray, entropy: bool = True):
        self.X, self.Z, self.prior, self.entropy = X, Z, prior, entropy
        self.exponents = LastFew(self._exponents, KEPT * Z.shape[1])
        ClassMoves.__init__(self, *budget(X, Z.shape[1]))

    @property
    def start(self) -> Normal:
        """Every class as likely."""
        precision = self.prior.precision + self.X.T @ self.X / self.Z.shape[1]  # (7), all rates 1 / C
        return Normal(self.prior.mean, frozen(precision), self.prior.least)

    def _exponents(self, q: Normal) -> np.ndarray:
        """m'x + x'Sx / 2 of every example."""
        mean, variance = q.scores(self.X)
        return mean + 0.5 * variance

    def tighten(self, qs: Sequence[Normal]) -> np.ndarray:
        """ln lambda of the tangents that touch."""
        return -log_sum_exp(np.column_stack([np.zeros(len(self.X)), *map(self.exponents, qs)]))  # (1), (4)

    def class_objective(self, k: int, q: Normal, log_slopes: np.ndarray) -> float:
        """F_k."""
        with np.errstate(over="ignore"):  # too far out it is infinite
            total = np.exp(self.exponents(q) + log_slopes).sum()
        cost = q.divergence(self.prior) if self.entropy else q.pull(self.prior)  # (6)
        return float(total - self.Z[:, k] @ (self.X @ q.mean)) + cost  # (5)

    def bound(self, qs: Sequence[Normal], log_slopes: np.ndarray) -> float:
        """Minus (3)."""
        rest = np.exp(log_slopes) - log_slopes - 1.0
        return -float(rest.sum()) - sum(self.class_objective(k, q, log_slopes) for k, q in enumerate(qs))

    def derivatives(self, k: int, q: Normal, log_slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """H, and g without the prior's part."""
        rates = np.exp(self.exponents(q) + log_slopes)
        return (self.X.T * rates) @ self.X + self.prior.precision, (rates - self.Z[:, k]) @ self.X  # (7)

    def expanded(self, k: int, q: Normal, log_slopes: np.ndarray) -> Normal:
        """Where (5) would be least if its exponentials were as straight as at q."""
        H, excess, R = *self.derivatives(k, q, log_slopes), self.prior.root
        return Normal(frozen(self.prior.mean - R @ (R.T @ excess)), frozen(H), self.prior.least)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class JensenStep(ClassByClassStep):
    """One class has moved, or the tangents touch again (or the start, or the end)."""

    verb = "moves"
    model: SoftmaxBelief
    qs: tuple[Normal, ...] = field(repr=False)
    jensen: JensenBound = field(repr=False)
    whitening: Whitening = field(repr=False)

    @property
    def parts(self) -> tuple[Normal, ...]:
        """q_k of every class but the last."""
        return tuple(map(self.whitening.back, self.qs))

    @property
    def bound(self) -> float:
        """Of ln p(D), from below; no bound where the entropy is left out."""
        return self.jensen.bound(self.qs, self.log_slopes)

    @property
    def spread(self) -> float:
        """The widest standard deviation of any q."""
        return max(q.widest for q in self.parts)

    def _happened(self) -> str:
        if self.equation == TOGETHER:
            return f"all classes move together; {self._figures()}"
        return ClassByClassStep._happened(self)

    def _begins(self) -> str:
        return f"every class as likely; bound {self.bound:.6g}"

    def _figures(self) -> str:
        bound = f"bound {self.bound:.6g}" if self.jensen.entropy else f"no bound without entropy: {self.bound:.6g}"
        return f"{bound}, widest standard deviation {self.spread:.3g}"


class VariationalSoftmax(BayesianClassifier):
    """Many classes, a normal prior and a normal distribution for each class; two classes are told apart as many are.

    Parameters
    ----------
    prior_mean, prior_variance, predictive, samples, seed, intercept : see ``BayesianClassifier``.
    entropy : whether F_k has the entropy of q; without it all q collapse to points, as with the slides' formula.
    tolerance : how many of its own standard deviations any q would still move at the end, see (9).
    max_iterations : at most so many rounds; None is 1000, or fewer where there are many weights, down to 20. Where
        they are spent, as the last step says, the classes of a wide prior may still be on their way.
    """

    softmax = True

    tolerance: float = params.number(1e-6, least=0)
    max_iterations: int | None = params.whole(None, least=1, nothing=True)
    entropy: bool = params.switch(True)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[JensenStep]:
        Z = (data.y[:, None] == np.arange(len(data.classes))).astype(float)
        white = Whitening(self._inputs(data), self._prior(data), self._count(data))
        jensen = JensenBound(white.X, white.prior, Z, bool(self.entropy))
        qs, distances = [jensen.start] * self._count(data), []

        def step(event, count, log_slopes, **more):
            return JensenStep(event=event, model=self._model(data, white.back(joined(qs))), iteration=count,
                              qs=tuple(qs), log_slopes=frozen(log_slopes), jensen=jensen, whitening=white,
                              **more)  # fmt: skip

        def reason(count, log_slopes):
            distances.append(jensen.distance(qs, log_slopes))
            return self._reason(distances, jensen) if count else ""

        return class_by_class(jensen, qs, reason, step, record, fit=8, tighten=4, together=TOGETHER)

    def _reason(self, distances: list[float], jensen: JensenBound) -> str:
        *_, last = distances
        if last <= self.tolerance:
            return f"no distribution would move by more than {self.tolerance:g} of its width"
        if last <= LEVEL_DISTANCE and min(distances[-LEVEL_ROUNDS:]) >= min(distances[:-LEVEL_ROUNDS], default=np.inf):
            return "what is left is rounding"
        rounds = self.max_iterations or jensen.rounds
        return spent(rounds) if len(distances) > rounds else ""
