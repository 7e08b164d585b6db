"""The plane: what the model decides everywhere, its boundary, the examples, the one just used.

A model is asked for what it has: ``linear_scores`` or ``boxes`` (exact regions), ``field`` (it paints itself, see
``fields``), or else ``predict`` on a grid, ``hyperplane`` (its normal) and ``prototypes`` with ``owner`` (drawn large).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views import fields
from labkit.views.boxes import acted_nodes, leaf_regions
from labkit.views.frame import few_classes, plane_limits
from labkit.views.regions import linear_regions
from labkit.views.scene import USED, WRONG, Field, Mark, Panel, Path, Points, Text, codes, coordinates

GRID = 100  # cells along each side of a field where every one is asked
EXTREMES = (0.4, 3.2)  # of the radius of an example with an equal share of the weight


class Plane:
    """``step -> Panel`` for examples X with labels y as the model predicts them.

    ``labels`` lists them all: the k-th has the k-th colour and shape. None is those of y in sorted order. ``size`` is a
    radius or ``size(step)`` one per example, as ``weight_sizes`` of its weights. ``sure`` shades a two-class ``field``
    (see ``fields``): None is ``logistic`` for a model with scores, ``votes`` for others. ``cuts(step)`` are marks under
    the examples, such as ``Cuts`` of one member.

    Where the model knows more features than the two seen, ``cases`` are the examples with all of them, and ``through``
    is the case that the plane goes through: ``field`` is asked with it, as ``field(x, y, through)``.
    """

    def __init__(self, X, y, *, box, title="", limits=None, editable=False, reference=None, margin=None, labels=None,
                 size: float | Callable[[Step], np.ndarray] = 6.0, sure: Callable | None = None,
                 cuts: Callable[[Step], list[Mark]] = lambda step: [], cases=None, through=None,
                 name="plane"):  # fmt: skip
        self.X, self.y, self.box, self.title = _points(X), np.asarray(y), box, title
        self.xlim, self.ylim = limits or plane_limits(self.X, aspect=box[2] / box[3])
        self.editable, self.size, self.sure, self.cuts = editable, size, sure, cuts
        self.reference = reference  # (normal, offset) of a line to compare with, drawn dashed
        self.margin, self.name = margin, name  # lines where the score is -margin and +margin, drawn dashed
        self.cases, self.through = self.X if cases is None else cases, () if through is None else (through,)
        self.labels = few_classes(np.unique(self.y) if labels is None else np.asarray(labels))
        self._columns = coordinates(self.X[:, 0]), coordinates(self.X[:, 1]), codes(self._kinds(self.y))
        self._grid = self._cell_centres()
        self._fine = fields.centres(self.xlim), fields.centres(self.ylim)

    def __call__(self, step: Step) -> Panel:
        model = step.model
        marks = [*self._regions(step), *self._reference(), *self._boundary(model)]
        marks += [*self.cuts(step), self._examples(step), *self._prototypes(model)]
        return Panel(self.box, self.xlim, self.ylim, tuple(marks), name=self.name, title=self.title)

    def _cell_centres(self) -> np.ndarray:
        x, y = fields.centres(self.xlim, GRID), fields.centres(self.ylim, GRID)
        return np.column_stack([np.tile(x, GRID), np.repeat(y, GRID)])

    def _regions(self, step: Step) -> list[Mark]:
        model = step.model
        if hasattr(model, "linear_scores"):
            if not self._decided(model):
                return []
            A, b, owner = model.linear_scores
            bands, borders = linear_regions(A, b, self._kinds(model.classes)[owner], self.xlim, self.ylim)
            return [*bands, *borders]
        seen = model.boxes(self.xlim, self.ylim) if hasattr(model, "boxes") else None
        if seen is not None:
            kinds = self._kinds(model.classes)[model.tree.prediction[seen[1]].astype(int)]
            return leaf_regions(*seen, kinds, model.tree, acted_nodes(step))
        field = model.field(*self._fine, *self.through) if hasattr(model, "field") else None
        if field is not None:
            return self._painted(model, field)
        kinds = self._kinds(model.predict(self._grid))
        return [Field(codes(kinds.reshape(GRID, GRID)), (*self.xlim, *self.ylim))]

    def _painted(self, model, field: np.ndarray) -> list[Mark]:
        kinds = self._kinds(model.classes)
        if len(kinds) > 2:
            return fields.many_classes(kinds[field], self.xlim, self.ylim)
        sure = self.sure or (fields.logistic if hasattr(model, "decision_function") else fields.votes)
        return fields.two_classes(field, sure, kinds, self.xlim, self.ylim)

    def _decided(self, model) -> bool:
        """Not while all linear scores are the same everywhere, as at the start from zero."""
        return not hasattr(model, "linear_scores") or bool(np.any(model.linear_scores[0]))

    def _kinds(self, labels: np.ndarray) -> np.ndarray:
        """The kind (colour and shape) of each label: its place among all labels."""
        order = np.argsort(self.labels)
        places = order[np.searchsorted(self.labels, labels, sorter=order).clip(max=len(order) - 1)]
        unknown = self.labels[places] != labels
        if unknown.any():
            raise ValueError(
                f"labels: expected one of {self.labels.tolist()}, got {np.asarray(labels)[unknown][0]!r}; "
                "list every label that is in y or that the model predicts"
            )
        return places

    def _boundary(self, model) -> list[Mark]:
        """What a hyperplane has besides its two regions: the normal, and the lines of the margin."""
        if not hasattr(model, "hyperplane"):
            return []
        normal, offset = model.hyperplane
        levels = () if self.margin is None else (-self.margin, self.margin)
        dashed = [mark for m in levels for mark in self._line(normal, offset + m)]
        foot = self._foot(normal, offset)
        if foot is None:
            return dashed
        along = (self.xlim[1] - self.xlim[0]) * normal / np.linalg.norm(normal)
        arrow = Path(*_columns([foot, foot + 0.14 * along]), width=1.8, arrow=True)
        x, y = foot + 0.17 * along  # past the tip
        inside = self.xlim[0] < x < self.xlim[1] and self.ylim[0] < y < self.ylim[1]  # text is not clipped
        name = [Text(float(x), float(y), "w", size=12.0, anchor="center")] if inside else []
        return [*dashed, arrow, *name]

    def _reference(self) -> list[Mark]:
        if self.reference is None:
            return []
        return self._line(*self.reference, color="muted")

    def _line(self, normal, offset, color="ink") -> list[Mark]:
        """The dashed line normal'x + offset = 0, longer than the panel that clips it."""
        foot = self._foot(normal, offset)
        if foot is None:
            return []
        along = self._reach * np.array([-normal[1], normal[0]]) / np.linalg.norm(normal)
        return [Path(*_columns([foot - along, foot + along]), color=color, width=1.2, dash=True)]

    def _foot(self, normal, offset) -> np.ndarray | None:
        """The line's point nearest the centre; None where the line is out of sight, as for the normal (0, 0)."""
        centre = np.array([sum(self.xlim) / 2, sum(self.ylim) / 2])
        height, length = normal @ centre + offset, np.linalg.norm(normal)
        if abs(height) >= self._reach * length:
            return None
        return centre - height / length * (normal / length)

    @property
    def _reach(self) -> float:
        return (self.xlim[1] - self.xlim[0]) + (self.ylim[1] - self.ylim[0])

    def _examples(self, step: Step) -> Points:
        wrong = self._kinds(step.model.predict(self.cases)) != self._columns[2]
        if not self._decided(step.model):
            wrong[:] = True  # a score of zero is nobody's right side
        flag = np.where(wrong, WRONG, 0)
        if step.example is not None:
            flag[step.example] |= USED
        size = coordinates(self.size(step)) if callable(self.size) else self.size
        return Points(*self._columns, flag=codes(flag), size=size, editable=self.editable)

    def _prototypes(self, model) -> list[Mark]:
        if not hasattr(model, "prototypes"):
            return []
        x, y = model.prototypes.T
        return [Points(coordinates(x), coordinates(y), codes(self._kinds(model.classes)[model.owner]), size=11.0)]


def weight_sizes(weights: np.ndarray, size: float = 5.0) -> np.ndarray:
    """Radii whose areas are as the weights; an equal share has the radius ``size``. Cut off before points vanish or
    hide the others."""
    relative = np.asarray(weights, dtype=float) / max(float(np.mean(weights)), 1e-300)
    return size * np.clip(np.sqrt(relative), *EXTREMES)


def _points(X) -> np.ndarray:
    X = np.asarray(X, dtype=float)
    if X.ndim != 2 or X.shape[1] != 2:
        raise ValueError(f"X: expected points with 2 coordinates, got shape {X.shape}; choose two columns to look at")
    if not len(X):
        raise ValueError("X: expected at least one point, got none; a plane is drawn around its points")
    return X


def _columns(points) -> tuple[np.ndarray, np.ndarray]:
    table = np.asarray(points)
    return coordinates(table[:, 0]), coordinates(table[:, 1])
