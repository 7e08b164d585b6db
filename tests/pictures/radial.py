"""Pictures of lecture 13, bumps around centres: k-means places them, a curve and a boundary are their sums."""

import numpy as np

from labkit.core import data
from labkit.learners import KMeans, RBFClassifier, RBFRegression
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.frame import ticks
from labkit.views.overlay import Overlay, Trails
from labkit.views.plane import Plane
from labkit.views.residuals import Fit
from labkit.views.scene import WRONG, Field, Panel, Path, Points, Scene, coordinates

LEFT, TOP, BOTTOM = (56, 44, 440, 316), (590, 44, 260, 130), (590, 234, 260, 126)


def circles(step) -> list[Path]:
    """Around every centre the circle where its function is e^(-1/2); a point where no width is known."""
    dots = Path(*map(coordinates, step.centres.T), width=0.0, dots=True)
    if step.widths is None:
        return [dots]
    angle = np.linspace(0, 2 * np.pi, 61)
    circle = np.stack([np.cos(angle), np.sin(angle)])
    rings = [v[:, None] + a * circle for v, a in zip(step.centres, step.widths, strict=True)]
    return [*(Path(*map(coordinates, ring), color="muted", width=1.2) for ring in rings), dots]


# ---------------------------------------------------------------- k-means


def k_means() -> list[Scene]:
    """Three first centres in one corner find their way to three groups."""
    X, _ = data.blobs(150, spread=0.25, seed=2)
    start = X[np.argsort(X.sum(axis=1))[[0, 2, 4]]]
    trace = KMeans(groups=3, start=start).trace(X)
    places = np.array([step.centres for step in trace])
    moments = {id(step): k for k, step in enumerate(trace)}
    trails = Trails(places, lambda step: moments[id(step)], kind=range(3))

    def plane(step) -> Panel:
        groups = step.model.predict(X) if step.groups is None else step.groups
        view = Overlay(Plane(X, groups, box=LEFT, labels=range(3), title="Groups around three centres", size=4.5),
                       lambda step: [*trails(step), big(step)])  # fmt: skip
        return view(step)

    def big(step) -> Points:
        return Points(*map(coordinates, step.centres.T), np.arange(3, dtype=np.uint8), size=11.0)

    curve = Curves(np.arange(len(trace)), [Curve(trace.curve("inertia"), "inertia")], lambda step: moments[id(step)],
                   box=TOP, title="Inertia", xlabel="step")  # fmt: skip
    sizes = BarChart(lambda step: step.sizes, box=BOTTOM, ylim=(0, 150), title="Examples in each group",
                     labels="012", kind=range(3))  # fmt: skip
    scenes = [Scene((plane(step), curve(step), sizes(step)), step.caption) for step in trace]
    fallen = next(mark for mark in scenes[-1].panel("curves").marks if isinstance(mark, Path)).y
    assert (np.diff(fallen) <= 1e-4).all()
    assert fallen[-1] < fallen[0] / 3
    far = [np.ptp(mark.x) for mark in scenes[-1].panel("plane").marks if isinstance(mark, Path) and mark.upto]
    assert max(far) > 0.5, "a centre has a long way"
    return [scenes[k] for k in (1, 2, 6, 10, -1)]


# ---------------------------------------------------------------- networks


def regression() -> list[Scene]:
    """Centres, widths, weights; then the same with every example as a centre: it passes through all of them."""
    rng = np.random.default_rng(1)
    x = np.sort(rng.uniform(0, 6, 24))
    y = np.sin(2 * x) + 0.3 * x + rng.normal(0, 0.25, 24)
    grid, truth = np.linspace(-0.3, 6.3, 300), lambda x: np.sin(2 * x) + 0.3 * x
    fit = Fit(x, y, box=LEFT, truth=truth, title="A sum of bumps", limits=((-0.3, 6.3), (-1.6, 3.6)))
    trace = RBFRegression(centres=8, lam=0.02, seed=3).trace(x[:, None], y)
    exact = RBFRegression(centres="data", intercept=False).trace(x[:, None], y)

    def gallery(step) -> Panel:
        """Every bump as high as its weight, or 1 where there is none yet; the centres on the axis."""
        marks = [Path(coordinates(step.centres[:, 0]), coordinates(0 * step.centres[:, 0]), width=0.0, dots=True)]
        reach = 1.3
        if step.widths is not None:
            bumps = np.exp(-((grid[:, None] - step.centres[:, 0]) ** 2) / (2 * step.widths**2))
            bumps *= 1.0 if step.weights is None else step.weights[1:, 0]
            reach = 1.1 * float(np.abs(bumps).max())
            marks += [Path(coordinates(grid), coordinates(bump), color=f"class{j % 8}", width=1.4)
                      for j, bump in enumerate(bumps.T)]  # fmt: skip
        title = {"centres": "Centres", "widths": "Bumps", "weights": "Bumps times weights"}[step.phase]
        return Panel((590, 44, 260, 316), (-0.3, 6.3), (-reach, reach), tuple(marks), name="basis", title=title,
                     xticks=ticks(0, 6), yticks=ticks(-reach, reach, most=4))  # fmt: skip

    moments = (trace[0], trace[-2], trace[-1], exact[-1])
    scenes = [Scene((fit(step), gallery(step)), step.caption) for step in moments]
    line = [next(m for m in s.panel("fit").marks if isinstance(m, Path) and m.width == 2.4).y for s in scenes]
    assert np.ptp(line[0]) == np.ptp(line[1]) == 0, "flat until the weights are solved"
    assert np.ptp(line[2]) > 2
    total = sum(mark.y for mark in scenes[3].panel("basis").marks[1:])
    np.testing.assert_allclose(np.interp(x, grid, total), y, atol=0.1)
    assert exact[-1].rss < 1e-12 < trace[-1].rss
    return scenes


def classifier() -> list[Scene]:
    """Bumps along two moons; few wide ones, then many."""
    X, y = data.moons(160, noise=0.12, seed=4)
    plane = Overlay(Plane(X, y, box=LEFT, title="A boundary made of bumps", size=4.5), circles)
    few, many = RBFClassifier(centres=4, seed=1).trace(X, y), RBFClassifier(centres=14, seed=1).trace(X, y)
    moments = (many[0], many[-2], many[-1], few[-1])

    def weights(step) -> Panel:
        heights = np.zeros(len(step.centres)) if step.weights is None else step.weights[1:, 0]
        reach = 1.1 * float(np.abs(heights).max()) or 1.0
        title = "Weights of the bumps"
        return BarChart(lambda step: heights, box=TOP, ylim=(-reach, reach), title=title, xlabel="centre")(step)

    scenes = [Scene((plane(step), weights(step)), step.caption) for step in moments]
    assert not any(isinstance(mark, Field) for mark in scenes[0].panel("plane").marks), "nothing is decided yet"
    rings = [sum(mark.color == "muted" for mark in s.panel("plane").marks if isinstance(mark, Path)) for s in scenes]
    assert rings == [0, 14, 14, 4]
    assert wrong(scenes[2].panel("plane")) < wrong(scenes[3].panel("plane"))
    return scenes


def wrong(panel) -> int:
    """How many examples are drawn hollow."""
    return np.count_nonzero(next(mark for mark in panel.marks if isinstance(mark, Points)).flag & WRONG)


PICTURES = {KMeans: k_means, RBFRegression: regression, RBFClassifier: classifier}
