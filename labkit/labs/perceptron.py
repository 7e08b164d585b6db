"""Lecture 09: the perceptron converging inside its theorem's bounds, its learning rates, and the linear program."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core import data
from labkit.core.story import STOP, Trace, thinned, together
from labkit.learners import Perceptron
from labkit.learners.perceptron.programming import SEPARATOR, LinearProgram
from labkit.learners.perceptron.scan import Sweeper
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.bars import BarChart
from labkit.views.code import Code, source_lines
from labkit.views.curves import Curve, Curves
from labkit.views.plane import Plane
from labkit.views.scene import Scene
from labkit.views.weights import WeightSpace

CLASSES = ("-1", "+1")  # w points to the second
DATA = (
    Choice("data", "data", ("separable", "gaussians", "xor", "moons"), "separable"),
    Slider("points", "points", 10, 200, 2, 40),
    Slider("gap", "gap", 0.02, 0.4, 0.02, 0.1, only=("data", ("separable",))),
    Slider("seed", "seed", 0, 50, 1, 7),
)
LIMITS = ((-1.3, 1.3), (-1.3, 1.3))


def points_of(values: dict):
    """The painter's starting points: ``gap`` is the width that the separable ones leave free on each side."""
    make = data.GENERATORS[values["data"]]
    more = {"margin": values["gap"]} if values["data"] == "separable" else {}
    return make(values["points"], seed=values["seed"], **more)


class ConvergenceLab(Lab):
    """The rule at work: plane, proof, weight space and source, linked."""

    name = "09-convergence"
    heading = "Perceptron"
    classes = CLASSES
    data_controls = ("data", "points", "gap", "seed")
    steering = (
        *DATA,
        Choice("rate", "rate", ("constant", "optimal", "relaxation", "normalised"), "constant"),
        Slider("margin", "margin b", 0.0, 0.95, 0.05, 0.0, only=("rate", ("constant", "optimal", "relaxation"))),
        Choice("order", "order", ("cyclic", "random"), "cyclic"),
    )

    def data(self, values):
        return points_of(values)

    def tell(self, X, y, values):
        program = LinearProgram().fit(X, y)
        w_star = program.model_.w if program.last_step_.certificate == SEPARATOR else None
        trace = self._learner(values, w_star).trace(X, y)
        reference = None if w_star is None else program.model_.hyperplane
        plane = Plane(X, y, box=(8, 8, 404, 404), limits=LIMITS, editable=True, reference=reference)
        views = [plane, self._proof(X, y, trace), self._weights(trace, w_star), _CODE]
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption))

    def _learner(self, values, w_star) -> Perceptron:
        rate, margin = values["rate"], values["margin"]
        if rate == "optimal" and w_star is None:
            raise ValueError(
                "rate: expected separable points for the optimal rate, got points that no line separates; "
                "choose another rate or move the points apart"
            )
        if rate == "relaxation":
            margin = margin or 0.1  # it lands on the margin, so there must be one
        if rate == "normalised":
            margin = 0.0
        return Perceptron(rate=rate, margin=margin, order=values["order"], separator=w_star, max_sweeps=200)

    def _proof(self, X, y, trace: Trace):
        told = trace[:-1]
        n = told.curve("update")
        place = {"box": (500, 30, 350, 166), "xlabel": "updates n", "name": "proof"}
        if trace[-1].theorem is None:
            wrong, seen = _mistakes(X, y, told), thinned(told, 150)
            # The mean between two points of the curve: single values would beat against the cycle of the sweeps.
            mean = np.add.reduceat(wrong, seen) / np.diff([*seen, len(wrong)])
            best = np.minimum.accumulate(wrong)[seen]
            curves = [Curve(mean, "mistakes", "class3"), Curve(best, "best so far", "class2")]
            title = "No line separates: it goes on and on"
            return Curves(n[seen], curves, lambda step: step.update, title=title, **place)
        low, high = told.curve("alignment_bound"), told.curve("norm_bound")
        length = np.linalg.norm(trace[-1].theorem.separator)  # w*'w / |w*| compares with |w|
        curves = [
            Curve(high, "|w| at most", bound=True),
            Curve(told.curve("norm"), "|w|", "class3"),
            Curve(told.curve("alignment") / length, "w·w*/|w*|", "class2"),
            Curve(low / length, "at least", bound=True),
        ]
        band = (low / length, high)
        return Curves(n, curves, lambda step: step.update, title="The proof, as it happens", band=band, **place)

    def _weights(self, trace: Trace, w_star):
        path = np.array([step.w[1:] for step in trace[:-1]])
        goal = None if w_star is None else w_star[1:]
        return WeightSpace(path, lambda step: step.update, box=(452, 252, 160, 160), goal=goal)


def _mistakes(X, y, trace: Trace) -> np.ndarray:
    """How many examples every step's line has on the wrong side."""
    W = np.array([step.w for step in trace])
    return ((X @ W[:, 1:].T - W[:, 0] > 0) != (y == 1)[:, None]).sum(axis=0)


