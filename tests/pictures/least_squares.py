"""Pictures of lecture 03: a line on its way downhill, the ridge path, and a boundary that an easy example turns."""

import numpy as np

from labkit.core.data import load
from labkit.learners import LeastSquaresClassifier, LinearRegression
from labkit.learners.descent.first_order import GradientDescent
from labkit.views.axes import plane_limits
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, rows, shaped
from labkit.views.plane.fields import centres
from labkit.views.plane.plane import Plane
from labkit.views.scene import Boxes, Field, Path, Points, Scene, Segments
from labkit.views.tables.facts import facts
from tests.pictures.seen import every, first, hollow


def regression() -> list[Scene]:
    return [*downhill(), *ridge_path()]


def downhill() -> list[Scene]:
    """The line turns towards the examples while w goes down its valley."""
    rng = np.random.default_rng(4)
    x = np.linspace(-1, 2, 14)
    y = 1.5 * x - 0.5 + rng.normal(0, 0.35, 14)
    trace = LinearRegression(solver=GradientDescent(rate=0.06)).trace(x[:, None], y)
    best = LinearRegression().fit(x[:, None], y).last_step_
    line = fit(x, y, truth=lambda x: best.model.predict(x[:, None]), title="y = w1 x + w0")
    way = np.array([step.w for step in trace])
    valley = Landscape(trace[0].objective.values, plane_limits(way, aspect=2.0, pad=0.3), ways={"w": way},
                       at=lambda step: step.iteration, title="Loss of w0 and w1", name="weights")  # fmt: skip
    loss = Chart(trace, x="iteration", xlabel="iteration", title="Loss").line("loss").bound(best.loss, "least")
    picture = columns(line, rows(valley, loss, weights=(3, 2)))
    scenes = [picture(step) for step in (*trace[:3], trace[8], trace[-1])]
    lengths = [stem_lengths(scene.panel("fit")) for scene in scenes]
    assert (np.diff([(each**2).sum() for each in lengths]) < 0).all(), "the squares on the stems shrink"
    np.testing.assert_allclose(lengths[-1], np.abs(best.residuals), atol=1e-4)
    panel = scenes[-1].panel("weights")
    head, shades = first(panel, Points), first(panel, Field).values
    np.testing.assert_allclose([head.x[0], head.y[0]], best.w, atol=1e-3)
    row, column = np.unravel_index(shades.argmin(), shades.shape)
    lowest = centres(panel.xlim, shades.shape[1])[column], centres(panel.ylim, shades.shape[0])[row]
    np.testing.assert_allclose(lowest, best.w, atol=0.15)  # a shade is as wide as that
    return scenes


def stem_lengths(panel) -> np.ndarray:
    """From the line to each example."""
    stems = first(panel, Segments)
    return np.abs(stems.y1 - stems.y0)


def ridge_path() -> list[Scene]:
    """All slopes go to zero, not all at once, and the degrees of freedom with them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 5)) * [3, 2, 1, 0.5, 0.2]
    trace = LinearRegression().path(X, X @ [1.0, -1.5, 2.0, -1.0, 1.5] + rng.normal(0, 1, 60))
    slopes = Chart(trace, x="lam", xlog=True, title="Ridge path", xlabel="λ", name="slopes")
    for j in range(5):
        slopes.line(lambda step, j=j: step.slopes[j], f"w{j + 1}")
    df = Chart(trace, x="lam", xlog=True, title="Degrees of freedom", xlabel="λ").line("degrees_of_freedom")
    table = facts(lambda step: [("RSS", f"{step.rss:.4g}"), ("condition", f"{step.condition:.3g}")], ["value"])
    picture = columns(slopes, rows(df, table, weights=(2, 1)), weights=(3, 2))
    scenes = [picture(step) for step in (trace[10], trace[30], trace[-1])]
    shown = every(scenes[-1].panel("slopes"), Path)
    assert len(shown) == 5
    assert all(abs(path.y[-1]) < 0.01 for path in shown)
    assert first(scenes[0].panel("slopes"), Path).upto == 11
    return scenes


def classification() -> list[Scene]:
    """LSC-01 and LSC-02: a point far on its own side turns the boundary, and two others are now wrong."""
    table = load("lda10").numeric()
    X, y = table[:, :2], table[:, 2].astype(int)
    more, labels = np.vstack([X, [-20.0, -20.0]]), np.append(y, 1)
    scenes = []
    for examples, classes in ((X, y), (more, labels)):
        plane = Plane(examples, classes, title="f(x) = 0", limits=((-34, 23), (-23, 13)))
        outputs = Chart(ylim=(-2, 2), title="f(x), to be -1 and +1", name="outputs", xlabel="example")
        outputs.bars(lambda step: step.outputs[:, 0], kind=classes - 1)
        picture = columns(shaped(plane, 57 / 36), outputs)
        scenes.append(picture(LeastSquaresClassifier().fit(examples, classes).last_step_))
    assert [hollow(scene.panel("plane")) for scene in scenes] == [0, 2], "as the lecture has it"
    bars = first(scenes[1].panel("outputs"), Boxes)
    assert ((bars.y1 > 0) != (bars.kind == 1)).sum() == 2, "two bars point to the wrong side"
    assert np.abs(bars.y1).argmax() == 10, "the easy example is the most too right"
    return scenes


PICTURES = {LinearRegression: regression, LeastSquaresClassifier: classification}
