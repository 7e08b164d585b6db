"""Two features that depend on each other, and naive Bayes, which does not know: its labels, and how sure it is.

Lecture 04; deck 004 "Naive Bayes: not (necessarily) a Bayesian method". Inventory: I-004-055, I-004-056.

    s(x) = (mu_2 - mu_1)'(x - m)                           what naive Bayes takes for the log odds             (1)
    s is normal in each class, means -+ |d|^2 / 2, variance d'Sd, for d = mu_2 - mu_1 and features of variance 1
    |d|^2 / d'Sd s                                         the true log odds of a case with this s             (2)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.gaussian.lda import LDAModel
from labkit.learners.probability import normal_cdf, sigmoid
from labkit.lectures.l04_gaussian_classifiers import common, questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED

LIMITS = ((-4.0, 4.0), (-4.0, 4.0))
NAMES = np.array(["A", "B"])
BOTH, ONE = "in both features", "in one feature"
MEANS = {BOTH: np.array([[-0.8, -0.8], [0.8, 0.8]]), ONE: np.array([[-0.8, 0.0], [0.8, 0.0]])}
POINTS = 240


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NaiveStep(Step):
    """Naive Bayes (``model``) where the features have a correlation inside the classes; ``truth`` knows it."""

    truth: LDAModel
    correlation: float

    @property
    def difference(self) -> np.ndarray:
        return self.model.means[1] - self.model.means[0]

    @property
    def boast(self) -> float:
        """How many times too large its log odds are."""
        d = self.difference
        return float(d @ self.truth.covariances[0] @ d / (d @ d))  # (2)

    def error(self, model: LDAModel) -> float:
        """The share of all cases that a linear rule gets wrong."""
        w, S = (model.directions[1] - model.directions[0]), self.truth.covariances[0]
        return float(normal_cdf(-float(w @ self.difference) / 2 / sqrt(float(w @ S @ w))))

    def true_share(self, stated: np.ndarray) -> np.ndarray:
        """How often it is B where naive Bayes says so."""
        stated = np.clip(stated, 1e-9, 1 - 1e-9)
        return sigmoid(np.log(stated / (1 - stated)) / self.boast)

    @property
    def caption(self) -> str:
        wrong = f"naive Bayes errs on {self.error(self.model):.1%}, the true model on {self.error(self.truth):.1%}"
        share = float(self.true_share(np.array([0.99]))[0])
        return f"correlation {self.correlation:g}: {wrong}; where naive Bayes says 99 %, it is {share:.0%}"


class NaiveLab(Lab):
    """Make the features depend on each other; naive Bayes goes on as if they did not."""

    name, heading = "04-naive", "Naive Bayes against the truth"
    question = questions.copied_feature
    steering = (
        Slider("correlation", "correlation inside the classes", -0.6, 0.95, 0.05, 0.0),
        Choice("differ", "the means differ", (BOTH, ONE), BOTH),
    )
    presets = {"nearly copies": {"correlation": 0.95}, "against each other": {"correlation": -0.6},
               "labels suffer": {"correlation": 0.9, "differ": ONE}}  # fmt: skip

    def data(self, values):
        y = np.arange(POINTS) % 2
        z, r = np.random.default_rng(4).normal(size=(POINTS, 2)), values["correlation"]
        second = r * z[:, 0] + sqrt(1 - r * r) * z[:, 1]
        return MEANS[values["differ"]][y] + np.column_stack([z[:, 0], second]), y

    def story(self, X, y, values):
        means, r = MEANS[values["differ"]], values["correlation"]
        naive, truth = (LDAModel.given(means, [[1.0, at], [at, 1.0]], classes=NAMES) for at in (0.0, r))
        step = NaiveStep(event=SOLVED, model=naive, truth=truth, correlation=r)
        w, w0 = truth.directions[1] - truth.directions[0], truth.offsets[1] - truth.offsets[0]
        plane = Plane(X, NAMES[y], limits=LIMITS, labels=NAMES, size=4.0, reference=(w, -float(w0)),
                      title="Dashed: the true border",
                      cuts=Ellipses(lambda s: common.outlines(s.truth), filled=False))  # fmt: skip
        return Story(Trace([step]), columns(square(plane), square(_calibration(step)), shape=2.0))


def _calibration(step: NaiveStep) -> Chart:
    chart = Chart(xlim=(0.0, 1.0), ylim=(0.0, 1.0), title="Does it keep its word?", name="calibration",
                  xlabel="probability of B that is stated", ylabel="share of B among these",
                  xticks=ticks(0.0, 1.0, 5), yticks=ticks(0.0, 1.0, 5))  # fmt: skip
    chart.function(lambda p: p, "honest", color="muted", dash=DASHED)
    return chart.function(step.true_share, "naive", color="curve0")
