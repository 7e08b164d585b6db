"""What the labs of lecture 05 share: real crabs, a line of any direction, and the shadows of two classes on it.

Lecture 05; deck 004 "Classification via projection", "Fisher's linear discriminant". Inventory: I-004-037, I-004-041.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import Step, events
from labkit.learners import FisherDiscriminant
from labkit.learners.gaussian.fisher import FisherModel, Scatter
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.scene import DASHED, RING, Path, Points, Segments, Text, bars, codes, coordinates

LENGTHS = ("frontal_lobe_mm", "rear_width_mm", "carapace_length_mm", "carapace_width_mm", "body_depth_mm")
PAIR = ("frontal_lobe_mm", "carapace_width_mm")  # tells the colours apart
BINS = 40  # of a histogram of shadows
REACH = 1.04  # of the farthest shadow is the end of the histogram's axis
EDGES = np.linspace(-REACH, REACH, BINS + 1)


def crabs(columns: tuple[str, ...] = LENGTHS, target: str = "species") -> tuple[np.ndarray, np.ndarray]:
    """Measurements in mm, and the words of one column; four groups where the target is "group"."""
    table = data.load("crabs")
    words = table["sex"] if target == "sex" else table["species"]
    if target == "group":
        words = np.array([f"{colour} {sex}" for colour, sex in zip(table["species"], table["sex"], strict=True)])
    return table.numeric(*columns), words


def scaled(X: np.ndarray) -> np.ndarray:
    """Every column less its mean, divided by its standard deviation."""
    return (X - X.mean(axis=0)) / X.std(axis=0)


def solved(X: np.ndarray, y: np.ndarray) -> Step:
    """Fisher's only step; refused where there is no best direction."""
    if len(np.unique(y)) < 2:
        raise ValueError("points: expected some of both classes, got only one class; add points of the other")
    step = FisherDiscriminant().trace(X, y)[-1]
    if len(step.scatter.means) == 2 and not np.ptp(step.scatter.means, axis=0).any():
        raise ValueError("points: expected classes with different means, got the same mean twice; move one class")
    if not step.scatter.within.any():
        raise ValueError("points: expected points that scatter, got each class on one place; move a point")
    return step


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LineStep(Step):
    """Shadows on one line: its model cuts them half-way between the projected means."""

    scatter: Scatter
    w: np.ndarray  # of length 1

    @property
    def J(self) -> float:
        return float(self.scatter.criterion(self.w))

    @property
    def degrees(self) -> float:
        return angle_of(self.w)


def angle_of(w: np.ndarray) -> float:
    """Of a direction in the plane, in degrees from 0 to 180."""
    return float(np.degrees(np.arctan2(w[1], w[0])) % 180.0)


def towards(degrees) -> np.ndarray:
    """The direction with this angle."""
    return np.stack([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], axis=-1)


def line_step(scatter: Scatter, w: np.ndarray, event: str, classes=None) -> LineStep:
    """The first class is the one with the larger shadows, whichever way w points."""
    w = np.asarray(w, dtype=float) / np.linalg.norm(w)
    first, second = scatter.means @ w
    sign = -1.0 if first < second else 1.0
    model = FisherModel.given(sign * w, sign * (first + second) / 2, classes)
    return LineStep(event=event, model=model, scatter=scatter, w=w)


def turned(scatter: Scatter, degrees: np.ndarray, classes=None) -> list[LineStep]:
    """One step for each of these angles."""
    told = zip(towards(degrees), events(len(degrees)), strict=True)
    return [line_step(scatter, w, event, classes) for w, event in told]


def wrong_of(step: Step, X: np.ndarray, y: np.ndarray) -> int:
    """How many cases are on the wrong side of the middle of the projected means."""
    return int((step.model.predict(X) != y).sum())


def shadows(X: np.ndarray, y: np.ndarray, names: tuple[str, str], direction: Callable[[Step], np.ndarray], *,
            title="Shadows on the line", name="shadows") -> Chart:  # fmt: skip
    """Two histograms back to back: the first class upwards. As wide as the shadows are; the cut is dashed."""
    kinds, X = (y != np.unique(y)[0]).astype(int), X - X.mean(axis=0)
    middles, width = (EDGES[1:] + EDGES[:-1]) / 2, 0.94 * (EDGES[1] - EDGES[0])

    def counted(step: Step) -> tuple[np.ndarray, float]:
        return _counted(X @ direction(step), kinds)

    def limits(step: Step) -> tuple[float, float]:
        most = 1.3 * float(counted(step)[0].max())
        return -most, most

    def marks(step: Step):
        (up, down), cut = counted(step)
        top = limits(step)[1]
        yield bars(middles, up, width=width, fill="class0", items=Items(label=names[0]))
        yield bars(middles, -down, width=width, fill="class1", items=Items(label=names[1], values=coordinates(down)))
        yield Segments(-REACH, 0.0, REACH, 0.0, "ink", 1.0)
        yield Segments(cut, -top, cut, top, "accent", 1.8, DASHED)
        for k, sign in enumerate((1, -1)):
            yield Text(-0.98 * REACH, sign * 0.84 * top, names[k], f"edge{k}", 12.0, bold=True)

    return Chart(xlim=(-REACH, REACH), ylim=limits, xticks=(), yticks=(), title=title, name=name).marks(marks)


def _counted(f: np.ndarray, kinds: np.ndarray) -> tuple[np.ndarray, float]:
    """(both classes' counts, the cut), the farthest shadow at 1."""
    f = f / (np.abs(f).max() or 1.0)
    cut = float(np.mean([f[kinds == k].mean() for k in (0, 1)]))
    return np.array([np.histogram(f[kinds == k], EDGES)[0] for k in (0, 1)]), cut


def criterion_chart(scatter: Scatter, *, marked: dict[str, float], hidden=False) -> Chart:
    """J of every direction of the plane; ``marked`` angles have a name. Hidden: the axes alone."""
    theta = np.linspace(0.0, 180.0, 361)
    J = scatter.criterion(towards(theta))
    most = 1.15 * float(np.max(J[np.isfinite(J)], initial=1e-12))
    title = "J: shown when you press \u201cthis is my lamp\u201d" if hidden else "J of every direction"
    chart = Chart(theta, at="degrees", title=title, xlabel="angle of the line, in degrees", name="criterion",
                  ylim=(0.0, most), xticks=tuple((a, f"{a:g}") for a in (0.0, 45.0, 90.0, 135.0, 180.0)),
                  yticks=() if hidden else None, key="")  # fmt: skip
    if hidden:
        return chart

    def named(step: Step):
        for place, (word, angle) in enumerate(marked.items()):
            side = "right" if angle > 90 else "left"
            yield Segments(angle, 0.0, angle, most, "muted", 1.4, DASHED)
            yield Text(angle + (2 if angle <= 90 else -2), (0.93 - 0.12 * place) * most, word, "muted", 12.0, side)

    return chart.line(np.where(np.isfinite(J), J, np.nan), whole=True).marks(named)


def means_line(step: Step, size=(1.0, 1.0)) -> list:
    """Both means and the line through them, for the cuts of a plane."""
    m1, m2 = step.scatter.means
    ends = np.array([m1, m2])
    return [Path(*map(coordinates, ends.T), "muted", 1.6, DASHED), *mean_dots(step)]


def mean_dots(step: Step) -> list:
    """A large mark with a ring at each mean."""
    means = step.scatter.means
    return [Points(*map(coordinates, means.T), codes(range(len(means))), codes([RING] * len(means)), size=9.0)]
