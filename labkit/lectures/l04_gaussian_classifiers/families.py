"""Classes of one exponential family: their log odds are linear in T(x), which may or may not be x.

Lecture 04; deck 004 "Exponential Family". Inventory: I-004-074.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.gaussian.exponential import ExponentialModel
from labkit.lectures.l04_gaussian_classifiers import common, questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

NAMES = ("A", "B")
PAIRS = {  # family and the parameters of A and B
    "Gaussian, equal spreads": ("gaussian", [[3.0, 1.0], [5.0, 1.0]]),
    "Gaussian, spreads 1 and 2": ("gaussian", [[3.0, 1.0], [5.0, 4.0]]),
    "Poisson, rates 1 and 3": ("poisson", [[1.0], [3.0]]),
    "gamma, shapes 1 and 4": ("gamma", [[1.0, 1.0], [4.0, 1.0]]),
    "Bernoulli, 0.2 and 0.6": ("bernoulli", [[0.2], [0.6]]),
}
STATISTICS = {"gaussian": ("x", "x\u00b2"), "poisson": ("x",), "gamma": ("ln x", "x"), "bernoulli": ("x",)}
PLACES = {"gaussian": np.linspace(0.0, 9.0, 181), "gamma": np.linspace(0.05, 9.0, 180),
          "poisson": np.arange(10.0), "bernoulli": np.arange(2.0)}  # fmt: skip
COUNTS = ("poisson", "bernoulli")
SMALL = 5e-4  # a factor that is shown as zero


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FamilyStep(Step):
    """Two classes of one family, and the places where they are looked at."""

    family: str
    x: np.ndarray

    @property
    def joint(self) -> np.ndarray:
        """(places, classes): P_k p(x | k)."""
        return np.exp(self.model.log_joint(self.x[:, None]))

    @property
    def log_odds(self) -> np.ndarray:
        """Of B against A."""
        scores = self.model.scores(self.x[:, None])
        return scores[:, 1] - scores[:, 0]

    @property
    def straight(self) -> bool:
        """Whether the log odds are a straight line in x."""
        return len(self.x) < 3 or bool(np.allclose(np.diff(self.log_odds, 2), 0.0, atol=1e-8))

    @property
    def caption(self) -> str:
        w, w0 = self.model.log_odds(1, 0)
        terms = [f"{factor:+.2f} {name}" for factor, name in zip(w, STATISTICS[self.family], strict=True)
                 if abs(factor) > SMALL]  # fmt: skip
        return " ".join([f"log odds of B: {w0:.2f}", *terms]).replace("-", "\u2212")


class FamilyLab(Lab):
    """Five pairs of classes: where are the log odds straight?"""

    name, heading = "04-families", "Exponential families"
    question = questions.straight_log_odds
    steering = (
        Choice("pair", "the two classes", tuple(PAIRS), "Gaussian, equal spreads"),
        Slider("prior", "prior of B", 0.05, 0.95, 0.05, 0.5),
    )
    presets = {pair: {"pair": pair} for pair in tuple(PAIRS)[1:]} | {
        "Poisson, prior 0.4": {"pair": "Poisson, rates 1 and 3", "prior": 0.4}
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the densities are chosen, not learned

    def story(self, X, y, values):
        family, parameters = PAIRS[values["pair"]]
        model = ExponentialModel.given(family, parameters, [1 - values["prior"], values["prior"]], NAMES)
        step = FamilyStep(event=SOLVED, model=model, family=family, x=PLACES[family])
        return Story(Trace([step]), columns(_joints(step), _log_odds(step), shape=2.3))


def _joints(step: FamilyStep) -> Chart:
    chart = Chart(step.x, cursor=False, title="Prior times density", xlabel="x", name="densities")
    few = step.family in COUNTS  # there shapes tell the classes apart, and names stand at the end
    for k, name in enumerate(NAMES):
        chart.line(step.joint[:, k], name if few else "", whole=True, color=f"class{k}")
        _dots(chart, step, step.joint[:, k], k)
    if few:
        return chart
    return chart.marks(lambda s: common.hill_names(s.x, s.joint.T, NAMES, float(step.joint.max())))


def _log_odds(step: FamilyStep) -> Chart:
    kind = "straight" if step.straight else "curved"
    chart = Chart(step.x, cursor=False, title=f"Log odds of B: {kind} in x", xlabel="x", name="odds")
    chart.line(step.log_odds, whole=True, color="curve0").level(0.0)
    return _dots(chart, step, step.log_odds, 1)


def _dots(chart: Chart, step: FamilyStep, heights: np.ndarray, kind: int) -> Chart:
    """Where x counts, only whole numbers are there."""
    few = step.family in COUNTS
    return chart.points(step.x, heights, kind=np.full(len(step.x), kind), size=4.5, items=None) if few else chart
