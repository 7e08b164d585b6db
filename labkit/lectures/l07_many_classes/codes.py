"""Error-correcting output codes: a tree for every bit, and the class whose word is nearest to what they say.

Lectures 07 and 21; deck 000 "Error Correcting Output Codes", "Multi-class Case". Inventory: I-000-017, I-000-116.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import STOP, counted
from labkit.learners import CART, OutputCodes
from labkit.learners.many_classes import CodedModel, coding
from labkit.learners.many_classes.output_codes import BitStep
from labkit.lectures.l07_many_classes import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.tables.code_words import Received, code_words

NAMES = np.array(["A", "B", "C", "D", "E"])
LIMITS = ((-1.1, 1.1), (-1.1, 1.1))
FRESH = 1000  # cases to test on
MOST_WRONG = 6  # trees on one case that the chart tells apart


class CodesLab(Lab):
    """Choose an example, read the word that the trees give it; and see how often trees are wrong together."""

    name, heading, clickable = "07-codes", "A tree for every bit", ("plane",)
    question = questions.wrong_together
    steering = (
        Choice("data", "data", ("blobs", "rings", "spiral"), "blobs"),
        Slider("classes", "classes", 3, 5, 1, 4),
        Slider("noise", "noise", 0.02, 0.3, 0.02, 0.16),
        Slider("seed", "seed", 0, 50, 1, 3),
        Choice("code", "code", coding.CODES, "exhaustive"),
        Slider("bits", "bits", 3, 15, 1, 6, only=("code", ("random",))),
        Slider("depth", "depth of a tree", 1, 6, 1, 3),
        Slider("example", "example", 1, 100, 1, 1),
    )
    presets = {"one against the rest": {"code": "one-vs-rest"}, "each against each": {"code": "one-vs-one"},
               "five classes, more noise": {"classes": 5, "noise": 0.22}}  # fmt: skip
    still = -1

    def data(self, values):
        return _samples(values)[0]

    def story(self, X, y, values):
        code = _code(values)
        trace = OutputCodes(learner=CART(max_depth=values["depth"]), code=code).trace(X, NAMES[y])
        case = Case(X, y, min(values["example"], len(X)) - 1)
        plane = Plane(X, NAMES[y], title=_plane_title, limits=LIMITS, labels=NAMES[: values["classes"]], size=4.5,
                      ringed=lambda step: [case.row])  # fmt: skip
        words = code_words(code, NAMES, case.received, title=_title(code))
        wrong = wrong_bits(trace[-1].model, code, values)
        right = rows(words, _together(wrong), weights=(3, 2))
        return Story(trace, columns(square(plane), right, weights=(9, 12), shape=1.9, caption=case.caption))

    def click(self, values, at):
        X, _ = self.data(values)
        return {"example": int(np.linalg.norm(X - (at.x, at.y), axis=1).argmin()) + 1}


def _samples(values: dict) -> list[data.Points]:
    """To train and to test on."""
    noise = {"blobs": {"spread": values["noise"]}}.get(values["data"], {"noise": values["noise"] / 3})
    return data.samples(data.GENERATORS[values["data"]], 100, FRESH, classes=values["classes"], seed=values["seed"],
                        **noise)  # fmt: skip


def _code(values: dict) -> np.ndarray:
    most = 2 ** (values["classes"] - 1) - 1  # ways to part the classes
    return coding.code_of(values["code"], values["classes"], min(values["bits"], most), values["seed"])


def _title(code: np.ndarray) -> str:
    wrong = max(coding.correctable(code), 0)
    return f"{code.shape[1]} bits, least distance {coding.least_distance(code):g}: corrects {wrong:g}"


# ---------------------------------------------------------------- trees that are wrong together


def wrong_bits(model: CodedModel, code: np.ndarray, values: dict) -> np.ndarray:
    """(fresh cases, bits): where a tree does not say the bit of the case's class; never where that has no part."""
    X, y = _samples(values)[1]
    own = code[y]
    return (model.received(X) != own) & ~np.isnan(own)


def if_independent(wrong: np.ndarray) -> np.ndarray:
    """The chances of 0, 1, 2, ... wrong bits, were each wrong as often as it is, regardless of the others."""
    chances = np.ones(1)
    for share in wrong.mean(axis=0):
        chances = np.convolve(chances, [1 - share, share])
    return chances


def in_fact(wrong: np.ndarray) -> np.ndarray:
    """The shares of cases with 0, 1, 2, ... wrong bits."""
    return np.bincount(wrong.sum(axis=1), minlength=wrong.shape[1] + 1) / len(wrong)


def _together(wrong: np.ndarray) -> Chart:
    """How many trees are wrong on the same fresh case; pale, how it would be if they erred independently."""
    most = min(MOST_WRONG, wrong.shape[1])
    numbers = np.arange(1, most + 1)

    def counts(of):
        return lambda step: FRESH * np.append(of(wrong[:, : step.bit]), np.zeros(most))[1 : most + 1]

    top = 1.1 * FRESH * max(in_fact(wrong)[1:].max(), if_independent(wrong)[1:].max(), 0.01)
    chart = Chart(name="together", title="Fresh cases; pale: if independent", ylabel="of 1,000", ylim=(0.0, top),
                  xlim=(0.4, most + 0.6), xlabel="trees that are wrong on the same case",
                  xticks=tuple((float(k), str(k)) for k in numbers))  # fmt: skip
    chart.bars(counts(in_fact), x=numbers - 0.2, width=0.36)
    return chart.bars(counts(if_independent), x=numbers + 0.2, width=0.36, hollow=True, color="curve1")


# ---------------------------------------------------------------- the example


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """The example that is looked at, and its word."""

    X: np.ndarray
    y: np.ndarray
    row: int

    def received(self, step: BitStep) -> Received:
        """What the trees so far say of it; the first of the nearest classes, as in ``predict``."""
        bits = step.model.received(self.X[[self.row]])[0]
        as_they_are = np.zeros(len(bits), dtype=bool)
        if not len(bits):
            return Received(bits, as_they_are, np.zeros(len(step.model.classes)), 0)
        distances = coding.distances(step.model.code, bits)[0]
        return Received(bits, as_they_are, distances, int(distances.argmin()))

    def caption(self, step: BitStep) -> str:
        """At the end what becomes of the example, before that what the trees learn."""
        if step.event != STOP:
            return step.caption
        word = self.received(step)
        least = word.distances[word.nearest]
        ties = [NAMES[k] for k in np.flatnonzero(word.distances == least)]
        nearest = ties[0] if len(ties) == 1 else f"{' and '.join(ties)} (the first is taken)"
        right = "right" if word.nearest == self.y[self.row] else f"wrong, it is {NAMES[self.y[self.row]]}"
        bits = "".join(map(str, word.bits.tolist()))
        return f"example {self.row + 1}: the trees say {bits}; nearest is {nearest} at {least:g}: {right}"


def _plane_title(step: BitStep) -> str:
    if not step.bit:
        return "No bit: all are the first class"
    return f"Nearest word, by {counted(step.bit, 'bit')}"
