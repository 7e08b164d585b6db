"""A dozen scenes that show every mark, flag, ramp, dash and label there is, for the tests of both renderers."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners import ID3, AdaBoost
from labkit.views.cuts import Cuts
from labkit.views.plane import Plane, weight_sizes
from labkit.views.scene import (
    FADED,
    USED,
    WRONG,
    Band,
    Bars,
    Box,
    Field,
    Panel,
    Path,
    Points,
    Scene,
    Text,
    codes,
    coordinates,
)
from labkit.views.tree import TreeView

SIZE = (480.0, 300.0)


def gallery() -> dict[str, Scene]:
    """The scenes by name."""
    areas = [empty, classes, probability, height, band, bars, boxes]
    makers = [*areas, points, flags, sizes, paths, arrows, texts, clipping, perceptron, tree, boosting]
    return {make.__name__: make() for make in makers}


def scene(*marks, xlim=(0.0, 10.0), ylim=(0.0, 6.0), caption="", **panel) -> Scene:
    """One panel that fills the scene but for a margin."""
    box = (40.0, 40.0, 360.0, 220.0)
    return Scene((Panel(box, xlim, ylim, marks, name="plane", **panel),), caption, *SIZE)


def field(ramp: str, levels: int) -> Field:
    y, x = np.mgrid[0:12, 0:20]
    values = (x * levels // 20 + y // 6) % levels if ramp == "classes" else (x + y) * 255 / 30
    return Field(codes(values), (0.0, 10.0, 0.0, 6.0), ramp)


def empty() -> Scene:
    ticks = {"xticks": ((0, "0"), (5, "5")), "yticks": ((0, "0"), (3, "3"), (6, "6"))}
    return scene(title="Nothing yet", xlabel="updates", **ticks)


def classes() -> Scene:
    return scene(field("classes", 8), title="Eight regions")


def probability() -> Scene:
    return scene(field("probability", 256), title="Probability")


def height() -> Scene:
    return scene(field("height", 256), title="Height")


def points() -> Scene:
    kind = np.arange(8)
    return scene(Points(coordinates(1 + kind), coordinates(1 + kind % 4), codes(kind), size=9.0))


def flags() -> Scene:
    bits = [0, USED, WRONG, FADED, USED | WRONG, USED | FADED, WRONG | FADED, USED | WRONG | FADED]
    x, y, kind = np.tile(np.arange(1, 9), 2), np.repeat([2, 4], 8), np.repeat([0, 1], 8)
    return scene(Points(coordinates(x), coordinates(y), codes(kind), codes(np.tile(bits, 2)), size=7.0, editable=True))


def sizes() -> Scene:
    x = np.arange(1, 9)
    return scene(Points(coordinates(x), coordinates(np.full(8, 3)), codes(x % 2), size=coordinates(2 + x)), surface="")


def paths() -> Scene:
    x = coordinates(np.linspace(1, 8, 15))
    broken = coordinates(np.where(np.arange(15) == 7, np.nan, 4.0))
    return scene(
        Path(x, coordinates(1 + 0.02 * x**2), "class0", label="solid"),
        Path(x, coordinates(2 + 0.1 * x), "muted", dash=True, label="‖w‖ ≤ β√n"),
        Path(x, broken, "accent", width=3.0, label="broken"),
        Path(x, coordinates(np.full(15, 5.0)), "class1", upto=8, dots=True, label="up to 8"),
        title="Paths",
    )


def arrows() -> Scene:
    ends = [(9, 3), (7, 5), (5, 5.5), (2, 5), (1, 3), (2, 1), (5, 0.5), (8, 1)]
    lines = [Path(coordinates([5, x]), coordinates([3, y]), f"class{k}", arrow=True) for k, (x, y) in enumerate(ends)]
    return scene(*lines, Path(coordinates([5]), coordinates([3]), arrow=True, dots=True))


def band() -> Scene:
    x = np.linspace(0, 10, 21)
    low = np.where(x == 7, np.nan, 0.2 * x)
    return scene(Band(coordinates(x), coordinates(low), coordinates(2 + np.sqrt(x))), surface="", title="A band")


def bars() -> Scene:
    x = np.arange(1, 9)
    return scene(
        Bars(coordinates(x), coordinates(1 + x % 3), kind=codes(x - 1)),
        Bars(coordinates(x), coordinates(5 - x % 2), base=4.5, width=0.4, color="wrong"),
    )


def boxes() -> Scene:
    return scene(
        Box(1, 1, 4, 3, fill="card", stroke="grid"),
        Box(5, 5, 9, 1, fill="tint1", stroke="class1", width=3.0, radius=12.0),
        Box(1, 4, 4, 5.5, stroke="accent", width=2.0, radius=4.0),
        Box(0, 3.2, 10, 3.6, fill="tint0"),
    )


def texts() -> Scene:
    return scene(
        Text(1, 5, "left, $x$ and w·x ≤ 0"),
        Text(5, 4, "centred, bold", "accent", 14.0, "center", bold=True),
        Text(9, 3, "right, muted", "muted", 11.0, "right"),
        Text(1, 2, "w = w + eta * z * x  # (3)", mono=True),
        *(Text(0.5 + 1.2 * k, 1, f"class{k}", f"class{k}", 11.0) for k in range(8)),
    )


def clipping() -> Scene:
    """A line, a field and boxes that run out of the box; points and dots only inside it, and whole."""
    x, y = coordinates([0, 10, 5, 12]), coordinates([3, 6, 3, 3])
    return scene(
        Field(codes([[0, 1], [1, 0]]), (-3.0, 13.0, -2.0, 8.0)),
        Box(8, -2, 14, 2, fill="class2"),
        Path(coordinates([-5, 15]), coordinates([-1, 7]), "ink", dots=True),
        Points(x, y, codes([0, 1, 2, 3]), codes([USED, USED, 0, USED]), size=8.0),
    )


def perceptron() -> Scene:
    """Two panels, as a lab shows them."""
    rng = np.random.default_rng(0)
    x, y = rng.uniform(0, 10, 60), rng.uniform(0, 6, 60)
    kind = (y < 6 - 0.6 * x).astype(int)
    grid_y, grid_x = np.mgrid[0:60, 0:100] / 10 + 0.05
    n = np.arange(21)
    plane = Panel(
        (16.0, 16.0, 240.0, 260.0),
        (0.0, 10.0),
        (0.0, 6.0),
        (
            Field(codes(grid_y < 6 - 0.6 * grid_x), (0.0, 10.0, 0.0, 6.0)),
            Path(coordinates([0, 10]), coordinates([6, 0]), width=2.2),
            Path(coordinates([0, 10]), coordinates([4, 2]), "muted", width=1.2, dash=True),
            Path(coordinates([5, 6.2]), coordinates([3, 4.6]), arrow=True, label="w"),
            Points(coordinates(x), coordinates(y), codes(kind), codes(np.where(np.arange(60) == 12, USED, 0))),
        ),
        name="plane",
    )
    curves = Panel(
        (290.0, 50.0, 110.0, 180.0),
        (0.0, 20.0),
        (0.0, 5.0),
        (
            Band(coordinates(n), coordinates(0.05 * n), coordinates(np.sqrt(n))),
            Path(coordinates(n), coordinates(np.sqrt(n)), "muted", dash=True, label="‖w‖ ≤ β√n"),
            Path(coordinates(n), coordinates(0.7 * np.sqrt(n)), "class0", label="‖w‖ now", upto=12),
            Path(coordinates([11, 11]), coordinates([0, 5]), "accent"),
        ),
        name="proof",
        title="The proof, as it happens",
        xticks=((0, "0"),),
        xlabel="updates n = 20",
        surface="",
    )
    return Scene((plane, curves), "update 9 of 20 · example 12 was on the wrong side: w ← w + x", *SIZE)


def tree() -> Scene:
    """A tree of the lectures, the split that came last lit."""
    tennis = data.load("tennis")
    trace = ID3().trace(tennis.without("day", "play"), tennis["play"])
    view = TreeView(trace[-1].model, box=(8.0, 8.0, SIZE[0] - 16, SIZE[1] - 16))
    return Scene((view(trace[-2]),), trace[-2].caption, *SIZE)


def boosting() -> Scene:
    """The ten points of the lectures after two rounds: shades, weights as areas, the newest stump."""
    ten = data.load("adaboost10")
    X, y = np.column_stack([ten["x1"], ten["x2"]]).astype(float), np.asarray(ten["y"])
    step = AdaBoost(rounds=2).trace(X, y)[2]
    box, limits = (8.0, 8.0, 284.0, 284.0), ((0.0, 11.0), (0.0, 11.0))
    cuts = Cuts(lambda step: step.weak, box=box, limits=limits, labels=[-1, 1])
    plane = Plane(X, y, box=box, limits=limits, cuts=cuts, size=lambda step: weight_sizes(step.next_weights, 7.0))
    return Scene((plane(step),), step.caption, *SIZE)
