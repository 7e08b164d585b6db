"""What mistakes cost moves the threshold: two densities, the risk of each decision, and "I do not know" at a price.

Lecture 01; deck 000 "Minimum Distance versus Maximum a Posteriori Decisions". Inventory: I-000-005, I-000-006.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.decisions import risk
from labkit.lectures.l01_function_approximation import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows
from labkit.views.scene import DASHED, Boxes, Mark, Segments, Text, coordinates

LOW, HIGH = 0.0, 10.0
GRID = np.linspace(LOW, HIGH, 1001)
MEANS, SPREAD = (4.0, 6.0), 1.0  # of the marker among the healthy and the ill
TREAT, LEAVE = 1, 0
WORDS = {LEAVE: "leave", TREAT: "treat", risk.REJECTED: "ask"}
FILLS = {LEAVE: "tint0", TREAT: "tint1", risk.REJECTED: "lit"}
NAMED, ASIDE = 0.4, 0.15  # how high on its curve a decision is named, and how far beside
GROUPS, OUTWARD = ("healthy", "ill"), 0.75
CLEAR = 0.6  # to both sides of a name, where no border is
LOWEST = 0.25  # share of the height that a hill needs for its name
NARROW = 0.5  # a region that is narrower has no room for its word


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CostsStep(Step):
    """The posteriors and decisions for all values of the marker, and what they cost per person."""

    weighted: np.ndarray  # (values, classes): p(x|k) P(k)
    risks: np.ndarray  # (values, decisions)
    decisions: np.ndarray
    threshold: float  # the least P(ill|x) at which treating costs less than leaving
    border: float  # where on the axis that is
    cost: float
    likeliest: float  # what it costs to decide for the most probable class
    miss: float  # what a missed ill person costs

    @property
    def regions(self) -> list[tuple[int, float, float]]:
        """(decision, from, to), from left to right."""
        cuts = np.flatnonzero(np.diff(self.decisions)) + 1
        edges = [0, *cuts.tolist(), len(GRID) - 1]
        return [(int(self.decisions[a]), float(GRID[a]), float(GRID[b]))
                for a, b in pairwise(edges)]  # fmt: skip

    @property
    def caption(self) -> str:
        regions = self.regions
        if [decision for decision, _, _ in regions] == [LEAVE, TREAT]:
            said = f"treat from {self.border:.2f} on (probability {self.threshold:.2f})"
        else:
            upto = [f"{WORDS[decision]} up to {high:.2f}" for decision, _, high in regions[:-1]]
            said = f"{', '.join(upto)}, {WORDS[regions[-1][0]]} above"
        costs = f"cost per person {self.cost:.3f}, likeliest class {self.likeliest:.3f}"
        return f"a miss costs {self.miss:g}: {said}; {costs}"


class CostsLab(Lab):
    """Dials for the cost of a miss, told from 1 on, for the price of not deciding, and for how many are ill."""

    name, heading = "01-costs", "What do mistakes cost?"
    question = questions.costly_miss
    steering = (
        Slider("miss", "a missed ill person costs", 1, 20, 1, 1),
        Slider("price", "\u201cI do not know\u201d costs", 0.05, 1.0, 0.05, 1.0),
        Slider("ill", "ill people in 100", 1, 99, 1, 50),
    )
    presets = {
        "a miss costs 10": {"miss": 10},
        "a rare illness": {"ill": 5},
        "rare, and a miss costs 20": {"ill": 5, "miss": 20},
        "ask somebody for 0.2": {"miss": 10, "price": 0.2},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the densities are known

    def story(self, X, y, values):
        steps = [decided({**values, "miss": miss}) for miss in range(1, values["miss"] + 1)]
        charts = rows(_densities(steps[-1]), _risks(values), weights=(3, 2))
        return Story(Trace(steps), columns(charts, shape=2.1))


def decided(values: dict) -> CostsStep:
    losses = loss_table(values["miss"])
    priors, P, weighted = _known(values["ill"])
    R, found = risk.risks(P, losses), risk.decisions(P, losses, values["price"])
    at, weight = risk.threshold(losses), weighted.sum(axis=1)
    return CostsStep(event=SOLVED, model=None, miss=values["miss"], weighted=weighted, risks=R, decisions=found,
                     threshold=at, border=_border(at, priors), cost=risk.bayes_risk(P, losses, values["price"], weight),
                     likeliest=float(np.average(R[np.arange(len(P)), P.argmax(axis=1)], weights=weight)))  # fmt: skip


@cache
def _known(ill: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(priors, posteriors, p(x|k) P(k)) where so many in 100 are ill."""
    priors = np.array([100 - ill, ill]) / 100
    log_p = -(((GRID[:, None] - MEANS) / SPREAD) ** 2) / 2 - np.log(SPREAD * np.sqrt(2 * np.pi))
    return priors, risk.bayes_rule(log_p, priors), np.exp(log_p) * priors


