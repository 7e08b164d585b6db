"""Two densities of one number, and the posterior that they make: a sigmoid where the spreads are equal.

Lecture 04; deck 000 "MAP Decisions: Gaussian, Equal Σ, Two Class Case", deck 004 "Logistic sigmoid function".
Inventory: I-000-009, I-004-063.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.gaussian.qda import QDAModel
from labkit.learners.probability import normal_cdf, sigmoid
from labkit.lectures.l04_gaussian_classifiers import common, questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import rows
from labkit.views.scene import DASHED, Segments

SEEN = (-4.0, 8.0)
NAMES = ("A", "B")
FRAMES = 13  # while the prior goes from one half to its value
LITTLE = 0.01  # log odds: no way to go


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DensityStep(Step):
    """Two Gaussian classes of one number; A has mean 0 and spread 1."""

    mean: float
    spread: float
    prior: float

    def joint(self, x: np.ndarray, k: int) -> np.ndarray:
        """P_k p(x | k)."""
        return np.exp(self.model.log_joint(np.asarray(x, dtype=float)[:, None])[:, k])

    def posterior(self, x: np.ndarray) -> np.ndarray:
        return self.model.predict_proba(np.asarray(x, dtype=float)[:, None])[:, 1]

    @property
    def borders(self) -> list[float]:
        """Where the answer changes, in order."""
        Q, b, c = (float(np.ravel(part)[0]) for part in common.quadratic(self.model))
        if abs(Q) < common.NOTHING:
            return [-c / b] if abs(b) > common.NOTHING else []
        inside = b * b - 4 * Q * c
        return [] if inside <= 0 else sorted((-b + sign * np.sqrt(inside)) / (2 * Q) for sign in (-1, 1))

    @property
    def found(self) -> float:
        """Of the cases of class B, the share that is called B."""
        edges = [-np.inf, *self.borders, np.inf]
        middles = [b - 1.0 if a == -np.inf else a + 1.0 if b == np.inf else (a + b) / 2
                   for a, b in pairwise(edges)]  # fmt: skip
        middles = [0.0] if not self.borders else middles
        called = self.posterior(np.array(middles)) > 0.5
        parts = np.diff([float(normal_cdf((edge - self.mean) / self.spread)) for edge in edges])
        return float(parts[called].sum())

    @property
    def caption(self) -> str:
        where = " and ".join(f"{x:.2f}" for x in self.borders)
        if not where:
            return "no border: every case gets the same answer, A" if self.found < 0.5 else "no border: always B"
        places = "one border, at" if len(self.borders) == 1 else "two borders, at"
        found = f"of 100 cases of class B, {100 * self.found:.0f} are called B"
        return f"prior of B {self.prior:.2f}: {places} {where}; {found}"


class DensityLab(Lab):
    """Move, widen and thin out class B; the story goes from equal priors to the chosen one."""

    name, heading = "04-densities", "Two densities become a posterior"
    question = questions.rare_class
    steering = (
        Slider("mean", "mean of B", 0.0, 5.0, 0.1, 3.0),
        Slider("spread", "spread of B", 0.4, 2.5, 0.1, 1.0),
        Slider("prior", "prior of B", 0.01, 0.99, 0.01, 0.5),
    )
    presets = {"B is rare": {"prior": 0.01}, "B is wider": {"spread": 2.0}, "B is narrow": {"spread": 0.4},
               "B vanishes": {"mean": 1.0, "spread": 0.6, "prior": 0.1}}  # fmt: skip

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the densities are chosen, not learned

    def story(self, X, y, values):
        mean, spread, prior = values["mean"], values["spread"], values["prior"]
        steps = [_chosen(mean, spread, p) for p in _on_the_way(prior)]
        return Story(Trace(steps), rows(_joints(steps), _posterior(), shape=1.75))


def _on_the_way(prior: float) -> np.ndarray:
    """Priors from one half to this one, evenly in their log odds."""
    end = np.log(prior / (1 - prior))
    return sigmoid(np.linspace(0.0, end, FRAMES)) if abs(end) > LITTLE else np.array([prior])


def _chosen(mean: float, spread: float, prior: float) -> DensityStep:
    model = QDAModel.given([[0.0], [mean]], [[[1.0]], [[spread**2]]], [1 - prior, prior], NAMES)
    return DensityStep(event=SOLVED, model=model, mean=mean, spread=spread, prior=prior)


def _joints(steps: list[DensityStep]) -> Chart:
    x = np.linspace(*SEEN, 400)
    highest = max(float(step.joint(x, k).max()) for step in steps for k in (0, 1))
    chart = Chart(xlim=SEEN, title="Prior times density of each class", name="densities", ylim=(0.0, 1.15 * highest),
                  yticks=())  # fmt: skip
    for k, name in enumerate(NAMES):
        chart.model(lambda step, k=k: lambda at: step.joint(at, k), said=name, color=f"class{k}", dash=(0, DASHED)[k],
                    flat=False)  # fmt: skip
    chart.marks(lambda s: common.hill_names(x, np.array([s.joint(x, k) for k in (0, 1)]), NAMES, highest))
    return chart.marks(lambda s: _lines(s, 1.15 * highest))


def _posterior() -> Chart:
    chart = Chart(xlim=SEEN, title="Probability of B", xlabel="x", name="posterior", ylim=(-0.02, 1.05),
                  yticks=ticks(0.0, 1.0, 3))  # fmt: skip
    chart.level(0.5).model(lambda step: step.posterior, said="B", color="class1", flat=False)
    return chart.marks(lambda s: _lines(s, 1.05))


def _lines(step: DensityStep, top: float) -> list[Segments]:
    return [Segments(x, 0.0, x, top, "ink", 1.4, DASHED) for x in step.borders if SEEN[0] < x < SEEN[1]]
