"""What the main page of lecture 14 shows beside its labs."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import CoinMixture, GaussianMixture, KMeans
from labkit.learners.mixture import em, known
from labkit.lectures.l14_em_mixtures.common import TRUTH, tosses
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
STARTS = 10
FIRST = (0.6, 0.5)


def envelopes() -> Player:
    """Heads in each of the five envelopes."""
    heads = tosses()[:, 0]
    chart = Chart(ylim=(0.0, 10.6), title="Heads among ten tosses", xlabel="envelope", name="heads", counts=True)
    chart.bars(heads, labels=[str(k) for k in range(1, 6)], color="curve0").level(5.0, "fair")
    step = Step(event=SOLVED, model=None)
    said = "heads in envelopes 1 to 5: " + ", ".join(f"{h:.0f}" for h in heads)
    return play([step], columns(chart, shape=3.2, caption=lambda step: said), title="Five envelopes")


def known_coins() -> Table:
    """If somebody had written down the coins."""
    X, model = tosses(), known(tosses(), TRUTH)
    mine = [X[[k for k, coin in enumerate(TRUTH) if coin == name]].sum(axis=0) for name in "AB"]
    return Table.from_dict({
        "coin": ["A", "B"],
        "envelopes": ["2, 3, 5", "1, 4"],
        "heads": [f"{heads:.0f}" for heads, _ in mine],
        "tosses": [f"{each.sum():.0f}" for each in mine],
        "chance of heads": [f"{p:.2f}" for p in model.heads],
    })  # fmt: skip


def first_round() -> Table:
    """One iteration of EM from 0.6 and 0.5."""
    X, (_, e, m) = tosses(), CoinMixture(start=FIRST).trace(tosses())[:3]
    r = e.responsibilities[:, 0]
    faces, p = m.faces, m.model.heads
    return Table.from_dict({
        "envelope": [*"12345", "together", "chance of heads"],
        "heads": [*(f"{h:.0f}" for h in X[:, 0]), f"{X[:, 0].sum():.0f}", "\u2013"],
        "E: share of A": [*(f"{share:.2f}" for share in r), "\u2013", "\u2013"],
        "heads for A": [*(f"{share * h:.1f}" for share, h in zip(r, X[:, 0], strict=True)), f"{faces[0, 0]:.1f}",
                        f"{faces[0, 0]:.1f} / {faces[0].sum():.1f} = {p[0]:.2f}"],
        "heads for B": [*(f"{(1 - share) * h:.1f}" for share, h in zip(r, X[:, 0], strict=True)), f"{faces[1, 0]:.1f}",
                        f"{faces[1, 0]:.1f} / {faces[1].sum():.1f} = {p[1]:.2f}"],
    })  # fmt: skip


def loop_source() -> Source:
    """The loop that runs in every story of EM."""
    return show(em.climb, "while not reason", "yield EMState(model, likelihood, iteration, M")


# ---------------------------------------------------------------- penguins


@cache
def _penguins() -> tuple[np.ndarray, np.ndarray]:
    """Four measurements of 342 birds, scaled, and the species that no learner is told."""
    table = data.load("penguins").complete(*MEASUREMENTS)
    X = table.numeric(*MEASUREMENTS)
    return (X - X.mean(axis=0)) / X.std(axis=0), table["species"]


def paired(groups: np.ndarray, names: np.ndarray) -> tuple[int, tuple]:
    """How many agree when each group gets the name that suits all best, and these names."""
    known_names = np.unique(names)
    ways = permutations(known_names)
    return max((int((np.array(way)[groups] == names).sum()), way) for way in ways)


@cache
def best_mixture() -> tuple[GaussianMixture, list[float]]:
    """Of ten starts the mixture with the highest likelihood, and all the log-likelihoods."""
    X, _ = _penguins()
    fits = [GaussianMixture(components=3, seed=seed).fit(X) for seed in range(STARTS)]
    heights = [fit.last_step_.log_likelihood for fit in fits]
    return fits[int(np.argmax(heights))], heights


def penguins_without_names() -> Table:
    """How many of 342 birds are where their species is, found without it."""
    X, species = _penguins()
    mixture, heights = best_mixture()
    worst = GaussianMixture(components=3, seed=int(np.argmin(heights))).fit(X)
    k_means = min(
        (KMeans(groups=3, seed=seed).fit(X) for seed in range(STARTS)), key=lambda fit: fit.last_step_.inertia
    )
    found = {
        "all in one group": max(int((species == name).sum()) for name in np.unique(species)),
        "k-means, best of ten starts": paired(k_means.predict(X), species)[0],
        "EM, the worst of ten starts": paired(worst.predict(X), species)[0],
        "EM, the best of ten starts": paired(mixture.predict(X), species)[0],
    }
    levels = ["\u2013", "\u2013", f"{min(heights):.0f}", f"{max(heights):.0f}"]
    return Table.from_dict({"groups": list(found), "agree with the species": list(found.values()),
                            "log-likelihood": levels})  # fmt: skip


def species_and_components() -> Table:
    """The best mixture's components against the species."""
    X, species = _penguins()
    groups = best_mixture()[0].predict(X)
    way = paired(groups, species)[1]
    names = np.unique(species)
    counts = {f"group {k + 1}": [int(((groups == way.index(name)) & (species == other)).sum()) for other in names]
              for k, name in enumerate(names)}  # fmt: skip
    return Table.from_dict({"species": names.tolist()} | counts)
