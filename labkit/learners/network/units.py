"""Threshold units: a neuron that fires or not. One computes AND, OR and NOT; two layers of them compute XOR.

Lecture 13; deck 002 "Neural terminology and artificial neurons", "Perceptron", "Neural vs Algorithmic computation";
deck 001 "XOR Problem". Inventory: I-002-019, I-001-003, I-002-017.

    z = I(sum over i of w_i x_i >= theta)                    McCulloch and Pitts: a unit fires, z = 1, or not   (1)
    h1 = I(x1 + x2 >= 1/2),  h2 = I(x1 + x2 >= 3/2)          of a layer all units see the same inputs; here     (2)
    y = I(h1 - h2 >= 1/2)                                    x1 or x2, but not both: exclusive or               (3)
    operations a second = units * bits sent / cycle time     each unit sends so many bits to so many others     (4)

One unit cuts the space by a hyperplane, so it computes 14 of the 16 functions of two bits: XOR and its opposite need a
hidden layer. In the space of (h1, h2) the four corners have become three points, which one more line separates. How a
network of smooth units learns its weights say the other modules; a threshold has no slope to follow.

symbol   name here       symbol   name here
theta    theta           z        fired

Departures from the slides: the slide's XOR has ">", (1) has ">=": for inputs 0 and 1 no sum meets its threshold. The
old computer of deck 002 does 2 * 10^14 operations a second, not 10 * 10^14 (E-002-01): ten times the pigeon's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step
from labkit.learners.grid import ClassGrids, image, points

BITS = inputs.frozen([0, 1], int)
MOST_INPUTS = 12  # of a truth table, which has 2^inputs rows


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdUnit:
    """1 where w'x >= theta, else 0. It is a model too: ``predict`` says whether it fires."""

    w: np.ndarray
    theta: float
    classes: ClassVar[np.ndarray] = BITS

    def __post_init__(self):
        w = inputs.real_numbers("w", self.w)
        if w.ndim != 1 or not len(w) or not np.isfinite(w).all():
            raise ValueError(f"w: expected a list of numbers, one per input, got {self.w!r}; pass for example [1, 1]")
        inputs.number("theta", self.theta)
        object.__setattr__(self, "w", w)

    def sums(self, X) -> np.ndarray:
        X = inputs.matrix(X)
        inputs.same_features(X, len(self.w), self)
        return X @ self.w

    def predict(self, X) -> np.ndarray:
        return (self.sums(X) >= self.theta).astype(int)  # (1)

    @property
    def hyperplane(self) -> tuple[np.ndarray, float]:
        """(normal, offset): it fires where normal'x + offset >= 0."""
        return self.w, -float(self.theta)

    @property
    def linear_scores(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A, b, owner): as for ``LinearModel``; firing comes first, so that it is what a tie does."""
        return np.array([self.w, np.zeros_like(self.w)]), np.array([-float(self.theta), 0.0]), np.array([1, 0])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FiringStep(Step):
    """A layer has fired (or the inputs were set)."""

    layer: int  # layers so far
    sums: np.ndarray | None = None  # w'x of each unit of this layer
    fired: np.ndarray  # 0 or 1, of each of its units; the inputs themselves at the start

    @property
    def caption(self) -> str:
        values = ", ".join(f"{value:g}" for value in self.fired)
        if self.event == START:
            return f"start: the inputs are {values}"
        sums = ", ".join(f"{value:g}" for value in self.sums)
        layer = "output" if self.event == STOP else f"layer {self.layer}"
        give = "the sum {} gives {}" if len(self.sums) == 1 else "the sums {} give {}"
        return f"{layer}: {give.format(sums, values)}"


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdNetwork(ClassGrids):
    """Layers of threshold units, from the inputs to one output unit."""

    layers: tuple[tuple[ThresholdUnit, ...], ...]
    classes: ClassVar[np.ndarray] = BITS
    score_limit: ClassVar[float] = 0.5

    def __post_init__(self):
        layers = tuple(tuple(layer) if isinstance(layer, list | tuple) else (None,) for layer in self.layers)
        if not all(isinstance(unit, ThresholdUnit) for layer in layers for unit in layer):
            raise ValueError(f"layers: expected lists of ThresholdUnits, got {self.layers!r}; pass one list per layer")
        sizes = [len(layer) for layer in layers]
        if not sizes or not all(sizes) or sizes[-1] != 1:
            raise ValueError(
                f"layers: expected layers of units and one unit in the last, got {sizes} units; "
                "give every layer a unit, and the last one only one"
            )
        object.__setattr__(self, "layers", layers)
        self._check_widths()

    def _check_widths(self) -> None:
        width = len(self.layers[0][0].w)
        for number, layer in enumerate(self.layers, start=1):
            wrong = [len(unit.w) for unit in layer if len(unit.w) != width]
            if wrong:
                raise ValueError(
                    f"layers: expected {width} weights in each unit of layer {number}, got {wrong[0]}; "
                    "a unit has a weight for every unit of the layer before"
                )
            width = len(layer)

    def outputs(self, X) -> list[np.ndarray]:
        """(cases, units) of every layer: the first is the space in which XOR is folded, the last what is predicted."""
        z, found = inputs.matrix(X), []
        for layer in self.layers:
            z = np.column_stack([unit.predict(z) for unit in layer])
            found.append(z)
        return found

    def predict(self, X) -> np.ndarray:
        return self.outputs(X)[-1][:, 0]

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray:
        """1/2 where it fires and -1/2 where it does not: it is always sure."""
        return image(self.predict(points(x, y, through)), x, y) - 0.5

    def pass_steps(self, x) -> Iterator[FiringStep]:
        """How one case goes through the network, layer by layer."""
        z = inputs.matrix(np.atleast_2d(x))
        if len(z) != 1:
            raise ValueError(f"x: expected one case, got {len(z)}; pass one of them")
        return self._passed(inputs.frozen(z[0]))

    def _passed(self, z: np.ndarray) -> Iterator[FiringStep]:
        yield FiringStep(event=START, model=self, layer=0, fired=z)
        for number, layer in enumerate(self.layers, start=1):
            sums = inputs.frozen([unit.sums(z[None])[0] for unit in layer])
            z = inputs.frozen([unit.predict(z[None])[0] for unit in layer])
            event, reason = (STOP, "the output unit has answered") if number == len(self.layers) else (UPDATE, "")
            yield FiringStep(event=event, model=self, equation=1, layer=number, sums=sums, fired=z, reason=reason)


# ---------------------------------------------------------------- gates

GATES = {
    "and": ThresholdUnit([1, 1], 1.5),  # half way between the sums that fire and those that do not
    "or": ThresholdUnit([1, 1], 0.5),
    "not": ThresholdUnit([-1], -0.5),
    "nand": ThresholdUnit([-1, -1], -1.5),
    "nor": ThresholdUnit([-1, -1], -0.5),
}
XOR = ThresholdNetwork(((GATES["or"], GATES["and"]), (ThresholdUnit([1, -1], 0.5),)))  # (2), (3)


def truth_table(model: ThresholdUnit | ThresholdNetwork) -> tuple[np.ndarray, np.ndarray]:
    """(inputs, outputs): for all combinations of bits, 00 first, counting up."""
    unit = model if isinstance(model, ThresholdUnit) else model.layers[0][0]
    inputs.number("inputs", len(unit.w), least=1, most=MOST_INPUTS, whole=True)
    X = np.array(list(product((0, 1), repeat=len(unit.w))))
    return X, model.predict(X)


# ---------------------------------------------------------------- brains and computers


def bit_operations(units: float, cycle: float, *, bits: float = 1, receivers: float = 1) -> float:
    """How many a second: every ``cycle`` (in seconds) each of the units sends ``bits`` to so many ``receivers``."""
    for name, value in {"units": units, "cycle": cycle, "bits": bits, "receivers": receivers}.items():
        inputs.number(name, value, above=0)
    return units * bits * receivers / cycle  # (4)


PIGEON = {"units": 1e9, "cycle": 0.1, "bits": 2, "receivers": 1000}
OLD_COMPUTER = {"units": 1e7, "cycle": 1e-7, "receivers": 2}
