"""The members of an ensemble: how they are trained, and how they are asked all together.

Lectures 19 to 21; deck 000 "Ensemble Trees: Bagging", "Gradient Boosting Algorithm", "Error Correcting Output Codes".
Inventory: I-000-102, I-000-109, I-000-116.

Members of any kind are asked one after the other (``SeparateMembers``); trees of thresholds stand in one set of arrays
and are asked all at once (``TreeMembers``). Both answer alike:

    members.answers(X, k)            (k, cases): what each of the first k answers; class indices, or numbers
    members.answers(X, k, SURENESS)  of two classes how sure each is of the second: its score, or 2 P - 1
    members.member(b)                the model of member b by itself
    members.drawable(through)        whether they can be asked on a plane of numbers, see ``core.drawable``
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Learner, TakesWeights, TrainingSet
from labkit.core.table import Table
from labkit.learners.ensemble.engine.tree_arrays import TreeArrays
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.decision_tree import DecisionTree
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.tree import LEAF, THRESHOLD

ANSWERS, SURENESS = "answers", "sureness"  # what members may be asked for

# ---------------------------------------------------------------- training


class TrainsMembers(Learner):
    """For ensembles whose members any other ``learner`` trains; abstract."""

    kind = Classifier  # what the learner is of
    default = None  # where none is given
    weighs = False  # whether it must take weights

    learner: Learner | None = None

    def _member(self) -> Learner:
        return chosen(self.learner, self.default, self.kind, weighs=self.weighs)

    def _features(self, X) -> np.ndarray | Table:
        return self._member()._features(X)

    def _check(self, data: TrainingSet) -> None:
        check(self._member(), data)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self._member().__sklearn_tags__().input_tags.allow_nan
        return tags


def chosen(learner, default: Learner, kind: type[Learner], *, weighs: bool = False, name: str = "learner") -> Learner:
    """The learner of the members: the given one, checked to be of the ``kind``, or the default where it is None."""
    if learner is None:
        return default
    if isinstance(learner, kind) and (isinstance(learner, TakesWeights) or not weighs):
        return learner
    what = "classes" if kind is Classifier else "numbers"
    what += " that takes weights" if weighs else ""
    if isinstance(learner, type):
        got, repair = f"the class {learner.__name__}", f"make one, {learner.__name__}()"
    else:
        got = repr(learner) if isinstance(learner, Learner | str) else f"a {type(learner).__name__}"
        repair = "choose another, or None for this one"
    raise ValueError(f"{name}: expected a learner of {what} such as {default!r}, got {got}; {repair}")


def check(learner: Learner, data: TrainingSet) -> None:
    """Refuse data and hyper-parameters that the learner of the members refuses."""
    learner._checked(data.X, data.y if data.classes is None else data.classes[data.y])


def trained(learner: Learner, data: TrainingSet):
    """The model of this learner from these examples, which may lack some of the ``data.classes``.

    Of one class alone nothing can be learned: such a model always answers that class.
    """
    if data.classes is not None and not isinstance(learner, DecisionTree):  # trees grow on any mixture of classes
        found, y = np.unique(data.y, return_inverse=True)
        data = replace(data, y=y, classes=inputs.frozen(data.classes[found], data.classes.dtype))
        if len(found) == 1:
            return Constant(data.classes)
    (last,) = deque(learner._story(data, record=False), maxlen=1)
    return last.model


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """The only class there was, for every case."""

    classes: np.ndarray

    def predict(self, X) -> np.ndarray:
        return self.classes.repeat(len(X))


class WeakFits:
    """Fits a learner anew in every round, as ``StumpSearch`` does; examples that weigh nothing are left out."""

    refusal = ""

    def __init__(self, learner: Classifier, data: TrainingSet):
        self._learner, self._data, self._models = learner, data, []

    def fit(self, w: np.ndarray) -> np.ndarray:
        """The answers to all examples, as class indices, of the learner that was trained with the weights w."""
        X, y, classes = self._data.X, self._data.y, self._data.classes
        some = slice(None) if w.all() else w > 0
        self._models.append(trained(self._learner, TrainingSet(X[some], y[some], classes, w[some])))
        return classes.searchsorted(self._models[-1].predict(X))

    def members(self, k: int) -> TreeMembers | SeparateMembers:
        return gathered(self._models[:k], self._data)


# ---------------------------------------------------------------- asking


class GrowingWhole:
    """A list to which a story adds one part after the other; ``whole`` is made of all of them, anew where more came.

    At any moment the story's models are prefixes of it, so that it may grow under them.
    """

    def __init__(self, parts: Sequence, together: Callable[[], Any]):
        self._parts, self._together, self._of, self._whole = parts, together, None, None

    def __len__(self) -> int:
        return len(self._parts)

    @property
    def whole(self):
        if self._of != len(self):
            self._whole, self._of = self._together(), len(self)
        return self._whole

    def end(self) -> None:
        """The story is over: only what has been put together is kept."""
        _ = self.whole
        self._parts, self._together = range(len(self)), None


def gathered(models: Sequence, data: TrainingSet) -> SeparateMembers | TreeMembers:
    """The members of an ensemble that learns from these data."""
    if models and all(map(_compares, models)):
        arrays, some = TreeArrays.joined([model.tree for model in models]), models[0]
        return TreeMembers(arrays, some.attributes, some.classes, some.merit)
    attributes = Attributes.of(data.X)
    return SeparateMembers(tuple(models), data.classes, len(attributes) == 2 and not attributes.categorical.any())


def _compares(model) -> bool:
    """Whether the model is a plain tree of thresholds; missing values and categories are answered one by one."""
    plain = type(model) is TreeModel and model.router is None and not model.attributes.categorical.any()
    return plain and bool(np.isin(model.tree.kind, (LEAF, THRESHOLD)).all())


@dataclass(frozen=True, slots=True, eq=False)
class SeparateMembers:
    """Models of any kind."""

    models: tuple
    classes: np.ndarray | None
    plane: bool  # two numeric features

    def __len__(self) -> int:
        return len(self.models)

    def member(self, b: int):
        return self.models[b]

    def drawable(self, through: np.ndarray | None) -> bool:
        return self.plane and through is None

    def answers(self, X: np.ndarray | Table, first: int, reading: str = ANSWERS) -> np.ndarray:
        if not first:
            return np.empty((0, len(X)))
        if reading == SURENESS:
            return np.array([_sureness(model, X) for model in self.models[:first]])
        answers = np.array([model.predict(X) for model in self.models[:first]])
        return answers if self.classes is None else self.classes.searchsorted(answers)


def _sureness(model, X: np.ndarray | Table) -> np.ndarray:
    if hasattr(model, "decision_function"):
        return model.decision_function(X)
    if hasattr(model, "predict_proba"):
        return 2 * model.predict_proba(X)[:, 1] - 1
    return 2 * model.predict(X) - 1


@dataclass(frozen=True, slots=True, eq=False)
class TreeMembers:
    """Trees that only compare with thresholds."""

    arrays: TreeArrays
    attributes: Attributes
    classes: np.ndarray | None
    merit: str = "gain"

    def drawable(self, through: np.ndarray | None) -> bool:
        plane = through is not None or len(self.attributes) == 2
        return plane and not self.attributes.categorical.any()

    def __len__(self) -> int:
        return len(self.arrays)

    def member(self, b: int) -> TreeModel:
        return TreeModel.whole(self.arrays.tree(b), self.attributes, self.classes, merit=self.merit)

    def answers(self, X: np.ndarray | Table, first: int, reading: str = ANSWERS) -> np.ndarray:
        return self.at_nodes(reading)[self.arrays.apply(self.attributes.cells(X), slice(first))]

    def at_nodes(self, reading: str = ANSWERS) -> np.ndarray:
        """What cases that stop at each node are answered."""
        nodes = self.arrays.nodes
        if reading == SURENESS:
            return 2 * nodes.counts[:, 1] / nodes.weight - 1
        return nodes.prediction if self.classes is None else nodes.prediction.astype(int)

    def painted(self, values: np.ndarray, x: np.ndarray, y: np.ndarray, trees: slice, through=None) -> np.ndarray:
        """The sum over these trees of their leaves' ``values`` (over the nodes), see ``TreeArrays.painted``."""
        if through is not None and np.shape(through) != (len(self.attributes),):
            raise ValueError(
                f"through: expected a case of {len(self.attributes)} numbers, got shape {np.shape(through)}; "
                "pass all of them"
            )
        return self.arrays.painted(values, x, y, trees, None if through is None else np.asarray(through, dtype=float))
