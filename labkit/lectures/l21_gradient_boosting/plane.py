"""Gradient boosting in the plane: the score, what is left over of every example, and when to stop.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting Implementation".
Inventory: I-000-110, I-000-111, I-000-114.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace, counted
from labkit.learners import GradientBoosting
from labkit.learners.ensemble.boosted import BoostStep
from labkit.learners.ensemble.losses import Logistic
from labkit.lectures.l21_gradient_boosting import questions
from labkit.lectures.shared.noisy_points import LIMITS, NAMES, NOISY, samples
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.cuts import Cuts
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Segments

HELD_OUT = 0.25  # share of the examples, where there is a patience
APART = 1000  # between the seeds of points and of learner, so that what is held out has nothing to do with the points
LARGEST, SMALLEST = 9.0, 1.8  # radii of an example of which everything is left over, and of one that is done


class PlaneBoostLab(Lab):
    """Areas of the examples are what is left over, |[z = 1] - p|: the next tree goes after the large ones.

    With a patience a quarter of the examples, drawn faint, is held out, and the story ends when the loss on them has
    not fallen for so many rounds.
    """

    name, heading, classes = "21-plane", "Gradient boosting in the plane", tuple(NAMES.tolist())
    question = questions.who_pulls_late
    points = NOISY
    steering = (
        *points.controls,
        Slider("depth", "depth of a tree", 1, 5, 1, 2),
        Slider("shrinkage", "shrinkage \u03b5", 0.05, 1.0, 0.05, 0.3),
        Slider("lam", "\u03bb", 0.0, 10.0, 0.5, 1.0),
        Slider("gamma", "\u03b3", 0.0, 3.0, 0.1, 0.0),
        Slider("rounds", "rounds", 1, 120, 1, 60),
        Slider("patience", "patience (0: none)", 0, 20, 1, 0),
    )
    presets = {
        "stumps": {"depth": 1},
        "it fits wrong labels": {"noise": 0.2, "depth": 5, "shrinkage": 1.0},
        "stop in time": {"noise": 0.2, "patience": 5},
        "leaves cost": {"gamma": 3.0},
    }
    still = 10

    def story(self, X, y, values):
        trace = _learner(values).trace(X, NAMES[y])
        held_out = trace[-1].task.held_out
        cuts = Cuts(lambda step: step.tree, limits=LIMITS, labels=NAMES)
        plane = Plane(X, NAMES[y], editable=True, size=_radii, cuts=cuts, limits=LIMITS, labels=NAMES, title=_title,
                      faint=() if held_out is None else np.flatnonzero(held_out))  # fmt: skip
        order = np.argsort(y, kind="stable")
        left = Chart(ylim=(-1.0, 1.0), title="What is left over: [z = 1] \u2212 p", name="residuals")
        left.bars(lambda step: left_over(step)[order], kind=y[order])
        return Story(trace, columns(square(plane), rows(_losses(trace, values), left), shape=2))


def _learner(values: dict) -> GradientBoosting:
    same = {name: values[name] for name in ("rounds", "shrinkage", "lam", "gamma")}
    return GradientBoosting(max_depth=values["depth"], patience=values["patience"] or None, validation=HELD_OUT,
                            seed=values["seed"] + APART, **same)  # fmt: skip


def left_over(step: BoostStep) -> np.ndarray:
    """[z = 1] - p of every example after the round, minus its gradient."""
    return step.task.z - Logistic.probabilities(step.scores)


def _radii(step: BoostStep) -> np.ndarray:
    """Areas are as what is left over, but no example vanishes."""
    return np.maximum(LARGEST * np.sqrt(np.abs(left_over(step))), SMALLEST)


def _title(step: BoostStep) -> str:
    rounds = step.model.members
    return f"F after {counted(rounds, 'round')}, and the last tree" if rounds else "F before any round"


def _losses(trace: Trace, values: dict) -> Chart:
    """Against the rounds, with a mark where the one that decides when to stop is least."""
    shown = trace[:-1]
    fresh = fresh_losses(shown[-1].model, *samples(values)[1])
    early = trace[-1].task.held_out is not None
    best, where = (trace[-1].model.members, "held out") if early else (int(np.argmin(fresh)), "fresh")

    def title(step: BoostStep) -> str:
        return f"Log loss (least {where}: round {best})" if step.round >= best else "Log loss"

    chart = Chart(shown, x="round", title=title, xlabel="rounds", name="losses")
    chart.line("loss", "training").line(fresh, "fresh cases")
    if early:
        chart.line("validation_loss", "held out")
    line = Segments(best, 0.0, best, float(fresh.max()), "muted", 1.4, DASHED)
    return chart.marks(lambda step: [line] if step.round >= best else [])


def fresh_losses(model, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The mean log loss on cases that took no part, after 0, 1, 2, ... rounds."""
    scores = np.vstack([model.prefix(0).decision_function(X), model.staged_decision_function(X)])
    return Logistic().value(y, scores).mean(axis=1)
