"""k-means: every example joins the nearest centre, every centre moves to the mean of its examples, and again.

Lecture 13; deck 002 "RBF Networks" (where the centres of the basis functions come from), "Iterative Methods" (one part
of the parameters at a time). Inventory: I-002-024, I-002-037.

    J = sum over i of |x_i - c_g(i)|^2                            the inertia: how far all are from their centres   (1)
    g(i) = argmin over k of |x_i - c_k|                           assign: the best groups for these centres         (2)
    c_k = mean of the x_i with g(i) = k                           move: the best centres for these groups           (3)
    P(x_i is the next centre) = D_i^2 / sum of all D^2            the start: far examples are likely                (4)

(2) and (3) never raise J, and there are finitely many groupings: it ends, in a local minimum that depends on the start.
D_i in (4) is the distance to the nearest centre that there is already ("k-means++", Arthur and Vassilvitskii 2007).

An example as far from two centres joins the first of them. A group that is empty after (2) takes the example that is
farthest from its centre (the first of equals) out of the groups that have others left, and that is its centre.
While k-means runs, ``engine.lloyd`` finds the same groups and means, sooner.

symbol   name here     symbol   name here     symbol   name here
x        X             c_k      centres[k]    g        groups
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.frames import cases, unnamed
from labkit.core.learner import TrainingSet, Unsupervised
from labkit.core.story import START, STOP, UPDATE, CountedStep, read, spent
from labkit.core.transformer import Transforms
from labkit.learners.blocks import blocks, in_blocks
from labkit.learners.mixture.engine.lloyd import CentreSearch
from labkit.learners.neighbours.distances import between, rooted

STARTS = ("k-means++",)
ASSIGN, MOVE = "assign", "move"
LEAST_SQUARE = 1e-300  # the squared distance of different examples whose own underflows: drawn when no others are left


def word_or_array(allowed: tuple[str, ...], others: str) -> Callable[[str, object], object]:
    """The check of a parameter that is one of a few words, or an array."""
    return lambda name, value: np.ndim(value) or inputs.option(name, value, allowed, others)


def nearest_centre(X: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The number of every example's nearest centre, the first of equals."""
    return between(X, centres, 2).argmin(axis=1)  # (2)


def inertia(X: np.ndarray, centres: np.ndarray, groups: np.ndarray) -> float:
    total = 0.0
    for some in blocks(*X.shape):
        away = X[some] - centres[groups[some]]
        total += float(np.einsum("ij,ij->", away, away))  # (1)
    return total


