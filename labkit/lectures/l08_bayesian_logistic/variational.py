"""Variational EM: the E step moves the ellipse, the M step the parabolas, and the bound climbs towards the evidence.

Lecture 08; deck 000 "Variational Logistic Regression - 2", "Variational EM for Logistic Regression".
Inventory: I-000-027, I-000-028.

The eight cases have a bias and one feature; *separable* gives the class of each by the sign of its feature.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import VariationalLogistic
from labkit.learners.bayesian.exact import ExactPosterior, exact_posterior
from labkit.learners.bayesian.variational import VariationalStep
from labkit.lectures.l08_bayesian_logistic import questions
from labkit.lectures.l08_bayesian_logistic.common import ellipse, posterior
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, rows

OVERLAP, SEPARABLE = KINDS = ("overlapping", "separable")
ITERATIONS = 8
WEIGHTS = (-9.0, 4.0), (-1.5, 4.5)


def eight(kind: str) -> tuple[np.ndarray, np.ndarray]:
    """The eight cases of the lecture's examples, or the same with classes that one threshold parts."""
    table = data.load("logit8")
    X, y = table.numeric("x"), table["y"].astype(int)
    return (X, y) if kind == OVERLAP else (X, (X[:, 0] > np.median(X)).astype(int))


class VariationalLab(Lab):
    """E and M by turns."""

    name, heading = "08-variational", "Variational EM"
    question = questions.how_wide
    data_controls = ("cases",)
    steering = (
        Choice("cases", "eight cases", KINDS, OVERLAP),
        Slider("variance", "variance of the prior", 1, 40, 1, 10),
    )
    presets = {"separable": {"cases": SEPARABLE}, "wide prior": {"variance": 40}, "narrow prior": {"variance": 1}}
    still = 2

    def data(self, values):
        return eight(values["cases"])

    def story(self, X, y, values):
        steps, exact = climbed(values["cases"], values["variance"])
        learner = VariationalLogistic(prior_variance=values["variance"])
        weights = posterior(learner.log_joint(X, y), WEIGHTS, ellipse(), xlabel="bias", ylabel="slope",
                            title="True posterior (shaded), belief (ellipse)")  # fmt: skip
        bounds = steps.curve("bound")
        low, high = float(bounds[1]), exact.log_evidence
        climb = Chart(np.arange(len(steps)), at=_half, title="The bound", xlabel="E and M steps", name="bound",
                      ylim=(low - 0.1 * (high - low), high + 0.1 * (high - low)))  # fmt: skip
        climb.line(bounds, "bound").bound(high, "ln p(D)")
        top = 1.1 * max(float(step.xi.max()) for step in steps)
        touch = Chart(ylim=(0.0, top), title="\u03be of each case", xlabel="class of the case", name="xi")
        touch.bars("xi", kind=y, labels=[str(k) for k in y], items=Items("case", 1))
        return Story(steps, columns(weights, rows(climb, touch), weights=(3, 2), shape=2.1))


def _half(step: VariationalStep) -> int:
    return 0 if not step.iteration else 2 * step.iteration - (step.half == "E")


@cache
def climbed(kind: str, variance: int) -> tuple[Trace, ExactPosterior]:
    """(the story of a few iterations, the truth)."""
    X, y = eight(kind)
    learner = VariationalLogistic(prior_variance=variance, max_iterations=ITERATIONS, tolerance=0.0)
    steps = Trace(list(learner.trace(X, y))[:-1])  # the last one only says that the iterations are over
    return steps, exact_posterior(learner.log_joint(X, y), steps[-1].model.posterior)
