"""Pictures of lecture 13, multilayer networks: a plane that is folded, bumps that are learned, one example there and
back."""

from dataclasses import replace
from itertools import product

import numpy as np

from labkit.learners import NeuralNetwork, RegressionNetwork
from labkit.learners.linear import LinearModel
from labkit.learners.network.backpropagation import pass_steps
from labkit.learners.network.model import by_hand
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.diagrams.network import Layers, Network, Unit
from labkit.views.layout import columns, rows, square
from labkit.views.plane.cuts import line_within
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Panel, Path, Scene, Segments, Text, segments_of
from tests.pictures.seen import every, first, hollow

LIMITS = (-2.1, 2.1), (-2.1, 2.1)

# ---------------------------------------------------------------- classes


def exclusive_or() -> tuple[np.ndarray, np.ndarray]:
    """Four clouds, those at opposite corners of one class."""
    rng = np.random.default_rng(0)
    X = np.repeat(list(product([-1.0, 1.0], repeat=2)), 30, axis=0) + rng.normal(0, 0.3, (120, 2))
    return X, np.repeat([0, 1, 1, 0], 30)


def unit_lines(step, size):
    """Where the sum of a hidden unit is 0."""
    found = [line_within(*line, *LIMITS) for line in zip(*step.model.lines, strict=True)]
    return segments_of(np.concatenate(found), color="muted", dash=DASHED)


def classes() -> list[Scene]:
    """Two hidden units: two lines in the plane fold it until one line is enough."""
    X, y = exclusive_or()
    trace = NeuralNetwork(hidden=(2,), max_epochs=120).trace(X, y)

    def folded(step, size) -> Panel:
        """The examples as the output sees them, with the line by which it decides."""
        output = LinearModel(step.model.layers[-1][:, 0], step.model.classes, 1.0)
        view = Plane(step.hidden, y, limits=((-1.15, 1.15), (-1.15, 1.15)), title="Hidden space", name="hidden")
        return view(replace(step, model=output), size)

    plane = Plane(X, y, title="Dashed: the hidden units", limits=LIMITS, cuts=unit_lines)
    loss = Chart(trace[:-1], x="epoch", xlabel="epoch", title="Loss").line("loss")
    picture = columns(square(plane), square(folded), loss, shape=2.6)
    moments = trace[0], trace[20], trace[-1]
    scenes = [picture(step) for step in moments]
    mistakes = [hollow(scene.panel("plane")) for scene in scenes]
    assert mistakes[0] > 30
    assert mistakes[-1] < 3
    assert [hollow(scene.panel("hidden")) for scene in scenes] == mistakes == [step.mistakes for step in moments]
    assert len(first(scenes[-1].panel("plane"), Segments, dash=DASHED).x0) == 2, "both units' lines are in sight"
    return scenes


# ---------------------------------------------------------------- numbers


def term(step, j: int):
    """What a unit adds to the sum, in the units of y."""
    weight = step.model.numbers.spread[0] * step.model.layers[-1][1 + j, 0]
    return lambda x: weight * step.model.hidden(x[:, None])[:, j]


def terms(last) -> Chart:
    """What each of the six units adds, as far as it reaches at the end."""
    reach = 1.1 * max(float(np.abs(term(last, j)(np.linspace(-3, 3, 120))).max()) for j in range(6))
    chart = Chart(xlim=(-3, 3), ylim=(-reach, reach), title="What each unit adds", name="units")
    for j in range(6):
        chart.model(lambda step, j=j: term(step, j), flat=False, color=f"curve{j}", dash=j % 4, width=1.6)
    return chart


def numbers() -> list[Scene]:
    """Six units, each a bend of its own, add up to a curve; the examples held out say when to stop."""
    rng = np.random.default_rng(3)
    x = np.sort(rng.uniform(-3, 3, 60))
    y = np.sin(1.5 * x) + 0.3 * x + rng.normal(0, 0.25, 60)
    trace = RegressionNetwork(hidden=(6,), solver="bfgs", validation=0.3, patience=25, seed=4).trace(x[:, None], y)
    curve = fit(x, y, truth=lambda x: np.sin(1.5 * x) + 0.3 * x, title="A sum of six units")

    losses = Chart(trace[:-1], x="epoch", xlabel="epoch", title="Loss", name="loss", ylim=(0, 0.4))
    losses.line("loss", "training").line("validation_loss", "held out")
    losses.marks(lambda step: [Segments(step.best_epoch, 0.0, step.best_epoch, 0.4, "ink", dash=DASHED)])
    picture = columns(curve, rows(terms(trace[-1]), losses), weights=(4, 3))
    scenes, last = [picture(step) for step in (trace[0], trace[6], trace[-1])], trace[-1]
    shown = every(scenes[-1].panel("units"), Path)
    rest = last.model.predict(shown[0].x[:, None].astype(float)) - sum(mark.y for mark in shown)
    np.testing.assert_allclose(rest, rest[0], atol=1e-4)  # the bias and the mean of y
    assert "the validation loss has not fallen" in last.caption
    training, held_out = (trace.curve(name)[:-1] for name in ("loss", "validation_loss"))
    marker = first(scenes[-1].panel("loss"), Segments, color="ink")
    assert marker.x0 == held_out.argmin() < last.epoch, "the loss of the examples held out was lowest before the end"
    assert training[-1] < training[last.best_epoch], "while that of the others still falls"
    return scenes


# ---------------------------------------------------------------- one example


def one_example() -> list[Scene]:
    """The lecture's example: sums and values forward, deltas backward, the numbers on the edges."""
    model = by_hand([[[0.1, -0.2], [0.4, 0.3], [-0.5, 0.2]], [[0.3], [0.7], [-0.6]]])
    trace = pass_steps(model, [0.5, -1.0], 1.0, rate=0.5)
    picture = rows(Network(lambda step: Layers(units(step), step.model.layers), title="One example there and back"))
    scenes = [picture(step) for step in (trace[1], trace[2], trace[4], trace[5])]
    shown = [[mark.text for mark in every(scene.panel("network"), Text)] for scene in scenes]
    assert "z 0.69" in shown[0]
    assert "z 0.5203" in shown[1]
    assert not any("δ" in text for text in shown[1]), "nothing has come back yet"
    assert {"δ -0.07183", "δ 0.07084", "δ -0.4797"} <= set(shown[2])
    assert "0.7" in shown[2]
    assert "0.8655" in shown[3], "0.7 + 0.5 times 0.331"
    return scenes


def units(step) -> list[list[Unit]]:
    """What every unit holds: the inputs, then the sums, values and deltas of the layers that are known."""
    constant = Unit(("1",), takes=False)
    first = [constant, *(Unit((f"x {x:.4g}",)) for x in step.x)]
    layers = [[unit(step, k, j) for j in range(V.shape[1])] for k, V in enumerate(step.model.layers)]
    return [first, *([constant, *layer] for layer in layers[:-1]), layers[-1]]


def unit(step, layer: int, j: int) -> Unit:
    lines = (f"a {step.a[layer][j]:.4g}", f"z {step.z[layer][j]:.4g}") if layer < step.forward else ()
    back = layer - (len(step.model.layers) - step.backward)
    return Unit((*lines, f"δ {step.deltas[back][j]:.4g}") if back >= 0 else lines, lit=step.layer == layer)


PICTURES = {NeuralNetwork: classes, RegressionNetwork: numbers, pass_steps: one_example}
