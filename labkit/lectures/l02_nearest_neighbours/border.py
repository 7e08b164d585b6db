"""The border for many k, with a wrong label or several; and who pays for a small or a large k.

Lecture 02; deck 003 "EFFECT OF OUTLIERS ON 1-NN", "K - NEAREST NEIGHBORS (K - NN)", "K - NEAREST NEIGHBORS: DECISION
BOUNDARIES". Inventory: I-003-005, I-003-006, I-003-007.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core.story import SOLVED, UPDATE, Step, Trace
from labkit.learners import NearestNeighbours
from labkit.learners.neighbours.leave_one_out import LeaveOneOut
from labkit.lectures.l02_nearest_neighbours import questions
from labkit.lectures.l02_nearest_neighbours.birds import SPECIES, VoteMap, penguins, scaled
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

LIMITS = ((-2.7, 2.7), (-2.7, 2.7))
FEATURES = {"bill": (0, 1), "bill depth and body mass": (1, 3)}
AXES = ("bill length, scaled", "bill depth, scaled", "", "body mass, scaled")
STRAY_SPECIES = 2  # of the first stray: a Gentoo in the midst of the others
ASKED = (1, 2, 3, 4, 5, 7, 9, 12, 15, 20, 27, 35, 45)  # of the k, where there are enough birds, and all but one


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BorderStep(Step):
    """One k: what it says everywhere, and how often it is wrong."""

    k: int
    birds: int
    known: int  # wrong answers where each bird votes for itself as well
    left_out: int  # and where it does not

    @property
    def caption(self) -> str:
        own = f"wrong on {self.known} of the {self.birds} known birds"
        return f"k = {self.k}: {own}; on {self.left_out} when each is left out"


class BorderLab(Lab):
    """One k after the other."""

    name, heading, classes = "02-border", "What k does to the border", SPECIES
    question = questions.best_k
    data_controls = ("birds", "strays", "features", "seed")
    steering = (
        Slider("birds", "birds", 20, 100, 10, 60),
        Slider("strays", "wrong labels", 0, 20, 1, 1),
        Choice("features", "features", tuple(FEATURES), "bill"),
        Slider("seed", "other birds", 0, 30, 1, 3),
    )
    presets = {"no stray": {"strays": 0}, "ten strays": {"strays": 10}, "hard to tell apart": {
        "features": "bill depth and body mass", "birds": 100}}  # fmt: skip
    still = 0

    def data(self, values):
        X, y = few_birds(values["birds"], values["seed"], FEATURES[values["features"]])
        return X, with_strays(X, y, values["strays"], values["seed"])

    def story(self, X, y, values):
        labels = np.array(SPECIES)[y]
        learner = NearestNeighbours(k=1).fit(X, labels)
        left_out, known = learner.leave_one_out(X, labels), _with_own_votes(learner.model_)
        trace = Trace(_asked(learner.model_, left_out.errors, known))
        axes = tuple(AXES[column] for column in FEATURES[values["features"]])
        plane = Plane(X, labels, limits=LIMITS, labels=np.array(SPECIES), names=SPECIES, editable=True, axes=axes,
                      title=lambda step: f"The map for k = {step.k}")  # fmt: skip
        return Story(trace, columns(square(plane), _errors(left_out, known), shape=2.0))


def few_birds(birds: int, seed: int, features: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Some of the penguins, scaled as all of them are, and the index of their species."""
    X, y = penguins()
    rows = np.random.default_rng(seed).permutation(len(X))[:birds]
    return scaled(X)[rows][:, features], y[rows]


def with_strays(X: np.ndarray, y: np.ndarray, strays: int, seed: int) -> np.ndarray:
    """The first wrong label is that of a bird in the midst of its species; the others are anywhere."""
    own = np.flatnonzero(y == STRAY_SPECIES)
    middle = own[np.linalg.norm(X[own] - X[own].mean(axis=0), axis=1).argmin()]
    others = np.random.default_rng([seed, 1]).permutation(len(y))
    wrong = np.append(middle, others[others != middle])[:strays]
    labels = y.copy()
    labels[wrong] = (labels[wrong] + 1) % len(SPECIES)
    return labels


def _asked(all_know, left_out: np.ndarray, known: np.ndarray) -> list[BorderStep]:
    """A step for each k of the model in which all birds are known."""
    n, steps = len(all_know.X), []
    for k in (*(k for k in ASKED if k < n - 1), n - 1):
        model = VoteMap(replace(all_know, k=k))
        steps.append(BorderStep(event=UPDATE if k < n - 1 else SOLVED, model=model, k=k, birds=n,
                                known=int(known[k - 1]), left_out=int(left_out[k - 1])))  # fmt: skip
    return steps


def _with_own_votes(model) -> np.ndarray:
    """How many of the known are wrong for k = 1, 2, ..., all but one."""
    n = len(model.X)
    staged = model.staged(*model.neighbours(model.X, n - 1))
    return model.losses(staged, np.arange(n)).sum(axis=0)


def _errors(left_out: LeaveOneOut, known: np.ndarray) -> Chart:
    """For every k, whether it is shown or not."""
    chart = Chart(left_out.k, at=lambda step: step.k, name="errors", xlabel="k", xlog=True,
                  xlim=(0.85, left_out.examples),
                  title="Wrong answers on the known birds", counts=True,
                  ylim=(-0.4, 1.06 * left_out.errors.max() + 0.5))  # fmt: skip
    chart.line(left_out.errors, "left out", whole=True)
    return chart.line(known, "not left out", whole=True)
