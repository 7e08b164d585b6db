"""What neighbours for classes and for numbers have in common: a memory of examples, and how much each counts.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN", deck 004 "KNN - K nearest neighbors",
"KNN - an example", deck 000 "Decision Trees and Instance-based Classifiers".
Inventory: I-003-001, I-003-006, I-004-014, I-004-017, I-004-083, I-000-135.

    N_k(x) = the k examples nearest to x                                                                  (1)
    y(x) = what they say together, a vote in ``classes`` or a mean in ``numbers``, with the weights       (2)
    w_i = 1                      "uniform", the rule of the lecture                                       (3)
    w_i = d_1 / d_i              "distance": as 1 / d_i, in units of the nearest one's                    (4)

symbol   name here               symbol   name here
N_k      neighbours              w_i      neighbour_weights
d_i      distances, nearest first

Where a neighbour is at distance 0, (4) is 1 for it and for all others at distance 0, and 0 for the rest: an example
that equals the case decides, several of them together.

Attributes may be numbers or categories (deck 000), which a ``Table`` has: two categories are equal or they are 1 apart,
so numbers should be scaled to a range of about 1 beside them. A category that no example has differs from all.

The story of one case: its k neighbours are looked up once, and every step is a prefix of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.frames import tabled
from labkit.core.learner import Learner, TrainingSet
from labkit.core.story import SOLVED, START, STOP, UPDATE, CountedStep, Step, counted
from labkit.core.table import Table
from labkit.learners.grid import points
from labkit.learners.neighbours.cases import cells, checked, one_case, with_words
from labkit.learners.neighbours.distances import ball, check_p
from labkit.learners.neighbours.leave_one_out import LeaveOneOut, leave_one_out
from labkit.learners.neighbours.search import SEARCHES, Found, nearest
from labkit.learners.tree.attributes import Attributes

WEIGHTS = ("uniform", "distance")
CAPTION_FEATURES = 4  # features of a case that a caption names


def neighbour_weights(distances: np.ndarray, kind: str) -> np.ndarray:
    """(cases, k), for neighbours nearest first; the nearest has weight 1."""
    if kind == "uniform":
        return np.ones(distances.shape)  # (3)
    apart = distances > 0
    return np.where(apart, distances[:, :1] / np.where(apart, distances, 1.0), 1.0)  # (4)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NeighbourStep(CountedStep):
    """One neighbour more (or the start, or the answer)."""

    noun = "neighbour"
    neighbour: int  # how many so far
    case: np.ndarray  # that is asked about
    rows: np.ndarray  # of all k neighbours, nearest first
    distances: np.ndarray  # theirs

    @property
    def neighbours(self) -> np.ndarray:
        """The rows of those found so far."""
        return self.rows[: self.neighbour]

    @property
    def radius(self) -> float:
        """How far the neighbourhood reaches."""
        return float(self.distances[self.neighbour - 1]) if self.neighbour else 0.0

    @property
    def outline(self) -> np.ndarray | None:
        """The edge of the neighbourhood, a closed line of (x, y); None where the case has not two features."""
        return ball(self.case, self.radius, self.model.p) if len(self.case) == 2 else None

    @property
    def answer(self):
        """What the neighbours so far say; None as long as there are none."""
        if not self.neighbour:
            return None
        return self.model.answers(self.neighbours[None], self.distances[None, : self.neighbour])[0]

    def _spoken(self) -> str:
        """The answer in words."""
        raise NotImplementedError

    def _begins(self) -> str:
        shown = [self.model.attributes[k].word(cell) for k, cell in enumerate(self.case[:CAPTION_FEATURES])]
        return f"the case ({', '.join(shown)}{', ...' if len(self.case) > CAPTION_FEATURES else ''})"

    def _found(self) -> str:
        return f"example {self.example} at distance {self.radius:.4g}"


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourModel:
    """The examples and how neighbours among them are asked; ``dataclasses.replace(model, k=3)`` asks otherwise.

    A kind of model says what neighbours (rows and distances, both (cases, k), nearest first) answer: ``answers`` of
    all k, ``staged`` of the first one, two, ...; and ``losses`` of such stages for the examples of these rows.
    """

    step: ClassVar[type[NeighbourStep]]

    X: np.ndarray  # of categories the codes
    attributes: Attributes
    y: np.ndarray  # class indices, or numbers
    k: int
    p: float
    weights: str
    search: str

    def neighbours(self, X, k: int | None = None) -> Found:
        """(rows, distances) of the k nearest examples of every case, nearest first, of equals the lowest row.

        An example that is asked about is its own neighbour.
        """
        X, k = cells(X, self.attributes, self), self.k if k is None else k
        check_k(k, len(self.X))
        return nearest(self.X, X, k, self.p, self.search, self.categorical)

    @property
    def categorical(self) -> np.ndarray | None:
        """Which features are categories; None where all are numbers."""
        found = self.attributes.categorical
        return found if found.any() else None

    def predict(self, X) -> np.ndarray:
        rows, distances = self.neighbours(X)  # (1)
        return self.answers(rows, distances)  # (2)

    def _targets(self, y) -> np.ndarray:
        """y as the memory has it."""
        raise NotImplementedError

    def with_examples(self, X, y) -> Self:
        """The same model with more examples: all that learning them takes."""
        X, y = tabled(X), self._targets(y)
        attributes = self.attributes if self.categorical is None else with_words(self.attributes, X)
        X = cells(X, attributes, self)
        inputs.same_length(X, y)
        X, y = np.concatenate([self.X, X]), np.concatenate([self.y, y])
        return replace(self, X=inputs.frozen(X), attributes=attributes, y=inputs.frozen(y, y.dtype))

    def neighbour_steps(self, x) -> Iterator[NeighbourStep]:
        """The story of how one case is answered."""
        cases = cells(one_case(x), self.attributes, self)
        if len(cases) != 1:
            raise ValueError(f"x: expected one case, got {len(cases)}; ask about one after another")
        rows, distances = nearest(self.X, cases, self.k, self.p, self.search, self.categorical)
        start = self.step(event=START, model=self, neighbour=0, case=inputs.frozen(cases[0]),
                          rows=inputs.frozen(rows[0], int), distances=inputs.frozen(distances[0]))  # fmt: skip
        return self._answered(start)

    @staticmethod
    def _answered(start: NeighbourStep) -> Iterator[NeighbourStep]:
        yield start
        for n, row in enumerate(start.rows.tolist(), start=1):
            last = replace(start, event=UPDATE, neighbour=n, example=row, equation=1)
            yield last
        yield replace(last, event=STOP, equation=2, reason=f"the answer is {last._spoken()}")

    def _on_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> Found | None:
        """The neighbours of all (x, y), row by row; None where the examples are not of the plane."""
        cases = points(x, y, through)
        plane = cases.shape[1] == self.X.shape[1] and self.categorical is None
        return self.neighbours(cases) if plane else None


def check_k(k, examples: int, name: str = "k") -> None:
    why = f"no more neighbours than examples, n_samples={examples}"
    inputs.number(name, k, least=1, most=examples, whole=True, why=why)


class NeighbourLearner(Learner):
    """A learner that only stores its examples; abstract."""

    k: int = params.whole(5, least=1)
    p: float = params.checked(2, check_p)
    weights: str = params.option("uniform", WEIGHTS)
    search: str = params.option("auto", SEARCHES)

    n_samples_fit_ = fitted(lambda learner: len(learner.model_.X), "How many examples it remembers.")

    def _features(self, X) -> np.ndarray | Table:
        return checked(X)

    @abstractmethod
    def _model(self, data: TrainingSet) -> NeighbourModel:
        """The examples, remembered."""

    def _check(self, data: TrainingSet) -> None:
        check_k(self.k, len(data.y))

    def _story(self, data: TrainingSet, record: bool) -> Iterator[Step]:
        n = len(data.y)
        reason = f"{counted(n, 'example')} remembered; nothing is computed before a case is asked about"
        yield Step(event=SOLVED, model=self._model(data), reason=reason)

    def neighbours(self, X, k: int | None = None) -> Found:
        """(rows, distances) of the k nearest examples of every case, nearest first."""
        X = self._examples(X)
        return self.model_.neighbours(X, k)

    def neighbour_steps(self, x) -> Iterator[NeighbourStep]:
        """The story of how one case is answered."""
        X = self._examples(one_case(x))
        return self.model_.neighbour_steps(X)

    def leave_one_out(self, X, y, most: int | None = None) -> LeaveOneOut:
        """The errors of k = 1, 2, ..., ``most`` (None: all examples but one); the learner's own k does not matter."""
        data = self._training_set(X, y)
        self._check_params()
        return leave_one_out(self._model(data), most)
