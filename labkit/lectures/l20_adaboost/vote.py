"""AdaBoost for many rounds: the vote in the plane, its errors under the bound, and the margins.

Lecture 20; deck 000 "AdaBoost". Inventory: I-000-107.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import UPDATE, Trace
from labkit.learners import CART, AdaBoost
from labkit.lectures.l20_adaboost import questions
from labkit.lectures.shared.noisy_points import LIMITS, NAMES, NoisyPoints, samples
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.ensembles import cumulative_margins
from labkit.views.layout import columns, rows, square
from labkit.views.plane.cuts import Cuts
from labkit.views.plane.plane import Plane, weight_sizes

WEAK = {"stump": None, **{f"tree of depth {depth}": CART(max_depth=depth) for depth in (2, 3)}}
POINTS = NoisyPoints("rings moons gaussians xor spiral", points=100, seed=3, noise=0.0)


class AdaBoostLab(Lab):
    """Many rounds: when is the training error zero, and what do the rounds after it do?"""

    name, heading, classes = "20-adaboost", "A hundred rounds", tuple(NAMES.tolist())
    question = questions.after_zero
    points = POINTS
    steering = (
        *POINTS.controls,
        Choice("weak", "weak learner", tuple(WEAK), "stump"),
        Slider("rounds", "rounds", 1, 100, 1, 100),
    )
    presets = {
        "wrong labels": {"data": "moons", "noise": 0.2, "seed": 2},
        "stumps on XOR": {"data": "xor"},
        "trees on XOR": {"data": "xor", "weak": "tree of depth 2"},
    }
    still = 20

    def story(self, X, y, values):
        trace = AdaBoost(rounds=values["rounds"], weak=WEAK[values["weak"]]).trace(X, NAMES[y])
        told = trace[:-1]  # the end is of the round before it
        margins = np.array([step.margins for step in told])[1:]  # there may be no round at all
        fresh = fresh_errors(told[-1].model, values)
        charts = rows(
            _errors(told, fresh), cumulative_margins(margins, "round", title="Share of points up to a margin")
        )
        return Story(trace, columns(square(_plane(X, y)), charts, shape=2, caption=lambda step: _caption(step, fresh)))


def _caption(step, fresh: np.ndarray) -> str:
    if step.event != UPDATE:
        return step.caption
    least = f"least margin {step.margins.min():+.2f}"
    return f"round {step.round}: training error {step.error:.3f}, on fresh cases {fresh[step.round]:.3f}, {least}"


def _plane(X: np.ndarray, y: np.ndarray) -> Plane:
    cuts = Cuts(lambda step: step.weak, limits=LIMITS, labels=NAMES)
    return Plane(X, NAMES[y], editable=True, size=lambda step: weight_sizes(step.next_weights), sure=np.tanh,
                 cuts=cuts, limits=LIMITS, labels=NAMES, judged=lambda step: step.round > 0,
                 values=lambda step: {"weight": step.next_weights})  # fmt: skip


def _errors(trace: Trace, fresh: np.ndarray) -> Chart:
    """The bound begins at 1, far above: what happens later is to be seen."""
    chart = Chart(trace, x="round", xlabel="rounds", title="Share of errors", name="errors", ylim=(-0.02, 0.5))
    return chart.bound("bound", "bound").line("error", "training").line(fresh, "fresh cases")


def fresh_errors(model, values: dict) -> np.ndarray:
    """On cases that took no part, after 0, 1, 2, ... rounds."""
    X, y = samples(values)[1]
    start = (model.prefix(0).predict(X) != NAMES[y]).mean()
    return np.append(start, (model.staged_predict(X) != NAMES[y]).mean(axis=1))
