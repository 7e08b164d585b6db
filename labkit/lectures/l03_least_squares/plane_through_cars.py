"""A plane through points in three dimensions, with the arrow that stands upright on it.

Lecture 03; deck 003 "FITTING A (HYPER) PLANE TO THE DATA". Inventory: I-003-010.

    y = w0 + w1 x1 + w2 x2          the surface                                    (1)
    (w1, w2, -1)                    upright on it: w1 x1 + w2 x2 - y + w0 = 0      (2)

The picture is a turned box seen from above: ``turn`` goes round the upright axis, ``tilt`` is how far one looks down.
"""

from __future__ import annotations

import numpy as np

from labkit.learners import LinearRegression
from labkit.lectures.l03_least_squares import questions
from labkit.lectures.l03_least_squares.cars import cars, standardised
from labkit.lectures.shared.turned_box import view
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.scene import FADED, Mark, Path, Points, Segments, Text, codes, coordinates

PAIRS = {"horsepower and year": ("horsepower", "model_year"), "horsepower and weight": ("horsepower", "weight_lb"),
         "year and acceleration": ("model_year", "acceleration_s")}  # fmt: skip
SHOWN, SEED, REACH = 40, 1, 2.2
FLOOR = -2.6  # where the shadows fall
ARROW = 1.5  # its length
BOX = 3.9  # half the width of what is seen


class PlaneLab(Lab):
    """Turn the box until the plane is a line: then the arrow stands at a right angle."""

    name, heading = "03-plane", "A plane through forty cars"
    question = questions.normal
    steering = (
        Choice("pair", "features", tuple(PAIRS), "horsepower and year"),
        Slider("turn", "turn, degrees", 0, 355, 5, 30),
        Slider("tilt", "look down, degrees", 0, 90, 5, 20),
    )
    presets = {
        "edge on": {"turn": 165, "tilt": 0},
        "from above": {"tilt": 90},
        "weight": {"pair": "horsepower and weight"},
    }

    def data(self, values):
        X, mpg = cars(*PAIRS[values["pair"]])
        rows = np.random.default_rng(SEED).permutation(len(mpg))[:SHOWN]
        return np.column_stack([standardised(X), standardised(mpg[:, None])])[rows], np.zeros(SHOWN, dtype=int)

    def story(self, X, y, values):
        told = LinearRegression().trace(X[:, :2], X[:, 2])
        towards = view(values["turn"], values["tilt"])
        names = [name.removesuffix("_lb").removesuffix("_s").removeprefix("model_") for name in PAIRS[values["pair"]]]
        box = Chart(xlim=(-BOX, BOX), ylim=(-BOX, BOX), title="From where you stand", name="box", xticks=(), yticks=())
        box.marks(lambda step: _drawn(X, step, towards, [*names, "mpg"]))
        side = Chart(xlim=(-BOX, BOX), ylim=(-BOX, BOX), title="The plane edge on", name="edge", xticks=(), yticks=(),
                     xlabel="along the floor, as the plane rises most")  # fmt: skip
        side.marks(lambda step: _drawn(X, step, edge_on(step.model.w), ["", "", "mpg"]))
        return Story(told, columns(square(box), square(side), shape=2.1,
                                  caption=lambda step: _caption(step, names)))  # fmt: skip


def edge_on(w: np.ndarray) -> np.ndarray:
    """From the side, so that the plane is a line: across is the direction in which it rises most."""
    steepest = w[1:] / max(float(np.linalg.norm(w[1:])), 1e-12)
    return np.array([[*steepest, 0.0], [0.0, 0.0, 1.0]])


def normal_of(w: np.ndarray) -> np.ndarray:
    """Of length 1, upwards."""
    arrow = np.array([-w[1], -w[2], 1.0])  # (2) turned round, so that it points up
    return arrow / np.linalg.norm(arrow)


def _drawn(X: np.ndarray, step, towards: np.ndarray, names: list[str]) -> list[Mark]:
    w = step.model.w
    corners = REACH * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]])
    surface = np.column_stack([corners, step.model.predict(corners)]) @ towards.T
    fitted = np.column_stack([X[:, :2], step.model.predict(X[:, :2])]) @ towards.T
    seen, foot = X @ towards.T, np.array([0.0, 0.0, w[0]])
    told = tuple(f"x1 {x1:.2f}, x2 {x2:.2f}, y {y:.2f}\nthe plane says {fit:.2f}"
                 for (x1, x2, y), fit in zip(X, fitted_heights(X, step), strict=True))  # fmt: skip
    arrow = np.array([foot, foot + ARROW * normal_of(w)]) @ towards.T
    return [
        *_edges(towards, names),
        Path(*map(coordinates, surface.T), "curve0", 1.6, fill="curve0", opacity=0.22),
        Segments(*map(coordinates, (*fitted.T, *seen.T)), "curve1", 1.2),
        Points(
            *map(coordinates, seen.T),
            codes(np.zeros(len(X))),
            codes(np.where(X[:, 2] < fitted_heights(X, step), FADED, 0)),
            4.5,
            items=Items("car", 1, texts=told),
        ),
        Path(*map(coordinates, arrow.T), "accent", 3.0, arrow=True),
    ]


def fitted_heights(X: np.ndarray, step) -> np.ndarray:
    """What the plane says of each car."""
    return step.model.predict(X[:, :2])


def _edges(towards: np.ndarray, names: list[str]) -> list[Mark]:
    """The three axes from one corner of the floor, each with its name at the end."""
    corner, marks = np.array([-REACH, -REACH, FLOOR]), []
    for axis, name in zip(np.eye(3), names, strict=True):
        (x0, y0), (x1, y1) = np.array([corner, corner + 2 * REACH * axis]) @ towards.T
        marks.append(Path(coordinates([x0, x1]), coordinates([y0, y1]), "muted", 1.2, arrow=True))
        if name and np.hypot(x1 - x0, y1 - y0) > 0.5:
            marks.append(Text(float(x1), float(y1) + 0.25, name, "muted", 12.0, "center"))
    return marks


def _caption(step, names: list[str]) -> str:
    w, (first, second) = step.model.w, names
    plane = f"mpg = {w[0]:.2f} {w[1]:+.2f} {first} {w[2]:+.2f} {second}"
    return f"{plane}; upright on it is ({w[1]:.2f}, {w[2]:.2f}, -1)".replace("-", "\u2212")
