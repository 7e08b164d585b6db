"""Gradient boosting in the plane: the score, what is left over of every example, and when to stop.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting Implementation".
Inventory: I-000-110, I-000-111, I-000-114.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from labkit.core.story import Trace
from labkit.labs.noisy_points import DATA, DATA_CONTROLS, LIMITS, NAMES, samples
from labkit.learners import GradientBoosting
from labkit.learners.ensemble.boosting_story import BoostStep
from labkit.learners.ensemble.losses import Logistic
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Telling
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.cuts import Cuts
from labkit.views.plane import Plane
from labkit.views.scene import FADED, Mark, Panel, Path, Points, Scene, codes, coordinates

HELD_OUT = 0.25  # share of the examples, where there is a patience
APART = 1000  # between the seeds of points and of learner, so that what is held out has nothing to do with the points
HEIGHT = 478.0
PLANE, LOSSES, LEFT_OVER = (8, 30, 428, 428), (492, 30, 352, 176), (492, 272, 452, 166)
LARGEST, SMALLEST = 9.0, 1.8  # radii of an example of which everything is left over, and of one that is done


class PlaneBoostLab(Lab):
    """Areas of the examples are what is left over, |[z = 1] - p|: the next tree goes after the large ones.

    With a patience a quarter of the examples, drawn faint, is held out, and the story ends when the loss on them has
    not fallen for so many rounds.
    """

    name = "21-plane"
    heading = "Gradient boosting in the plane"
    classes = tuple(NAMES.tolist())
    data_controls = DATA_CONTROLS
    steering = (
        *DATA,
        Slider("depth", "depth of a tree", 1, 5, 1, 2),
        Slider("shrinkage", "shrinkage \u03b5", 0.05, 1.0, 0.05, 0.3),
        Slider("lam", "\u03bb", 0.0, 10.0, 0.5, 1.0),
        Slider("gamma", "\u03b3", 0.0, 3.0, 0.1, 0.0),
        Slider("rounds", "rounds", 1, 120, 1, 60),
        Slider("patience", "patience (0: none)", 0, 20, 1, 0),
    )

    def data(self, values):
        return samples(values)[0]

    def tell(self, X, y, values):
        trace = _learner(values).trace(X, NAMES[y])
        seen = {"box": PLANE, "limits": LIMITS, "labels": NAMES}
        plane = Plane(X, NAMES[y], editable=True, size=lambda step: _radii(left_over(step)),
                      cuts=Cuts(lambda step: step.tree, **seen), **seen)  # fmt: skip
        order = np.argsort(y, kind="stable")
        bars = BarChart(lambda step: left_over(step)[order], box=LEFT_OVER, ylim=(-1.0, 1.0), kind=y[order],
                        title="What is left over of each example: [z = 1] \u2212 p", name="residuals")  # fmt: skip
        views = _Faint(plane, trace[-1].task.held_out), _losses(trace, values), bars
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=HEIGHT))


def _learner(values: dict) -> GradientBoosting:
    same = {name: values[name] for name in ("rounds", "shrinkage", "lam", "gamma")}
    return GradientBoosting(max_depth=values["depth"], patience=values["patience"] or None, validation=HELD_OUT,
                            seed=values["seed"] + APART, **same)  # fmt: skip


def left_over(step: BoostStep) -> np.ndarray:
    """[z = 1] - p of every example after the round, minus its gradient."""
    return step.task.z - Logistic.probabilities(step.scores)


def _radii(residuals: np.ndarray) -> np.ndarray:
    """Areas are as what is left over, but no example vanishes."""
    return np.maximum(LARGEST * np.sqrt(np.abs(residuals)), SMALLEST)


class _Faint:
    """``step -> Panel``: the plane with the held-out examples drawn faintly."""

    def __init__(self, plane: Plane, held_out: np.ndarray | None):
        self.plane, self._bits = plane, None if held_out is None else codes(np.where(held_out, FADED, 0))

    def __call__(self, step: BoostStep) -> Panel:
        panel = replace(self.plane(step), title=_title(step.model.members))
        return panel if self._bits is None else replace(panel, marks=tuple(map(self._faded, panel.marks)))

    def _faded(self, mark: Mark) -> Mark:
        mine = isinstance(mark, Points) and mark.editable
        return replace(mark, flag=codes(mark.flag | self._bits)) if mine else mark


def _title(rounds: int) -> str:
    return f"Score F after {_rounds(rounds)}, with the last tree" if rounds else "Score F before any round"


def _rounds(count: int) -> str:
    return f"{count} round{'' if count == 1 else 's'}"


def _losses(trace: Trace, values: dict) -> Callable[[BoostStep], Panel]:
    """Against the rounds, with a mark where the one that decides when to stop is least."""
    told = trace[:-1]
    fresh = fresh_losses(told[-1].model, *samples(values)[1])
    curves = [Curve(fresh, "fresh cases", "class1"), Curve(told.curve("loss"), "training", "class0")]
    best, name = int(np.argmin(fresh)), "least on fresh cases"
    if trace[-1].task.held_out is not None:
        best, name = trace[-1].model.members, "least held out"
        curves.insert(1, Curve(told.curve("validation_loss"), "held out", "class2"))
    view = Curves(np.arange(len(told)), curves, lambda step: step.round, box=LOSSES, title="Mean log loss",
                  xlabel="rounds", name="losses")  # fmt: skip
    return lambda step: _flagged(view(step), best, name) if step.round >= best else view(step)


def _flagged(panel: Panel, best: int, name: str) -> Panel:
    """With an upright line at the best round, and words about it where no curve comes: in the title."""
    line = Path(coordinates([best, best]), coordinates(panel.ylim), color="muted", width=1.4, dash=True)
    return replace(panel, marks=(*panel.marks, line), title=f"{panel.title} ({name}: round {best})")


def fresh_losses(model, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The mean log loss on cases that took no part, after 0, 1, 2, ... rounds."""
    scores = np.vstack([model.prefix(0).decision_function(X), model.staged_decision_function(X)])
    return Logistic().value(y, scores).mean(axis=1)
