"""Fuzzy updates: the penalty sharpens sweep by sweep until it counts mistakes."""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.labs.perceptron_family import common
from labkit.learners import FuzzyPerceptron
from labkit.learners.perceptron.fuzzy import PENALTIES, misclassification, penalty
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.penalty import PenaltyCurve
from labkit.views.plane import Plane
from labkit.views.scene import Scene

NORMS = {"infinity": np.inf, "8": 8.0, "2": 2.0, "1": 1.0}


class FuzzyLab(Lab):
    """Plane, the penalty with every example on it, and what it does to the mean penalty and the mistakes."""

    name = "10-fuzzy"
    heading = "Fuzzy updates"
    classes = common.THREE
    data_controls = common.THREE_CONTROLS
    steering = (
        *common.three_data(spread=0.35, seed=3),
        Choice("penalty", "penalty", PENALTIES, "logistic"),
        Choice("r", "r", tuple(NORMS), "infinity"),
        Slider("xi", "first xi", 0.2, 4.0, 0.1, 2.0),
        Slider("decay", "xi decay", 0.8, 1.0, 0.01, 0.95),
        Slider("rate", "rate", 0.02, 1.0, 0.02, 0.2),
    )

    def data(self, values):
        return common.three_classes(values)

    def tell(self, X, y, values):
        learner = FuzzyPerceptron(penalty=values["penalty"], r=NORMS[values["r"]], xi=values["xi"],
                                  xi_decay=values["decay"], learning_rate=values["rate"], max_sweeps=60)  # fmt: skip
        names = common.named(y)
        trace = learner.trace(X, names)
        plane = Plane(X, names, box=common.PLANE, limits=common.LIMITS, editable=True, labels=common.NAMES)
        views = [plane, self._penalty(trace, learner, X, y), self._sweeps(trace, learner, len(y))]
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption))

    def _penalty(self, trace: Trace, learner: FuzzyPerceptron, X, y) -> PenaltyCurve:
        def wrongness(step):
            return misclassification(learner.positive_scores(step.model.scores(X)), y, learner.r)

        def shape(d, step):
            return penalty(d, step.xi, learner.penalty)

        reach = max(1.5 * learner.xi, 1.1 * float(np.quantile(np.abs(wrongness(trace[-1])), 0.9)))
        return PenaltyCurve(
            y, wrongness, shape, reach=reach, box=(500, 30, 440, 180),
            title="Penalty g(d); shaded: how far an example there moves w", xlabel="d, how wrong",
        )  # fmt: skip

    def _sweeps(self, trace: Trace, learner: FuzzyPerceptron, n: int) -> Curves:
        told = trace[:-1]
        curves = [
            Curve(told.curve("penalty"), "mean g", "class0"),
            Curve(told.curve("mistakes") / n, "share wrong", "class1"),
        ]
        sharp = "A sharp penalty counts mistakes" if np.isinf(learner.r) else "With a finite r, g may miss mistakes"
        place = {"box": (500, 272, 350, 118), "xlabel": "sweeps", "title": sharp}
        return Curves(told.curve("sweep"), curves, lambda step: step.sweep, **place)
