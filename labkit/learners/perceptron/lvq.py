"""Learning vector quantisation: prototypes of the true class approach an example, those of a wrong class retreat.

Lecture 10; deck 000 "LVQ as Perceptron Update", "Fuzzy Updates - 2". Inventory: I-000-061, I-000-123.

The perceptron update with the score y_i = -|x - w_i|^2 / 2 of a prototype w_i, whose gradient is x - w_i:

    k = argmax y_i = argmin |x - w_i|                              the winner (the first of equals)   (1)
    w_j <- w_j + eta (x - w_j),  w_k <- w_k - eta (x - w_k)        rule "both", when k is of a wrong class;
                                                                   j is the nearest of the true class (2)
    w_k <- w_k + eta (x - w_k)                                     rule "winner", k of the true class (3)
    w_k <- w_k - eta (x - w_k)                                     rule "winner", k of a wrong class  (4)
    eta = learning_rate (1 - (s - 1) / max_sweeps)                 in sweep s = 1, 2, ..              (5)
    w_j <- w_j + eta g' (x - w_j),  w_c <- w_c - eta g' (x - w_c)  rule "fuzzy", for every example: c is the
                                                                   nearest of another class           (6)

symbol   name here        symbol   name here
eta      learning_rate    w_i      prototypes[i]
s        sweep            k        winner
g'       of the penalty g(d) in ``fuzzy``, where d = y_c - y_j and its width xi are squared distances

"both" is the slide's rule and stops after a sweep without a mistake; "winner" is Kohonen's LVQ1, which moves at every
example until eta is used up; "fuzzy" moves by how wrong or nearly wrong an example is, and least far from the boundary.
Where three or more classes overlap, LVQ1 is pushed off more often than it is drawn in,
and the prototypes run away: a story that leaves the data far behind stops and says so.

Departures from the slides: the gradient of y is +(x - w), not -(x - w) (E-000-20); one prototype per class gives
straight boundaries (bisectors), bent ones need several per class, and the slide's rule is not LVQ1 (E-000-21).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.frames import cases
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.learners.perceptron.fuzzy import PENALTIES, penalty
from labkit.learners.sweeps import Sweeps, SweepStep, rows

RULES = ("both", "winner", "fuzzy")
STARTS = ("means", "examples")
MOST_RANGES_AWAY = 10  # data ranges from the middle of the data; a prototype farther out has run away
RAN_AWAY = f"a prototype ran away: it is more than {MOST_RANGES_AWAY} data ranges from the data"


def lvq_step(x: np.ndarray, w_j: np.ndarray, w_k: np.ndarray, eta: float) -> tuple[np.ndarray, np.ndarray]:
    """w_j approaches x, w_k retreats from it."""
    return w_j + eta * (x - w_j), w_k - eta * (x - w_k)  # (2)


@dataclass(frozen=True, slots=True, eq=False)
class PrototypeModel:
    """The class of the nearest prototype (the first of equals)."""

    prototypes: np.ndarray  # one row each, those of a class together
    owner: np.ndarray  # the index of each one's class
    classes: np.ndarray

    @property
    def linear_scores(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A, b, owner): -1/2|x - w|^2 without the |x|^2 that all prototypes share."""
        return self.prototypes, -0.5 * (self.prototypes**2).sum(axis=1), self.owner

    def scores(self, X) -> np.ndarray:
        """y_i = -|x - w_i|^2 / 2, one column per prototype."""
        X = cases(X)
        return np.stack([-0.5 * ((X - w) ** 2).sum(axis=1) for w in self.prototypes], axis=1)

    def decision_function(self, X) -> np.ndarray:
        """The score of every class's nearest prototype; for two classes the difference, as scikit-learn has it."""
        scores = self.scores(X)
        best = np.stack([scores[:, self.owner == k].max(axis=1) for k in range(len(self.classes))], axis=1)
        return best[:, 1] - best[:, 0] if len(self.classes) == 2 else best

    def predict(self, X) -> np.ndarray:
        return self.classes[self.owner[self.scores(X).argmax(axis=1)]]  # (1)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LVQStep(SweepStep):
    """One example that moved prototypes (or the start, or the end)."""

    eta: float | None = None
    approached: int | None = None  # the prototype that came nearer
    retreated: int | None = None  # the prototype that went away

    @property
    def prototypes(self) -> np.ndarray:
        return self.model.prototypes

    def _happened(self) -> str:
        moves = ((self.approached, "approached"), (self.retreated, "retreated from"))
        moved = " and ".join(f"{self._name(i)} {did}" for i, did in moves if i is not None)
        return f"{moved} example {self.example}"

    def _name(self, prototype: int) -> str:
        owner = self.model.owner
        mates = np.flatnonzero(owner == owner[prototype])
        which = "the prototype" if len(mates) == 1 else f"prototype {int(np.searchsorted(mates, prototype)) + 1}"
        return f"{which} of class {self.model.classes[owner[prototype]]}"


