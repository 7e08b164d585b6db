"""Pictures of lecture 13, bumps around centres: k-means places them, a curve and a boundary are their sums."""

import numpy as np

from labkit.core import data
from labkit.learners import KMeans, RBFClassifier, RBFRegression
from labkit.learners.gaussian.spread import ellipse
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.plane.trails import Trails
from labkit.views.scene import Field, Path, Points, Scene, codes, coordinates
from labkit.views.wrap import Overlay
from tests.pictures.seen import every, first, hollow, size

# ---------------------------------------------------------------- k-means


def k_means() -> list[Scene]:
    """Three first centres in one corner find their way to three groups."""
    X, _ = data.blobs(150, spread=0.25, seed=2)
    start = X[np.argsort(X.sum(axis=1))[[0, 2, 4]]]
    trace = KMeans(groups=3, start=start).trace(X)
    moments = {step: k for k, step in enumerate(trace)}
    trails = Trails(np.array([step.centres for step in trace]), moments.get, kind=range(3))

    def groups(step, size):
        found = step.model.predict(X) if step.groups is None else step.groups
        return Plane(X, found, labels=range(3), title="Groups around three centres", size=4.5)(step, size)

    def centres(step) -> list:
        return [*trails(step), Points(*map(coordinates, step.centres.T), codes(range(3)), size=11.0)]

    inertia = Chart(trace, title="Inertia", xlabel="step", name="inertia").line("inertia")
    sizes = Chart(ylim=(0, 150), title="Examples in each group").bars("sizes", labels="012", kind=range(3))
    picture = columns(square(Overlay(groups, centres)), rows(inertia, sizes))
    scenes = [picture(step) for step in trace]
    fallen = first(scenes[-1].panel("inertia"), Path).y
    assert (np.diff(fallen) <= 1e-4).all()
    assert fallen[-1] < fallen[0] / 3
    ways = [mark for mark in every(scenes[-1].panel("plane"), Path) if mark.upto]
    assert max(size(way)[0] for way in ways) > 0.5, "a centre has a long way"
    return [scenes[k] for k in (1, 2, 6, 10, -1)]


# ---------------------------------------------------------------- networks


def regression() -> list[Scene]:
    """Centres, widths, weights; then the same with every example as a centre: it passes through all of them."""
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 6, 24))
    y = np.sin(2 * x) + 0.3 * x + rng.normal(0, 0.25, 24)
    curve = fit(x, y, truth=lambda x: np.sin(2 * x) + 0.3 * x, title="A sum of bumps",
                limits=((-0.3, 6.3), (-1.6, 3.6)))  # fmt: skip
    trace = RBFRegression(centres=8, lam=0.02, seed=3).trace(x[:, None], y)
    exact = RBFRegression(centres="data", intercept=False).trace(x[:, None], y)
    titles = {"centres": "Centres", "widths": "Bumps", "weights": "Bumps times weights"}
    gallery = Chart(xlim=(-0.3, 6.3), ylim=reach, title=lambda step: titles[step.phase], name="basis").marks(drawn)
    picture = columns(curve, gallery, weights=(3, 2))
    scenes = [picture(step) for step in (trace[0], trace[-2], trace[-1], exact[-1])]
    line = [first(scene.panel("fit"), Path, width=2.4).y for scene in scenes]
    assert np.ptp(line[0]) == np.ptp(line[1]) == 0, "flat until the weights are solved"
    assert np.ptp(line[2]) > 2
    total = sum(mark.y for mark in every(scenes[3].panel("basis"), Path, dots=False))
    np.testing.assert_allclose(np.interp(x, GRID, total), y, atol=0.1)
    assert exact[-1].rss < 1e-12 < trace[-1].rss
    return scenes


GRID = np.linspace(-0.3, 6.3, 300)


def bumps(step) -> np.ndarray:
    """(bumps, places): every bump as high as its weight, or 1 where there is none yet."""
    if step.widths is None:
        return np.empty((0, len(GRID)))
    high = np.exp(-((GRID - step.centres) ** 2) / (2 * step.widths[:, None] ** 2))
    return high if step.weights is None else high * step.weights[1:]


def reach(step) -> tuple[float, float]:
    high = 1.1 * float(np.abs(bumps(step)).max(initial=1.2))
    return -high, high


def drawn(step) -> list[Path]:
    """The bumps, and their centres on the axis."""
    x = step.centres[:, 0]
    lines = [Path(coordinates(GRID), coordinates(bump), f"curve{j % 6}", 1.4, j % 4)
             for j, bump in enumerate(bumps(step))]  # fmt: skip
    return [*lines, Path(coordinates(x), coordinates(0 * x), width=0.0, dots=True)]


def circles(step) -> list[np.ndarray]:
    """Around every centre the circle where its function is e^(-1/2); a point where no width is known."""
    widths = np.zeros(len(step.centres)) if step.widths is None else step.widths
    return [ellipse(v, a**2 * np.eye(2), 1.0) for v, a in zip(step.centres, widths, strict=True)]


def classifier() -> list[Scene]:
    """Bumps along two moons; few wide ones, then many."""
    X, y = data.moons(160, noise=0.12, seed=4)
    rings = Ellipses(circles, centres=lambda step: step.centres, color="muted", width=1.0, filled=False)
    plane = Overlay(Plane(X, y, title="A boundary made of bumps", size=4.5), rings)
    few, many = RBFClassifier(centres=4, seed=1).trace(X, y), RBFClassifier(centres=14, seed=1).trace(X, y)

    def heights(step) -> np.ndarray:
        return np.zeros(len(step.centres)) if step.weights is None else step.weights[1:, 0]

    def limits(step) -> tuple[float, float]:
        high = 1.1 * float(np.abs(heights(step)).max()) or 1.0
        return -high, high

    weights = Chart(ylim=limits, title="Weights of the bumps", xlabel="centre").bars(heights)
    picture = columns(square(plane), weights)
    scenes = [picture(step) for step in (many[0], many[-2], many[-1], few[-1])]
    planes = [scene.panel("plane") for scene in scenes]
    assert not every(planes[0], Field), "nothing is decided yet"
    round_ = [sum(size(mark)[0] > 0 for mark in every(plane, Path, color="muted", dots=False)) for plane in planes]
    assert round_ == [0, 14, 14, 4]
    assert hollow(planes[2]) < hollow(planes[3])
    return scenes


PICTURES = {KMeans: k_means, RBFRegression: regression, RBFClassifier: classifier}
