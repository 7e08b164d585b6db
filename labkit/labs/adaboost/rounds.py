"""AdaBoost round by round: weights as areas, this round's weak learner, and what the members say together.

Lecture 20; deck 000 "AdaBoost", "AdaBoost in Action". Inventory: I-000-107, I-000-108.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.labs.adaboost.guessing import Guessing, Marking, chosen
from labkit.labs.noisy_points import LIMITS, NAMES, samples
from labkit.learners import CART, AdaBoost
from labkit.player.controls import Choice, Memory, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.cuts import Cuts
from labkit.views.margins import Margins
from labkit.views.plane import Plane, weight_sizes
from labkit.views.says import Says
from labkit.views.scene import Scene

TEN = "ten points"  # of the lecture, on a lattice
DRAWN = ("moons", "gaussians", "xor", "rings", "spiral")
LATTICE = ((0.0, 11.0), (0.0, 11.0))
WEAK = {"stump": None, **{f"tree of depth {depth}": CART(max_depth=depth) for depth in (2, 3)}}
HEIGHT = 478.0
PLANE, ERRORS = (8, 30, 428, 428), (492, 30, 352, 150)
SAYS, MARGINS = (492, 252, 200, 186), (748, 252, 204, 186)
FEW = 30
RADII = 8.0, 5.0  # of an example with an equal share of the weight, where there are few and many


class AdaBoostLab(Guessing, Lab):
    """Watch the rounds, or guess in each which examples its weak learner will make heavier."""

    name = "20-adaboost"
    heading = "AdaBoost, round by round"
    classes = tuple(NAMES.tolist())
    data_controls = ("data", "points", "noise", "seed")
    steering = (
        Choice("data", "data", (TEN, *DRAWN), TEN),
        Slider("points", "points", 20, 200, 10, 100, only=("data", DRAWN)),
        Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.0, only=("data", DRAWN)),
        Slider("seed", "seed", 0, 50, 1, 3, only=("data", DRAWN)),
        Choice("weak", "weak learner", tuple(WEAK), "stump"),
        Slider("rounds", "rounds", 1, 100, 1, 30),
        *Guessing.controls_of_guessing,
        Memory("guess", forgets=("data", "points", "noise", "seed", "weak", "play")),
    )

    def data(self, values):
        if values["data"] != TEN:
            return samples(values)[0]
        table = data.load("adaboost10")
        return np.column_stack([table["x1"], table["x2"]]), (table["y"] > 0).astype(int)

    def tell(self, X, y, values):
        learner = AdaBoost(rounds=values["rounds"], weak=WEAK[values["weak"]])
        trace = learner.trace(X, NAMES[y])
        views = self._plane(X, y, values), *_numbers(trace, values)
        story = self.guessed(trace, values)
        return Telling(story, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=HEIGHT))

    def _plane(self, X, y, values) -> Marking:
        seen = {"box": PLANE, "limits": LATTICE if values["data"] == TEN else LIMITS, "labels": NAMES}
        radius = RADII[len(X) > FEW]
        plane = Plane(X, NAMES[y], editable=True, size=lambda step: weight_sizes(step.next_weights, radius),
                      sure=np.tanh, cuts=Cuts(lambda step: step.weak, **seen), **seen)  # fmt: skip
        return Marking(plane, chosen(values, len(X)))


def _numbers(trace, values) -> tuple[Curves, Says, Margins]:
    """What the rounds come to; all three count them."""
    told, alphas = trace[:-1], trace[-1].model.alphas  # without the last word, which is of the round before it
    curves = [Curve(told.curve("bound"), "bound", bound=True), Curve(told.curve("error"), "training", "class0")]
    if values["data"] != TEN:
        curves.insert(1, Curve(_fresh_errors(trace[-1].model, *samples(values)[1]), "fresh cases", "class1"))
    errors = Curves(np.arange(len(told)), curves, _round, box=ERRORS, title="Share of errors; bound: product of Z",
                    xlabel="rounds", name="errors", ylim=(-0.1, 1.05))  # fmt: skip
    margins = np.array([step.margins for step in told])[1:]  # there may be no round at all
    return (
        errors,
        Says(alphas, _round, box=SAYS, title="Alpha of each round"),
        Margins(margins, _round, box=MARGINS, title="Cumulative margins"),
    )


def _fresh_errors(model, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """On cases that took no part, after 0, 1, 2, ... rounds."""
    start = (model.prefix(0).predict(X) != NAMES[y]).mean()
    return np.append(start, (model.staged_predict(X) != NAMES[y]).mean(axis=1))


def _round(step) -> int:
    return step.round
