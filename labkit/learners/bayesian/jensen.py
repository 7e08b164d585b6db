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
    H = S0^-1 + sum of lambda e^(m'x + x'Sx/2) x x',  g = the gradient of (5) by m                        (7)
    m <- m - eta H^-1 g,  S^-1 <- S^-1 + eta (H - S^-1)                     eta = 1, 1/2, ...: F_k falls  (8)

(1) is Jensen's inequality and the mean of a log-normal, (3) the tangent to the logarithm. (5) is the part of (3) that
no other class has a say in. It is convex; where it is least S^-1 = H and g = 0, and (8) goes there: Newton's move for
the mean, the natural gradient's for the precision. A fit makes a few such moves, each of which lowers (3), as (4) does;
near the end, where rounding hides the fall, its slope tells. The bound is flat at its top, so that it says nothing of
when to stop: there

    r_k^2 = g'H^-1 g + |R'(H - S^-1) R|^2 / 2,  S = R R'                                                  (9)

is how many of its own standard deviations q_k would still move by (8), where the tangents touch.

The story starts where every class is as likely: m = w0, and S^-1 = H with 1 / C for every exponential.

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
from labkit.learners.bayesian.engine.whitening import Whitening
from labkit.learners.bayesian.normal import Normal, joined
from labkit.learners.descent.line_search import C1, ROUNDING
from labkit.learners.descent.second_order import solved
from labkit.learners.logistic.tangent import ClassByClassStep, class_by_class
from labkit.learners.probability import log_sum_exp

CLASS_MOVES = 5  # of one class before the next has its turn; 1 where the weights are many
LITTLE_LEFT = 0.1  # of what the first of them promised: the tangents have more to give
LEAST_GAIN = 1e-30  # one that promises less is not made
HALVINGS = 40  # of eta at most
LEAST_VARIANCE = 1e-12  # of the variance that fits: less is none
LEVEL, LEVEL_ROUNDS = 1e-7, 5  # r below it that does not fall any more, for so many rounds, is rounding
KEPT = 4  # exponents of so many q for each class
WORK, FEWEST, MOST = 2.5e9, 20, 1000  # multiplications of all rounds where ``max_iterations`` is None; rounds


class JensenBound:
    """The examples X of the classes Z and the prior; what the q of all classes and the tangents make of them."""

    def __init__(self, X: np.ndarray, prior: Normal, Z: np.ndarray, entropy: bool = True):
        self.X, self.Z, self.prior, self.entropy = X, Z, prior, entropy
        self._known: list[tuple[Normal, np.ndarray]] = []
        self._directions: dict[int, tuple] = {}  # of every class the last one, and where it starts
        self.rounds = int(np.clip(WORK / (X.size * X.shape[1] * Z.shape[1]), FEWEST, MOST))  # where nobody says
        self.moves = CLASS_MOVES if self.rounds == MOST else 1

    @property
    def start(self) -> Normal:
        """Every class as likely."""
        precision = self.prior.precision + self.X.T @ self.X / self.Z.shape[1]  # (7), all rates 1 / C
        return Normal(self.prior.mean, frozen(precision), self.prior.least)

    def exponents(self, q: Normal) -> np.ndarray:
        """m'x + x'Sx / 2 of every example; those of the last few q are kept."""
        for known, found in self._known:
            if known is q:
                return found
        mean, variance = q.scores(self.X)
        self._known = [(q, mean + 0.5 * variance), *self._known[: KEPT * self.Z.shape[1]]]
        return self._known[0][1]

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

    def fits(self, qs: Sequence[Normal], log_slopes: np.ndarray) -> list[Normal]:
        """A few moves of every class."""
        return [self.fit(k, q, log_slopes) for k, q in enumerate(qs)]

    def fit(self, k: int, q: Normal, log_slopes: np.ndarray) -> Normal:
        """A few moves of class k."""
        F, most, eta = self.class_objective(k, q, log_slopes), 0.0, 1.0
        for _ in range(self.moves):
            m, P, gain = self._direction(k, q, log_slopes)
            most = max(most, gain)
            if not gain > max(LITTLE_LEFT * most, LEAST_GAIN):
                break
            longest = min(1.0, 2.0 * eta)
            for eta in longest * 0.5 ** np.arange(HALVINGS):
                moved = Normal(frozen(q.mean + eta * m), frozen(q.precision + eta * P), self.prior.least)  # (8)
                F_moved = self.class_objective(k, moved, log_slopes)
                if F_moved <= F - C1 * eta * gain:
                    break
                unseen = eta * gain <= ROUNDING * abs(F) and F_moved <= F + ROUNDING * abs(F)
                if unseen and self._slope(moved, *self._pull(k, moved, log_slopes), m, P) <= (1 - 2 * C1) * gain:
                    break
            else:
                break
            q, F = moved, F_moved
        return q

    def _pull(self, k: int, q: Normal, log_slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """H and g."""
        H, excess = self.derivatives(k, q, log_slopes)
        return H, excess + self.prior.precision @ (q.mean - self.prior.mean)

    def _direction(self, k: int, q: Normal, log_slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
        """The moves of the mean and of the precision in (8), and by how much F_k falls per eta at first."""
        known_q, known_slopes, found = self._directions.get(k, (None, None, None))
        if known_q is q and known_slopes is log_slopes:
            return found
        (H, g), R = self._pull(k, q, log_slopes), q.root
        m, P = solved(H, -g), H - q.precision
        if not self.entropy:  # every narrower q is better: twice as narrow, until it is a point
            P = H + q.precision if np.trace(R.T @ H @ R) > LEAST_VARIANCE else np.zeros_like(H)
        self._directions[k] = q, log_slopes, (m, P, -self._slope(q, H, g, m, P))
        return self._directions[k][2]

    def _slope(self, q: Normal, H: np.ndarray, g: np.ndarray, m: np.ndarray, P: np.ndarray) -> float:
        """By how much F_k rises per eta along m and P."""
        R, excess = q.root, H - q.precision if self.entropy else H
        return float(g @ m - 0.5 * ((R.T @ excess @ R) * (R.T @ P @ R)).sum())

    def distance(self, qs: Sequence[Normal], log_slopes: np.ndarray) -> float:
        """The largest r_k."""
        gains = [self._direction(k, q, log_slopes)[2] for k, q in enumerate(qs)]
        return max(0.0, *gains) ** 0.5  # (9)


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
    max_iterations : at most so many rounds; None is 1000, or fewer where there are many weights, down to 20.
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

        return class_by_class(jensen, qs, reason, step, record, fit=8, tighten=4)

    def _reason(self, distances: list[float], jensen: JensenBound) -> str:
        *_, last = distances
        if last <= self.tolerance:
            return f"no distribution would move by more than {self.tolerance:g} of its width"
        if last <= LEVEL and min(distances[-LEVEL_ROUNDS:]) >= min(distances[:-LEVEL_ROUNDS], default=np.inf):
            return "what is left is rounding"
        rounds = self.max_iterations or jensen.rounds
        return spent(rounds) if len(distances) > rounds else ""
