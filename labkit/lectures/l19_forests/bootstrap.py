"""The urn: samples drawn with replacement, and what they leave out.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.learners.ensemble.bagging import draws
from labkit.learners.ensemble.bootstrap import BootstrapStep, bootstrap_steps, left_out
from labkit.lectures.l19_forests import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.counts import CountMap, Stacks
from labkit.views.items import Items
from labkit.views.layout import columns, rows


class BootstrapLab(Lab):
    """The first sample is drawn ball by ball, the others at once; what is left out is orange."""

    name, heading = "19-bootstrap", "Draw, and put back"
    question = questions.left_out
    steering = (
        Slider("examples", "examples N", 2, 100, 1, 14),
        Slider("members", "samples", 1, 100, 1, 25),
        Slider("seed", "seed", 0, 50, 1, 6),
    )
    presets = {"two examples": {"examples": 2}, "a hundred examples": {"examples": 100}}

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the urn holds examples without features

    def story(self, X, y, values):
        counts = draws(values["examples"], values["members"], values["seed"])
        trace = Trace(bootstrap_steps(values["examples"], values["members"], values["seed"]))
        urn = Stacks(values["examples"], _sample, most=int(counts.max()), title="The newest sample", name="urn")
        samples = CountMap(counts, lambda step: step.complete, title="All samples; orange is left out",
                           xlabel="examples", name="samples")  # fmt: skip
        return Story(trace, columns(rows(urn, samples, weights=(2, 4)), _share(counts), weights=(6, 5), shape=2.1))


def _sample(step: BootstrapStep) -> tuple[np.ndarray, int | None, bool]:
    return step.drawn, step.newest, step.newest is None and step.sample > 0


def _share(counts: np.ndarray) -> Chart:
    """What is left out on average so far (solid) and what chance expects (dashed): nothing before it is found."""
    samples, examples = counts.shape
    found, expected = (counts == 0).mean(axis=1).cumsum() / np.arange(1, samples + 1), left_out(examples)

    def said(step: BootstrapStep) -> str:
        b = step.complete
        return f"Left out: {found[b - 1]:.1%}, expected {expected:.1%}" if b else "Left out"

    chart = Chart(np.arange(samples + 1), at="complete", key="sample", title=said, xlabel="samples",
                  ylabel="share left out", name="share", ylim=(0.0, 1.0))  # fmt: skip
    of_each = np.column_stack([found, np.full(samples, expected)]).T
    for name, share in zip(("left out so far", "expected"), of_each, strict=True):
        chart.line(np.append(np.nan, share), items=Items("sample", label=name))
    return chart
