"""A handful of coins, and nobody says which one was flipped: the two-coin experiment, by EM.

Lecture 14; deck 002 "Motivating Example:". Inventory: I-002-039, I-002-040, I-002-041.

In every trial a coin j is drawn and flipped, heads h_i times out of m_i. The number of faces may be any: n_if is how
often face f fell, and coins may be dice.

    f(x_i, j) = pi_j prod over f of p_jf^n_if        for a coin: pi_j p_j^h_i (1 - p_j)^(m_i - h_i)        (1)
    r_ij = f(x_i, j) / sum over l of f(x_i, l)       E, see ``em``                                         (2)
    p_jf = sum of r_ij n_if / sum of r_ij m_i        M: heads over flips, each trial by its share          (3)
    pi_j = sum of r_ij / N                           M, where ``prior`` is "learned"; else 1 / coins       (4)
    p_jf = flips of coin j that fell f / flips of coin j      if the coins are known: (3) with r = 0 or 1  (5)

symbol   name here              symbol   name here
p_jf     model.probabilities    pi_j     model.weights
n_if     X                      r_ij     step.responsibilities

(1) is the probability of one order of the flips: without binomial coefficients, which do not depend on the coins.
A coin that has no flip to its share takes the faces' shares of all flips; coins that start alike stay alike.

Departures from the slides: EM finds a stationary point, which two equal coins are (E-002-21).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.frames import unnamed
from labkit.core.learner import TrainingSet
from labkit.learners.mixture.em import TINY
from labkit.learners.mixture.groups import EMStep, MixtureLearner, MixtureModel, at_most_examples, chosen_weights
from labkit.learners.mixture.k_means import word_or_array

PRIORS, STARTS = ("equal", "learned"), ("random",)


@dataclass(frozen=True, slots=True, eq=False)
class CoinModel(MixtureModel):
    """The likeliest coin."""

    probabilities: np.ndarray  # (coins, faces)
    weights: np.ndarray  # (coins,): how likely each is drawn
    prior: str = "equal"

    @classmethod
    def given(cls, heads, weights=None) -> CoinModel:
        """From chosen chances of heads, or of every face (coins, faces); ``weights`` None are equal."""
        p = _given("heads", heads)
        return cls(p, chosen_weights(weights, len(p)), "equal" if weights is None else "learned")

    @property
    def heads(self) -> np.ndarray:
        """(coins,): the chance of the first face."""
        return self.probabilities[:, 0]

    def log_joint(self, X) -> np.ndarray:
        """(trials, coins): ln f(x_i, j)."""
        X, (A, b, _) = counted(unnamed(X)), self.linear_scores
        inputs.same_features(X, A.shape[1], self)
        return X @ A.T + b  # (1)

    @property
    def linear_scores(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A, b, owner): coin j is the likeliest where row j of A x + b is largest. Straight borders between counts."""
        logs = (np.log(np.maximum(each, TINY)) for each in (self.probabilities, self.weights))
        return *logs, self.classes

    @property
    def free_parameters(self) -> int:
        """Numbers that were free to fit."""
        coins, faces = self.probabilities.shape
        return coins * (faces - 1) + (coins - 1 if self.prior == "learned" else 0)

    def sample(self, trials: int, flips: int = 10, *, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """(X, coins): the counts of new trials, and which coin it was."""
        inputs.number("trials", trials, least=1, whole=True)
        inputs.number("flips", flips, least=1, whole=True)
        inputs.number("seed", seed, least=0, whole=True)
        rng = np.random.default_rng(seed)
        coins = rng.choice(len(self.weights), trials, p=self.weights)
        return rng.multinomial(flips, self.probabilities[coins]).astype(float), coins


class Trials:
    """Counts of faces, and the coins that fit them best."""

    def __init__(self, X: np.ndarray, prior: str = "equal", known: np.ndarray | None = None):
        """``known`` (coins, faces) has the chances of coins that need no fit; the rows of others are NaN."""
        self.X, self.prior, self.known = X, prior, known

    def log_joint(self, model: CoinModel) -> np.ndarray:
        A, b, _ = model.linear_scores
        return A @ self.X.T + b[:, None]  # (1)

    def maximised(self, R: np.ndarray) -> CoinModel:
        faces = R @ self.X
        idle = faces.sum(axis=1) <= TINY
        if idle.any():
            faces[idle] = self.X.sum(axis=0)
        p = faces / faces.sum(axis=1, keepdims=True)  # (3)
        if self.known is not None:
            p = np.where(np.isnan(self.known), p, self.known)
        pi = inputs.frozen(R.mean(axis=1)) if self.prior == "learned" else chosen_weights(None, len(R))  # (4)
        return CoinModel(inputs.frozen(p), pi, self.prior)

    def distance(self, one: CoinModel, other: CoinModel) -> float:
        """The largest change of a probability."""
        moved = np.abs(one.probabilities - other.probabilities).max()
        return float(max(moved, np.abs(one.weights - other.weights).max()))


def known(X, coins, prior: str = "equal") -> CoinModel:
    """The best coins if it is known which one each trial flipped: nothing hidden, no EM. In sorted order."""
    X = counted(X)
    inputs.option("prior", prior, PRIORS)
    names, index = inputs.labels(coins, least_classes=1)
    inputs.same_length(X, index)
    revealed = (np.arange(len(names))[:, None] == index).astype(float)
    return Trials(X, prior).maximised(revealed)  # (5)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CoinStep(EMStep):
    """The coins, and how the trials are shared out among them."""

    shared = "the coins share the trials out"
    model: CoinModel

    @property
    def faces(self) -> np.ndarray | None:
        """(coins, faces): how often each face fell for each coin, every trial by its share. (3) divides them."""
        return None if self.responsibilities is None else self.responsibilities.T @ self.mixture.X

    def _found(self) -> str:
        first = self.model.heads[:5]
        more = ", ..." if len(self.model.heads) > len(first) else ""
        return f"the coins' chances of heads are {', '.join(f'{p:.3f}' for p in first)}{more}"


class CoinMixture(MixtureLearner):
    """Which coin was flipped in every trial, and how often each shows heads. X counts the faces: heads, tails, ...

    Parameters
    ----------
    coins : how many; at most as many as there are trials.
    prior : "equal" (every coin is drawn as often as any other) or "learned".
    start : "random" (the shares of all flips, shaken by ``seed``), or the chances of heads to start with, one for each
        coin, or those of every face (coins, faces).
    held : the numbers of coins whose chances are known; they stay at ``start``, which must be given.
    tolerance : the story ends where no probability changes by more in one iteration.
    max_iterations : the budget.
    seed : of the start.
    """

    step = CoinStep

    coins: int = params.whole(2, least=1)
    prior: str = params.option("equal", PRIORS)
    start: str | np.ndarray = params.checked("random", word_or_array(STARTS, "chances of heads, one for each coin"))
    held: tuple[int, ...] = params.checked((), lambda name, held: _numbers(name, held))

    def _features(self, X) -> np.ndarray:
        return counted(X)

    def _check(self, data: TrainingSet) -> None:
        at_most_examples("coins", self.coins, len(data.X))
        if not data.X.any():
            raise ValueError("X: expected at least one flip, got only zeros; add a trial with flips")
        if np.ndim(self.start) and (shape := _given("start", self.start).shape) != (self.coins, data.X.shape[1]):
            raise ValueError(
                f"start: expected the chances of {data.X.shape[1]} faces for each of {self.coins} coins, got those of "
                f"shape {shape}; pass one row for each coin"
            )
        if len(self.held) and (not np.ndim(self.start) or not set(self.held) <= set(range(self.coins))):
            raise ValueError(
                f"held: expected numbers of coins from 0 to {self.coins - 1} and their chances in start, got "
                f"held={self.held!r}, start={self.start!r}; pass start, one chance of heads for each coin"
            )

    def _story(self, data: TrainingSet, record: bool) -> Iterator[CoinStep]:
        start = CoinModel(self._first(data.X), chosen_weights(None, self.coins), self.prior)
        known = None
        if len(self.held):
            known = np.full_like(start.probabilities, np.nan)
            known[list(self.held)] = start.probabilities[list(self.held)]
        yield from self._climb(Trials(inputs.frozen(data.X), self.prior, known), start, record)

    def _first(self, X: np.ndarray) -> np.ndarray:
        if np.ndim(self.start):
            return _given("start", self.start)
        rng = np.random.default_rng(self.seed)
        p = X.sum(axis=0) * rng.uniform(0.5, 1.5, (self.coins, X.shape[1]))
        return inputs.frozen(p / p.sum(axis=1, keepdims=True))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


def counted(X) -> np.ndarray:
    """X as counts: floats, none of them negative. Parts of a flip are let pass."""
    X = inputs.matrix(X, sparse=False).astype(float, copy=False)
    if (X < 0).any():
        where = tuple(int(i) for i in np.argwhere(X < 0)[0])
        raise ValueError(
            f"X: expected counts of heads, tails, ..., got {X[where]:g} at {where} (Negative values in data); "
            "count how often each face fell"
        )
    return X


def _numbers(name: str, held) -> None:
    if not isinstance(held, list | tuple) or not all(isinstance(k, int | np.integer) for k in held):
        raise TypeError(f"{name}: expected a tuple with numbers of coins, such as (0,), got {held!r}; write it so")


def _given(name: str, values) -> np.ndarray:
    """(rows, faces): chances above 0 that add up to 1; of a flat list each is that of heads, and tails has the rest."""
    p = inputs.real_numbers(name, values)
    p = np.column_stack([p, 1 - p]) if p.ndim == 1 else p
    if p.ndim != 2 or not p.size or not (p > 0).all() or np.abs(p.sum(axis=1) - 1).max() > 1e-9:
        raise ValueError(
            f"{name}: expected probabilities above 0 and below 1, those of a row adding up to 1, got {values!r}; "
            "pass chances of heads, or a row of chances for each coin"
        )
    return inputs.frozen(p)
