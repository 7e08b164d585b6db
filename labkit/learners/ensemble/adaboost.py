"""AdaBoost: weak classifiers one after the other, each on the examples that the earlier ones find hard.

Lecture 20; deck 000 "AdaBoost", "AdaBoost in Action". Inventory: I-000-107, I-000-108, I-000-133.

Round m fits f_m to the examples with weights w, which sum to 1, and among K classes (SAMME; K = 2 is the lecture's)

    epsilon = sum of w over the examples with f_m(x) != z                                (1)
    alpha = 1/2 [ln((1 - epsilon) / epsilon) + ln(K - 1)]                                (2)
    w <- w e^alpha / Z where f_m is wrong, w e^-alpha / Z where it is right              (3)
    Z = (1 - epsilon) e^-alpha + epsilon e^alpha = K (1 - epsilon) e^-alpha              (4)
    margin = z F(x) / sum of alphas                                                      (5)
    training error <= mean of e^{-z F(x)} = product of Z                                 (6)

where Z = 2 sqrt(epsilon (1 - epsilon)) for K = 2, and F is the members' weighted vote (``weighted_vote``). For K > 2
read z F as the votes for the right class minus those for the best other class in (5), and minus those for all others
together in (6): this still bounds the error, but Z may be above 1.

symbol      name here              symbol      name here
w^(m)       weights                e_m         epsilon
w^(m+1)     next_weights           F, z^       scores, model

Departures from the slides: the deck's derivation of (2) and (3) holds as it stands (E-000-44). Here weights are also
divided by their sum Z in every round, so that they and (6) are shares; epsilon and alpha stay the same. Ties among
stumps: the lowest attribute, then the lowest threshold, so that the ten points' first stump is x1 <= 2.5.

Where the formulas end:

- A weak learner no better than chance, epsilon >= 1 - 1/K, takes no part and ends the story; if it is the first, the
  model answers with the heaviest class.
- A weak learner without mistakes would get an infinite vote weight: it gets 1 + the sum of all alphas before, so that
  it decides alone, and ends the story.
- Weights are kept as logarithms and taken relative to the largest. One that is too small for a number is 0: that
  example is left out of the round. If no more than one class is left the story ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, TakesWeights, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.core.table import Table
from labkit.learners.ensemble import importance, members
from labkit.learners.ensemble.engine.stumps import NODES, StumpSearch
from labkit.learners.ensemble.fitted import KnowsRounds, fitted_model
from labkit.learners.ensemble.prefix import PrefixStep, decided, settled
from labkit.learners.ensemble.weighted_vote import Voters, WeightedVote, tied
from labkit.learners.tree.attributes import complete
from labkit.learners.tree.classics import CART
from labkit.learners.tree.tree import TOLERANCE

LARGEST = 700.0  # whose exponential is a number


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AdaStep(PrefixStep):
    """One round (or the start, or the end). Arrays are over the training examples."""

    noun = "round"
    round, weak = PrefixStep.count, PrefixStep.newest
    weights: np.ndarray  # that this round's weak learner saw
    next_weights: np.ndarray  # after this round
    scores: np.ndarray  # F after this round: (examples,) of two classes, else (examples, classes)
    epsilon: float | None  # weighted error of this round's weak learner
    alpha: float | None  # its vote weight
    Z: float | None  # what the new weights were divided by, so that they sum to 1
    bound: float  # on the training error: the product of Z
    targets: np.ndarray  # class indices
    start_weights: np.ndarray
    total_weight: float  # of all examples before they were made shares: their number where none weighs more

    @property
    def error(self) -> float:
        """On the training examples, by their weights at the start."""
        if not self.round:
            return float(1 - self.model.ensemble.prior.max())
        return float(self.start_weights @ (decided(self._settled) != self.targets))

    @property
    def ties(self) -> int:
        """Of how many training examples the votes tie; they get the first of these classes."""
        return int(np.count_nonzero(tied(self._settled))) if self.round else 0

    @property
    def _settled(self) -> np.ndarray:
        return settled(self.scores, float(self.model.alphas.sum()), self.scores.ndim > 1)

    @property
    def margins(self) -> np.ndarray:
        """By how much the right class leads before the best other, as a share of all alphas: within -1 to 1."""
        total = float(self.model.alphas.sum()) or 1.0
        if self.scores.ndim == 1:
            return self.scores * (2.0 * self.targets - 1.0) / total  # (5)
        here = np.arange(len(self.targets)), self.targets
        others = self.scores.copy()
        others[here] = -np.inf
        return (self.scores[here] - others.max(axis=1)) / total  # (5)

    @property
    def loss(self) -> float:
        """The exponential loss: sum of e^{-z F} over the examples."""
        return self.total_weight * self.bound  # (6)

    def _begins(self) -> str:
        return f"{len(self.targets)} examples, no weak learner yet"

    def _happened(self) -> str:
        weak = self.weak
        name = weak.question(0) if len(getattr(weak, "tree", ())) == NODES else "the weak learner"
        happened = f"{name} errs on {self.epsilon:.3g} of the weight, so its vote weight is {self.alpha:.3g}"
        ties = f", where {self.ties} votes tie and go to the first class" if self.ties else ""
        return f"{happened}; training error {self.error:.3g}{ties}"


class AdaBoost(KnowsRounds, TakesWeights, HasScores, Classifier):
    """AdaBoost of stumps, or of any classifier that takes weights; ``sample_weight`` is where the weights start.

    Parameters
    ----------
    rounds : weak learners at most. The slide's rule of thumb, 10 to 20, has most of the fall of the error; where the
        classes overlap more rounds make it worse, where they do not 100 still take something off.
    weak : the weak learner; None is the stump with the least weighted error.
    """

    rounds: int = params.whole(50, least=1)
    weak: Classifier | None = None

    @property
    def estimator_weights_(self) -> np.ndarray:
        """The vote weights alpha of (2); scikit-learn's are twice as large, for it leaves out the 1/2."""
        return fitted_model(self).alphas

    @property
    def estimator_errors_(self) -> np.ndarray:
        """The weighted errors epsilon of (1)."""
        return fitted_model(self).epsilons

    def _falls(self) -> np.ndarray:
        """Each weak learner's shares count as much as its vote."""
        return importance.shares(super()._falls()) * self.estimator_weights_[:, None]

    def _features(self, X) -> np.ndarray | Table:
        if isinstance(self.weak, Classifier):
            return self.weak._features(X)
        return complete(X) if isinstance(X, Table) else inputs.matrix(X)

    def _check(self, data: TrainingSet) -> None:
        if self.weak is not None:
            members.check(members.chosen(self.weak, CART(max_depth=1), Classifier, weighs=True, name="weak"), data)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[AdaStep]:
        weak = members.WeakFits(self.weak, data) if self.weak else StumpSearch(data.X, data.y, data.classes)
        rounds = AdaRounds(weak, data, self.rounds)
        voters = rounds.voters()
        shared = {"targets": inputs.frozen(data.y, dtype=int), "start_weights": rounds.start,
                  "total_weight": float(len(data.y) if data.weights is None else data.weights.sum())}  # fmt: skip

        def step(event: str, m: int, numbers: dict, **more) -> AdaStep:
            return AdaStep(event=event, model=WeightedVote(voters, m), **numbers, **shared, **more)

        for m, numbers in enumerate(rounds):
            if record:
                yield step(UPDATE, m, numbers, equation=3) if m else step(START, m, numbers)
        voters.end()
        yield step(STOP, m, numbers, reason=rounds.reason)


