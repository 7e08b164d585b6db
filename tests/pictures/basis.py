"""Pictures of lecture 06, the bases: a boundary that bends step by step, and bumps that add up to a curve."""

import numpy as np

from labkit.core import data
from labkit.learners import BasisClassifier, BasisRegression, LinearRegression, LogisticRegression
from labkit.learners.basis.functions import GaussianBasis, Polynomial
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.frame import ticks
from labkit.views.plane import Plane
from labkit.views.residuals import Fit
from labkit.views.scene import WRONG, Panel, Path, Points, Scene, coordinates

LEFT, TOP, BOTTOM = (56, 44, 440, 316), (580, 44, 280, 140), (580, 244, 280, 116)


def classifier() -> list[Scene]:
    """Logistic regression on all products up to the third degree: a line that bends between two moons."""
    X, y = data.moons(120, noise=0.1, seed=1)
    inner = LogisticRegression(lam=0.01)
    trace = BasisClassifier(learner=inner, basis=Polynomial(3)).trace(X, y)
    plane = Plane(X, y, box=LEFT, title="Logistic regression on products")
    reach = 1.1 * float(np.abs(trace[-1].w).max())
    weights = BarChart(lambda step: step.w[1:], box=BOTTOM, ylim=(-reach, reach), title="Weights of the products",
                       labels=["x", "y", "x²", "xy", "y²", "x³", "x²y", "xy²", "y³"])  # fmt: skip
    loss = Curves(np.arange(len(trace)), [Curve(trace.curve("loss"), "loss")], lambda step: step.iteration,
                  box=TOP, xlabel="iteration")  # fmt: skip
    moments = (trace[1], trace[3], trace[-1])
    scenes = [Scene((plane(step), loss(step), weights(step)), step.caption) for step in moments]
    assert np.mean(inner.fit(X, y).predict(X) != y) > 0.05, "no straight line will do"
    first, *_, last = (wrong(scene.panel("plane")) for scene in scenes)
    assert last < first / 3, "but one that bends"
    return scenes


def wrong(panel) -> int:
    """How many examples are drawn hollow."""
    return np.count_nonzero(next(mark for mark in panel.marks if isinstance(mark, Points)).flag & WRONG)


def regression() -> list[Scene]:
    """Nine bumps: least squares finds how high each must be."""
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 6, 40))
    y = np.sin(2 * x) + 0.3 * x + rng.normal(0, 0.15, 40)
    basis = GaussianBasis(9)
    trace = BasisRegression(learner=LinearRegression(lam=0.05, solver="conjugate gradient"), basis=basis).trace(
        x[:, None], y
    )
    grid = np.linspace(0, 6, 200)
    bumps = basis.placed(x[:, None])(grid[:, None])
    fit = Fit(x, y, box=LEFT, truth=lambda x: np.sin(2 * x) + 0.3 * x, title="A sum of nine bumps")
    reach = 1.1 * float(np.abs(trace[-1].w[1:]).max())

    def gallery(step) -> Panel:
        """Every bump as high as its weight: what is added up, and the bias."""
        marks = [
            Path(coordinates(grid), coordinates(w * bump), color=f"class{j % 4}", width=1.6)
            for j, (w, bump) in enumerate(zip(step.w[1:], bumps.T, strict=True))
        ]
        return Panel(TOP, (0, 6), (-reach, reach), tuple(marks), name="basis", title="Bumps times weights",
                     xticks=ticks(0, 6), yticks=ticks(-reach, reach, most=4))  # fmt: skip

    weights = BarChart(lambda step: step.w[1:], box=BOTTOM, ylim=(-reach, reach), title="Weights of the bumps")
    scenes = [
        Scene((fit(step), gallery(step), weights(step)), step.caption) for step in (trace[0], trace[2], trace[-1])
    ]
    line = [next(m for m in s.panel("fit").marks if isinstance(m, Path) and m.width == 2.4).y for s in scenes]
    assert np.ptp(line[0]) == 0, "it starts flat"
    total = sum(mark.y for mark in scenes[-1].panel("basis").marks) + trace[-1].w[0]
    np.testing.assert_allclose(total, trace[-1].model.predict(grid[:, None]), atol=1e-4)
    turns = np.flatnonzero(np.diff(np.sign(np.diff(line[-1][::2]))))
    assert len(turns) >= 3, "and ends with ups and downs"
    return scenes


PICTURES = {BasisClassifier: classifier, BasisRegression: regression}
