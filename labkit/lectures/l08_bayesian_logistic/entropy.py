"""A normal distribution for each class, with and without the entropy in what is minimised.

Lecture 08; deck 000 "Jensen + Log-normal + Variational in Multi-class Case". Inventory: I-000-022, I-000-023.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import VariationalSoftmax
from labkit.learners.bayesian.jensen import JensenStep
from labkit.lectures.l08_bayesian_logistic import questions
from labkit.player.controls import Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns
from labkit.views.scene import Mark, Text

ITERATIONS = 10
LIMITS = (-7.0, 13.0), (-5.0, 9.0)
LEAST = 1e-3  # of the axis of the widths
ABOVE = 0.5  # a belief stands its name


class EntropyLab(Lab):
    """Fit a normal distribution to the weights of each class, with the entropy or without."""

    name, heading = "08-entropy", "What the entropy is good for"
    question = questions.without_entropy
    data_controls = ("seed",)
    steering = (
        Switch("entropy", "with the entropy", True),
        Slider("deviation", "standard deviation of the prior", 0.5, 5.0, 0.5, 3.0),
        Slider("seed", "seed", 0, 50, 1, 4),
    )
    presets = {"without": {"entropy": False}, "narrow prior": {"deviation": 0.5}}
    still = -1

    def data(self, values):
        return data.blobs(90, spread=0.3, seed=values["seed"])

    def story(self, X, y, values):
        learner = VariationalSoftmax(prior_variance=values["deviation"] ** 2, entropy=values["entropy"],
                                     max_iterations=ITERATIONS)  # fmt: skip
        steps = Trace(list(learner.trace(X, y))[:-1])  # the last one only says that the iterations are over
        widths = Chart(np.arange(len(steps)), at=_place, xlabel="moves", ylog=True,
                       ylim=(LEAST, 10.0), title="Widest standard deviation", name="widths")  # fmt: skip
        widths.line(np.maximum(steps.curve("spread"), LEAST))
        slopes = Chart(xlim=LIMITS[0], ylim=LIMITS[1], xlabel="w1", ylabel="w2", name="slopes",
                       title="Beliefs about two classes")  # fmt: skip
        outlines = Ellipses(lambda step: [q.ellipse(2.0, (1, 2)) for q in step.parts],
                            centres=lambda step: [q.mean[1:3] for q in step.parts])  # fmt: skip
        return Story(steps, columns(slopes.marks(outlines).marks(_names), widths, shape=2.2))


def _names(step: JensenStep) -> list[Mark]:
    """Above each belief."""
    outlines = [q.ellipse(2.0, (1, 2)) for q in step.parts]
    places = [(float(outline[:, 0].mean()), float(outline[:, 1].max()) + ABOVE) for outline in outlines]
    return [Text(*place, f"class {k}", f"edge{k}", 12.0, "center") for k, place in enumerate(places)]


def _place(step: JensenStep) -> int:
    return 3 * step.iteration - (0 if step.fitted is None else 2 - step.fitted)
