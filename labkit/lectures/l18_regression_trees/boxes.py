"""A tree of two inputs, from above as boxes and from aside as a surface.

Lecture 18; deck 002 "Classification and Regression Trees (CART)", "Growing CART" and "CART Example".
Inventory: I-002-044, I-002-045, I-002-047.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.data import Points as Examples
from labkit.core.table import Table
from labkit.learners import RegressionTree
from labkit.learners.tree.growth import GrowthStep
from labkit.learners.tree.model import TreeModel
from labkit.lectures.l18_regression_trees import questions_more
from labkit.lectures.shared.concrete import AGE, concrete
from labkit.lectures.shared.turned_box import arrows, view
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import centres, ticks, value_limits
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.plane.fields import heights
from labkit.views.plane.leaf_boxes import acted_nodes, leaf_outlines
from labkit.views.scene import Mark, Path, coordinates

PRESSURE, WAVE, MIXTURES = "blood pressure", "x1\u00b2 + sin 2\u03c0 x2", "concrete"
BOX = 1.9  # half the width of what is seen
FLOOR, REACH = -1.0, 2.3  # where it begins, and how long its arrows are


def table_of(kind: str) -> tuple[Examples, tuple[str, str, str]]:
    """(examples, names of both inputs and of y)."""
    if kind == PRESSURE:
        table = data.load("blood_pressure")
        return (table.numeric("age", "obesity"), table["sbp"]), ("age", "obesity", "pressure")
    if kind == WAVE:
        return data.additive(160, noise=0.1, seed=2), ("x1", "x2", "y")
    X, y = concrete()
    asked = X[AGE] == 28
    return (X.numeric("cement", "water")[asked], y[asked]), ("cement", "water", "strength")


class BoxesLab(Lab):
    """Grow split by split; turn the box to see the steps from aside."""

    name, heading = "18-boxes", "Boxes, and a surface"
    question = questions_more.shape_of_the_surface
    steering = (
        Choice("data", "data", (PRESSURE, WAVE, MIXTURES), PRESSURE),
        Slider("leaves", "leaves", 2, 16, 1, 5),
        Slider("turn", "turn, degrees", 0, 355, 5, 30),
        Slider("tilt", "look down, degrees", 0, 90, 5, 30),
    )
    presets = {"sixteen leaves": {"leaves": 16}, "a wave": {"data": WAVE, "leaves": 12},
               "concrete": {"data": MIXTURES, "leaves": 8}, "from above": {"tilt": 90}}  # fmt: skip

    def data(self, values):
        return table_of(values["data"])[0]

    def story(self, X, y, values):
        names = table_of(values["data"])[1]
        limits = [value_limits(x, pad=0.03, zero=False) for x in X.T]
        table = Table.from_dict(dict(zip(names, X.T, strict=False)))
        trace = RegressionTree(max_leaves=values["leaves"], order="best").trace(table, y)[:-1]
        boxes = Chart(xlim=limits[0], ylim=limits[1], xlabel=names[0], ylabel=names[1], name="boxes",
                      title=f"From above: {names[2]}", yticks=ticks(*limits[1]))  # fmt: skip
        boxes.marks(lambda step: _from_above(step, limits, y))
        boxes.points(X[:, 0], X[:, 1], size=2.4, items=Items("example", label=names[2], values=coordinates(y)))
        towards = view(values["turn"], values["tilt"])
        away = np.array([-towards[0, 1], towards[0, 0]])  # on the floor, to where one looks
        box = Chart(xlim=(-BOX, BOX), ylim=(-BOX, BOX), title="From aside", name="surface", xticks=(), yticks=())
        box.marks(lambda step: [*_from_aside(step, limits, y, towards, away), *_axes(towards, away, names)])
        return Story(trace, columns(square(boxes), square(box), shape=1.9))


def _from_above(step: GrowthStep, limits, y: np.ndarray) -> list[Mark]:
    leaves = step.model.leaf_boxes(*limits)
    shades = heights(step.model.number_grid(*map(centres, limits)), (float(y.min()), float(y.max())), *limits)
    return [*shades, *leaf_outlines(leaves, leaves.nodes[np.isin(leaves.parents, acted_nodes(step))])]


def _unit(values: np.ndarray, low: float, high: float) -> np.ndarray:
    """From -1 to 1."""
    return 2 * (np.asarray(values, dtype=float) - low) / ((high - low) or 1.0) - 1


def _from_aside(step: GrowthStep, limits, y: np.ndarray, towards: np.ndarray, away: np.ndarray) -> list[Mark]:
    """A block for each leaf, the far ones first."""
    leaves, range_ = step.model.leaf_boxes(*limits), (float(y.min()), float(y.max()))
    corners = np.column_stack([_unit(leaves.boxes[:, :2], *limits[0]), _unit(leaves.boxes[:, 2:], *limits[1])])
    block = dict(zip(leaves.nodes.tolist(), zip(corners, _unit(leaves.predictions, *range_), strict=True), strict=True))
    marks = []
    for node in far_first(step.model, 0, away):
        marks += _block(*block[node], towards, away, lit=step.model.tree.parent[node] in acted_nodes(step))
    return marks


def far_first(model: TreeModel, node: int, away: np.ndarray) -> list[int]:
    """The leaves below a node: whatever lies behind its cut comes before what lies in front of it."""
    if not model.split[node]:
        return [node]
    below, above = model.tree.children(node)
    farther = (above, below) if away[model.tree.feature[node]] > 0 else (below, above)
    return [leaf for child in farther for leaf in far_first(model, child, away)]


def _block(corners: np.ndarray, top: float, towards: np.ndarray, away: np.ndarray, *, lit: bool) -> list[Mark]:
    """The walls that are seen, and the top."""
    x, z = corners[:2], corners[2:]
    edge = "accent" if lit else "muted"
    near = x[int(away[0] < 0)], z[int(away[1] < 0)]  # the corner that is nearest
    across = np.array([[x[0], near[1]], [x[1], near[1]]])
    along = np.array([[near[0], z[0]], [near[0], z[1]]])
    roof = np.array([[x[0], z[0]], [x[1], z[0]], [x[1], z[1]], [x[0], z[1]]])
    walls = [np.vstack([np.column_stack([wall, [FLOOR] * 2]), np.column_stack([wall[::-1], [top] * 2])])
             for wall in (across, along)]  # fmt: skip
    faces = [*walls, np.column_stack([roof, [top] * 4])]
    return [_face(face, towards, edge, fill) for face, fill in zip(faces, ("grid", "grid", "tint0"), strict=True)]


def _face(corners: np.ndarray, towards: np.ndarray, edge: str, fill: str) -> Path:
    return Path(*map(coordinates, (np.vstack([corners, corners[:1]]) @ towards.T).T), edge, 1.0, fill=fill)


def _axes(towards: np.ndarray, away: np.ndarray, names: tuple[str, str, str]) -> list[Mark]:
    """Along the edges of the floor that are seen, and upright where the picture is widest on the left."""
    near = np.where(away > 0, -1.0, 1.0)
    floor = np.array([[-1.0, near[1], FLOOR], [near[0], -1.0, FLOOR]])
    corners = np.array([[x, z, FLOOR] for x in (-1.0, 1.0) for z in (-1.0, 1.0)])
    left = corners[(corners @ towards[0]).argmin()]
    starts = np.vstack([floor, left])
    return arrows(towards, names, starts, starts + REACH * np.eye(3))
