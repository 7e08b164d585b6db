"""Error-correcting output codes: a tree for every bit, and the class whose word is nearest to what they say.

Lectures 07 and 21; deck 000 "Error Correcting Output Codes", "Multi-class Case". Inventory: I-000-017, I-000-116.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import STOP, Trace, counted
from labkit.learners import CART, OutputCodes
from labkit.learners.many_classes import coding
from labkit.learners.many_classes.output_codes import BitStep
from labkit.player.controls import Button, Choice, Memory, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.members import MemberGrid
from labkit.views.plane.plane import Plane
from labkit.views.tables.code_words import BIT, Received, code_words

NAMES = np.array(["A", "B", "C", "D", "E"])
LIMITS = ((-1.1, 1.1), (-1.1, 1.1))
FRESH = 1000  # cases to test on
BITS = np.arange(-BIT, 2)  # as labels of a view: 0 and 1 get the colours of the bits
NO_POINTS = np.empty((0, 2)), np.empty(0, dtype=int)


class CodesLab(Lab):
    """Choose an example, flip bits of the word that the trees give it, and see which class is nearest."""

    name, heading, clickable = "07-codes", "Output codes", ("code", "plane")
    steering = (
        Choice("data", "data", ("blobs", "rings", "spiral"), "blobs"),
        Slider("classes", "classes", 3, 5, 1, 4),
        Slider("points", "points", 20, 200, 10, 100),
        Slider("noise", "noise", 0.02, 0.3, 0.02, 0.16),
        Slider("seed", "seed", 0, 50, 1, 3),
        Choice("code", "code", coding.CODES, "exhaustive"),
        Slider("bits", "bits", 3, 15, 1, 6, only=("code", ("random",))),
        Slider("depth", "depth of a tree", 1, 6, 1, 3),
        Slider("example", "example", 1, 200, 1, 1),
        Slider("bit", "bit to flip", 1, 15, 1, 1),
        Button("flip", "flip the bit"),
        Button("undone", "as received"),
        Memory("flips", forgets=("data", "classes", "points", "noise", "seed", "code", "bits", "depth", "example")),
    )
    presets = {"one bit flipped": {"flips": "1"}, "two bits flipped": {"flips": "1 2"},
               "one against the rest": {"code": "one-vs-rest"}, "each against each": {"code": "one-vs-one"},
               "five classes": {"classes": 5}}  # fmt: skip

    def data(self, values):
        return _samples(values)[0]

    def story(self, X, y, values):
        code = _code(values)
        trace = OutputCodes(learner=CART(max_depth=values["depth"]), code=code).trace(X, NAMES[y])
        case = Case(X, y, min(values["example"], len(X)) - 1, flips_of(values))
        plane = Plane(X, NAMES[y], title=_plane_title, limits=LIMITS, labels=NAMES[: values["classes"]], size=4.5,
                      ringed=lambda step: [case.row])  # fmt: skip
        words = code_words(code, NAMES, case.received, title=_title(code))
        trees = MemberGrid(*NO_POINTS, lambda step: step.bit, columns=code.shape[1], rows=1, limits=LIMITS, labels=BITS,
                           title="What each bit's tree says", name="trees")  # fmt: skip
        left, right = rows(square(plane), _errors(trace, values)), rows(words, trees, weights=(5, 2))
        return Story(trace, columns(left, right, weights=(9, 16), shape=1.8, caption=case.caption))

    def click(self, values, at):
        if at.panel == "plane":
            X, _ = self.data(values)
            return {"example": int(np.linalg.norm(X - (at.x, at.y), axis=1).argmin()) + 1}
        return _flipped(values, int(at.target) - 1) if at.target else {}

    def press(self, values, name):
        if name == "undone":
            return {"flips": ""}
        return _flipped(values, min(values["bit"], _code(values).shape[1]) - 1)


def _samples(values: dict) -> list[data.Points]:
    """To train and to test on."""
    noise = {"blobs": {"spread": values["noise"]}}.get(values["data"], {"noise": values["noise"] / 3})
    return data.samples(data.GENERATORS[values["data"]], values["points"], FRESH, classes=values["classes"],
                        seed=values["seed"], **noise)  # fmt: skip


def _code(values: dict) -> np.ndarray:
    most = 2 ** (values["classes"] - 1) - 1  # ways to part the classes
    return coding.code_of(values["code"], values["classes"], min(values["bits"], most), values["seed"])


def _title(code: np.ndarray) -> str:
    wrong = max(coding.correctable(code), 0)
    return f"{code.shape[1]} bits, least distance {coding.least_distance(code):g}: corrects {wrong:g}"


def flips_of(values: dict) -> frozenset[int]:
    """Which bits are flipped, from 0."""
    words = values["flips"].split()
    if not all(word.isdecimal() and int(word) for word in words):
        raise ValueError(f"flips: expected numbers of bits, got {values['flips']!r}; press as received")
    return frozenset(int(word) - 1 for word in words)


def _flipped(values: dict, bit: int) -> dict:
    flips = flips_of(values) ^ {bit}
    return {"flips": " ".join(str(b + 1) for b in sorted(flips)), "bit": bit + 1}


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """The example that is looked at, and what happens to its word."""

    X: np.ndarray
    y: np.ndarray
    row: int
    flips: frozenset[int]

    def received(self, step: BitStep) -> Received:
        """What the trees so far say of it, some bits flipped; the first of the nearest classes, as in ``predict``."""
        bits = step.model.received(self.X[[self.row]])[0]
        flipped = np.isin(np.arange(len(bits)), list(self.flips))
        bits = np.where(flipped, 1 - bits, bits)
        if not len(bits):
            return Received(bits, flipped, np.zeros(len(step.model.classes)), 0)
        distances = coding.distances(step.model.code, bits)[0]
        return Received(bits, flipped, distances, int(distances.argmin()))

    def caption(self, step: BitStep) -> str:
        """At the end what becomes of the example, before that what the trees learn."""
        if step.event != STOP:
            return step.caption
        word = self.received(step)
        least = word.distances[word.nearest]
        flips = f", {int(word.flipped.sum())} flipped" if word.flipped.any() else ""
        ties = [NAMES[k] for k in np.flatnonzero(word.distances == least)]
        nearest = ties[0] if len(ties) == 1 else f"{' and '.join(ties)} (the first is taken)"
        right = "right" if word.nearest == self.y[self.row] else f"wrong, it is {NAMES[self.y[self.row]]}"
        bits = "".join(map(str, word.bits.tolist()))
        return f"example {self.row + 1}: the trees say {bits}{flips}; nearest is {nearest} at {least:g}: {right}"


def _plane_title(step: BitStep) -> str:
    if not step.bit:
        return "No bit: all are the first class"
    return f"Nearest word, by {counted(step.bit, 'bit')}"


def _errors(trace: Trace, values: dict) -> Chart:
    model, (X, y) = trace[-1].model, _samples(values)[1]
    predicted = np.vstack([model.prefix(0).predict(X), model.staged_predict(X)])
    chart = Chart(trace[:-1], x="bit", title="Share of errors", xlabel="bits", name="errors")
    return chart.line((predicted != NAMES[y]).mean(axis=1), "fresh").line("error", "training")
