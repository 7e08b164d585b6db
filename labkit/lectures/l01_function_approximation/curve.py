"""Draw a curve through points at 0 and 1: how small can its squared loss be?

Lecture 01; deck 000 "Classification as a Function Approximation Problem-1", "-2". Inventory: I-000-003, I-000-004.

Of people with the value x of a marker a share P(ill|x) is ill, target z = 1; the others have z = 0. For a curve y(x)

    E (y(x) - z)^2 = E (y(x) - P(ill|x))^2 + E P(ill|x) (1 - P(ill|x))                              (1)

so the posterior has the least squared loss over all cases, the last term. A curve is drawn freehand, or pulled by its
handles; the best one for the people shown is told handle by handle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.lectures.l01_function_approximation import questions
from labkit.player.controls import Choice, Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import DASHED

LOW, HIGH = 0.0, 10.0  # of the marker
GRID = np.linspace(LOW, HIGH, 1001)
FLAT, STEP, THROUGH, SHARES = "flat, one half", "0, then 1", "through every point", "shares of the ill"
CURVES = (FLAT, STEP, THROUGH, SHARES)
RISING, BOTH_ENDS = "high values are ill", "both ends are ill"
WORLDS = {
    RISING: lambda x: 1 / (1 + np.exp(-0.8 * (x - 5.0))),
    BOTH_ENDS: lambda x: 0.9 - 0.8 * np.exp(-0.25 * (x - 5.0) ** 2),
}
HANDLES = 9  # of the curves that are not through every point
STEP_AT, STEEP = 5.0, 0.01
STACK = 0.035  # between two people with nearly the same value
BETWEEN = 0.4  # two handles of a stroke
HANDLE = 2  # its colour and shape: no class


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CurveStep(Step):
    """What the drawn curve loses on the points that are shown and over all cases, and what the posterior loses."""

    handles: np.ndarray  # of the curve
    shown: float
    everyone: float
    least: float
    told: str = ""  # how it came about

    @property
    def caption(self) -> str:
        lost = f"squared loss {self.shown:.3f} on the people shown, {self.everyone:.3f} on all"
        return f"{self.told}; {lost}" if self.told else f"{lost}; no curve has less than {self.least:.3f} on all"


class CurveLab(Lab):
    """Draw a curve, or pull its handles, until nothing is left to gain."""

    name, heading, classes, draws = "01-curve", "A curve through zeros and ones", ("handle",), True
    question = questions.best_curve
    steering = (
        Choice("curve", "begin with", CURVES, FLAT),
        Choice("world", "who is ill", tuple(WORLDS), RISING),
        Slider("people", "people", 20, 80, 10, 40),
        Slider("seed", "seed", 0, 50, 1, 2),
        Switch("posterior", "show the posterior"),
    )
    data_controls = ("curve", "world", "people", "seed")
    presets = {
        "through every point": {"curve": THROUGH},
        "0, then 1": {"curve": STEP},
        "shares of the ill": {"curve": SHARES},
        "both ends are ill": {"world": BOTH_ENDS},
    }

    def data(self, values):
        handles = _handles(values)
        return handles, np.zeros(len(handles), dtype=int)

    def stroke(self, points, path):
        """The handles below or above the stroke give way to those along it."""
        X, _ = points
        low, high = path[:, 0].min(), path[:, 0].max()
        along = np.linspace(low, high, max(2, round((high - low) / BETWEEN) + 1))
        last = path[::-1][np.unique(path[::-1, 0], return_index=True)[1]]  # where it was drawn twice
        drawn = np.column_stack([along, np.interp(along, *last.T)])
        X = np.vstack([X[X[:, 0] < low], drawn, X[X[:, 0] > high]])
        return X, np.zeros(len(X), dtype=int)

    def story(self, X, y, values):
        trace = Trace(bin_by_bin(X, values) if values["curve"] == SHARES else [lost(X, values)])
        return Story(trace, columns(_drawing(X, values), _losses(trace[-1]), weights=(2, 1), shape=2.4))


def drawn(handles: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The curve: straight from handle to handle, level beyond the last."""
    order = np.lexsort(handles.T[::-1])
    return np.interp(x, *handles[order].T)


