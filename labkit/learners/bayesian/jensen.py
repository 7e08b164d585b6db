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
the mean, the natural gradient's for the precision. A fit makes a few such moves, each of which lowers (3), as (4) does.
The story starts where every class is as likely: m = w0, and S^-1 = H with 1 / C for every exponential.

symbol     name here                     symbol     name here
w0, S0     prior_mean, prior_variance    lambda_n   touch (examples)
-(3)       bound, below ln p(D)          d          weights of a class

Departures from the slides. Signs: the prior's term of J is + (E-000-06), ln s <= lambda s - ln lambda - 1 (E-000-08),
F_k has + lambda e^(...), and (3) is an upper bound of -ln p(D) (E-000-09). The reason of (1) is that ln is concave
(E-000-07). The slides' F_k lacks -ln |S|/2, the entropy of q, without which S shrinks to 0 (E-000-09):
``entropy=False`` shows it, and "bound" then is none. To expand the exponential to first order, as the slide remarks,
gives a closed form (``expanded``): the precision of (8) with eta = 1, but a mean that flies far out where the prior is
wide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from labkit.core import inputs
from labkit.core.inputs import frozen
from labkit.core.learner import TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep, spent
from labkit.learners.bayesian.belief import Believes
from labkit.learners.bayesian.frame import Frame
from labkit.learners.bayesian.models import SoftmaxBelief
from labkit.learners.bayesian.normal import Normal
from labkit.learners.descent.line_search import C1
from labkit.learners.descent.second_order import solved
from labkit.learners.probability import log_sum_exp

MOVES = 5  # of one class before the next has its turn
HALVINGS = 40
POINT = 1e-12  # of the variance that fits: less is none
SETTLED = 1e-14  # relative: a move that promises less is not made


