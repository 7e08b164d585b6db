"""Pictures of lecture 18, the sums: two functions that take turns, and residuals that are peeled off stage by stage."""

import numpy as np

from labkit.core import data
from labkit.learners import Backfitting, LinearRegression, RegressionNeighbours, RegressionTree, ResidualFitting
from labkit.learners.additive.smoothers import KernelSmoother
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit, residuals
from labkit.views.layout import columns, rows, square
from labkit.views.plane.number_plane import NumberPlane
from labkit.views.scene import DASHED, Path, Scene, Segments
from tests.pictures.seen import first

TRUTH = (lambda x: x**2 - 1 / 3, data.wave)
WIDE = (-0.06, 1.06)


def backfitting() -> list[Scene]:
    """x1 squared plus a wave of x2: each function is refitted to what the other one leaves."""
    X, y = data.additive(150, noise=0.15, seed=4)
    trace = Backfitting(smoother=KernelSmoother(0.05)).trace(X, y)
    surface = NumberPlane(X, y, title="Their sum")
    errors = trace.curve("mse")
    error = Chart(trace, title="Mean squared error", xlabel="half-sweeps", ylim=(0.0, 1.05 * errors[0])).line("mse")
    functions = rows(*(turn(trace, X[:, j], j) for j in range(2)))
    picture = rows(columns(functions, square(surface)), error, weights=(3, 1), shape=1.7)
    scenes = [picture(step) for step in (trace[0], trace[1], trace[2], trace[4], trace[-1])]
    grown = [[drawn(scene.panel(f"g{j + 1}")) for scene in scenes] for j in range(2)]
    assert np.ptp(grown[0][0]) == np.ptp(grown[1][0]) == np.ptp(grown[1][1]) == 0, "both begin flat, g1 goes first"
    assert np.ptp(grown[0][1]) > 0.5 and np.ptp(grown[1][2]) > 1.5
    for values, truth in zip((g[-1] for g in grown), TRUTH, strict=True):
        places = np.linspace(*WIDE, len(values))
        inside = (places > 0.1) & (places < 0.9)
        assert np.abs(values - truth(places))[inside].max() < 0.25, "each ends near its own truth"
    assert errors[-1] < errors[2] < errors[0] / 4
    return scenes


def turn(trace, x: np.ndarray, j: int) -> Chart:
    """The partial residuals of a feature and its function, the true one dashed."""
    reach = max(float(np.abs(step.partial(j)).max()) for step in (trace[0], trace[-1]))
    chart = residuals(x, lambda step: step.partial(j), lambda step: step.model.curves[j], reach=reach, xlim=WIDE,
                      title=f"g{j + 1} and what the other one leaves of y", xlabel=f"x{j + 1}",
                      name=f"g{j + 1}")  # fmt: skip
    return chart.function(TRUTH[j], color="ink", dash=DASHED, width=1.6)


def drawn(panel) -> np.ndarray:
    """What a function answers, evenly over the width of the panel."""
    line = first(panel, Path, color="accent")
    return line.y[np.searchsorted(line.x, np.linspace(*WIDE, 200)).clip(max=len(line.y) - 1)]


def residual_fitting() -> list[Scene]:
    """A line takes the trend, a tree the jump, neighbours the rest."""
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 6, 70))
    y = 0.4 * (x - 3) + 2.0 * (x > 4.2) - 0.6 + 0.5 * np.sin(5 * x) + rng.normal(0, 0.12, 70)
    stages = LinearRegression(), RegressionTree(max_leaves=3, order="best"), RegressionNeighbours(k=5)
    trace = ResidualFitting(learners=stages).trace(x[:, None], y)[:-1]
    left = residuals(x, lambda step: step.residuals if step.fitted is None else step.fitted, lambda step: step.weak,
                     reach=float(np.abs(y).max()), title="What this stage is fitted to, and its FIT")  # fmt: skip
    rss = Chart(trace, x="stage", title="What is left", xlabel="stages").line("rss", "sum of squares")
    picture = columns(rows(fit(x, y, title="MODEL = FIT 1 + FIT 2 + ..."), left, weights=(3, 2)), rss, weights=(3, 2))
    scenes = [picture(step) for step in trace]
    total = trace.curve("rss")
    assert (np.diff(total) < 0).all() and total[3] < total[1] / 4, "every stage takes something off"
    heights = [np.abs(first(scene.panel("residuals"), Segments, color="curve1").y1).max() for scene in scenes]
    assert heights[1] > heights[2] > heights[3], "and the next one has less to do"
    return scenes


PICTURES = {Backfitting: backfitting, ResidualFitting: residual_fitting}
