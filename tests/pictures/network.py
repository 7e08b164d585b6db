"""Pictures of lecture 13, multilayer networks: a plane that is folded, bumps that are learned, one example there and
back."""

from dataclasses import replace
from itertools import product

import numpy as np

from labkit.learners import NeuralNetwork, RegressionNetwork
from labkit.learners.linear import LinearModel
from labkit.learners.network.backpropagation import BACKWARD, pass_steps
from labkit.learners.network.model import by_hand
from labkit.views.curves import Curve, Curves
from labkit.views.frame import ticks
from labkit.views.plane import Plane
from labkit.views.residuals import Fit
from labkit.views.scene import WRONG, Box, Panel, Path, Points, Scene, Text, coordinates

LEFT, TOP, BOTTOM = (56, 44, 440, 316), (580, 44, 280, 190), (580, 290, 280, 70)
UPPER, LOWER = (580, 44, 280, 140), (580, 244, 280, 116)


# ---------------------------------------------------------------- classes


def exclusive_or() -> tuple[np.ndarray, np.ndarray]:
    """Four clouds, those at opposite corners of one class."""
    rng = np.random.default_rng(0)
    X = np.repeat(list(product([-1.0, 1.0], repeat=2)), 30, axis=0) + rng.normal(0, 0.3, (120, 2))
    return X, np.repeat([0, 1, 1, 0], 30)


def classes() -> list[Scene]:
    """Two hidden units: two lines in the plane fold it until one line is enough."""
    X, y = exclusive_or()
    trace = NeuralNetwork(hidden=(2,), max_epochs=120).trace(X, y)
    plane = Plane(X, y, box=LEFT, title="Classes, and where each hidden unit changes sides", cuts=unit_lines)
    losses = Curves(trace.curve("epoch")[:-1], [Curve(trace.curve("loss")[:-1], "loss")], lambda step: step.epoch,
                    box=BOTTOM, xlabel="epoch", name="loss")  # fmt: skip

    def folded(step) -> Panel:
        """The examples as the output sees them, with the line by which it decides."""
        output = LinearModel(step.layers[-1][:, 0], step.model.classes, 1.0)
        view = Plane(
            step.hidden, y, box=TOP, limits=((-1.15, 1.15), (-1.15, 1.15)), title="Hidden space", name="hidden"
        )
        return view(replace(step, model=output))

    moments = trace[0], trace[20], trace[-1]
    scenes = [Scene((plane(step), folded(step), losses(step)), step.caption) for step in moments]
    first, _, last = (wrong(scene.panel("plane")) for scene in scenes)
    assert first > 30
    assert last < 3
    for scene, step in zip(scenes, moments, strict=True):
        assert wrong(scene.panel("hidden")) == wrong(scene.panel("plane")) == step.mistakes
    assert len(dashed(scenes[-1].panel("plane"))) == 2, "both units' lines are in sight"
    return scenes


def unit_lines(step) -> list[Path]:
    """Where the sum of a hidden unit is 0."""
    lines = []
    for normal, offset in zip(*step.model.lines, strict=True):
        foot = -offset * normal / (normal @ normal)
        along = 20 * np.array([-normal[1], normal[0]]) / np.linalg.norm(normal)
        lines.append(Path(*map(coordinates, np.array([foot - along, foot + along]).T), color="muted", dash=True))
    return lines


def dashed(panel) -> list[Path]:
    return [mark for mark in panel.marks if isinstance(mark, Path) and mark.dash]


def wrong(panel) -> int:
    """How many examples are drawn hollow."""
    points = next(mark for mark in panel.marks if isinstance(mark, Points))
    return int(np.count_nonzero(points.flag & WRONG))


# ---------------------------------------------------------------- numbers


def numbers() -> list[Scene]:
    """Six units, each a bend of its own, add up to a curve; the examples held out say when to stop."""
    rng = np.random.default_rng(3)
    x = np.sort(rng.uniform(-3, 3, 60))
    y = np.sin(1.5 * x) + 0.3 * x + rng.normal(0, 0.25, 60)
    trace = RegressionNetwork(hidden=(6,), solver="bfgs", validation=0.3, patience=25, seed=4).trace(x[:, None], y)
    fit = Fit(x, y, box=LEFT, truth=lambda x: np.sin(1.5 * x) + 0.3 * x, title="A sum of six units")
    grid = np.linspace(-3, 3, 120)
    epochs, curves = trace.curve("epoch")[:-1], [trace.curve(name)[:-1] for name in ("loss", "validation_loss")]
    drawn = [Curve(curves[0], "training"), Curve(curves[1], "held out", "class1")]
    whole = Curves(epochs, drawn, lambda step: step.epoch, box=LOWER, xlabel="epoch", title="Loss", name="loss",
                   ylim=(0, 0.4))  # fmt: skip

    def losses(step) -> Panel:
        """With a dashed line where the loss of the examples held out is lowest, so far."""
        panel, best = whole(step), 2 * [step.best_epoch]
        return replace(panel, marks=(*panel.marks, Path(coordinates(best), coordinates(panel.ylim), "ink", dash=True)))

    def terms(step) -> np.ndarray:
        """(units, places): what each unit adds to the sum, in the units of y."""
        w = step.layers[-1][1:, 0]
        return step.model.numbers.spread[0] * (step.model.hidden(grid[:, None]) * w).T

    reach = 1.1 * float(np.abs(terms(trace[-1])).max())

    def units(step) -> Panel:
        marks = [Path(coordinates(grid), coordinates(term), color=f"class{j}", width=1.6)
                 for j, term in enumerate(terms(step))]  # fmt: skip
        return Panel(UPPER, (-3, 3), (-reach, reach), tuple(marks), name="units", title="What each unit adds",
                     xticks=ticks(-3, 3), yticks=ticks(-reach, reach, most=4))  # fmt: skip

    moments = trace[0], trace[6], trace[-1]
    scenes = [Scene((fit(step), units(step), losses(step)), step.caption) for step in moments]
    last = trace[-1]
    total = sum(mark.y for mark in scenes[-1].panel("units").marks)
    rest = last.model.predict(grid[:, None]) - total
    np.testing.assert_allclose(rest, rest[0], atol=1e-4)  # the bias and the mean of y
    assert "the validation loss has not fallen" in last.caption
    marker = scenes[-1].panel("loss").marks[-1]
    assert marker.x[0] == curves[1].argmin() < last.epoch, "the loss of the examples held out was lowest before the end"
    assert curves[0][-1] < curves[0][last.best_epoch], "while that of the others still falls"
    return scenes