class AdaRounds:
    """Iterates over what the start and the rounds tell; knows the ``alphas`` so far, then the ``reason`` of the end."""

    def __init__(self, weak: StumpSearch | members.WeakFits, data: TrainingSet, most: int):
        self.weak, self._y, self._names, self._classes, self._most = weak, data.y, data.classes, len(data.classes), most
        self._log_w = np.zeros(len(data.y)) if data.weights is None else np.log(data.weights)
        self.start = _shares(self._log_w)
        self.alphas: list[float] = []
        self.epsilons: list[float] = []
        self.reason = ""

    def voters(self) -> Voters:
        """Those of the rounds so far, whenever they are asked."""
        weak = members.GrowingWhole(self.alphas, lambda: self.weak.members(len(self.alphas)))
        votes = members.GrowingWhole(self.alphas, lambda: inputs.frozen([self.alphas, self.epsilons]))
        prior = inputs.frozen(np.bincount(self._y, self.start, self._classes))
        return Voters(weak, self._names, votes, prior)

    def __iter__(self) -> Iterator[dict]:
        y, w = self._y, self.start
        votes = np.array([-1.0, 1.0]) if self._classes == 2 else np.eye(self._classes)  # of a member, by its answer
        scores, log_bound, log_w = np.zeros((len(y), *votes.shape[1:])), 0.0, self._log_w
        start = {"weights": w, "next_weights": w, "scores": _read_only(scores)}
        yield start | {"epsilon": None, "alpha": None, "Z": None, "bound": 1.0}
        while not self._ended(w):
            answers = self.weak.fit(w)
            wrong = answers != y
            epsilon = float(w @ wrong)  # (1)
            if self._is_chance(epsilon):
                return
            alpha = self._vote_weight(epsilon)  # (2)
            log_w = log_w + np.where(wrong, alpha, -alpha)  # (3)
            before, w = w, _shares(log_w)
            log_z = (log(self._classes * (1 - epsilon)) if epsilon else 0.0) - alpha  # (4)
            log_bound += log_z
            scores = _read_only(scores + alpha * votes[answers])
            self.epsilons.append(epsilon)
            self.alphas.append(alpha)
            yield {"weights": before, "next_weights": w, "scores": scores, "epsilon": epsilon, "alpha": alpha,
                   "Z": exp(min(log_z, LARGEST)), "bound": exp(min(log_bound, LARGEST))}  # (6)  # fmt: skip

    def _is_chance(self, epsilon: float) -> bool:
        if epsilon < 1 - 1 / self._classes - TOLERANCE:
            return False
        self.reason = f"the next weak learner is no better than chance (epsilon = {epsilon:.4g})"
        return True

    def _vote_weight(self, epsilon: float) -> float:
        if epsilon == 0:
            self.reason = "the last weak learner makes no mistake and decides alone"
            return 1 + sum(self.alphas)
        return 0.5 * (log(1 - epsilon) - log(epsilon) + log(self._classes - 1))  # (2), where 1 / epsilon may overflow

    def _ended(self, w: np.ndarray) -> bool:
        """Whether no other round can be, and why."""
        if self.reason:
            return True
        if len(self.alphas) == self._most:
            self.reason = f"all {self._most} rounds are done"
        elif self.weak.refusal:
            self.reason = self.weak.refusal
        elif not w.all() and len(np.unique(self._y[w > 0])) == 1:
            self.reason = "all other weights are too small for numbers, and only one class is left"
        return bool(self.reason)


def _shares(log_w: np.ndarray) -> np.ndarray:
    """Weights that sum to 1, from logarithms; the largest cannot vanish."""
    w = np.exp(log_w - log_w.max())
    w /= w.sum()
    return _read_only(w)


def _read_only(array: np.ndarray) -> np.ndarray:
    """The same array, read-only from now on."""
    array.setflags(write=False)
    return array
