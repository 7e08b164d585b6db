"""Gaussian classes with their ellipses, naive Bayes asked about a day, Fisher's projection."""

from dataclasses import replace

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import LDA, QDA, ExponentialFamily, FisherDiscriminant, NaiveBayes
from labkit.learners.gaussian.spread import ellipse
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import RING, Field, Path, Points, Scene, Segments, codes, coordinates
from labkit.views.tables.facts import facts
from labkit.views.wrap import Overlay
from tests.pictures.seen import every, first, size, tops

# Two standard deviations around every mean.
OUTLINES = Ellipses(lambda step: [ellipse(m, S) for m, S in zip(step.model.means, step.model.covariances, strict=True)])


def outlined(panel) -> list[Path]:
    return [mark for mark in every(panel, Path) if mark.color.startswith("class")]


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
    priors = Chart(ylim=(0, 1), title="Priors").bars(lambda step: step.model.priors, labels="123", kind=range(3))
    picture = columns(square(Plane(X, y, title="One covariance for all", cuts=OUTLINES)), priors)
    steps = [LDA(priors=priors).trace(X, y)[-1] for priors in (None, [0.02, 0.02, 0.96])]
    scenes = [picture(step) for step in steps]
    rings = [outlined(scene.panel("plane")) for scene in scenes]
    assert [len(each) for each in rings] == [3, 3]
    widths = [size(ring)[0] for ring in rings[0]]
    assert np.allclose(widths, widths[0], rtol=1e-4)
    share = [(step.model.predict(X) == 2).mean() for step in steps]
    assert share[1] > share[0]
    return scenes


def qda():
    """Every class has its own ellipse, and the borders are curved; without the determinant the wide class spreads."""
    X, y = clouds(sizes=[0.4, 2.0, 1.0])
    terms = Chart(ylim=(0, 6), title="What a small size adds to the score")
    terms.bars(_size_terms, labels="123", kind=range(3))
    picture = columns(square(Plane(X, y, title="A covariance each", cuts=OUTLINES)), terms)
    step = QDA().trace(X, y)[-1]
    printed = replace(step, model=replace(step.model, determinant=False), reason="without the determinant")
    scenes = [picture(each) for each in (step, printed)]
    planes = [scene.panel("plane") for scene in scenes]
    regions = [first(plane, Field).values for plane in planes]
    assert 0.005 < np.mean(regions[0] != regions[1]) < 0.3
    wide, tall = size(outlined(planes[0])[1])
    assert tall > 2 * wide
    return scenes


def _size_terms(step) -> np.ndarray:
    model = step.model
    return -0.5 * model.gaussians.log_dets if model.determinant else np.zeros(3)


def exponential():
    """The same waiting times as Gaussian and as gamma densities: the border bends otherwise."""
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1], 60)
    X = rng.gamma(np.array([[1.5, 5.0], [5.0, 2.0]])[y])
    plane = Plane(X, y, title="Waiting times", limits=((0.0, 16.0), (0.0, 16.0)))
    picture = columns(square(plane), facts(_densities, ("class 0", "class 1"), title="Parameters"))
    steps = [ExponentialFamily(family=family).trace(X, y)[-1] for family in ("gaussian", "gamma")]
    assert all((step.model.predict(X) == y).mean() > 0.85 for step in steps)
    scenes = [picture(step) for step in steps]
    assert all(np.ptp(first(scene.panel("plane"), Field).values) > 100 for scene in scenes), "sure on both sides"
    return scenes


def _densities(step):
    model = step.model
    names = model.family.parameters
    return [(f"{name} x{d + 1}", *(f"{model.parameters[k, d, q]:.3g}" for k in (0, 1)))
            for d in (0, 1) for q, name in enumerate(names)]  # fmt: skip


def naive_bayes():
    """A sunny and an overcast day: what every column says, and the posterior."""
    table = data.load("tennis")
    model = NaiveBayes().trace(table.without("day", "play"), table["play"])[-1].model

    def case(day) -> Table:
        return Table.from_dict({name: [value] for name, value in zip(model.attributes.names, day, strict=True)})

    def factors(day):
        said = [model.priors, *np.exp(model.log_factors(case(day)))[0].T]
        return [(word, *(f"{p:.3f}" for p in row)) for word, row in zip(("prior", *day), said, strict=True)]

    posterior = Chart(ylim=(0, 1), title="Posterior", name="posterior")
    posterior.bars(lambda day: model.predict_proba(case(day))[0], labels=list(model.classes), kind=(0, 1))
    picture = columns(facts(factors, [f"given {label}" for label in model.classes], title="Factors"), posterior,
                      caption=lambda day: f"{', '.join(day)}: {model.predict(case(day))[0]}")  # fmt: skip
    days = [("sunny", "cool", "high", "strong"), ("overcast", "mild", "normal", "weak")]
    scenes = [picture(day) for day in days]
    heights = [tops(scene.panel("posterior")) for scene in scenes]
    assert heights[0][0] > 0.5 > heights[0][1]  # no
    assert heights[1][1] > 0.9  # yes
    return scenes


# ---------------------------------------------------------------- Fisher


def fisher():
    """J over the angle, its peak at the solution; a threshold that slides; three classes, projected."""
    table = data.load("lda10")
    X, y = table.numeric("x1", "x2"), table["y"].astype(int)
    steps = [FisherDiscriminant(threshold=t).trace(X, y)[-1] for t in (None, -2.0)]
    theta = np.linspace(0, np.pi, 181)
    J = steps[0].scatter.criterion_at(theta)
    criterion = Chart(theta, at=_angle, title="J of every direction", xlabel="angle", name="criterion").bound(J, "J")
    picture = columns(square(Plane(X, y, title="Projected on w", cuts=_line_of_means)), criterion)
    scenes = [picture(step) for step in steps]
    cursor = first(scenes[0].panel("criterion"), Segments, color="accent")
    assert abs(cursor.x0 - theta[J.argmax()]) < np.pi / 180
    flags = [first(scene.panel("plane"), Points).flag for scene in scenes]
    assert not flags[0].any()
    assert flags[1].any()  # the first class lost examples to the threshold
    return [*scenes, _three_projected()]


def _angle(step) -> float:
    w = step.directions[:, 0]
    return float(np.arctan2(w[1], w[0]) % np.pi)


def _line_of_means(step, size):
    """From every projected mean to the other, along w."""
    m1, m2 = step.scatter.means
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
    projected = FisherDiscriminant().trace(f, y)[-1]  # the same decisions, in the plane of the projections
    assert (step.model.predict(X) == y).mean() > 0.9
    assert (projected.model.predict(f) == step.model.predict(X)).all()
    centres = Points(*map(coordinates, step.model.projected.T), codes([0, 1, 2]), flag=codes([RING] * 3), size=11.0)
    plane = Overlay(Plane(f, y, title="Four columns in two directions"), lambda step: [centres])
    values = Chart(title="Eigenvalues").bars(step.eigenvalues, labels="12")
    return columns(square(plane), values, caption=lambda _: step.caption)(projected)


PICTURES = {
    LDA: lda,
    QDA: qda,
    NaiveBayes: naive_bayes,
    ExponentialFamily: exponential,
    FisherDiscriminant: fisher,
}