class RatesLab(Lab):
    """Four learning rates on the same points, step by step beside each other."""

    name = "09-rates"
    heading = "Four learning rates"
    classes = CLASSES
    data_controls = ("points", "gap", "seed")
    steering = (
        DATA[1],
        Slider("gap", "gap", 0.02, 0.4, 0.02, 0.1),
        DATA[3],
        Slider("margin", "relaxation lands on b", 0.02, 1.0, 0.02, 0.3),
        Slider("tilt", "start at angle", 0, 345, 15, 120),
    )
    rates = ("constant", "optimal", "relaxation", "normalised")

    def data(self, values):
        return points_of({"data": "separable", **values})

    def tell(self, X, y, values):
        w_star = _separator(X, y)
        angle = np.radians(values["tilt"])
        start = np.array([0.0, np.cos(angle), np.sin(angle)])  # the reflection rule needs weights other than zero
        traces = [self._learner(rate, values, start, w_star).trace(X, y) for rate in self.rates]
        story = together(traces)
        planes = [
            Plane(X, y, box=(8 + 240 * k, 30, 224, 224), limits=LIMITS, editable=k == 0, size=4.0,
                  name="plane" if k == 0 else rate)
            for k, rate in enumerate(self.rates)
        ]  # fmt: skip
        cosines = self._cosines(story)

        def view(moment):
            titles = [_progress(rate, step) for rate, step in zip(self.rates, moment.steps, strict=True)]
            panels = [replace(plane(step), title=title)
                      for plane, step, title in zip(planes, moment.steps, titles, strict=True)]  # fmt: skip
            return Scene((*panels, cosines(moment)), moment.caption, height=440)

        return Telling(story, view)

    def _learner(self, rate, values, start, w_star) -> Perceptron:
        margin = values["margin"] if rate == "relaxation" else 0.0
        return Perceptron(rate=rate, margin=margin, start=start, separator=w_star, max_sweeps=200)

    def _cosines(self, story: Trace) -> Curves:
        curves = [
            Curve(story.curve(lambda moment, k=k: moment.steps[k].cosine), rate, f"class{k + 2}")
            for k, rate in enumerate(self.rates)
        ]
        low = float(np.nanmin([curve.values for curve in curves]))
        return Curves(
            story.curve("moment"), curves, lambda moment: moment.moment, box=(48, 300, 780, 110),
            title="Cosine of the angle between w and w*", xlabel="steps", name="cosines", ylim=(low - 0.05, 1.05),
        )  # fmt: skip


def _progress(rate: str, step) -> str:
    """The title of one racer; how many updates it needs is not told before it has ended."""
    if step.event != STOP:
        return f"{rate}: update {step.update}"
    return f"{rate}: {step.update} updates" if "no mistake" in step.reason else f"{rate}: gave up after {step.update}"


def _separator(X, y) -> np.ndarray:
    program = LinearProgram().fit(X, y)
    if program.last_step_.certificate != SEPARATOR:
        raise ValueError("points: expected points that a line separates, got none such; move them apart or undo")
    return program.model_.w


class ProgramLab(Lab):
    """The linear program pivot by pivot: slacks that shrink, multipliers that balance, two bounds that meet."""

    name = "09-program"
    heading = "Linear program"
    classes = CLASSES
    data_controls = ("data", "points", "gap", "seed")
    steering = (
        Choice("data", "data", ("separable", "gaussians", "xor", "moons"), "gaussians"),
        Slider("points", "points", 6, 60, 2, 24),
        DATA[2],
        Slider("seed", "seed", 0, 50, 1, 5),
    )

    def data(self, values):
        return points_of(values)

    def tell(self, X, y, values):
        trace = LinearProgram().trace(X, y)
        high = float(max(step.slacks.max() for step in trace))
        plane = Plane(X, y, box=(8, 8, 404, 404), limits=LIMITS, editable=True, margin=1.0)
        views = [
            plane,
            Curves(
                trace[:-1].curve("pivot"),
                [Curve(trace[:-1].curve("primal"), "total slack", "class0"),
                 Curve(trace[:-1].curve("dual"), "λ·b", "class1")],
                lambda step: step.pivot, box=(500, 30, 350, 112), title="Two bounds on the least total slack",
                xlabel="pivots", name="bounds",
            ),
            BarChart(lambda step: step.slacks, box=(500, 196, 444, 84), ylim=(0.0, 1.05 * min(high, 3.0)), kind=y,
                     title="Slack of each example", name="slacks"),
            BarChart(lambda step: step.multipliers, box=(500, 326, 444, 84), ylim=(0.0, 1.05), kind=y,
                     title="Multiplier λ: all zero exactly when a line separates", name="multipliers"),
        ]  # fmt: skip
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption))


_CODE = Code(source_lines(Sweeper._loop, first="for row", last="# (2)"), box=(636, 252, 316, 110))
