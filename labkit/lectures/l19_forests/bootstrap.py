"""The urn: samples drawn with replacement, what they leave out, and what an average of members gains.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.learners.ensemble.bagging import draws
from labkit.learners.ensemble.bootstrap import (
    BootstrapStep,
    bootstrap_steps,
    left_out,
    majority_error,
    variance_of_average,
)
from labkit.lectures.l19_forests.averages import average_variances, majority_errors
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.counts import CountMap, Stacks
from labkit.views.layout import columns, rows

TRIES = 1000  # of the two experiments


class BootstrapLab(Lab):
    """Bootstrap samples on the left; on the right what theory expects (dashed) and an experiment finds."""

    name, heading = "19-bootstrap", "The bootstrap"
    steering = (
        Slider("examples", "examples N", 2, 100, 1, 14),
        Slider("members", "members B", 1, 100, 1, 25),
        Slider("correlation", "correlation \u03c1 of two members", 0.0, 1.0, 0.05, 0.3),
        Slider("error", "error e of independent voters", 0.0, 1.0, 0.05, 0.35),
        Slider("seed", "seed", 0, 50, 1, 6),
    )
    presets = {
        "many examples": {"examples": 100},
        "independent members": {"correlation": 0.0},
        "members all alike": {"correlation": 1.0},
        "bad voters": {"error": 0.6},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the urn holds examples without features

    def story(self, X, y, values):
        counts = draws(values["examples"], values["members"], values["seed"])
        trace = Trace(bootstrap_steps(values["examples"], values["members"], values["seed"]))
        urn = Stacks(values["examples"], _sample, most=int(counts.max()), title="The newest sample", name="urn")
        samples = CountMap(counts, lambda step: step.complete, title="All samples; orange is out of bag",
                           xlabel="examples", name="samples")  # fmt: skip
        trials = rows(_share(counts), _variance(values), _majority(values))
        return Story(trace, columns(rows(urn, samples, weights=(2, 4)), trials, weights=(6, 7), shape=1.95))


def _sample(step: BootstrapStep) -> tuple[np.ndarray, int | None, bool]:
    return step.drawn, step.newest, step.newest is None and step.sample > 0


def _trial(title: str, found: np.ndarray, expected: np.ndarray, formula: str, limit: tuple[float, str], *, name: str,
           top: float, xlabel: str) -> Chart:  # fmt: skip
    """An experiment over how many samples or members there are, and what theory expects of it; ``limit`` is a constant
    to compare with, and its name."""

    def said(step: BootstrapStep) -> str:
        b = step.complete
        return f"{title}: {found[b - 1]:.3f}, expected {expected[b - 1]:.3f}" if b else title

    chart = Chart(np.arange(len(found) + 1), at="complete", title=said, xlabel=xlabel, name=name,
                  ylim=(-0.06 * top, top))  # fmt: skip
    chart.bound(_from_one(np.full(len(found), limit[0])), limit[1]).bound(_from_one(expected), formula)
    return chart.line(_from_one(found), "experiment")


def _from_one(values: np.ndarray) -> np.ndarray:
    """No members, no value."""
    return np.append(np.nan, values)


def _share(counts: np.ndarray) -> Chart:
    samples, examples = counts.shape
    found = (counts == 0).mean(axis=1).cumsum() / np.arange(1, samples + 1)
    expected, limit = np.full(samples, left_out(examples)), (float(np.exp(-1)), "1/e")
    return _trial("Share out of bag", found, expected, "(1 \u2212 1/N)^N", limit, name="share", top=0.6,
                  xlabel="samples")  # fmt: skip


def _variance(values: dict) -> Chart:
    rho, members = values["correlation"], values["members"]
    found = average_variances(rho, members, tries=TRIES, seed=values["seed"])
    expected = np.array([variance_of_average(rho, 1.0, b) for b in range(1, members + 1)])
    formula, limit = "\u03c1 + (1 \u2212 \u03c1)/B", (rho, f"\u03c1 = {rho:g}")
    return _trial("Variance", found, expected, formula, limit, name="variance", top=1.15,
                  xlabel="members averaged")  # fmt: skip


def _majority(values: dict) -> Chart:
    e, members = values["error"], values["members"]
    found = majority_errors(e, members, tries=TRIES, seed=values["seed"])
    expected, top = np.array([majority_error(b, e) for b in range(1, members + 1)]), max(0.6, 1.15 * e)
    return _trial("Majority wrong", found, expected, "binomial", (e, f"e = {e:g}"), name="majority", top=top,
                  xlabel="members that vote")  # fmt: skip