# ---------------------------------------------------------------- one example

WIDE = (40, 40, 880, 330)


def one_example() -> list[Scene]:
    """The lecture's example: sums and values forward, deltas backward, the numbers on the edges."""
    model = by_hand([[[0.1, -0.2], [0.4, 0.3], [-0.5, 0.2]], [[0.3], [0.7], [-0.6]]])
    trace = pass_steps(model, [0.5, -1.0], 1.0, rate=0.5)
    scenes = [Scene((diagram(step),), step.caption) for step in (trace[1], trace[2], trace[4], trace[5])]
    shown = [[mark.text for mark in scene.panel("network").marks if isinstance(mark, Text)] for scene in scenes]
    assert "z 0.69" in shown[0]
    assert "z 0.5203" in shown[1]
    assert not any("delta" in text for text in shown[1]), "nothing has come back yet"
    assert {"delta -0.07183", "delta 0.07084", "delta -0.4797"} <= set(shown[2])
    assert "0.7" in shown[2]
    assert "0.8655" in shown[3], "0.7 + 0.5 times 0.331"
    return scenes


def diagram(step) -> Panel:
    """Units in columns, what they hold written in them, and the weights on the edges."""
    columns = [[1.0, *step.x], *([1.0, *z] for z in (layer.z[0] for layer in step.told[:-1])), [0.0]]
    places = [
        [(k, 2.0 - j if k < len(columns) - 1 else 1.0) for j in range(len(each))] for k, each in enumerate(columns)
    ]
    edges = [mark for k, V in enumerate(step.layers) for mark in wires(V, places[k], places[k + 1], k)]
    nodes = [mark for k, each in enumerate(places) for j, place in enumerate(each) for mark in node(step, k, j, place)]
    return Panel(WIDE, (-0.3, 2.3), (-0.5, 2.5), (*edges, *nodes), name="network", title="One example there and back")


def wires(V: np.ndarray, senders, receivers, column: int):
    """From every unit to every unit but the constant; the sign by colour and number, the size by width."""
    into = receivers if len(receivers) == V.shape[1] else receivers[1:]
    for (i, (x0, y0)), (j, (x1, y1)) in product(enumerate(senders), enumerate(into)):
        weight = float(V[i, j])
        yield Path(coordinates([x0, x1]), coordinates([y0, y1]), color="class1" if weight < 0 else "class0",
                   width=0.8 + 4 * abs(weight))  # fmt: skip
        share = 0.3 + 0.17 * j if column == 0 else 0.4
        yield Text(x0 + share * (x1 - x0), y0 + share * (y1 - y0) + 0.09, f"{weight:.4g}", "ink", 10.5, "center")


def node(step, column: int, row: int, place):
    x, y = place
    output = column == len(step.told)
    lines = ["1"] if row == 0 and not output else [f"x {step.x[row - 1]:.4g}"] if column == 0 else []
    unit = 0 if output else row - 1
    active = False
    if not lines:
        if column <= step.forward:
            lines += [f"a {step.a[column - 1][unit]:.4g}", f"z {step.z[column - 1][unit]:.4g}"]
        back = column - 1 - (len(step.told) - step.backward)
        if back >= 0:
            lines.append(f"delta {step.deltas[back][unit]:.4g}")
        active = step.layer == column - 1
    fill, stroke = ("lit", "accent") if active else ("card", "ink")
    yield Box(x - 0.17, y - 0.27, x + 0.17, y + 0.27, fill=fill, stroke=stroke, width=1.4, radius=8.0)
    for k, line in enumerate(lines):
        color = "accent" if line.startswith("delta") and step.phase == BACKWARD else "ink"
        yield Text(x, y + 0.16 * ((len(lines) - 1) / 2 - k), line, color, 12.0, "center")


PICTURES = {NeuralNetwork: classes, RegressionNetwork: numbers, pass_steps: one_example}
