"""Two Gaussians in the plane, dragged and stretched: their border is a line, a circle, a parabola, a hyperbola.

Lecture 04; deck 000 "MAP Decisions: Gaussian Case", deck 004 "General Posterior Distribution", "Softmax". Inventory:
I-000-007, I-004-061, I-004-067.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.gaussian.qda import QDAModel
from labkit.lectures.l04_gaussian_classifiers import common, questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED

LIMITS = ((-4.0, 4.0), (-4.0, 4.0))
NAMES = ("A", "B")
STARTS = np.array([[-1.2, 0.0], [1.2, 0.0]])
FAR = 4.0  # to each side of the middle, along the line of the means


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ShapeStep(Step):
    """Two chosen Gaussians."""

    @property
    def border(self) -> str:
        return common.border_name(self.model)

    @property
    def caption(self) -> str:
        (a, b), prior = self.model.covariances, self.model.priors[1]
        alike = "the covariances are equal" if np.allclose(a, b) else "the covariances differ"
        return f"{alike}, B has prior {prior:.2f}: the border is {self.border}".replace("is no border", "is nowhere")

    def along(self, t: np.ndarray, k: int) -> np.ndarray:
        """P_k p(x | k) along the line through the means; t counts from the middle between them."""
        first, second = self.model.means
        way = second - first
        length = float(np.linalg.norm(way))
        way = way / length if length > 0 else np.array([1.0, 0.0])
        return np.exp(self.model.log_joint((first + second) / 2 + np.asarray(t)[:, None] * way)[:, k])


class ShapeLab(Lab):
    """Drag the means, stretch the ellipse of B; A stays round."""

    name, heading, classes = "04-shapes", "Make a line, a circle, a hyperbola", NAMES
    question = questions.half_as_wide
    steering = (
        Slider("across", "B: spread across", 0.3, 2.0, 0.1, 1.0),
        Slider("up", "B: spread up", 0.3, 2.0, 0.1, 1.0),
        Slider("tilt", "B: correlation", -0.9, 1.0, 0.1, 0.0),
        Slider("prior", "prior of B", 0.01, 0.99, 0.01, 0.5),
    )
    presets = {"circle": {"across": 0.5, "up": 0.5}, "hyperbola": {"across": 0.5, "up": 2.0},
               "parabola": {"across": 1.0, "up": 0.5}, "tilted": {"tilt": 0.8}, "B is rare": {"prior": 0.02},
               }  # fmt: skip

    def data(self, values):
        return STARTS.copy(), np.array([0, 1])

    def story(self, X, y, values):
        step = ShapeStep(event=SOLVED, model=_model(X, y, values))
        plane = Plane(X, np.array(NAMES)[y], limits=LIMITS, labels=NAMES, editable=True, size=8.0,
                      judged=lambda s: False, title=f"The border: {step.border}",
                      cuts=Ellipses(lambda s: common.outlines(s.model)))  # fmt: skip
        return Story(Trace([step]), columns(square(plane), _cut(step), shape=1.9))


def _model(X: np.ndarray, y: np.ndarray, values: dict) -> QDAModel:
    if len(np.unique(y)) < 2:
        raise ValueError(f"means: expected one of A and one of B, got only {NAMES[int(y[0])]}; add the other or undo")
    across, up, tilt = values["across"], values["up"], values["tilt"]
    if tilt == 1:
        raise ValueError(
            f"correlation: expected less than 1, got {tilt:g}; there the ellipse is a mere line and its "
            "covariance has no inverse, so take 0.9"
        )
    S = np.array([[across**2, tilt * across * up], [tilt * across * up, up**2]])
    means = [X[y == k].mean(axis=0) for k in (0, 1)]
    return QDAModel.given(means, [np.eye(2), S], [1 - values["prior"], values["prior"]], NAMES)


def _cut(step: ShapeStep) -> Chart:
    t = np.linspace(-FAR, FAR, 300)
    highest = max(float(step.along(t, k).max()) for k in (0, 1))
    chart = Chart(xlim=(-FAR, FAR), ylim=(0.0, 1.15 * highest), title="Along the line of the means", name="cut",
                  xlabel="from the middle between the means", yticks=())  # fmt: skip
    for k, name in enumerate(NAMES):
        chart.function(lambda at, k=k: step.along(at, k), name, color=f"class{k}", dash=(0, DASHED)[k])
    return chart
