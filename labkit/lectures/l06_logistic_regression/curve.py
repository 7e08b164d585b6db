"""Bend the sigmoid by hand: the likelihood is a product of bars, one for each flight. Then Newton does it.

Lecture 06; deck 003 "LOGISTIC REGRESSION: THE MODEL"; deck 000 "Maximum Likelihood Estimation of Weights".
Inventory: I-003-041, I-000-011.

    logit mu = w0 + w1 x       a line through the logits of both handles, at two temperatures        (1)
    L = product of the bars    mu where there was distress, 1 - mu where there was none              (2)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, Step, Trace, events
from labkit.learners import LogisticRegression
from labkit.learners.logistic import LogisticModel
from labkit.lectures.l06_logistic_regression import questions
from labkit.lectures.l06_logistic_regression.flights import (
    DEGREES,
    ENDS,
    LAUNCH,
    SEEN,
    curve,
    flights,
    happened,
    heights,
    likeliest,
    probability,
    unknown,
)
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.player.painted import Rails
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, rows
from labkit.views.scene import HOLLOW, Mark, Path, Points, Segments, codes, coordinates

HANDLES = np.array([55.0, 75.0])  # the temperatures of both handles
HAND, NEWTON = WHO = ("by hand", "Newton, from there")
LEAST = 1e-12  # of a product that is drawn
FLIGHT = Items("flight", 1)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SigmoidStep(Step):
    """A curve, and what it gives to each flight's outcome."""

    moves: int
    bars: np.ndarray
    launch: float  # the probability of distress at 31 degrees

    @property
    def products(self) -> np.ndarray:
        """(2), flight by flight."""
        return np.cumprod(self.bars)

    @property
    def caption(self) -> str:
        who = "by hand" if self.event == START or not self.moves else f"Newton, move {self.moves}"
        return (
            f"{who}: the product of the bars is {self.products[-1]:.3g}; at 31 \u00b0F the curve says {self.launch:.4f}"
        )


class SigmoidLab(Lab):
    """Bend the curve until the product of the bars is large; then let Newton go on from there."""

    name, heading, clickable = "06-curve", "A curve for 23 flights", ("plane",)
    question = questions.at_launch
    steering = (
        Slider("cold", "handle at 55 \u00b0F", 0.01, 0.99, 0.01, 0.6),
        Slider("warm", "handle at 75 \u00b0F", 0.01, 0.99, 0.01, 0.4),
        Choice("who", "who bends", WHO, HAND),
    )
    rails = Rails(dict(zip(("cold", "warm"), HANDLES, strict=True)), {"who": HAND})
    presets = {"too sure": {"cold": 0.99, "warm": 0.01}, "Newton": {"who": NEWTON}}
    still = 0

    def data(self, values):
        x, t = flights()
        return np.column_stack([x, t]), t

    def story(self, X, y, values):
        x, t = flights()
        models = _models(by_handles(values["cold"], values["warm"]), values["who"])
        steps = Trace(
            SigmoidStep(event=event, model=model, moves=k, bars=inputs.frozen(happened(model, x, t)),
                      launch=float(probability(model, LAUNCH)[0]))
            for k, (event, model) in enumerate(zip(events(len(models)), models, strict=True))
        )  # fmt: skip
        picture = columns(_plane(x, t), rows(_bars(t), _product(x, t)), weights=(3, 2), shape=2.2)
        return Story(steps, picture)


def by_handles(cold: float, warm: float) -> np.ndarray:
    """(w0, w1) of the curve with these probabilities at both temperatures."""
    at = np.log([cold / (1 - cold), warm / (1 - warm)])
    slope = (at[1] - at[0]) / np.ptp(HANDLES)  # (1)
    return np.array([at[0] - slope * HANDLES[0], slope])


def _models(w: np.ndarray, who: str) -> list[LogisticModel]:
    """The curve of the handles, and those of Newton's moves from it."""
    x, t = flights()
    if who == NEWTON:
        return [step.model for step in LogisticRegression(start=w).trace(x[:, None], t)[:-1]]
    return [LogisticModel(inputs.frozen(w), likeliest().classes)]


def _plane(x: np.ndarray, t: np.ndarray) -> Chart:
    up = heights(x, t)
    chart = Chart(xlim=SEEN, ylim=(-0.08, 1.08), title="Probability of distress", xlabel=DEGREES,
                  yticks=ENDS, name="plane")  # fmt: skip
    chart.marks(lambda step: [*unknown(x), *_given(x, t, step), curve(step.model)])
    chart.points(x, up, kind=t, items=FLIGHT)
    return chart.marks(_handles)


def _given(x: np.ndarray, t: np.ndarray, step: SigmoidStep) -> list[Mark]:
    """The bar of each flight: from the outcome that did not happen up, or down, to the curve."""
    mu = coordinates(probability(step.model, x))
    return [Segments(coordinates(x[t == k]), float(1 - k), coordinates(x[t == k]), mu[t == k], f"class{k}", 2.0)
            for k in (0, 1)]  # fmt: skip


def _handles(step: SigmoidStep) -> list[Mark]:
    """What the curve says at 31 degrees, and both handles while it is theirs."""
    launch = Points(coordinates([LAUNCH]), coordinates([step.launch]), codes([3]), size=6.5,
                    items=Items(texts=("the launch at 31 \u00b0F",)))  # fmt: skip
    if step.moves:
        return [launch]
    at = coordinates(probability(step.model, HANDLES))
    return [launch, Points(coordinates(HANDLES), at, codes([2, 2]), codes([HOLLOW, HOLLOW]), 8.0, editable=True,
                           items=Items("handle", 1))]  # fmt: skip


def _bars(t: np.ndarray) -> Chart:
    chart = Chart(ylim=(0.0, 1.05), title="Bar of each flight", xlabel="flight, coldest first",
                  name="bars")  # fmt: skip
    return chart.bars("bars", kind=t, items=FLIGHT).level(1.0, "sure")


def _product(x: np.ndarray, t: np.ndarray) -> Chart:
    """The bars multiplied from the left; the level is the best that any curve of this kind can do."""
    best = float(happened(likeliest(), x, t).prod())
    places = np.arange(1, len(x) + 1)
    chart = Chart(xlim=(0.4, len(x) + 0.6), ylim=(1e-10, 2.0), ylog=True, title="Product of the bars so far",
                  xlabel="flight", name="product")  # fmt: skip
    chart.level(best, "best")
    return chart.marks(lambda step: [_falling(places, step.products)])


def _falling(places: np.ndarray, products: np.ndarray) -> Path:
    so_far = Items("flight", 1, texts=tuple(f"product so far: {each:.3g}" for each in products))
    return Path(coordinates(places), coordinates(np.maximum(products, LEAST)), "curve0", 2.0, dots=True, items=so_far)
