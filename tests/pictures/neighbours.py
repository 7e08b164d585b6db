"""Pictures of lecture 02: a neighbourhood that grows around one case, cells of 1-NN with an outlier, a running mean."""

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import NearestNeighbours, RegressionNeighbours
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.diagrams.shapes import Cells
from labkit.views.layout import columns, rows, shaped, small_multiples
from labkit.views.plane.plane import Plane
from labkit.views.scene import Field, Mark, Path, Scene, Segments, coordinates, segments_of
from labkit.views.wrap import Of, Overlay
from tests.pictures.seen import every, first, ringed

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
    plane = Overlay(Plane(X, y, limits=RUNS, title="Past runs: temperature and wind"), neighbourhood)
    votes = Chart(ylim=(0.0, 3.0), title="Votes").bars("votes", labels=["no", "yes"], kind=[0, 1])
    left_out = learner.leave_one_out(X, y)
    errors = Chart(left_out.k, at=lambda step: learner.k, title="Wrong answers, each run left out", xlabel="k")
    above = columns(shaped(plane, 54 / 24), votes, weights=(4, 1))
    picture = rows(above, errors.bound(left_out.errors), weights=(3, 1), shape=1.7)
    moments = (trace[1], trace[2], trace[-1])
    scenes = [picture(step) for step in moments]
    assert [step.answer for step in moments] == ["yes", "no", "no"]
    for scene, step in zip(scenes, moments, strict=True):
        assert ringed(scene.panel("plane")) == [step.example], "the neighbour just found has a ring"
    assert every(scenes[0].panel("plane"), Field)
    return scenes


def neighbourhood(step) -> list[Mark]:
    """Its edge, lines to the neighbours, and the case."""
    x, y = step.case
    lines = segments_of([[x, y, *step.model.X[row]] for row in step.neighbours], color="accent", width=1.2)
    edge = Path(*map(coordinates, step.outline.T), color="accent", width=2.0)
    return [*lines, edge, Path(coordinates([x]), coordinates([y]), dots=True)]


def cells() -> Scene:
    """1-NN: the boundary is made of cell sides; an outlier among the others has an island of its own."""
    points, y = data.moons(60, seed=4)
    labels, views = np.append(NAMES[y], "A"), []
    for title, place in {"An example at home": [-0.3, -0.75], "The same one among the others": [0.3, -0.35]}.items():
        X = np.concatenate([points, [place]])
        step = NearestNeighbours(k=1).trace(X, labels)[0]
        sides = step.model.voronoi(*LIMITS)
        bold = sides.boundary(step.model.y)
        outlines = Cells(lambda step, sides=sides: sides.segments, lambda step, bold=bold: bold)
        plane = Plane(X, labels, limits=LIMITS, title=title, name=title)
        views.append(Of(Overlay(plane, outlines), lambda _, step=step: step))
    scene = small_multiples(*views, columns=2, shape=2.0)(step)
    for panel in scene.panels:
        thin, bold = first(panel, Segments, color="muted"), first(panel, Segments, color="accent")
        assert len(bold.x0) < len(thin.x0) / 2, "most sides are between cells of one class"
    island = sides.cell(len(points))
    assert len(island) and np.isin(island, sides.boundary(step.model.y)).all(), "the outlier is alone on its island"
    return scene


def averaged(step) -> list[Mark]:
    """From the answer a line to each neighbour that it is the mean of."""
    model, (x,), answer = step.model, step.case, step.answer
    lines = segments_of(
        [[x, answer, *model.X[row], model.y[row]] for row in step.neighbours], color="accent", width=1.2
    )
    return [*lines, Path(coordinates([x]), coordinates([answer]), color="accent", dots=True)]


def numbers() -> list[Scene]:
    """The mean of one, of seven and of 25 neighbours: from every jump to hardly any."""
    rng = np.random.default_rng(2)
    x = np.sort(rng.uniform(0, 6, 50))
    y = np.sin(x) + rng.normal(0, 0.25, 50)
    scenes, jumps = [], []
    for k in (1, 7, 25):
        learner = RegressionNeighbours(k=k).fit(x[:, None], y)
        title = "What the nearest says" if k == 1 else f"The mean of the {k} nearest"
        left_out = learner.leave_one_out(x[:, None], y, most=40)
        errors = Chart(left_out.k, at="neighbour", title="Squared error, one left out", xlabel="k")
        line = fit(x, y, truth=np.sin, title=title).marks(averaged)
        picture = columns(line, errors.bound(left_out.rates), weights=(4, 3))
        scenes.append(picture(Trace(learner.neighbour_steps([2.0]))[-1]))
        jumps.append(float(np.abs(np.diff(first(scenes[-1].panel("fit"), Path, color="ink").y)).sum()))
    assert jumps[0] > 2 * jumps[1] > 2 * jumps[2], "more neighbours, a smoother line"
    assert 1 < left_out.best_k < 25, "the best is in between"
    return scenes


PICTURES = {NearestNeighbours: classes, RegressionNeighbours: numbers}
