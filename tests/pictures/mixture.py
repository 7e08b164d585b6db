"""Pictures of lecture 14: coins that pull at the trials, Gaussians round a doughnut, and the bound that touches."""

import numpy as np

from labkit.core import data
from labkit.learners import CoinMixture, GaussianMixture
from labkit.learners.mixture import em
from labkit.learners.mixture.coins import CoinModel
from labkit.learners.mixture.gaussian_model import GaussianMixtureModel
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.fields import centres, heights
from labkit.views.plane import Plane
from labkit.views.scene import Field, Panel, Path, Points, Scene, coordinates

LEFT, RIGHT = (40, 44, 440, 340), (560, 70, 300, 260)
TOP, BOTTOM = (560, 44, 290, 130), (560, 236, 290, 130)
COINS = data.load("coins").numeric("heads", "tails")


def climb_of(trace, box) -> Curves:
    """The log-likelihood along the story, and where it is."""
    at, L = {id(step): k / 2 for k, step in enumerate(trace)}, trace.curve("log_likelihood")
    edge = 0.1 * np.ptp(L)
    return Curves(np.arange(len(L)) / 2, [Curve(L, "ln L")], lambda step: at[id(step)], box=box, xlabel="iterations",
                  title="Log-likelihood", ylim=(L.min() - edge, L.max() + edge))  # fmt: skip


# ---------------------------------------------------------------- coins


def coins():
    """I-002-040: every trial is pulled to the coin that explains it better, and the coins move apart."""
    trace = CoinMixture(start=(0.6, 0.5)).trace(COINS)[:21]
    names = [f"{h:.0f} : {t:.0f}" for h, t in COINS]
    pull = BarChart(lambda step: step.responsibilities[:, 0] - 0.5, box=LEFT, ylim=(-0.5, 0.5), labels=names,
                    kind=(1, 0, 0, 1, 0), title="Every trial is pulled up by coin 0, down by coin 1",
                    xlabel="heads : tails")  # fmt: skip
    heads = BarChart(lambda step: step.model.heads, box=TOP, ylim=(0, 1), kind=(0, 1), labels=("coin 0", "coin 1"),
                     title="Chances of heads", name="heads")  # fmt: skip
    climb = climb_of(trace, BOTTOM)
    scenes = [
        Scene((pull(step), heads(step), climb(step)), step.caption) for step in (*trace[1:3], trace[9], trace[-1])
    ]
    pulls = [scene.panel("bars").marks[0].top for scene in scenes]
    assert (pulls[0] == pulls[1]).all(), "M moves the coins, not the shares"
    assert all((np.sign(each) == [-1, 1, 1, -1, 1]).all() for each in pulls), "the colour is the winner's"
    assert np.abs(pulls[-1]).min() > np.abs(pulls[0]).min()
    tops = [scene.panel("heads").marks[0].top for scene in scenes]
    assert (tops[0] == np.float32([0.6, 0.5])).all() and np.ptp(tops[-1]) > 0.25
    return scenes


def touching():
    """I-002-038: the bound touches the likelihood where the coin is, and its top is where the coin goes."""
    p = np.linspace(0.45, 0.95, 201)
    trace = CoinMixture(start=(0.6, 0.5)).trace(COINS)
    return [_touching(p, *trace[k : k + 2]) for k in (1, 3, 5)]


def _touching(p, e, m) -> Scene:
    """Coin 0 alone moves; coin 1 stays where it is."""
    first, second = e.model.heads
    models = [CoinModel.given([q, second]) for q in p]
    likelihood = np.array([model.log_likelihood(COINS) for model in models])
    below = np.array([em.bound(model, e.model, COINS) for model in models])
    assert (below <= likelihood + 1e-9).all()
    touch, top = p[np.argmin(likelihood - below)], p[below.argmax()]
    assert abs(touch - first) < p[1] - p[0] and abs(top - m.model.heads[0]) < p[1] - p[0], "from the touch to the top"
    curves = Curves(p, [Curve(likelihood, "ln L", bound=True), Curve(below, "bound")], lambda _: p[-1],
                    box=(70, 44, 700, 330), title="Log-likelihood, and the bound that touches it at coin 0",
                    xlabel="chance of heads of coin 0", ylim=(-36, -31))  # fmt: skip
    panel = curves(e)
    ends = [(first, e.log_likelihood), (m.model.heads[0], below.max())]
    marks = [Path(*(coordinates([v]) for v in end), color="accent", dots=True) for end in ends]
    arrow = Path(*(coordinates(v) for v in zip(*ends, strict=True)), color="accent", width=1.8, arrow=True)
    seen = Panel(panel.box, panel.xlim, panel.ylim, (*panel.marks[:-1], arrow, *marks), name="bound", title=panel.title,
                 xlabel=panel.xlabel, xticks=panel.xticks, yticks=panel.yticks)  # fmt: skip
    return Scene((seen,), m.caption)


