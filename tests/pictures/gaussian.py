"""Gaussian classes with their ellipses, naive Bayes asked about a day, Fisher's projection."""

from dataclasses import replace

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import LDA, QDA, ExponentialFamily, FisherDiscriminant, NaiveBayes
from labkit.learners.gaussian.spread import ellipse
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.facts import Facts
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import USED, Field, Path, Points, Scene, codes, coordinates

LEFT, RIGHT = (40, 40, 520, 350), (620, 60, 320, 310)


def ellipses(step):
    """Two standard deviations around every mean of the model, in the class's colour."""
    outlines = [ellipse(m, S) for m, S in zip(step.model.means, step.model.covariances, strict=True)]
    return [Path(*map(coordinates, around.T), color=f"class{k}", width=2.2) for k, around in enumerate(outlines)]


def outlined(panel) -> list[Path]:
    return [mark for mark in panel.marks if isinstance(mark, Path) and mark.color.startswith("class")]


def clouds(n=150, sizes=(1.0, 1.0, 1.0)):
    """Three classes: a round one, a long one, a tilted one."""
    rng = np.random.default_rng(4)
    y = np.arange(n) % 3
    shapes = np.array([[[0.2, 0], [0, 0.2]], [[0.1, 0], [0, 0.35]], [[0.3, 0.2], [0, 0.12]]])
    shapes *= np.reshape(sizes, (3, 1, 1))
    means = np.array([[-0.5, -0.3], [0.5, -0.2], [0.1, 0.6]])
    return means[y] + np.einsum("nij,nj->ni", shapes[y], rng.normal(size=(n, 2))), y


# ---------------------------------------------------------------- densities


def lda():
    """A larger prior pushes the borders away from its class; the ellipse is the same for all."""
    X, y = clouds()
    plane = Plane(X, y, box=LEFT, title="one covariance for all", cuts=ellipses)
    bars = BarChart(lambda step: step.model.priors, box=RIGHT, ylim=(0, 1), title="priors", labels="123", kind=range(3))
    steps = [LDA(priors=priors).trace(X, y)[-1] for priors in (None, [0.02, 0.02, 0.96])]
    scenes = [Scene((plane(step), bars(step)), caption=step.caption) for step in steps]
    rings = [outlined(scene.panel("plane")) for scene in scenes]
    assert [len(each) for each in rings] == [3, 3]
    widths = [np.ptp(ring.x) for ring in rings[0]]
    assert np.allclose(widths, widths[0], rtol=1e-4)
    share = [(step.model.predict(X) == 2).mean() for step in steps]
    assert share[1] > share[0]
    return scenes


def qda():
    """Every class has its own ellipse, and the borders are curved; without the determinant the wide class spreads."""
    X, y = clouds(sizes=[0.4, 2.0, 1.0])
    plane = Plane(X, y, box=LEFT, title="a covariance each", cuts=ellipses)
    terms = BarChart(_size_terms, box=RIGHT, ylim=(0, 6), title="what a small size adds to the score", labels="123",
                     kind=range(3))  # fmt: skip
    step = QDA().trace(X, y)[-1]
    printed = replace(step, model=replace(step.model, determinant=False), reason="without the determinant")
    scenes = [Scene((plane(one), terms(one)), caption=one.caption) for one in (step, printed)]
    fields = [next(mark for mark in scene.panel("plane").marks if isinstance(mark, Field)) for scene in scenes]
    assert 0.005 < np.mean(fields[0].values != fields[1].values) < 0.3
    assert np.ptp(outlined(scenes[0].panel("plane"))[1].y) > 2 * np.ptp(outlined(scenes[0].panel("plane"))[1].x)
    return scenes


def _size_terms(step) -> np.ndarray:
    model = step.model
    return -0.5 * model.gaussians.log_dets if model.determinant else np.zeros(3)


def exponential():
    """The same waiting times as Gaussian and as gamma densities: the border bends otherwise."""
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1], 60)
    X = rng.gamma(np.array([[1.5, 5.0], [5.0, 2.0]])[y])
    plane = Plane(X, y, box=LEFT, title="waiting times", limits=((0.0, 16.0), (0.0, 16.0 * LEFT[3] / LEFT[2])))
    facts = Facts(_densities, ("class 0", "class 1"), box=(590, 60, 360, 310))
    steps = [ExponentialFamily(family=family).trace(X, y)[-1] for family in ("gaussian", "gamma")]
    assert all((step.model.predict(X) == y).mean() > 0.85 for step in steps)
    assert all(np.ptp(step.model.field(np.array([0.5, 6.0]), np.array([0.5, 6.0]))) > 1 for step in steps)
    return [Scene((plane(step), facts(step)), caption=step.caption) for step in steps]


def _densities(step):
    model = step.model
    names = model.family.parameters
    return [(f"{name} x{d + 1}", *(f"{model.parameters[k, d, q]:.3g}" for k in (0, 1)))
            for d in (0, 1) for q, name in enumerate(names)]  # fmt: skip


