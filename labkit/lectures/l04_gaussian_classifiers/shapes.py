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
from labkit.lectures.shared.ellipse_handles import POINTS, EllipseHandles
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED

LIMITS = ((-5.0, 5.0), (-5.0, 5.0))
NAMES = ("A", "B")
STARTS = np.array([[-1.2, 0.0], [1.2, 0.0]])
BEGINNINGS = {"line": (1.0, 1.0, 0), "circle": (0.5, 0.5, 0), "hyperbola": (0.5, 2.0, 0), "parabola": (1.0, 0.5, 0),
              "tilted": (1.3, 0.4, 45)}  # of B: the standard deviations along two axes, degrees  # fmt: skip
HANDLES = EllipseHandles()
FRAMES = 13  # while B's covariance goes from that of A to its own
SIZES = (9.0, 5.5, 5.5)  # of a mean and of the ends of its axes
FAR = 4.0  # to each side of the middle, along the line of the means


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ShapeStep(Step):
    """Two chosen Gaussians; the covariance of B is a share of the way from that of A to its own."""

    share: float = 1.0

    @property
    def border(self) -> str:
        return common.border_name(self.model)

    @property
    def caption(self) -> str:
        (a, b), prior = self.model.covariances, self.model.priors[1]
        alike = "the covariances are equal" if np.allclose(a, b) else "the covariances differ"
        on_the_way = "" if self.share == 1 else f"{self.share:.0%} of the way to its own shape; "
        said = f"{on_the_way}{alike}, B has prior {prior:.2f}: the border is {self.border}"
        return said.replace("is no border", "is nowhere")

    def along(self, t: np.ndarray, k: int) -> np.ndarray:
        """P_k p(x | k) along the line through the means; t counts from the middle between them."""
        first, second = self.model.means
        way = second - first
        length = float(np.linalg.norm(way))
        way = way / length if length > 0 else np.array([1.0, 0.0])
        return np.exp(self.model.log_joint((first + second) / 2 + np.asarray(t)[:, None] * way)[:, k])


class ShapeLab(Lab):
    """Drag the means and the ends of the ellipses' axes; the story turns A's shape into B's own."""

    name, heading, classes, handles = "04-shapes", "Make a line, a circle, a hyperbola", NAMES, True
    question = questions.half_as_wide
    steering = (
        Choice("begin", "begin with", tuple(BEGINNINGS), "line"),
        Slider("prior", "prior of B", 0.01, 0.99, 0.01, 0.5),
    )
    data_controls = ("begin",)
    presets = {"circle": {"begin": "circle"}, "hyperbola": {"begin": "hyperbola"}, "parabola": {"begin": "parabola"},
               "tilted": {"begin": "tilted"}, "B is rare": {"prior": 0.02}}  # fmt: skip

    def data(self, values):
        X = HANDLES.points(STARTS, [np.eye(2), _covariance(*BEGINNINGS[values["begin"]])])
        return X, np.repeat([0, 1], POINTS)

    def dragged(self, X, index, at):
        return HANDLES.dragged(X, index, at)

    def story(self, X, y, values):
        steps = _steps(*HANDLES.gaussians(X, NAMES), values["prior"])
        plane = Plane(X, np.array(NAMES)[y], limits=LIMITS, labels=NAMES, editable=True,
                      size=lambda step: np.tile(SIZES, len(NAMES)), judged=lambda s: False,
                      title=lambda step: f"The border: {step.border}",
                      cuts=Ellipses(lambda s: common.outlines(s.model)))  # fmt: skip
        return Story(Trace(steps), columns(square(plane), _cut(steps), shape=1.9))


def _covariance(first: float, second: float, degrees: float) -> np.ndarray:
    a = np.radians(degrees)
    axes = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) * (first, second)
    return axes @ axes.T


def _steps(means: np.ndarray, covariances: np.ndarray, prior: float) -> list[ShapeStep]:
    first, own = covariances
    shares = [1.0] if np.allclose(first, own) else np.linspace(0.0, 1.0, FRAMES).tolist()
    models = [QDAModel.given(means, [first, (1 - t) * first + t * own], [1 - prior, prior], NAMES) for t in shares]
    return [ShapeStep(event=SOLVED, model=model, share=t) for model, t in zip(models, shares, strict=True)]


def _cut(steps: list[ShapeStep]) -> Chart:
    t = np.linspace(-FAR, FAR, 300)
    highest = max(float(step.along(t, k).max()) for step in (steps[0], steps[-1]) for k in (0, 1))
    chart = Chart(xlim=(-FAR, FAR), ylim=(0.0, 1.15 * highest), title="Along the line of the means", name="cut",
                  xlabel="from the middle between the means", yticks=())  # fmt: skip
    for k, name in enumerate(NAMES):
        chart.model(lambda step, k=k: lambda at: step.along(at, k), said=name, color=f"class{k}", dash=(0, DASHED)[k],
                    flat=False)  # fmt: skip
    return chart.marks(lambda s: common.hill_names(t, np.array([s.along(t, k) for k in (0, 1)]), NAMES, highest))
