"""The plane: what the model decides everywhere, its boundary, the examples, the one just used.

``core.drawable`` says what a model may offer: exact regions, scores or classes on a grid; a model that offers none of
these is asked to ``predict`` on a grid. A hyperplane has its normal drawn (unless ``normal`` is off)
and prototypes are large.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from labkit.core import drawable
from labkit.core.story import Step
from labkit.views.axes import centres, few_classes, plane_limits, ticks
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.plane import fields
from labkit.views.plane.leaf_boxes import acted_nodes, leaf_regions
from labkit.views.plane.numbers import numbers
from labkit.views.plane.regions import linear_regions
from labkit.views.scene import DASHED, FADED, FRAME, HOLLOW, RING, Mark, Panel, Path, Points, Text, codes, coordinates

AXES = "x1", "x2"
GRID = 100  # cells along each side of a field where every one is asked
EXTREMES = (0.4, 3.2)  # of the radius of an example with an equal share of the weight


class Plane:
    """``(step, size) -> Panel`` for examples X with labels y as the model predicts them.

    ``labels`` lists them all: the k-th has the k-th colour and shape. None is those of y in sorted order; ``names`` is
    how they are called, if otherwise. ``size`` is a radius or ``size(step)`` one per example, as ``weight_sizes`` of
    its weights. ``sure`` shades the scores of two classes, -1 to 1: None is ``fields.sureness``. ``cuts(step, size)``
    are marks under the examples, such as ``Cuts`` of one member. ``acted(step)`` are the nodes of a tree that are lit,
    ``ringed(step)`` the examples with a ring besides the step's own, ``framed(step)`` those with a square; ``faint``
    are those that take no part. ``values(step)`` is a number of each example by its name, {"weight": w}, to be read
    off; examples count from ``first``, and are ``numbered`` where there are few. Hollow are those on the wrong side,
    where ``judged(step)``. ``axes`` are the names of what is seen along them; they have ticks then.

    Where the model knows more features than the two seen, ``cases`` are the examples with all of them, and ``through``
    is the case that the plane goes through.
    """

    def __init__(self, X, y, *, title: str | Callable[[Step], str] = "", limits=None,
                 editable=False, reference=None, margin=None, labels=None,
                 size: float | Callable[[Step], np.ndarray] = 6.0, sure: Callable | None = None,
                 cuts: Callable[[Step, Size], list[Mark]] = lambda step, size: [],
                 acted: Callable[[Step], Sequence[int]] = acted_nodes,
                 ringed: Callable[[Step], Sequence[int]] = lambda step: (),
                 framed: Callable[[Step], Sequence[int]] = lambda step: (), faint: Sequence[int] = (),
                 values: Callable[[Step], dict[str, np.ndarray]] = lambda step: {},
                 judged: Callable[[Step], bool] = lambda step: True, axes: tuple[str, str] | None = None, normal=True,
                 first=0, numbered=False, names: Sequence[str] = (), cases=None, through=None,
                 name="plane"):  # fmt: skip
        self.X, self.y, self.title = _points(X), np.asarray(y), title
        self.xlim, self.ylim = limits or plane_limits(self.X)
        self.editable, self.size, self.sure, self.cuts = editable, size, sure, cuts
        self.acted, self.ringed, self.framed, self.faint = acted, ringed, framed, np.asarray(faint, dtype=int)
        self.values, self.first, self.numbered, self.judged, self.axes = values, first, numbered, judged, axes
        self.normal, self.reference = normal, reference  # (normal, offset) of a line to compare with, drawn dashed
        self.margin, self.name = margin, name  # lines where the score is -margin and +margin, drawn dashed
        self.cases, self.through = self.X if cases is None else cases, through
        self.labels = few_classes(np.unique(self.y) if labels is None else np.asarray(labels))
        self._names = tuple(f"class {label}" for label in names or self.labels.tolist())
        self._columns = coordinates(self.X[:, 0]), coordinates(self.X[:, 1]), codes(self._kinds(self.y))
        self._fine = centres(self.xlim), centres(self.ylim)

    def __call__(self, step: Step, size: Size) -> Panel:
        model = step.model
        marks = [*self._regions(step), *self._reference(), *self._boundary(model)]
        marks += [*self.cuts(step, size), self._examples(step), *self._numbers(size), *self._prototypes(model)]
        title = self.title(step) if callable(self.title) else self.title
        return Panel(self.xlim, self.ylim, tuple(marks), name=self.name, title=title, names=self.axes or AXES,
                     classes=self._names, acts=self._acts(step), **self._scales)  # fmt: skip

    @property
    def _scales(self) -> dict:
        if self.axes is None:
            return {}
        return {
            "xlabel": self.axes[0],
            "ylabel": self.axes[1],
            "xticks": ticks(*self.xlim),
            "yticks": ticks(*self.ylim),
        }

    def _numbers(self, size: Size) -> list[Text]:
        """The number of each example at its upper right."""
        if not self.numbered:
            return []
        return numbers(self.X, self.first, (self.xlim, self.ylim), size)

    def _acts(self, step: Step) -> tuple[tuple[str, int], ...]:
        """The nodes of a tree whose regions are lit."""
        return tuple(("node", int(node)) for node in self.acted(step))

    # ---- regions: by the first of these that the model offers

    def _regions(self, step: Step) -> list[Mark]:
        offers = (kind(step) for kind in (self._linear, self._leaves, self._scores, self._classes, self._predictions))
        return next(marks for marks in offers if marks is not None)

    def _linear(self, step: Step) -> list[Mark] | None:
        model = step.model
        if not isinstance(model, drawable.HasLinearRegions):
            return None
        if not _decided(model):
            return []
        A, b, owner = model.linear_scores
        regions, borders = linear_regions(A, b, self._kinds(model.classes)[owner], self.xlim, self.ylim)
        return [*regions, *borders]

    def _leaves(self, step: Step) -> list[Mark] | None:
        model = step.model
        leaves = model.leaf_boxes(self.xlim, self.ylim) if isinstance(model, drawable.HasLeafBoxes) else None
        if leaves is None:
            return None
        kinds = self._kinds(model.classes)[leaves.predictions.astype(int)]
        return leaf_regions(leaves, kinds, self.acted(step), self._names)

    def _scores(self, step: Step) -> list[Mark] | None:
        model = step.model
        score = model.score_grid(*self._fine, self.through) if isinstance(model, drawable.ScoresOnGrid) else None
        if score is None:
            return None
        sure = self.sure or partial(fields.sureness, limit=model.score_limit)
        return fields.two_classes(score, sure, self._kinds(model.classes), self.xlim, self.ylim)

    def _classes(self, step: Step) -> list[Mark] | None:
        model = step.model
        grid = model.class_grid(*self._fine, self.through) if isinstance(model, drawable.ClassesOnGrid) else None
        return None if grid is None else fields.many_classes(self._kinds(model.classes)[grid], self.xlim, self.ylim)

    def _predictions(self, step: Step) -> list[Mark]:
        coarse = centres(self.xlim, GRID), centres(self.ylim, GRID)
        kinds = self._kinds(step.model.predict(fields.cases(*coarse, self.through)))
        return fields.many_classes(kinds.reshape(GRID, GRID), self.xlim, self.ylim)

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
        if not isinstance(model, drawable.HasHyperplane):
            return []
        normal, offset = model.hyperplane
        levels = () if self.margin is None else (-self.margin, self.margin)
        dashed = [mark for m in levels for mark in self._line(normal, offset + m)]
        foot = self._foot(normal, offset)
        if foot is None or not self.normal:
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
        return [Path(*_columns([foot - along, foot + along]), color=color, width=1.2, dash=DASHED)]

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
        if not _decided(step.model):
            wrong[:] = True  # a score of zero is nobody's right side
        flag = np.where(wrong & self.judged(step), HOLLOW, 0)
        if step.example is not None:
            flag[step.example] |= RING
        flag[np.asarray(self.ringed(step), dtype=int)] |= RING
        flag[np.asarray(self.framed(step), dtype=int)] |= FRAME
        flag[self.faint] |= FADED
        size = coordinates(self.size(step)) if callable(self.size) else self.size
        return Points(*self._columns, flag=codes(flag), size=size, editable=self.editable, items=self._items(step))

    def _items(self, step: Step) -> Items:
        name, values = next(iter(self.values(step).items()), ("", None))
        return Items("example", self.first, name, None if values is None else coordinates(values))

    def _prototypes(self, model) -> list[Mark]:
        if not isinstance(model, drawable.HasPrototypes):
            return []
        x, y = model.prototypes.T
        return [Points(coordinates(x), coordinates(y), codes(self._kinds(model.classes)[model.owner]), size=11.0,
                       items=Items("prototype", 1))]  # fmt: skip


def weight_sizes(weights: np.ndarray, size: float = 5.0) -> np.ndarray:
    """Radii whose areas are as the weights; an equal share has the radius ``size``. Cut off before points vanish or
    hide the others."""
    relative = np.asarray(weights, dtype=float) / max(float(np.mean(weights)), 1e-300)
    return size * np.clip(np.sqrt(relative), *EXTREMES)


def _decided(model) -> bool:
    """Not while all linear scores are the same everywhere, as at the start from zero."""
    return not isinstance(model, drawable.HasLinearRegions) or bool(np.any(model.linear_scores[0]))


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
