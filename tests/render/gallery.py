"""A dozen scenes that show every mark, flag, ramp, dash and label there is, for the tests of both renderers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core import data
from labkit.learners import ID3, AdaBoost
from labkit.views.items import Items
from labkit.views.plane.cuts import Cuts
from labkit.views.plane.plane import Plane, weight_sizes
from labkit.views.scene import (
    DASH_DOT,
    DASHED,
    DOTTED,
    FADED,
    FRAME,
    HOLLOW,
    RING,
    Boxes,
    EndLabel,
    Field,
    Panel,
    Path,
    Points,
    Scene,
    Segments,
    Text,
    band,
    bars,
    codes,
    coordinates,
)
from labkit.views.trees.tree import TreeView

SIZE = (480.0, 300.0)


def gallery() -> dict[str, Scene]:
    """The scenes by name."""
    areas = [empty, classes, borders, things, probability, height, a_band, some_bars, boxes, ellipses, segments]
    axes = [logarithmic, end_labels]
    makers = [*areas, *axes, points, flags, sizes, paths, arrows, texts, clipping, perceptron, tree, boosting]
    return {make.__name__: make() for make in makers}


def scene(*marks, xlim=(0.0, 10.0), ylim=(0.0, 6.0), caption="", **panel) -> Scene:
    """One panel that fills the scene but for a margin."""
    box = (40.0, 40.0, 360.0, 220.0)
    return Scene((Panel(xlim, ylim, marks, name="plane", box=box, **panel),), caption, *SIZE)


def field(ramp: str, levels: int) -> Field:
    y, x = np.mgrid[0:12, 0:20]
    values = (x * levels // 20 + y // 6) % levels if ramp == "classes" else (x + y) * 255 / 30
    return Field(codes(values), (0.0, 10.0, 0.0, 6.0), ramp)


def empty() -> Scene:
    ticks = {"xticks": ((0, "0"), (5, "5")), "yticks": ((0, "0"), (3, "3"), (6, "6"))}
    return scene(title="Nothing yet", xlabel="updates", **ticks)


def classes() -> Scene:
    return scene(field("classes", 8), title="Eight regions")


def borders() -> Scene:
    """Lines between classes, and where a probability crosses the middle."""
    halves = replace(field("probability", 256), extent=(0.0, 10.0, 0.0, 2.5), border=1.2)
    return scene(replace(field("classes", 8), extent=(0.0, 10.0, 3.0, 6.0), border=2.0), halves)


def things() -> Scene:
    """What can be pointed at, of every kind: two examples with bars, the rounds of a curve, a node, a stem."""
    x = coordinates([1, 2, 3])
    curve = Path(
        coordinates([4, 5, 6]), coordinates([2, 3, 2.5]), items=Items("round", coordinates([0, 5, 10]), "error")
    )
    weights = Items("example", 0, "weight", coordinates([0.2, 0.5, 0.3]))
    return scene(
        Points(x, coordinates([5, 5, 4]), codes([0, 1, 1]), codes([0, HOLLOW, 0]), items=weights),
        bars(x, [1, 2, 3], fill="curve0", items=Items("example", 0, "slack")),
        curve,
        Boxes(7, 4, 9, 5, stroke="muted", items=Items("node", 7, texts=("x1 \u2264 2.5\n12 : 3",))),
        Segments(coordinates([8, 9]), 0.0, coordinates([8, 9]), coordinates([2, 3]), items=Items(label="gain")),
        names=("x1", "x2"),
        classes=("class A", "class B"),
        at=5.0,
        acts=(("node", 7),),
    )


def probability() -> Scene:
    return scene(field("probability", 256), title="Probability")


def height() -> Scene:
    return scene(field("height", 256), title="Height")


def points() -> Scene:
    kind = np.arange(8)
    return scene(Points(coordinates(1 + kind), coordinates(1 + kind % 4), codes(kind), size=9.0))


def flags() -> Scene:
    bits = [FRAME, RING, HOLLOW, FADED, RING | HOLLOW, RING | FADED, HOLLOW | FRAME, RING | HOLLOW | FADED]
    x, y, kind = np.tile(np.arange(1, 9), 2), np.repeat([2, 4], 8), np.repeat([0, 1], 8)
    return scene(Points(coordinates(x), coordinates(y), codes(kind), codes(np.tile(bits, 2)), size=7.0, editable=True))


def sizes() -> Scene:
    x = np.arange(1, 9)
    return scene(Points(coordinates(x), coordinates(np.full(8, 3)), codes(x % 2), size=coordinates(2 + x)), surface="")


def paths() -> Scene:
    x = coordinates(np.linspace(1, 8, 15))
    gap = coordinates(np.where(np.arange(15) == 7, np.nan, 4.0))
    return scene(
        Path(x, coordinates(1 + 0.02 * x**2), "curve0"),
        Path(x, coordinates(2 + 0.1 * x), "curve1", dash=DASHED),
        Path(x, coordinates(2.6 + 0.1 * x), "curve2", dash=DOTTED, width=2.4),
        Path(x, coordinates(3.2 + 0.1 * x), "curve3", dash=DASH_DOT),
        Path(x, gap + 0.4, "accent", width=3.0),
        Path(x, coordinates(np.full(15, 5.2)), "class1", upto=8, dots=True),
        Path(x, coordinates(np.full(15, 5.8)), "class2", 0.0, dots=True),
        title="Paths",
    )


def end_labels() -> Scene:
    """Names that want the same place are moved apart; ylabel beside the ticks."""
    ends = (
        EndLabel(1.0, "one", "curve0"),
        EndLabel(1.1, "two", "curve1"),
        EndLabel(1.2, "three"),
        EndLabel(9.0, "top"),
    )
    return scene(title="Names", ylabel="error", yticks=((0, "0"), (3, "3")), ends=ends)


def logarithmic() -> Scene:
    x = np.logspace(-1, 3, 40)
    ticks = {"xticks": ((0.1, "0.1"), (10, "10"), (1000, "1000")), "yticks": ((1, "1"), (100, "100"))}
    curve = Path(coordinates(x), coordinates(1 + x**0.8), "curve0")
    dots = Points(coordinates([1, 10, 100]), coordinates([2, 10, 60]), codes([0, 1, 2]))
    return scene(
        curve,
        dots,
        Boxes(1, 1, 10, 10, fill="tint0"),
        xlim=(0.1, 1000.0),
        ylim=(1.0, 300.0),
        xlog=True,
        ylog=True,
        **ticks,
    )


def ellipses() -> Scene:
    turn = np.linspace(0, 2 * np.pi, 60)
    x, y = 5 + 3 * np.cos(turn), 3 + 1.5 * np.sin(turn)
    hole = np.array([np.nan])
    two = Path(
        coordinates([*(x - 2), *hole, *(x + 3)]), coordinates([*y, *hole, *(y + 1)]), "", fill="class1", opacity=0.4
    )
    return scene(Path(coordinates(x), coordinates(y), "class0", fill="class0", opacity=0.3), two, title="Filled paths")


def segments() -> Scene:
    x = coordinates(np.arange(1, 9))
    return scene(
        Segments(x, 0.0, x, coordinates(1 + np.arange(8) % 3), "curve0", width=3.0),
        Segments(0.5, 4.0, 9.5, 5.0, "wrong", dash=DASHED),
        Segments(x, coordinates(np.full(8, 5.2)), coordinates(x + 0.5), 5.8, "class2"),
    )


def arrows() -> Scene:
    ends = [(9, 3), (7, 5), (5, 5.5), (2, 5), (1, 3), (2, 1), (5, 0.5), (8, 1)]
    lines = [Path(coordinates([5, x]), coordinates([3, y]), f"class{k}", arrow=True) for k, (x, y) in enumerate(ends)]
    return scene(*lines, Path(coordinates([5]), coordinates([3]), arrow=True, dots=True))


def a_band() -> Scene:
    x = np.linspace(0, 10, 21)
    low = np.where(x == 7, np.nan, 0.2 * x)
    return scene(band(x, low, 2 + np.sqrt(x)), surface="", title="A band")


def some_bars() -> Scene:
    x = np.arange(1, 9)
    return scene(
        bars(x, 1 + x % 3, kind=codes(x - 1)),
        bars(x, 5 - x % 2, base=4.5, width=0.4, fill="wrong"),
        bars(x, np.where(x % 2, 3.6, np.nan), base=3.2, fill="accent", opacity=0.4),
    )


def boxes() -> Scene:
    return scene(
        Boxes(1, 1, 4, 3, fill="card", stroke="grid"),
        Boxes(5, 5, 9, 1, fill="tint1", stroke="class1", width=3.0, radius=12.0),
        Boxes(1, 4, 4, 5.5, stroke="accent", width=2.0, radius=4.0),
        Boxes(0, 3.2, 10, 3.6, fill="tint0"),
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
        Boxes(8, -2, 14, 2, fill="class2"),
        Path(coordinates([-5, 15]), coordinates([-1, 7]), "ink", dots=True),
        Points(x, y, codes([0, 1, 2, 3]), codes([RING, RING, 0, RING]), size=8.0),
    )


def perceptron() -> Scene:
    """Two panels, as a lab shows them."""
    rng = np.random.default_rng(0)
    x, y = rng.uniform(0, 10, 60), rng.uniform(0, 6, 60)
    kind = (y < 6 - 0.6 * x).astype(int)
    grid_y, grid_x = np.mgrid[0:60, 0:100] / 10 + 0.05
    n = np.arange(21)
    plane = Panel(
        (0.0, 10.0),
        (0.0, 6.0),
        (
            Field(codes(grid_y < 6 - 0.6 * grid_x), (0.0, 10.0, 0.0, 6.0)),
            Path(coordinates([0, 10]), coordinates([6, 0]), width=2.2),
            Path(coordinates([0, 10]), coordinates([4, 2]), "muted", width=1.2, dash=DASHED),
            Path(coordinates([5, 6.2]), coordinates([3, 4.6]), arrow=True),
            Text(6.4, 4.8, "w"),
            Points(coordinates(x), coordinates(y), codes(kind), codes(np.where(np.arange(60) == 12, RING, 0))),
        ),
        name="plane",
        box=(16.0, 16.0, 240.0, 260.0),
    )
    curves = Panel(
        (0.0, 20.0),
        (0.0, 5.0),
        (
            band(n, 0.05 * n, np.sqrt(n)),
            Path(coordinates(n), coordinates(np.sqrt(n)), "muted", dash=DASHED),
            Path(coordinates(n), coordinates(0.7 * np.sqrt(n)), "curve0", upto=12),
            Path(coordinates([11, 11]), coordinates([0, 5]), "accent"),
        ),
        name="proof",
        title="The proof, as it happens",
        xticks=((0, "0"),),
        xlabel="updates n = 20",
        ends=(EndLabel(4.47, "‖w‖ ≤ β√n", "muted"), EndLabel(3.13, "‖w‖ now", "curve0")),
        surface="",
        box=(290.0, 50.0, 110.0, 180.0),
    )
    return Scene((plane, curves), "update 9 of 20 · example 12 was on the wrong side: w ← w + x", *SIZE)


def tree() -> Scene:
    """A tree of the lectures, the split that came last lit."""
    tennis = data.load("tennis")
    trace = ID3().trace(tennis.without("day", "play"), tennis["play"])
    box = (8.0, 8.0, SIZE[0] - 16, SIZE[1] - 16)
    return Scene((TreeView(trace[-1].model)(trace[-2], box[2:]).placed(box),), trace[-2].caption, *SIZE)


def boosting() -> Scene:
    """The ten points of the lectures after two rounds: shades, weights as areas, the newest stump."""
    ten = data.load("adaboost10")
    X, y = np.column_stack([ten["x1"], ten["x2"]]).astype(float), np.asarray(ten["y"])
    step = AdaBoost(rounds=2).trace(X, y)[2]
    box, limits = (8.0, 8.0, 284.0, 284.0), ((0.0, 11.0), (0.0, 11.0))
    cuts = Cuts(lambda step: step.weak, limits=limits, labels=[-1, 1])
    plane = Plane(X, y, limits=limits, cuts=cuts, size=lambda step: weight_sizes(step.next_weights, 7.0))
    return Scene((plane(step, box[2:]).placed(box),), step.caption, *SIZE)
