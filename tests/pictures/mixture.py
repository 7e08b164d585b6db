"""Pictures of lecture 14: coins that pull at the trials, Gaussians round a doughnut, and the bound that touches."""

import numpy as np

from labkit.core import data
from labkit.learners import CoinMixture, GaussianMixture
from labkit.learners.mixture import em
from labkit.learners.mixture.coins import CoinModel
from labkit.learners.mixture.gaussian_model import GaussianMixtureModel
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Field, Path, Points, Scene, codes, coordinates
from labkit.views.wrap import Overlay
from tests.pictures.seen import every, first, size, tops

COINS = data.load("coins").numeric("heads", "tails")


def climb_of(trace) -> Chart:
    """The log-likelihood along the story, and where it is."""
    at, L = {step: k / 2 for k, step in enumerate(trace)}, trace.curve("log_likelihood")
    edge = 0.1 * np.ptp(L)
    chart = Chart(np.arange(len(L)) / 2, at=at.get, xlabel="iterations", title="Log-likelihood",
                  ylim=(L.min() - edge, L.max() + edge))  # fmt: skip
    return chart.line(L, "ln L")


# ---------------------------------------------------------------- coins


def coins():
    """I-002-040: every trial is pulled to the coin that explains it better, and the coins move apart."""
    trace = CoinMixture(start=(0.6, 0.5)).trace(COINS)[:21]
    pull = Chart(ylim=(-0.5, 0.5), title="Up: pulled by coin 0, down: by coin 1", xlabel="heads : tails",
                 name="pull")  # fmt: skip
    pull.bars(lambda step: step.responsibilities[:, 0] - 0.5, labels=[f"{h:.0f} : {t:.0f}" for h, t in COINS],
              kind=(1, 0, 0, 1, 0))  # fmt: skip
    heads = Chart(ylim=(0, 1), title="Chances of heads", name="heads")
    heads.bars(lambda step: step.model.heads, kind=(0, 1), labels=("coin 0", "coin 1"))
    picture = columns(pull, rows(heads, climb_of(trace)), weights=(3, 2))
    scenes = [picture(step) for step in (*trace[1:3], trace[9], trace[-1])]
    pulls = [tops(scene.panel("pull")) for scene in scenes]
    assert (pulls[0] == pulls[1]).all(), "M moves the coins, not the shares"
    assert all((np.sign(each) == [-1, 1, 1, -1, 1]).all() for each in pulls), "the colour is the winner's"
    assert np.abs(pulls[-1]).min() > np.abs(pulls[0]).min()
    chances = [tops(scene.panel("heads")) for scene in scenes]
    assert (chances[0] == np.float32([0.6, 0.5])).all() and np.ptp(chances[-1]) > 0.25
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
    ends = coordinates([first, m.model.heads[0]]), coordinates([e.log_likelihood, below.max()])
    chart = Chart(p, title="Log-likelihood, and the bound that touches it at coin 0", ylim=(-36, -31),
                  xlabel="chance of heads of coin 0", name="bound")  # fmt: skip
    chart.line(below, "bound", whole=True).bound(likelihood, "ln L")
    return rows(chart.marks(lambda step: [Path(*ends, "accent", 1.8, arrow=True, dots=True)]))(m)


# ---------------------------------------------------------------- Gaussians

OUTLINES = Ellipses(lambda step: step.model.ellipses(), centres=lambda step: step.model.means)


def grouped(X, components: int, title: str):
    """The examples in the colours of their likeliest components."""
    return square(lambda step, size: Plane(X, step.model.predict(X), title=title, labels=range(components),
                                           cuts=OUTLINES, size=4.0)(step, size))  # fmt: skip


def doughnut():
    """I-002-042: five Gaussians go round the ring in twenty iterations; what they say together; a collapse."""
    X = data.load("doughnut200").numeric("x1", "x2")
    angle = 2 * np.pi * np.arange(5) / 5
    start = GaussianMixtureModel.given(0.5 * np.column_stack([np.cos(angle), np.sin(angle)]), 0.2 * np.eye(2))
    trace = GaussianMixture(components=5, start=start, tolerance=0, max_iterations=20).trace(X)
    picture = columns(grouped(X, 5, "Five Gaussians, 200 points"), climb_of(trace))
    moments = (trace[0], trace[2], trace[10], trace[-1])
    scenes = [picture(step) for step in moments]
    radius = [np.linalg.norm(step.model.means, axis=1) for step in moments]
    assert radius[0].max() < 0.51 < 0.85 < radius[-1].min(), "the means have gone out to the ring"
    rings = [[mark for mark in every(scene.panel("plane"), Path) if len(mark.x) == 73] for scene in scenes]
    assert [len(each) for each in rings] == [5] * 4
    wide, tall = size(rings[-1][0])
    assert tall > 2 * wide, "the first lies along the ring"
    return [*scenes, _together(X, trace[-1]), _collapsed(X)]


def _together(X, step) -> Scene:
    """The density of all components: a ring."""
    density = Landscape(lambda points: np.exp(step.model.log_joint(points)).sum(axis=1), ((-1.7, 1.7), (-1.7, 1.7)),
                        by_area=False, title="What the five say together", name="density")  # fmt: skip
    dots = Points(*map(coordinates, X.T), codes(np.zeros(len(X))), size=3.0)
    shares = Chart(ylim=(0, 0.4), title="Shares").bars(step.model.weights, kind=range(5), labels="01234")
    scene = columns(square(Overlay(density, lambda step: [dots])), shares,
                    caption=lambda step: "the density of all five is the doughnut")(step)  # fmt: skip
    shades = first(scene.panel("density"), Field).values
    assert shades[80, 80] < 40 < shades.max(), "empty in the middle"
    return scene


def _collapsed(X) -> Scene:
    """A component that is alone with one example."""
    start = GaussianMixtureModel.given([[-0.5, 0], [0.5, 0], X[7]], [np.eye(2), np.eye(2), 1e-4 * np.eye(2)])
    trace = GaussianMixture(start=start).trace(X)
    step = trace[-1]
    assert step.collapsed == (2,) and np.ptp(step.model.ellipses()[2], axis=0).max() < 0.01
    assert step.counts[2] < 1.5, "it has one example"
    return columns(grouped(X, 3, "One of three has collapsed"), climb_of(trace))(step)


PICTURES = {CoinMixture: coins, em.bound: touching, GaussianMixture: doughnut}