def loss_table(miss: float) -> np.ndarray:
    """Row: healthy, ill; column: leave, treat. A needless treatment costs 1."""
    return np.array([[0.0, 1.0], [miss, 0.0]])


def _border(threshold: float, priors: np.ndarray) -> float:
    """Where the log odds of the posterior are those of the threshold: they are a straight line in x."""
    log_odds = np.log(threshold / (1 - threshold)) - np.log(priors[1] / priors[0])
    return sum(MEANS) / 2 + SPREAD**2 * log_odds / (MEANS[1] - MEANS[0])


def _densities(step: CostsStep) -> Chart:
    """How many healthy and ill people have each value, over the decision that is taken there."""
    top = 1.15 * float(step.weighted.max())
    chart = Chart(xlim=(LOW, HIGH), ylim=(0.0, top), title="People by value, and the decision",
                  name="densities", yticks=())  # fmt: skip
    chart.marks(lambda step: _regions(step, top))
    for k in range(len(MEANS)):
        density = step.weighted[:, k]
        chart.function(lambda x, p=density: np.interp(x, GRID, p), said=GROUPS[k], color=f"class{k}", dash=k)
    return chart.marks(lambda step: [_named(step, k, top) for k in range(len(MEANS))])


def _named(step: CostsStep, k: int, top: float) -> Text:
    """The name of a class: in its hill, away from the other; above it where the hill is low."""
    peak = float(step.weighted[:, k].max())
    up = peak / 2 if peak > LOWEST * top else peak + LOWEST * top / 3
    edges = np.array([low for _, low, _ in step.regions[1:]])
    places = [MEANS[k] + share * (OUTWARD if k else -OUTWARD) for share in (1.0, 0.0, 2.0)]
    free = [x for x in places if (np.abs(edges - x) > CLEAR).all()] or places
    return Text(free[0], up, GROUPS[k], f"class{k}", 13.0, "center", bold=True)


def _regions(step: CostsStep, top: float) -> list[Mark]:
    decisions, low, high = zip(*step.regions, strict=True)
    marks: list[Mark] = [Boxes(a, 0.0, b, top, FILLS[d]) for d, a, b in step.regions]
    edges = coordinates(low[1:])
    marks.append(Segments(edges, 0.0, edges, top, "ink", 2.0))
    marks += [Text((a + b) / 2, 0.93 * top, WORDS[d], "ink", 12.0, "center")
              for d, a, b in zip(decisions, low, high, strict=True) if b - a > NARROW]  # fmt: skip
    return marks


def _risks(values: dict) -> Chart:
    """What each decision is expected to cost; the lowest line wins."""
    chart = Chart(xlim=(LOW, HIGH), ylim=(0.0, 1.1), title="Expected cost of each decision",
                  xlabel="value of the marker, x", name="risks", yticks=ticks(0.0, 1.0, 3))  # fmt: skip
    for decision in (LEAVE, TREAT):
        chart.model(lambda step, k=decision: lambda x: np.interp(x, GRID, step.risks[:, k]), flat=False,
                    color=f"class{decision}", dash=decision)  # fmt: skip
    if values["price"] < 1:
        chart.level(values["price"], color="ink", dash=DASHED)
        chart.marks(
            lambda step: [Text(HIGH - ASIDE, values["price"] + 0.08, WORDS[risk.REJECTED], "ink", 12.0, "right")]
        )
    return chart.marks(_names)


def _names(step: CostsStep) -> list[Mark]:
    """Beside the two curves, each on its outer side."""
    leave = GRID[np.searchsorted(step.risks[:, LEAVE], NAMED)]
    treat = GRID[np.searchsorted(-step.risks[:, TREAT], -NAMED)]
    return [Text(leave - ASIDE, NAMED, WORDS[LEAVE], "class0", 12.0, "right", bold=True),
            Text(treat + ASIDE, NAMED, WORDS[TREAT], "class1", 12.0, "left", bold=True)]  # fmt: skip