def bin_by_bin(handles: np.ndarray, values: dict) -> list[CurveStep]:
    """From one half everywhere, handle by handle from the left to where it is."""
    curve = np.column_stack([handles[:, 0], np.full(len(handles), 0.5)])
    steps = [lost(curve.copy(), values, "one half for everyone")]
    for count, k in enumerate(np.argsort(handles[:, 0], kind="stable"), start=1):
        x, curve[k] = handles[k, 0], handles[k]
        told = f"handle {count} of {len(handles)}, at {x:.1f}, goes to {handles[k, 1]:.2f}"
        steps.append(lost(curve.copy(), values, told if count < len(handles) else ""))
    return steps


def lost(handles: np.ndarray, values: dict, told: str = "") -> CurveStep:
    x, z = people(values["world"], values["people"], values["seed"])
    P = WORLDS[values["world"]](GRID)
    noise = float(np.mean(P * (1 - P)))
    away = float(np.mean((drawn(handles, GRID) - P) ** 2))
    shown = float(np.mean((drawn(handles, x) - z) ** 2))
    return CurveStep(event=SOLVED, model=None, handles=handles, told=told, shown=shown,
                     everyone=away + noise, least=noise)  # (1)  # fmt: skip


@cache
def people(world: str, many: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Values x, sorted, equally likely everywhere, and whether each is ill."""
    rng = np.random.default_rng(seed)
    x = np.sort(np.round(rng.uniform(LOW, HIGH, many), 2))
    return x, (rng.random(many) < WORLDS[world](x)).astype(int)


def _handles(values: dict) -> np.ndarray:
    x, z = people(values["world"], values["people"], values["seed"])
    at = np.linspace(LOW + 0.5, HIGH - 0.5, HANDLES)
    if values["curve"] == THROUGH:
        return np.column_stack([x, z]).astype(float)
    if values["curve"] == STEP:
        left = at <= STEP_AT
        at = np.r_[at[left][:-1], STEP_AT - STEEP, STEP_AT + STEEP, at[~left]]
        return np.column_stack([at, at > STEP_AT])
    if values["curve"] == SHARES:
        return np.column_stack([at, [_share(x, z, middle) for middle in at]])
    return np.column_stack([at, np.full(HANDLES, 0.5)])


def _share(x: np.ndarray, z: np.ndarray, middle: float) -> float:
    """Of the ill among the people who are nearer than 1.5, or among the nearest five."""
    away = np.abs(x - middle)
    near = away <= max(1.5, np.sort(away)[4])
    return float(z[near].mean())


def _drawing(handles: np.ndarray, values: dict) -> Chart:
    """The people above and below, the curve with its handles between them."""
    x, z = people(values["world"], values["people"], values["seed"])
    chart = Chart(xlim=(LOW, HIGH), ylim=(-0.25, 1.25), xlabel="value of the marker, x", name="plane",
                  yticks=((0.0, "healthy 0"), (0.5, "1/2"), (1.0, "ill 1")), title="Your answer y(x)")  # fmt: skip
    chart.level(0.0, color="grid").level(1.0, color="grid")
    chart.points(x, _stacked(x, z), kind=z, size=4.5, items=Items("person"))
    if values["posterior"]:
        chart.function(WORLDS[values["world"]], color="muted", dash=DASHED)
    chart.model(lambda step: lambda at: drawn(step.handles, at), flat=False, color="accent")
    size = 6.0 if len(handles) <= HANDLES else 4.5
    return chart.points(*handles.T, kind=np.full(len(handles), HANDLE), size=size, editable=True, items=Items("handle"))


def _stacked(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """On the levels 0 and 1; who would hide another is moved outward."""
    near = np.tril((np.abs(x[:, None] - x) < 0.15) & (z[:, None] == z), -1).sum(axis=1)
    return z + np.where(z == 1, 1, -1) * STACK * near


def _losses(step: CurveStep) -> Chart:
    chart = Chart(ylim=(0.0, 0.5), title="Squared loss", name="losses", yticks=ticks(0.0, 0.5, 5))
    chart.bars(lambda step: [step.shown, step.everyone], labels=("shown", "all"))
    return chart.level(step.least, "least for all")
