"""A thousand people and a test: who is ill among those it calls ill?

Lecture 01; deck 000 "Minimum Distance versus Maximum a Posteriori Decisions" (Bayes' rule). Inventory: I-000-005.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.decisions import risk
from labkit.lectures.l01_function_approximation import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns

PEOPLE, TALL = 1000, 25  # in a block of that many rows
FEW = 0.1  # a smaller share is said with a decimal
WIDE, FEWER = PEOPLE // TALL, 20  # columns of everyone, and at least of those who test positive
HEALTHY, ILL = 0, 1
NAMES = ("healthy", "ill")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TestedStep(Step):
    """How many people are in each class, how many of these test positive, and what that says of one of them."""

    people: tuple[int, int]  # healthy, ill
    positive: tuple[int, int]  # of these
    posterior: float  # of being ill after so many positive tests
    tests: int

    @property
    def caption(self) -> str:
        healthy, ill = self.positive
        times = {1: "test positive", 2: "test positive twice"}.get(self.tests, f"test positive {self.tests} times")
        return (
            f"{healthy + ill} of 1,000 people {times}; {ill} of them {_are(ill)} ill: "
            f"the probability is {_share(self.posterior)}"
        )


class ScreeningLab(Lab):
    """How frequent the illness is, how reliable the test, and what a positive test then means."""

    name, heading = "01-screening", "The test says \u201cill\u201d"
    question = questions.positive_test
    steering = (
        Slider("ill", "ill people in 1,000", 1, 500, 1, 10),
        Slider("finds", "the test finds so many of 100 ill people", 50, 100, 1, 90),
        Slider("clears", "and clears so many of 100 healthy ones", 50, 100, 1, 90),
        Slider("tests", "positive tests in a row", 1, 3, 1, 1),
    )
    presets = {
        "tested twice": {"tests": 2},
        "misses nobody": {"finds": 100},
        "few false alarms": {"clears": 99},
        "at the heart clinic": {"ill": 460},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # people are counted, not drawn at random

    def story(self, X, y, values):
        step = tested(values)
        return Story(Trace([step]), columns(_crowd(step), _positives(step), weights=(WIDE + 1, FEWER + 1), shape=2.6))


def tested(values: dict) -> TestedStep:
    """The expected numbers, rounded to people; the posterior is exact."""
    people = PEOPLE - values["ill"], values["ill"]
    rates = np.array([100 - values["clears"], values["finds"]]) / 100
    likely = rates ** values["tests"]
    with np.errstate(divide="ignore"):  # a test that never errs has the logarithm of 0
        posterior = risk.bayes_rule(np.log(likely), np.divide(people, PEOPLE))[ILL]
    positive = tuple(round(many * share) for many, share in zip(people, likely, strict=True))
    return TestedStep(event=SOLVED, model=None, people=people, positive=positive, posterior=float(posterior),
                      tests=values["tests"])  # fmt: skip


def crowd(people: tuple[int, int], wide: int = WIDE, **looks) -> Chart:
    """A dot for each person in a block of equal rows, the ill ones first."""
    kind = np.repeat([ILL, HEALTHY], people[::-1])
    place = np.arange(len(kind))
    chart = Chart(xlim=(-1.0, max(wide, -(-sum(people) // TALL))), ylim=(-1.0, TALL), xticks=(), yticks=(), **looks)
    texts = tuple(NAMES[k] for k in kind)
    return chart.points(place // TALL, TALL - 1 - place % TALL, kind=kind, size=4.0, items=Items("person", texts=texts))


def _crowd(step: TestedStep) -> Chart:
    healthy, ill = step.people
    return crowd(step.people, name="people", title=f"Everyone: {ill} ill, {healthy} healthy")


def _positives(step: TestedStep) -> Chart:
    return crowd(step.positive, FEWER, name="positive", title="The test says \u201cill\u201d")  # no number: covered


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _share(p: float) -> str:
    """The people are rounded, so their share is only about this."""
    return f"about {p:.{int(p < FEW)}%}" if 0 < p < 1 else f"{p:.0%}"
