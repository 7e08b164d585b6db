"""Pictures of lecture 02: a neighbourhood that grows around one case, cells of 1-NN with an outlier, a running mean."""

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import NearestNeighbours, RegressionNeighbours
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.fields import broken
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.residuals import Fit
from labkit.views.scene import USED, Field, Path, Points, Scene, coordinates

WIDE, SIDE, BELOW = (16, 36, 594, 264), (680, 36, 250, 240), (40, 336, 570, 54)
RUNS = (38.0, 92.0), (0.0, 24.0)  # a degree is as long as a mile per hour
LIMITS = (-1.0, 1.0), (-1.0, 1.0)
NAMES = np.array(["A", "B"])


def classes() -> list[Scene]:
    return [*runner(), cells()]


def runner() -> list[Scene]:
    """Will a run be fun at 65 degrees and 9 mph? The nearest run was, the majority of three was not."""
    table = data.load("run_fun")
    X, y = np.asarray(table.select("temp_F", "wind_mph")), np.array(table["fun"])
    learner = NearestNeighbours(k=3).fit(X, y)
    trace = Trace(learner.neighbour_steps([65.0, 9.0]))
    plane = Overlay(Plane(X, y, box=WIDE, limits=RUNS, title="Past runs: temperature and wind"), neighbourhood)
    votes = BarChart(
        lambda step: step.votes, box=SIDE, ylim=(0.0, 3.0), title="Votes", labels=["no", "yes"], kind=[0, 1]
    )
    left_out = learner.leave_one_out(X, y)
    errors = Curves(left_out.k, [Curve(left_out.errors, "", bound=True)], lambda step: learner.k, box=BELOW,
                    title="Wrong answers, each run left out", xlabel="k")  # fmt: skip
    moments = (trace[1], trace[2], trace[-1])
    scenes = [Scene((plane(step), votes(step), errors(step)), step.caption) for step in moments]
    assert [step.answer for step in moments] == ["yes", "no", "no"]
    for scene, step in zip(scenes, moments, strict=True):
        used = next(mark for mark in scene.panel("plane").marks if isinstance(mark, Points)).flag & USED
        assert np.flatnonzero(used) == [step.example], "the neighbour just found has a ring"
    assert any(isinstance(mark, Field) for mark in scenes[0].panel("plane").marks)
    return scenes


def neighbourhood(step) -> list:
    """Its edge, lines to the neighbours, and the case."""
    x, y = step.case
    lines = broken([[x, y, *step.model.X[row]] for row in step.neighbours], color="accent", width=1.2)
    edge = Path(*map(coordinates, step.outline.T), color="accent", width=2.0)
    return [*lines, edge, Path(coordinates([x]), coordinates([y]), dots=True)]


def cells() -> Scene:
    """1-NN: the boundary is made of cell sides; an outlier among the others has an island of its own."""
    (points, y), panels = data.moons(60, seed=4), []
    for k, place in enumerate([[-0.3, -0.75], [0.3, -0.35]]):
        X = np.concatenate([points, [place]])
        step = NearestNeighbours(k=1).trace(X, np.append(NAMES[y], "A"))[0]
        sides = step.model.voronoi(*LIMITS)
        thin = broken(sides.segments, color="muted", width=0.8)
        bold = broken(sides.boundary(step.model.y), color="accent", width=2.6)
        assert len(bold[0].x) < len(thin[0].x) / 2, "most sides are between cells of one class"
        plane = Plane(X, step.model.classes[step.model.y], box=(48 + 460 * k, 40, 364, 364), limits=LIMITS,
                      title=("An example at home", "The same one among the others")[k], name=f"cells{k}")  # fmt: skip
        panels.append(Overlay(plane, lambda step, marks=(*thin, *bold): marks)(step))
    island = sides.cell(len(points))
    assert len(island) and np.isin(island, sides.boundary(step.model.y)).all(), "the outlier is alone on its island"
    return Scene(tuple(panels), step.caption)


def averaged(step) -> list:
    """From the answer a line to each neighbour that it is the mean of."""
    model, (x,), answer = step.model, step.case, step.answer
    lines = broken([[x, answer, *model.X[row], model.y[row]] for row in step.neighbours], color="accent", width=1.2)
    return [*lines, Path(coordinates([x]), coordinates([answer]), color="accent", dots=True)]


def numbers() -> list[Scene]:
    """The mean of one, of seven and of 25 neighbours: from every jump to hardly any."""
    rng = np.random.default_rng(2)
    x = np.sort(rng.uniform(0, 6, 50))
    y = np.sin(x) + rng.normal(0, 0.25, 50)
    scenes, jumps = [], []
    for k in (1, 7, 25):
        learner = RegressionNeighbours(k=k).fit(x[:, None], y)
        step = Trace(learner.neighbour_steps([2.0]))[-1]
        title = "What the nearest says" if k == 1 else f"The mean of the {k} nearest"
        fit = Overlay(Fit(x, y, box=(48, 40, 440, 340), truth=np.sin, title=title), averaged)
        left_out = learner.leave_one_out(x[:, None], y, most=40)
        errors = Curves(left_out.k, [Curve(left_out.rates, "", bound=True)], lambda step: step.neighbour,
                        box=(560, 40, 320, 200), title="Squared error, each example left out", xlabel="k")  # fmt: skip
        scenes.append(Scene((fit(step), errors(step)), step.caption))
        line = next(mark for mark in scenes[-1].panel("fit").marks if isinstance(mark, Path) and mark.color == "ink")
        jumps.append(float(np.abs(np.diff(line.y)).sum()))
    assert jumps[0] > 2 * jumps[1] > 2 * jumps[2], "more neighbours, a smoother line"
    assert 1 < left_out.best_k < 25, "the best is in between"
    return scenes


PICTURES = {NearestNeighbours: classes, RegressionNeighbours: numbers}
