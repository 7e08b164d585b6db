"""Bases on moons: products, bumps and rises, more and more of them.

Lecture 06; deck 004 "Basis Functions"; deck 000 "Non-parametric Learning of Discriminant Weights". Inventory:
I-004-082, I-000-035.

    products    x1^a x2^b up to a total degree                       "size" is the degree         (1)
    bumps       Gaussians on a grid, size x size of them             as wide as they are apart    (2)
    rises       sigmoids along each feature, size of them for each                                (3)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import Step, Trace, events
from labkit.learners import BasisClassifier, LogisticRegression
from labkit.learners.basis import GaussianBasis, Polynomial, SigmoidBasis
from labkit.lectures.l06_logistic_regression import questions
from labkit.lectures.shared.noisy_points import LIMITS, NAMES, NoisyPoints, samples
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

BASES = {"products": Polynomial, "bumps": GaussianBasis, "rises": SigmoidBasis}
LAMS = ("0.0001", "0.01", "1")
SIZES = range(1, 7)
POINTS = NoisyPoints("moons rings xor spiral gaussians", points=100, seed=3, noise=0.0)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BasisStep(Step):
    """The fit on a basis of one size."""

    size: int
    w: np.ndarray
    known: np.ndarray  # share of errors of every size, on the points
    fresh: np.ndarray  # and on fresh cases

    @property
    def caption(self) -> str:
        k = self.size - 1
        return (f"size {self.size}, {len(self.w) - 1} functions: error {self.known[k]:.3f} on the points, "
                f"{self.fresh[k]:.3f} on fresh ones")  # fmt: skip


class BasesLab(Lab):
    """A line in another space bends in ours."""

    name, heading, classes = "06-bases", "Bases", tuple(NAMES.tolist())
    question = questions.which_bends
    points = POINTS
    steering = (
        *POINTS.controls,
        Choice("basis", "basis", tuple(BASES), "products"),
        Choice("lam", "penalty \u03bb", LAMS, "0.01"),
    )
    presets = {
        "bumps": {"basis": "bumps"},
        "rises": {"basis": "rises"},
        "bumps, wrong labels": {"basis": "bumps", "noise": 0.2, "lam": "0.0001"},
        "rings, products": {"data": "rings"},
    }
    still = 2

    @property
    def first(self) -> BasisStep:
        return self.steps[0]

    def story(self, X, y, values):
        models = [_fitted(values, size, X, y) for size in SIZES]
        fresh, truth = samples(values)[1]
        shares = [inputs.frozen([np.mean(model.predict(at) != NAMES[z]) for model in models])
                  for at, z in ((X, y), (fresh, truth))]  # fmt: skip
        steps = Trace(
            BasisStep(event=event, model=model, size=size, w=model.inner.w, known=shares[0], fresh=shares[1])
            for size, event, model in zip(SIZES, events(len(SIZES)), models, strict=True)
        )
        plane = Plane(X, NAMES[y], editable=True, limits=LIMITS, labels=NAMES,
                      title=lambda step: f"The border at size {step.size}")  # fmt: skip
        return Story(steps, columns(square(plane), _errors(steps), shape=2.1))


def _fitted(values: dict, size: int, X: np.ndarray, y: np.ndarray):
    learner = LogisticRegression(lam=float(values["lam"]))
    return BasisClassifier(learner=learner, basis=BASES[values["basis"]](size)).fit(X, NAMES[y]).model_


def _errors(steps: Trace) -> Chart:
    chart = Chart(steps, x="size", key="basis size", xlabel="size of the basis", title="Share of errors", name="errors",
                  ylim=(-0.02, 0.6))  # fmt: skip
    return chart.line(lambda step: step.known[step.size - 1], "points").line(
        lambda step: step.fresh[step.size - 1], "fresh cases"
    )