# ---------------------------------------------------------------- Gaussians


def ellipses(step):
    """Two standard deviations around every mean, and the mean."""
    marks = [Path(*map(coordinates, around.T), color=f"class{k}", width=2.4)
             for k, around in enumerate(step.model.ellipses())]  # fmt: skip
    return marks + [Path(*(coordinates([v]) for v in mean), color=f"class{k}", dots=True)
                    for k, mean in enumerate(step.model.means)]  # fmt: skip


def grouped(X, step, title) -> Panel:
    """The examples in the colours of their likeliest components."""
    plane = Plane(X, step.model.predict(X), box=LEFT, title=title, labels=range(len(step.model.weights)), cuts=ellipses,
                  size=4.0)  # fmt: skip
    return plane(step)


def doughnut():
    """I-002-042: five Gaussians go round the ring in twenty iterations; what they say together; a collapse."""
    X = data.load("doughnut200").numeric("x1", "x2")
    angle = 2 * np.pi * np.arange(5) / 5
    start = GaussianMixtureModel.given(0.5 * np.column_stack([np.cos(angle), np.sin(angle)]), 0.2 * np.eye(2))
    trace = GaussianMixture(components=5, start=start, tolerance=0, max_iterations=20).trace(X)
    climb = climb_of(trace, RIGHT)
    moments = (trace[0], trace[2], trace[10], trace[-1])
    scenes = [Scene((grouped(X, step, "Five Gaussians, 200 points"), climb(step)), step.caption) for step in moments]
    radius = [np.linalg.norm(step.model.means, axis=1) for step in moments]
    assert radius[0].max() < 0.51 < 0.85 < radius[-1].min(), "the means have gone out to the ring"
    rings = [[mark for mark in scene.panel("plane").marks if isinstance(mark, Path) and len(mark.x) == 73]
             for scene in scenes]  # fmt: skip
    assert [len(each) for each in rings] == [5] * 4
    assert np.ptp(rings[-1][0].y) > 2 * np.ptp(rings[-1][0].x), "the first lies along the ring"
    return [*scenes, _together(X, trace[-1]), _collapsed(X)]


def _together(X, step) -> Scene:
    """The density of all components: a ring."""
    limits = (-1.7, 1.7), (-1.7 * LEFT[3] / LEFT[2], 1.7 * LEFT[3] / LEFT[2])
    density = step.model.density(*map(centres, limits))
    (field,) = heights(density, (0.0, float(density.max())), *limits)
    assert isinstance(field, Field) and field.values[100, 100] < 40 < field.values.max(), "empty in the middle"
    dots = Points(*map(coordinates, X.T), np.zeros(len(X), dtype=np.uint8), size=3.0)
    panel = Panel(LEFT, *limits, (field, dots), name="density", title="What the five say together")
    bars = BarChart(lambda step: step.model.weights, box=RIGHT, ylim=(0, 0.4), kind=range(5), labels="01234",
                    title="Shares")  # fmt: skip
    return Scene((panel, bars(step)), "the density of all five is the doughnut")


def _collapsed(X) -> Scene:
    """A component that is alone with one example."""
    start = GaussianMixtureModel.given([[-0.5, 0], [0.5, 0], X[7]], [np.eye(2), np.eye(2), 1e-4 * np.eye(2)])
    trace = GaussianMixture(start=start).trace(X)
    step = trace[-1]
    assert step.collapsed == (2,) and np.ptp(step.model.ellipses()[2], axis=0).max() < 0.01
    assert step.counts[2] < 1.5, "it has one example"
    climb = climb_of(trace, RIGHT)
    return Scene((grouped(X, step, "One of three has collapsed onto an example"), climb(step)), step.caption)


PICTURES = {CoinMixture: coins, em.bound: touching, GaussianMixture: doughnut}
