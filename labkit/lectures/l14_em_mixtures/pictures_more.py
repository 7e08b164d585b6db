"""What the page with more of lecture 14 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import GaussianMixture
from labkit.learners.mixture import GaussianMixtureModel
from labkit.lectures.l14_em_mixtures.clouds import clouds, mixture
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, square
from labkit.views.scene import Points, codes, coordinates
from labkit.views.wrap import Overlay

MANY, STARTS = 6, 8  # components of the geyser, starts of each


def five_letters() -> Table:
    """The same step in the words of the coins and of the Gaussians."""
    return Table.from_dict({
        "": ["observed x", "hidden k", "parameters θ", "E", "M"],
        "two coins": ["heads and tails of an envelope", "which coin", "two chances of heads",
                      "how well each coin explains the envelope", "heads by shares over tosses by shares"],
        "Gaussians": ["a point", "which Gaussian", "weights, means, covariances",
                      "how dense each Gaussian is at the point", "share, mean and covariance by shares"],
    })  # fmt: skip


def ten_numbers() -> Table:
    """Two Gaussians on ten numbers, iteration after iteration."""
    x = data.load("gmm10")["x"].astype(float)[:, None]
    start = GaussianMixtureModel.given([[-1.0], [1.0]], [[[1.0]], [[1.0]]])
    trace = GaussianMixture(components=2, start=start, tolerance=0, max_iterations=20).trace(x)
    steps = {count: trace[min(2 * count, len(trace) - 1)] for count in (0, 1, 2, 5, 20)}
    models = [step.model for step in steps.values()]
    return Table.from_dict({
        "iterations": list(steps),
        "shares": [_both(model.weights) for model in models],
        "means": [_both(model.means[:, 0]) for model in models],
        "variances": [_both(model.covariances[:, 0, 0]) for model in models],
        "log-likelihood": [f"{step.log_likelihood:.2f}" for step in steps.values()],
    })  # fmt: skip


def _both(pair: np.ndarray) -> str:
    return ", ".join(f"{value:.2f}" for value in pair)


@cache
def geyser_fits() -> list[tuple[float, int, float]]:
    """(log-likelihood, free parameters, BIC) of the best of some starts for 1, 2, ... components."""
    X, found = clouds()["Old Faithful"].X, []
    for k in range(1, MANY + 1):
        fits = [GaussianMixture(components=k, seed=seed).fit(X) for seed in range(STARTS if k > 1 else 1)]
        best = max((fit.model_ for fit in fits), key=lambda model: model.log_likelihood(X))
        L, free = best.log_likelihood(X), best.free_parameters
        found.append((L, free, -2 * L + free * np.log(len(X))))
    return found


def how_many() -> Table:
    """Old Faithful with one to six Gaussians."""
    L, free, bic = zip(*geyser_fits(), strict=True)
    return Table.from_dict({
        "Gaussians": list(range(1, MANY + 1)),
        "log-likelihood": [f"{each:.0f}" for each in L],
        "free numbers": list(free),
        "BIC": [f"{each:.0f}" for each in bic],
    })  # fmt: skip


def doughnut_density() -> Player:
    """What five Gaussians say together after twenty iterations."""
    ring = clouds()["doughnut"]
    step = mixture(5, "full", np.array(ring.starts)).trace(ring.X)[-1]
    ground = Landscape(lambda points: np.exp(step.model.log_density(points)), ring.limits, by_area=False,
                       title="Density of all five", name="density")  # fmt: skip
    dots = Points(*map(coordinates, ring.X.T), codes(np.zeros(len(ring.X))), size=2.6)
    shares = Chart(ylim=(0.0, 0.4), title="Their shares", name="shares")
    shares.bars(step.model.weights, kind=range(5), labels="12345")
    picture = columns(square(Overlay(ground, lambda step: [dots])), shares, shape=2.0,
                      caption=lambda step: "five Gaussians together are a doughnut; none of them is")  # fmt: skip
    return play([step], picture, title="A density from five")