def naive_bayes():
    """A sunny and an overcast day: what every column says, and the posterior."""
    table = data.load("tennis")
    step = NaiveBayes().trace(table.without("day", "play"), table["play"])[-1]
    days = [("sunny", "cool", "high", "strong"), ("overcast", "mild", "normal", "weak")]
    scenes = [_asked(step, dict(zip(step.model.attributes.names, day, strict=True))) for day in days]
    heights = [scene.panel("bars").marks[0].top for scene in scenes]
    assert heights[0][0] > 0.5 > heights[0][1]  # no
    assert heights[1][1] > 0.9  # yes
    return scenes


def _asked(step, day: dict[str, str]) -> Scene:
    case = Table.from_dict({name: [value] for name, value in day.items()})
    factors = np.exp(step.model.log_factors(case))[0]
    rows = [("prior", *(f"{p:.3f}" for p in step.model.priors))]
    rows += [(value, *(f"{p:.3f}" for p in factors[:, d])) for d, value in enumerate(day.values())]
    facts = Facts(lambda step: rows, [f"given {label}" for label in step.model.classes], box=LEFT)
    bars = BarChart(lambda step: step.model.predict_proba(case)[0], box=RIGHT, ylim=(0, 1), title="posterior",
                    labels=list(step.model.classes), kind=(0, 1))  # fmt: skip
    return Scene((facts(step), bars(step)), caption=f"{', '.join(day.values())}: {step.model.predict(case)[0]}")


# ---------------------------------------------------------------- Fisher


def fisher():
    """J over the angle, its peak at the solution; a threshold that slides; three classes, projected."""
    table = data.load("lda10")
    X, y = table.numeric("x1", "x2"), table["y"].astype(int)
    steps = [FisherDiscriminant(threshold=t).trace(X, y)[-1] for t in (None, -2.0)]
    theta = np.linspace(0, np.pi, 181)
    J = steps[0].scatter.criterion_at(theta)
    curves = Curves(theta, [Curve(J, "J", bound=True)], _angle, box=(620, 60, 290, 290), title="J of every direction",
                    xlabel="angle")  # fmt: skip
    plane = Plane(X, y, box=LEFT, title="projected on w", cuts=_line_of_means)
    scenes = [Scene((plane(step), curves(step)), caption=step.caption) for step in steps]
    cursor = next(mark for mark in scenes[0].panel("curves").marks if isinstance(mark, Path) and mark.color == "accent")
    assert abs(float(cursor.x[0]) - theta[J.argmax()]) < np.pi / 180
    hollow = [next(m for m in s.panel("plane").marks if isinstance(m, Points)).flag for s in scenes]
    assert not hollow[0].any()
    assert hollow[1].any()  # the first class lost examples to the threshold
    return [*scenes, _three_projected()]


def _angle(step) -> float:
    w = step.directions[:, 0]
    return float(np.arctan2(w[1], w[0]) % np.pi)


def _line_of_means(step):
    """From every projected mean to the other, along w."""
    m1, m2 = step.means
    w = step.directions[:, 0] / np.linalg.norm(step.directions[:, 0])
    ends = np.array([m2, m2 + w * (w @ (m1 - m2))])
    return [Path(*map(coordinates, ends.T), color="accent", width=2.4, dots=True)]


def _three_projected() -> Scene:
    """Four columns seen from the two best directions."""
    rng = np.random.default_rng(0)
    y = np.arange(120) % 3
    X = rng.normal(0, 1, (120, 4)) + rng.normal(0, 2.5, (3, 4))[y]
    step = FisherDiscriminant().trace(X, y)[-1]
    f = step.model.project(X)
    assert (step.model.predict(X) == y).mean() > 0.9
    centres = Points(*map(coordinates, step.model.projected.T), codes([0, 1, 2]), flag=codes([USED] * 3), size=11.0)
    low, high = f.min(axis=0) - 0.05, f.max(axis=0) + 0.05
    seen = Plane(f, y, box=LEFT, title="four columns in the two best directions",
                 limits=((low[0], high[0]), (low[1], high[1])))  # fmt: skip
    bars = BarChart(lambda step: step.eigenvalues, box=RIGHT, ylim=(0, float(step.eigenvalues.max()) * 1.1),
                    title="eigenvalues", labels="12")  # fmt: skip
    projected = FisherDiscriminant().trace(f, y)[-1]  # the same decisions, in the plane of the projections
    assert (projected.model.predict(f) == step.model.predict(X)).all()
    return Scene((Overlay(seen, lambda _: [centres])(projected), bars(step)), caption=step.caption)


PICTURES = {
    LDA: lda,
    QDA: qda,
    NaiveBayes: naive_bayes,
    ExponentialFamily: exponential,
    FisherDiscriminant: fisher,
}
