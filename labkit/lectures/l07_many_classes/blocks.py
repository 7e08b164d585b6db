"""The Hessian of softmax regression as a picture: a block for every two classes, while the examples become surer.

Lecture 07; deck 000 "Multiple Class Case-2". Inventory: I-000-019.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.core import data
from labkit.core.story import START
from labkit.learners import SoftmaxRegression
from labkit.learners.logistic.softmax import SoftmaxStep
from labkit.lectures.l07_many_classes import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Boxes, Field, Mark, Segments, Text, codes, coordinates

NAMES = np.array(["A", "B", "C"])
INPUTS = ("1", "x1", "x2")
LIMITS = ((-1.5, 1.5), (-1.5, 1.5))
CELL = 12  # grid cells for an entry of the matrix
POINTS = 120
REFERENCES = {"C": "last", "A": "first", "none": None}


class BlocksLab(Lab):
    """Play Newton's iterations; change the reference, and count the blocks."""

    name, heading, classes = "07-blocks", "The big matrix", tuple(NAMES.tolist())
    question = questions.fading
    data_controls = ("spread", "seed")
    steering = (
        Choice("reference", "reference class", tuple(REFERENCES), "C"),
        Slider("spread", "spread", 0.1, 0.6, 0.05, 0.3),
        Slider("lam", "\u03bb", 0.05, 5, 0.05, 0.1),
        Slider("seed", "seed", 0, 50, 1, 3),
    )
    presets = {"no reference": {"reference": "none"}, "classes far apart": {"spread": 0.1},
               "classes that overlap": {"spread": 0.6}}  # fmt: skip
    still = -1

    def data(self, values):
        return data.blobs(POINTS, spread=values["spread"], seed=values["seed"])

    def story(self, X, y, values):
        missing = [str(NAMES[k]) for k in range(len(NAMES)) if k not in y]
        if missing:
            raise ValueError(f"points: expected some of every class, got none of {' and '.join(missing)}; paint one")
        trace = SoftmaxRegression(lam=values["lam"], reference=REFERENCES[values["reference"]]).trace(X, NAMES[y])
        free = [str(name) for name in NAMES if name != values["reference"]]
        matrix = big_matrix(free, float(np.abs(bare(trace[0], values["lam"])).max()), values["lam"])
        plane = Plane(X, NAMES[y], limits=LIMITS, labels=NAMES, size=4.0, editable=True, title="Softmax regression",
                      judged=lambda step: step.iteration > 0)  # fmt: skip
        return Story(trace, columns(square(plane), square(matrix), shape=2.1,
                                    caption=lambda step: _caption(step, values["lam"])))  # fmt: skip


def bare(step: SoftmaxStep, lam: float) -> np.ndarray:
    """The Hessian of the likelihood alone: without what the penalty adds to the diagonal."""
    penalty = lam * (np.arange(len(step.w)) % len(INPUTS) > 0)  # not on the biases
    return step.hessian - np.diag(penalty)


def big_matrix(free: Sequence[str], largest: float, lam: float) -> Chart:
    """A cell for every two weights, class after class, with the blocks apart; row 0 is on top."""
    weights = [f"w {name} of {inputs}" for name in free for inputs in INPUTS]
    pairs = [(one, other) for one in weights for other in weights]
    side, block = float(len(weights)), len(INPUTS)
    middles = tuple((block * (k + 0.5), f"w {name}") for k, name in enumerate(free))

    def marks(step: SoftmaxStep) -> list[Mark]:
        H = bare(step, lam)
        depth = np.sign(H) * np.sqrt(np.abs(H) / largest)  # the root, so that small entries are seen
        shown = np.kron(depth[::-1], np.ones((CELL, CELL)))  # cells with sharp edges
        field = Field(codes(np.clip(128 + 127 * shown, 0, 255)), (0.0, side, 0.0, side), "probability")
        return [field, _cells(H, pairs), *_borders(side), *_constants(H)]

    return Chart(xlim=(0.0, side), ylim=(0.0, side), xticks=middles, name="hessian", title="Blocks of the Hessian",
                 yticks=tuple((side - at, text) for at, text in middles)).marks(marks)  # fmt: skip


def _cells(H: np.ndarray, pairs: Sequence[tuple[str, str]]) -> Boxes:
    """Nothing to see: they answer when one points at them."""
    row, column = np.divmod(np.arange(H.size), len(H))
    texts = tuple(f"{one}, {other}: {h:.2f}" for (one, other), h in zip(pairs, H.ravel(), strict=True))
    low = coordinates(len(H) - 1 - row)
    return Boxes(coordinates(column), low, coordinates(column + 1), low + 1, items=Items("entry", texts=texts))


def _borders(side: float) -> list[Segments]:
    at = coordinates(np.arange(len(INPUTS), side, len(INPUTS)))
    return [Segments(at, 0.0, at, side, width=2.4), Segments(0.0, at, side, at, width=2.4)]


def _constants(H: np.ndarray) -> list[Text]:
    """In each block the entry of the two biases: the sum of mu_k (d_kj - mu_j) over the examples."""
    places = range(0, len(H), len(INPUTS))
    return [Text(j + 0.5, len(H) - k - 0.5, f"{H[k, j]:.1f}", "ink", 12.0, "center") for k in places for j in places]


def _caption(step: SoftmaxStep, lam: float) -> str:
    """The sum of the diagonal says how strongly the likelihood is bent."""
    own = float(np.trace(bare(step, lam)))
    sure = float(step.probabilities.max(axis=1).mean())
    when = f"iteration {step.iteration}" if step.event != START else "start"
    return f"{when}: on average the likeliest class has probability {sure:.2f}; the diagonal sums to {own:.1f}"
