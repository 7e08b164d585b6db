"""Pictures of lecture 18, the sums: two functions that take turns, and residuals that are peeled off stage by stage."""

import numpy as np

from labkit.core import data
from labkit.learners import Backfitting, LinearRegression, RegressionNeighbours, RegressionTree, ResidualFitting
from labkit.learners.additive.smoothers import KernelSmoother
from labkit.views.curves import Curve, Curves
from labkit.views.overlay import Overlay
from labkit.views.residuals import Fit, Residuals
from labkit.views.scene import Path, Scene, coordinates
from labkit.views.surface import Surface

G1, G2 = (52, 44, 330, 150), (52, 262, 330, 150)
PLANE, ERROR = (470, 44, 250, 250), (470, 350, 330, 62)
TRUTH = (lambda x: x**2 - 1 / 3, data.wave)


def backfitting() -> list[Scene]:
    """x1 squared plus a wave of x2: each function is refitted to what the other one leaves."""
    X, y = data.additive(150, noise=0.15, seed=4)
    trace = Backfitting(smoother=KernelSmoother(0.05)).trace(X, y)
    functions = [turn(trace, X[:, j], j, box) for j, box in enumerate((G1, G2))]
    surface = Surface(X, y, box=PLANE, title="The sum over the plane: circles are too low, triangles too high")
    errors = trace.curve("mse")
    error = Curves(np.arange(len(trace)), [Curve(errors, "error")], lambda step: trace_place(trace, step), box=ERROR,
                   title="Mean squared error", xlabel="half-sweeps", ylim=(0.0, 1.05 * errors[0]))  # fmt: skip
    views = *functions, surface, error
    moments = trace[0], trace[1], trace[2], trace[4], trace[-1]
    scenes = [Scene(tuple(view(step) for view in views), step.caption, height=470) for step in moments]
    grown = [[drawn(scene.panel(f"g{j + 1}")) for scene in scenes] for j in range(2)]
    assert np.ptp(grown[0][0]) == np.ptp(grown[1][0]) == np.ptp(grown[1][1]) == 0, "both begin flat, g1 goes first"
    assert np.ptp(grown[0][1]) > 0.5 and np.ptp(grown[1][2]) > 1.5
    for values, truth in zip((g[-1] for g in grown), TRUTH, strict=True):
        places = np.linspace(-0.06, 1.06, len(values))
        inside = (places > 0.1) & (places < 0.9)
        assert np.abs(values - truth(places))[inside].max() < 0.25, "each ends near its own truth"
    assert errors[-1] < errors[2] < errors[0] / 4
    return scenes


def turn(trace, x: np.ndarray, j: int, box) -> Overlay:
    """The partial residuals of a feature and its function, the true one dashed."""
    reach = max(float(np.abs(step.partial(j)).max()) for step in (trace[0], trace[-1]))
    panel = Residuals(x, lambda step: step.partial(j), lambda step: step.model.curves[j], box=box, reach=reach,
                      xlim=(-0.06, 1.06), title=f"g{j + 1} and what the other one leaves of y", xlabel=f"x{j + 1}",
                      name=f"g{j + 1}")  # fmt: skip
    at = np.linspace(0, 1, 100)
    truth = Path(coordinates(at), coordinates(TRUTH[j](at)), color="ink", width=1.6, dash=True)
    return Overlay(panel, lambda step: [truth])


def trace_place(trace, step) -> int:
    return next(k for k, each in enumerate(trace) if each is step)


def drawn(panel) -> np.ndarray:
    """What a function answers, evenly over the width of the panel."""
    line = next(mark for mark in panel.marks if isinstance(mark, Path) and mark.color == "accent")
    return line.y[np.searchsorted(line.x, np.linspace(-0.06, 1.06, 200)).clip(max=len(line.y) - 1)]


def residual_fitting() -> list[Scene]:
    """A line takes the trend, a tree the jump, neighbours the rest."""
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 6, 70))
    y = 0.4 * (x - 3) + 2.0 * (x > 4.2) - 0.6 + 0.5 * np.sin(5 * x) + rng.normal(0, 0.12, 70)
    stages = LinearRegression(), RegressionTree(max_leaves=3, order="best"), RegressionNeighbours(k=5)
    trace = ResidualFitting(learners=stages).trace(x[:, None], y)
    fit = Fit(x, y, box=(52, 44, 380, 180), title="MODEL = FIT 1 + FIT 2 + ...")
    left = Residuals(x, lambda step: step.residuals if step.fitted is None else step.fitted,
                     lambda step: step.weak if step.event != "stop" else None, box=(52, 288, 380, 124),
                     reach=float(np.abs(y).max()), title="What this stage is fitted to, and its FIT")  # fmt: skip
    rss = trace.curve("rss")
    curve = Curves(np.arange(4), [Curve(rss[:4], "sum of squares")], lambda step: step.stage, box=(510, 44, 240, 180),
                   title="What is left", xlabel="stages")  # fmt: skip
    scenes = [Scene((fit(step), left(step), curve(step)), step.caption, height=470) for step in trace[:-1]]
    assert (np.diff(rss[:4]) < 0).all() and rss[3] < rss[1] / 4, "every stage takes something off"
    stems = [next(m for m in scene.panel("residuals").marks if isinstance(m, Path) and m.color == "class1")
             for scene in scenes]  # fmt: skip
    heights = [np.nanmax(np.abs(stem.y)) for stem in stems]
    assert heights[1] > heights[2] > heights[3], "and the next one has less to do"
    return scenes


PICTURES = {Backfitting: backfitting, ResidualFitting: residual_fitting}
