"""Lines drawn at random from the posterior, over the plane, and as points in the plane of the weights.

Lecture 08; deck 000 "Illustration of Logistic Regression in 2D", "Laplace (Gaussian) Approximation of posterior".
Inventory: I-000-029, I-000-031.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step, events
from labkit.learners.bayesian.belief import LogisticBelief
from labkit.lectures.l08_bayesian_logistic import questions
from labkit.lectures.l08_bayesian_logistic.common import NAMES, SIDE, WEIGHTS, clouds, ellipse, line, peak, posterior
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import Limits
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DOTTED, Mark, Path, coordinates
from labkit.views.wrap import Of, Overlay

DRAWS = 30
ZOOMS = (1.0, 0.25), (4.0, 0.5), (np.inf, 1.0)  # up to this deviation of the prior, so much of the weights' plane


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LineSample(Step):
    """So many lines are drawn; the last one is looked at."""

    model: LogisticBelief
    draws: np.ndarray  # all that will be drawn, one a row
    drawn: int
    turned: np.ndarray  # which of them call more than half of the examples wrong

    @property
    def w(self) -> np.ndarray:
        return self.draws[self.drawn - 1]

    @property
    def caption(self) -> str:
        turned = int(self.turned[: self.drawn].sum())
        wrong = f"; {turned} of them the wrong way round" if turned else ""
        widest = self.model.posterior.widest
        return f"{self.drawn} of {len(self.draws)} lines{wrong}; the weights' widest standard deviation is {widest:.2f}"


class LinesLab(Lab):
    """Draw lines that the data allow."""

    name, heading, classes = "08-lines", "Thirty lines, all of them possible", NAMES
    question = questions.where_they_part
    data_controls = ("points", "seed")
    steering = (
        Slider("points", "cases", 4, 100, 2, 20),
        Slider("prior", "standard deviation of the prior", 0.5, 10.0, 0.5, 3.0),
        Slider("seed", "seed", 0, 50, 1, 0),
    )
    presets = {"six cases": {"points": 6}, "a hundred cases": {"points": 100, "seed": 3},
               "narrow prior": {"prior": 0.5}, "wide prior": {"prior": 10.0}}  # fmt: skip
    still = -1

    def data(self, values):
        return clouds(values)

    def story(self, X, y, values):
        learner, last = peak(X, y, values["prior"])
        steps = drawn(last.model, X, y)
        plane = Plane(X, np.array(NAMES)[y], limits=SIDE, editable=True, labels=np.array(NAMES), size=4.5,
                      sure=np.zeros_like, judged=lambda step: False,
                      title="Lines w1 x1 + w2 x2 = 0")  # fmt: skip
        weights = posterior(learner.log_joint(X, y), seen(values["prior"]), _dots,
                            title="The same lines as points: their weights")  # fmt: skip
        return Story(steps, columns(square(Overlay(Of(plane, lambda step: steps[0]), _lines)), weights, shape=2.2))


def seen(deviation: float) -> Limits:
    """Of the weights' plane: a narrow prior leaves most of it empty."""
    share = next(share for most, share in ZOOMS if deviation <= most)
    return tuple((share * low, share * high) for low, high in WEIGHTS)


def drawn(model: LogisticBelief, X: np.ndarray, y: np.ndarray) -> list[LineSample]:
    """One more line a step."""
    draws = model.posterior.draws(DRAWS, seed=1)
    order = np.arange(DRAWS).reshape(2, -1).T.ravel()  # opposite ones follow each other
    draws = draws[order]
    turned = ((X @ draws.T > 0) != (y[:, None] == 1)).mean(axis=0) > 0.5
    model = _named(model)
    return [LineSample(event=event, model=model, draws=draws, drawn=k, turned=turned)
            for k, event in enumerate(events(DRAWS), start=1)]  # fmt: skip


def _named(model: LogisticBelief) -> LogisticBelief:
    return LogisticBelief(model.posterior, np.array(NAMES), model.intercept, model.kind, model.samples, model.seed)


def _lines(step: LineSample) -> list[Mark]:
    """Those the wrong way round are dotted; the last one is bold."""
    old = [line(w, color="wrong" if turned else "ink", width=1.6 if turned else 0.7, dash=DOTTED if turned else 0)
           for w, turned in zip(step.draws[: step.drawn - 1], step.turned, strict=False)]  # fmt: skip
    return [*old, line(step.w, color="accent", width=2.4)]


def _dots(step: LineSample) -> list[Mark]:
    x, y = (coordinates(column) for column in step.draws[: step.drawn].T)
    zero = Path(
        coordinates([0.0]), coordinates([0.0]), "muted", dots=True, items=Items(label="no line: both weights 0")
    )
    dots = Path(x, y, "ink", 0.0, dots=True, items=Items("line", 1))
    return [*ellipse()(step), zero, dots, Path(x[-1:], y[-1:], "accent", dots=True)]
