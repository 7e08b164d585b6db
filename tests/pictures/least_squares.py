"""Pictures of lecture 03: a line on its way downhill, the ridge path, and a boundary that an easy example turns."""

from dataclasses import replace

import numpy as np

from labkit.core.data import load
from labkit.learners import LeastSquaresClassifier, LinearRegression
from labkit.learners.descent.first_order import GradientDescent
from labkit.views import fields
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.facts import Facts
from labkit.views.plane import Plane
from labkit.views.residuals import Fit
from labkit.views.scene import WRONG, Panel, Path, Points, Scene
from labkit.views.weights import WeightSpace

LEFT, TOP, BOTTOM = (56, 44, 440, 316), (580, 44, 280, 140), (580, 244, 280, 116)


def regression() -> list[Scene]:
    return [*downhill(), *ridge_path()]


def downhill() -> list[Scene]:
    """The line turns towards the examples while w goes down its valley."""
    rng = np.random.default_rng(4)
    x = np.linspace(-1, 2, 14)
    y = 1.5 * x - 0.5 + rng.normal(0, 0.35, 14)
    trace = LinearRegression(solver=GradientDescent(rate=0.06)).trace(x[:, None], y)
    best = LinearRegression().fit(x[:, None], y).last_step_
    fit = Fit(x, y, box=LEFT, truth=lambda x: best.model.predict(x[:, None]), title="y = w1 x + w0")
    ways = np.array([step.w for step in trace])
    weights = WeightSpace(ways, lambda step: step.iteration, box=TOP, title="w0 and w1")
    curves = [Curve(trace.curve("loss"), "loss"), Curve(np.full(len(trace), best.loss), "", bound=True)]
    loss = Curves(np.arange(len(trace)), curves, lambda step: step.iteration, box=BOTTOM, xlabel="iteration")
    moments = (*trace[:3], trace[8], trace[-1])
    scenes = [Scene((fit(step), valley(weights(step), step), loss(step)), step.caption) for step in moments]
    lengths = [stem_lengths(scene.panel("fit")) for scene in scenes]
    assert (np.diff([(each**2).sum() for each in lengths]) < 0).all(), "the squares on the stems shrink"
    np.testing.assert_allclose(lengths[-1], np.abs(best.residuals), atol=1e-4)
    head = next(mark for mark in scenes[-1].panel("weights").marks if isinstance(mark, Points))
    np.testing.assert_allclose([head.x[0], head.y[0]], best.w, atol=1e-3)
    panel = scenes[-1].panel("weights")
    row, column = np.unravel_index(panel.marks[0].values.argmin(), panel.marks[0].values.shape)
    lowest = fields.centres(panel.xlim)[column], fields.centres(panel.ylim)[row]
    np.testing.assert_allclose(lowest, best.w, atol=0.15)  # a shade is as wide as that
    return scenes


def valley(panel: Panel, step) -> Panel:
    """The weight space with the loss behind it, its shades even by ratio."""
    w0, w1 = np.meshgrid(fields.centres(panel.xlim), fields.centres(panel.ylim))
    loss = np.log(step.objective.values(np.stack([w0, w1], axis=-1)))
    shades = fields.heights(loss, (loss.min(), loss.max()), panel.xlim, panel.ylim)
    return replace(panel, marks=(*shades, *panel.marks))


def ridge_path() -> list[Scene]:
    """All slopes go to zero, not all at once, and the degrees of freedom with them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 5)) * [3, 2, 1, 0.5, 0.2]
    trace = LinearRegression().path(X, X @ [1.0, -1.5, 2.0, -1.0, 1.5] + rng.normal(0, 1, 60))
    where = np.log10(trace.curve("lam"))
    slopes = [Curve(trace.curve(lambda step, j=j: step.slopes[j]), f"w{j + 1}", f"class{j}") for j in range(5)]
    df = [Curve(trace.curve("degrees_of_freedom"), "df", "accent")]
    views = (
        Curves(where, slopes, lambda step: np.log10(step.lam), box=LEFT, title="Ridge path", xlabel="log10 lam"),
        Curves(where, df, lambda step: np.log10(step.lam), box=TOP, title="Degrees of freedom", name="df"),
        Facts(facts, ["value"], box=BOTTOM),
    )
    scenes = [Scene(tuple(view(step) for view in views), step.caption) for step in (trace[10], trace[30], trace[-1])]
    shown = [mark for mark in scenes[-1].panel("curves").marks if isinstance(mark, Path) and mark.upto]
    assert len(shown) == 5
    assert all(abs(path.y[-1]) < 0.01 for path in shown)
    assert scenes[0].panel("curves").marks[0].upto == 11
    return scenes


def facts(step) -> list[tuple[str, str]]:
    return [("RSS", f"{step.rss:.4g}"), ("condition", f"{step.condition:.3g}")]


def stem_lengths(panel) -> np.ndarray:
    """Of the broken path from the line to each example."""
    stems = next(mark for mark in panel.marks if isinstance(mark, Path) and np.isnan(mark.y).any())
    ends = stems.y[~np.isnan(stems.y)].reshape(-1, 2)
    return np.abs(ends[:, 1] - ends[:, 0])


def classification() -> list[Scene]:
    """LSC-01 and LSC-02: a point far on its own side turns the boundary, and two others are now wrong."""
    table = load("lda10").numeric()
    X, y = table[:, :2], table[:, 2].astype(int)
    more, labels = np.vstack([X, [-20.0, -20.0]]), np.append(y, 1)
    scenes = []
    for examples, classes in ((X, y), (more, labels)):
        step = LeastSquaresClassifier().fit(examples, classes).last_step_
        plane = Plane(examples, classes, box=(56, 44, 500, 316), title="f(x) = 0", limits=((-34, 23), (-23, 13)))
        outputs = BarChart(lambda step: step.outputs[:, 0], box=(620, 44, 300, 316), ylim=(-2, 2), kind=classes - 1,
                           title="f(x), to be -1 and +1", name="outputs", xlabel="example")  # fmt: skip
        scenes.append(Scene((plane(step), outputs(step)), step.caption))
    wrong = [hollow(scene.panel("plane")) for scene in scenes]
    assert wrong == [0, 2], "as the lecture has it"
    bars = scenes[1].panel("outputs").marks[0]
    assert ((bars.top > 0) != (bars.kind == 1)).sum() == 2, "two bars point to the wrong side"
    assert np.abs(bars.top).argmax() == 10, "the easy example is the most too right"
    return scenes


def hollow(panel) -> int:
    """Examples that are drawn as wrong."""
    points = next(mark for mark in panel.marks if isinstance(mark, Points))
    return 0 if points.flag is None else int(np.count_nonzero(points.flag & WRONG))


PICTURES = {LinearRegression: regression, LeastSquaresClassifier: classification}