class Jensen:
    """The examples and the prior, and what the q of all classes and the tangents make of them."""

    def __init__(self, X: np.ndarray, prior: Normal, Z: np.ndarray, entropy: bool = True):
        self.X, self.Z, self.prior, self.entropy = X, Z, prior, entropy

    @property
    def start(self) -> Normal:
        """Every class as likely."""
        precision = self.prior.precision + self.X.T @ self.X / self.Z.shape[1]  # (7), all rates 1 / C
        return Normal(self.prior.mean, frozen(precision), self.prior.least)

    def touching(self, qs: list[Normal]) -> np.ndarray:
        """ln lambda of the tangents that touch."""
        exponents = [mean + 0.5 * variance for mean, variance in (q.scores(self.X) for q in qs)]
        return -log_sum_exp(np.column_stack([np.zeros(len(self.X)), *exponents]))  # (4)

    def cost(self, q: Normal) -> float:
        return q.divergence(self.prior) if self.entropy else q.pull(self.prior)  # (6)

    def objective(self, k: int, q: Normal, log_touch: np.ndarray) -> float:
        mean, variance = q.scores(self.X)
        with np.errstate(over="ignore"):  # too far out it is infinite
            total = np.exp(mean + 0.5 * variance + log_touch).sum()
        return float(total - self.Z[:, k] @ mean) + self.cost(q)  # (5)

    def bound(self, qs: list[Normal], log_touch: np.ndarray) -> float:
        """Minus (3)."""
        rest = np.exp(log_touch) - log_touch - 1.0
        return -float(rest.sum()) - sum(self.objective(k, q, log_touch) for k, q in enumerate(qs))

    def fitted(self, k: int, q: Normal, log_touch: np.ndarray) -> Normal:
        """A few moves of class k."""
        value = self.objective(k, q, log_touch)
        for _ in range(MOVES):
            found = self._moved(k, q, log_touch, value)
            if found is None:
                break
            q, value = found
        return q

    def _moved(self, k: int, q: Normal, log_touch: np.ndarray, value: float) -> tuple[Normal, float] | None:
        """(q after one move, its F_k); None where there is nothing to gain."""
        m, P, gain = self._direction(k, q, log_touch)
        if gain <= SETTLED * max(1.0, abs(value)):
            return None
        for eta in 0.5 ** np.arange(HALVINGS):
            moved = Normal(frozen(q.mean + eta * m), frozen(q.precision + eta * P), self.prior.least)  # (8)
            there = self.objective(k, moved, log_touch)
            if there <= value - C1 * eta * gain:
                return moved, there
        return None

    def expanded(self, k: int, q: Normal, log_touch: np.ndarray) -> Normal:
        """Where (5) would be least if its exponentials were as straight as at q."""
        H, excess, R = *self._pulled(k, q, log_touch), self.prior.root
        return Normal(frozen(self.prior.mean - R @ (R.T @ excess)), frozen(H), self.prior.least)

    def _pulled(self, k: int, q: Normal, log_touch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """H, and the gradient by m without the prior's part."""
        mean, variance = q.scores(self.X)
        rates = np.exp(mean + 0.5 * variance + log_touch)
        return (self.X.T * rates) @ self.X + self.prior.precision, (rates - self.Z[:, k]) @ self.X  # (7)

    def _direction(self, k: int, q: Normal, log_touch: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
        """The moves of the mean and of the precision in (8), and by how much F_k falls per eta at first."""
        (H, excess), R = self._pulled(k, q, log_touch), q.root
        g = excess + self.prior.precision @ (q.mean - self.prior.mean)
        m = solved(H, -g)
        if not self.entropy:  # every narrower q is better: twice as narrow, until it is a point
            P = H + q.precision if np.trace(R.T @ H @ R) > POINT else np.zeros_like(H)
            return m, P, float(0.5 * ((R.T @ H @ R) * (R.T @ P @ R)).sum() - g @ m)
        P = H - q.precision
        return m, P, float(0.5 * ((R.T @ P @ R) ** 2).sum() - g @ m)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class JensenStep(CountedStep):
    """One class has moved, or the tangents touch again (or the start, or the end)."""

    noun = "iteration"
    iteration: int  # rounds of all classes so far, the present one included
    model: SoftmaxBelief
    fitted: int | None = None  # the class that has just moved; None where the tangents have
    parts: tuple[Normal, ...]  # q_k of every class but the last
    log_touch: np.ndarray  # ln lambda of every example
    jensen: Jensen = field(repr=False)

    @property
    def touch(self) -> np.ndarray:
        """lambda of every example."""
        return np.exp(self.log_touch)

    @property
    def bound(self) -> float:
        """Of ln p(D), from below; no bound where the entropy is left out."""
        return self.jensen.bound(self.parts, self.log_touch)

    @property
    def spread(self) -> float:
        """The widest standard deviation of any q."""
        return max(q.widest for q in self.parts)

    def _begins(self) -> str:
        return f"every class as likely; bound {self.bound:.6g}"

    def _happened(self) -> str:
        mover = "the tangents touch"
        if self.fitted is not None:
            mover = f"class {self.model.classes[self.fitted]} moves by itself"
        return f"{mover}; {self._figures()}"

    def _figures(self) -> str:
        bound = f"bound {self.bound:.6g}" if self.jensen.entropy else f"no bound without entropy: {self.bound:.6g}"
        return f"{bound}, widest standard deviation {self.spread:.3g}"


class VariationalSoftmax(Believes):
    """Many classes, a normal prior and a normal distribution for each class; two classes are told apart as many are.

    Parameters
    ----------
    prior_mean : w0 of every weight: a number, or one for each weight of a class (the bias first).
    prior_variance : S0: a number for every weight, one for each weight, or a covariance matrix.
    predictive : "plug-in" or "monte carlo"; "auto" is "monte carlo".
    samples : how many weights "monte carlo" draws.
    seed : of these draws.
    intercept : whether there is a bias.
    entropy : whether F_k has the entropy of q; without it all q collapse to points, as with the slides' formula.
    tolerance : how little, relative to the bound, a round of all classes raises it at the end.
    max_iterations : at most so many rounds.
    """

    softmax = True

    def __init__(self, *, prior_mean=0.0, prior_variance=100.0, predictive="auto", samples=100, seed=0,
                 intercept=True, entropy=True, tolerance=1e-8, max_iterations=200):  # fmt: skip
        super().__init__(prior_mean=prior_mean, prior_variance=prior_variance, predictive=predictive,
                         samples=samples, seed=seed, intercept=intercept, tolerance=tolerance,
                         max_iterations=max_iterations)  # fmt: skip
        self.entropy = entropy

    def _check(self, data: TrainingSet) -> None:
        super()._check(data)
        inputs.option("entropy", self.entropy, (True, False))

    def _story(self, data: TrainingSet, told: bool) -> Iterator[JensenStep]:
        X, Z = self._inputs(data), (data.y[:, None] == np.arange(len(data.classes))).astype(float)
        prior, count = self._prior(data), self._count(data)
        frame = Frame(X, prior, count)
        jensen, seen = (Jensen(*each, Z, bool(self.entropy)) for each in ((X, prior), (frame.X, frame.prior)))
        qs, parts = [seen.start] * count, [frame.back(seen.start)] * count
        log_touch, k, reason = seen.touching(qs), 0, ""

        def step(event, **more):
            return JensenStep(event=event, model=self._model(data, frame.back(joined(qs))), iteration=k,
                              parts=tuple(parts), log_touch=frozen(log_touch), jensen=jensen, **more)  # fmt: skip

        if told:
            yield step(START)
        bound = seen.bound(qs, log_touch)
        while not reason:
            k += 1
            for j, q in enumerate(qs):
                qs[j] = seen.fitted(j, q, log_touch)
                parts[j] = frame.back(qs[j])
                if told:
                    yield step(UPDATE, fitted=j, equation=8)
            log_touch = seen.touching(qs)
            if told:
                yield step(UPDATE, equation=4)
            before, bound = bound, seen.bound(qs, log_touch)
            reason = self._reason(bound - before, bound, k)
        yield step(STOP, reason=reason)

    def _reason(self, gain: float, bound: float, k: int) -> str:
        if gain <= self.tolerance * max(1.0, abs(bound)):
            return f"a round raised the bound by less than {self.tolerance:g} of it"
        return spent(k) if k == self.max_iterations else ""


def joined(parts: list[Normal]) -> Normal:
    """The weights of all classes in one vector; those of different classes are independent."""
    d, count = len(parts[0].mean), len(parts)
    inner = np.zeros((count, d, count, d))
    inner[np.arange(count), :, np.arange(count)] = [q.inner for q in parts]
    mean = np.concatenate([q.mean for q in parts])
    return Normal(frozen(mean), frozen(inner.reshape(count * d, -1)), min(q.least for q in parts))