@dataclass(frozen=True, slots=True, eq=False)
class CentresModel:
    """The number of the nearest centre (the first of equals)."""

    centres: np.ndarray  # (groups, features)

    @property
    def classes(self) -> np.ndarray:
        """The numbers of the groups: what is predicted."""
        return np.arange(len(self.centres))

    def predict(self, X) -> np.ndarray:
        X = inputs.matrix(unnamed(X))
        inputs.same_features(X, self.centres.shape[1], self)
        return nearest_centre(X, self.centres)

    def score(self, X) -> float:
        """Minus the inertia: more is better."""
        X = cases(X)
        return -inertia(X, self.centres, self.predict(X))

    @property
    def linear_scores(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A, b, owner): -1/2|x - c|^2 without the |x|^2 that all centres share. Regions have straight borders."""
        return self.centres, -0.5 * (self.centres**2).sum(axis=1), self.classes


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KMeansStep(CountedStep):
    """Examples assigned, or centres moved (or the start, or the end)."""

    noun = "iteration"
    iteration: int  # the one it happened in, from 1; an iteration assigns and moves
    phase: str  # "assign" or "move": what was done last
    groups: np.ndarray | None = None  # of every example, as last assigned; None at the start
    changed: int | None = None  # so many examples have just changed their group, where some were assigned
    filled: tuple[tuple[int, int], ...] = ()  # (group, example): the group was empty and took the example
    X: np.ndarray = field(repr=False)

    centres = read("model.centres")

    @property
    def inertia(self) -> float:
        """J; at the start as it will be when the examples are assigned."""
        groups = self.model.predict(self.X) if self.groups is None else self.groups
        return inertia(self.X, self.centres, groups)

    @property
    def sizes(self) -> np.ndarray:
        """How many examples each group has."""
        return np.bincount([] if self.groups is None else self.groups, minlength=len(self.centres))

    def _begins(self) -> str:
        k = len(self.centres)
        return f"{k} centre{' is' if k == 1 else 's are'} placed, no example has a group"

    def _happened(self) -> str:
        if self.phase == MOVE:
            return f"the centres moved to the means of their groups, {self._figures()}"
        took = "".join(f", empty group {group} took example {example}" for group, example in self.filled)
        who = "1 example" if self.changed == 1 else f"{self.changed} examples"
        did = "joined the nearest centre" if self.iteration == 1 else "changed groups"
        return f"{who} {did}{took}, {self._figures()}"

    def _figures(self) -> str:
        return f"inertia {self.inertia:.4g}"


class KMeans(Transforms, Unsupervised):
    """Groups around centres.

    Parameters
    ----------
    groups : how many; at most as many as there are different examples.
    start : "k-means++" (examples that are far from each other, drawn by ``seed``) or the first centres themselves,
        an array (groups, features).
    max_iterations : the budget.
    seed : of the start.
    """

    groups: int = params.whole(3, least=1)
    start: str | np.ndarray = params.checked("k-means++", word_or_array(STARTS, "an array (groups, features)"))
    max_iterations: int = params.whole(300, least=1)
    seed: int = params.seed()

    cluster_centers_ = fitted("model_.centres", "(groups, features)")
    labels_ = fitted("last_step_.groups", "The group of every example.")
    inertia_ = fitted("last_step_.inertia", "J of the examples.")
    n_iter_ = fitted("last_step_.iteration", "How many iterations there were.")

    def transform(self, X) -> np.ndarray:
        """(examples, groups): how far each example is from each centre, as features for another learner."""
        return rooted(between(self._examples(X), self.model_.centres, 2), 2)

    def _check(self, data: TrainingSet) -> None:
        check_places(data.X, self.groups)
        if np.ndim(self.start):
            check_start(self.start, (self.groups, data.X.shape[1]), "centres")

    def _first(self, X: np.ndarray) -> np.ndarray:
        if np.ndim(self.start):
            return inputs.frozen(self.start)
        return inputs.frozen(plus_plus(X, self.groups, np.random.default_rng(self.seed)))

    def _story(self, data: TrainingSet, record: bool) -> Iterator[KMeansStep]:
        X = inputs.frozen(data.X) if data.X.flags.writeable else data.X
        cases, centres = CentreSearch(X), self._first(X)
        groups, n, reason, phase = None, 0, "", MOVE

        def step(event, **more):
            model = CentresModel(centres)
            return KMeansStep(event=event, model=model, iteration=n, phase=phase, groups=groups, X=cases.X, **more)

        if record:
            yield step(START)
        while not reason:
            n, before, phase = n + 1, groups, ASSIGN
            groups, centres, filled = _assigned(cases, centres)  # (2)
            changed = len(groups) if before is None else int(np.count_nonzero(groups != before))
            if not changed:
                reason = "no example changes its group any more"
                break
            if record:
                yield step(UPDATE, equation=2, changed=changed, filled=filled)
            centres, phase = inputs.frozen(cases.means(groups, self.groups)), MOVE  # (3)
            if record:
                yield step(UPDATE, equation=3)
            reason = spent(n) if n == self.max_iterations else ""
        yield step(STOP, reason=reason)


def _assigned(cases: CentreSearch, centres: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[tuple[int, int], ...]]:
    """(groups, centres, filled): everyone with the nearest centre, and a far example with a centre that has nobody."""
    groups, filled = cases.nearest(centres), []
    sizes = np.bincount(groups, minlength=len(centres))
    if not sizes.all():
        centres = centres.copy()
        away = ((cases.X - centres[groups]) ** 2).sum(axis=1)
        for group in np.flatnonzero(sizes == 0).tolist():
            example = int(np.where(sizes[groups] > 1, away, -1.0).argmax())
            sizes[groups[example]] -= 1
            groups[example], sizes[group], away[example] = group, 1, 0.0
            centres[group] = cases.X[example]
            filled.append((group, example))
        centres.setflags(write=False)
    groups.setflags(write=False)
    return groups, centres, tuple(filled)


def plus_plus(X: np.ndarray, k: int, rng: np.random.Generator, units: np.ndarray | None = None) -> np.ndarray:
    """(k, features): k different examples, most likely far from each other, by distances in these ``units``."""
    check_places(X, k, "k")
    if units is None:
        units = float(np.ptp(X, axis=0).max()) or 1.0  # so that squares do not underflow
    rows = [int(rng.integers(len(X)))]
    D2 = np.full(len(X), np.inf)
    while len(rows) < k:
        d2 = in_blocks(lambda some: _squares((some - X[rows[-1]]) / units), X, X.shape[1])
        close = np.flatnonzero(d2 == 0)
        d2[close] = LEAST_SQUARE * (X[close] != X[rows[-1]]).any(axis=1)
        sums = np.minimum(D2, d2, out=D2).cumsum()
        rows.append(int(np.searchsorted(sums, rng.random() * sums[-1], side="right")))  # (4)
    return X[rows]


def _squares(away: np.ndarray) -> np.ndarray:
    return np.einsum("ij,ij->i", away, away)


def check_start(start, shape: tuple[int, int], what: str) -> None:
    """Refuse given centres or means of another shape than (groups, features)."""
    if (found := inputs.matrix(start, name="start").shape) != shape:
        raise ValueError(
            f"start: expected {shape[0]} {what} of {shape[1]} features, got shape {found}; pass one row for each"
        )


def check_places(X: np.ndarray, k: int, name: str = "groups") -> None:
    """Refuse more groups than different examples. The first few rows mostly differ enough: they are counted first."""
    some = places = 0
    while places < k:
        if some >= len(X):
            raise ValueError(
                f"{name}: expected at most as many as there are different examples, {places} (n_samples = {len(X)}), "
                f"got {k}; lower {name} or add examples"
            )
        some = 4 * max(some, k)
        places = len(np.unique(X[:some], axis=0))