class LVQ(Sweeps, HasScores, Classifier):
    """Learning vector quantisation for two or more classes.

    Parameters
    ----------
    rule : "both" (the slide's: on a mistake the nearest of the true class approaches and the winner retreats) or
        "winner" (LVQ1: the winner approaches an example of its class and retreats from any other) or "fuzzy".
    penalty, xi, xi_decay, xi_least : of the rule "fuzzy", as for ``FuzzyPerceptron``.
    prototypes : how many per class.
    start : "means" (of the class; of random parts of it, if several prototypes) or "examples" (random ones).
    learning_rate : eta of the first sweep, at most 1; it falls linearly and is used up after ``max_sweeps``.
    order, max_sweeps, seed : "cyclic" or "random" sweeps, their budget, and the seed of random ones and of the start.
    """

    rule: str = params.option("both", RULES)
    prototypes: int = params.whole(1, least=1)
    start: str = params.option("means", STARTS)
    learning_rate: float = params.number(0.1, above=0, most=1)
    max_sweeps: int = params.whole(30, least=1)
    penalty: str = params.option("logistic", PENALTIES)
    xi: float = params.number(1.0, above=0)
    xi_decay: float = params.number(0.95, above=0, most=1)
    xi_least: float = params.number(0.1, above=0)

    def _check(self, data: TrainingSet) -> None:
        inputs.number("xi_least", self.xi_least, above=0, most=self.xi)
        inputs.number("prototypes", self.prototypes, least=1, most=int(np.bincount(data.y).min()), whole=True)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[LVQStep]:
        rng = np.random.default_rng(self.seed)
        P, owner = self._first_prototypes(data, rng)
        strayed, n, reason = _fence(data.X), 0, self._budget_spent()

        def step(event, sweep, **more):
            model = PrototypeModel(inputs.frozen(P), owner, data.classes)
            return LVQStep(event=event, model=model, update=n, sweep=sweep, **more)

        if record:
            yield step(START, 0)
        for sweep, order in self._sweeps(len(data.X), rng):
            eta = self.learning_rate * (1 - (sweep - 1) / self.max_sweeps)  # (5)
            before, xi = n, max(self.xi * self.xi_decay ** (sweep - 1), self.xi_least)
            for moved in self._moves(P, owner, data, order, eta, xi):
                n += 1
                if record:
                    yield step(UPDATE, sweep, eta=eta, **moved)
                if "retreated" in moved and strayed(P):
                    break
            if n == before or strayed(P):
                found = "moved no prototype" if self.rule == "fuzzy" else "found no mistake"
                reason = f"sweep {sweep} {found}" if n == before else RAN_AWAY
                break
        yield step(STOP, sweep, reason=reason)

    def _first_prototypes(self, data: TrainingSet, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        P = []
        for k in range(len(data.classes)):
            rows = rng.permutation(np.flatnonzero(data.y == k))
            if self.start == "examples":
                P.extend(data.X[np.sort(rows[: self.prototypes])])
            else:
                P.extend(_mean(data.X[np.sort(part)]) for part in np.array_split(rows, self.prototypes))
        return np.array(P, dtype=float), inputs.frozen(np.repeat(np.arange(len(data.classes)), self.prototypes), int)

    def _moves(
        self, w: np.ndarray, owner: np.ndarray, data: TrainingSet, order, eta: float, xi: float
    ) -> Iterator[dict]:
        """One sweep that moves the prototypes w: what moved, example by example."""
        for n in rows(order, len(data.X)):
            x, y = data.X[n], data.y[n]
            away = ((w - x) ** 2).sum(axis=1)
            k = int(away.argmin())  # (1)
            if self.rule == "both":
                if owner[k] != y:
                    j = int(np.where(owner == y, away, np.inf).argmin())
                    w[j], w[k] = lvq_step(x, w[j], w[k], eta)  # (2)
                    yield {"equation": 2, "example": n, "approached": j, "retreated": k}
            elif self.rule == "fuzzy":
                j, c = (int(np.where(own, away, np.inf).argmin()) for own in (owner == y, owner != y))
                slope = float(penalty((away[j] - away[c]) / 2, xi, self.penalty)[1])
                if slope:
                    w[j], w[c] = lvq_step(x, w[j], w[c], eta * slope)  # (6)
                    yield {"equation": 6, "example": n, "approached": j, "retreated": c}
            elif owner[k] == y:
                w[k] += eta * (x - w[k])  # (3)
                yield {"equation": 3, "example": n, "approached": k}
            else:
                w[k] -= eta * (x - w[k])  # (4)
                yield {"equation": 4, "example": n, "retreated": k}


def _mean(X: np.ndarray) -> np.ndarray:
    """Never beside equal examples by rounding: an update would enlarge that distance without end."""
    return X.mean(axis=0).clip(X.min(axis=0), X.max(axis=0))


def _fence(X: np.ndarray):
    """A test whether some prototype has left the data far behind."""
    low, high = X.min(axis=0), X.max(axis=0)
    middle, limit = (low + high) / 2, MOST_RANGES_AWAY * (high - low).max()
    return lambda P: bool((np.abs(P - middle) > limit).any())
