"""What several labs of lecture 13 share: networks whose weights are given, and the lines of their hidden units."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core import data, inputs
from labkit.core.story import Trace
from labkit.learners.network import ACTIVATIONS, NetworkModel, Shape, by_hand
from labkit.learners.network.activations import TWO_CLASSES
from labkit.learners.network.model import plain
from labkit.learners.network.objective import Architecture
from labkit.views.axes import Limits
from labkit.views.layout import Size
from labkit.views.plane.cuts import line_within
from labkit.views.scene import Mark, segments_of

AROUND = ((-0.75, 1.75), (-0.75, 1.75))  # the four corners
V = ((0.1, -0.2), (0.4, 0.3), (-0.5, 0.2))  # of the lecture's example, biases first
W = ((0.3,), (0.7,), (-0.6,))


def corners() -> data.Points:
    """The four inputs of exclusive or, and what should come out."""
    table = data.load("xor")
    return table.numeric("x1", "x2"), table["y"].astype(int)


def tiny():
    """Two inputs, two hidden units, one output."""
    return by_hand([V, W])


def two_classes(layers, activation: str = "sigmoid") -> NetworkModel:
    """A network for the classes 0 and 1 from its matrices, biases first."""
    shape = Shape((len(layers[0]) - 1, *(np.shape(each)[1] for each in layers)))
    network = Architecture(shape, ACTIVATIONS[activation], TWO_CLASSES)
    return NetworkModel(inputs.frozen(shape.joined(list(layers))), network, plain(shape.sizes[0]), np.arange(2))


def every(trace: Trace, epochs: int) -> Trace:
    """Only some steps of a story of epochs, and the end: a card has to travel."""
    steps = list(trace)
    return Trace([*steps[:-1:epochs], steps[-1]])


def unit_lines(limits: Limits) -> Callable[..., list[Mark]]:
    """Where each hidden unit changes sides: marks for ``Plane(cuts=...)``."""

    def lines(step, size: Size) -> list[Mark]:
        return [
            mark
            for j, line in enumerate(zip(*step.model.lines, strict=True))
            for mark in segments_of(line_within(*line, *limits), color=f"curve{j % 6}", width=2.6, dash=1 + j % 5)
        ]

    return lines
