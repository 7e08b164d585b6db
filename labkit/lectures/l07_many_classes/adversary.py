"""Code words against an adversary who flips bits: how many may be wrong before the nearest word is another one?

Lecture 07; deck 000 "Multi-class Case". Inventory: I-000-017.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from labkit.core.story import SOLVED, Step, Trace, counted
from labkit.learners.many_classes import coding
from labkit.lectures.l07_many_classes import questions
from labkit.player.controls import Button, Choice, Memory, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.tables.code_words import Received, code_words

NAMES = np.array(["A", "B", "C", "D", "E"])
CODES = ("exhaustive", "one-vs-rest")
MOST_BITS = 15  # of the exhaustive code for five classes
FLIPS = 5  # up to which the chart counts
TIED = -1  # is nearest where several are
NO_POINTS = np.empty((0, 2)), np.empty(0, dtype=int)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MessageStep(Step):
    """The word of one class on its way."""

    code: np.ndarray
    sent: int
    received: Received
    safe: np.ndarray  # of all ways to flip 0, 1, 2, ... bits, the share that leaves the class the only nearest

    @property
    def flips(self) -> int:
        return int(self.received.flipped.sum())

    @property
    def forgiven(self) -> int:
        """How many wrong bits never do harm."""
        return coding.correctable(self.code)

    @property
    def nearest(self) -> list[str]:
        distances = self.received.distances
        return [str(NAMES[k]) for k in np.flatnonzero(distances == distances.min())]

    @property
    def caption(self) -> str:
        own, who = str(NAMES[self.sent]), self.nearest
        idle = np.flatnonzero((self.code == self.code[0]).all(axis=0)) + 1
        useless = f"; bit {idle[0]} is the same for all and asks nothing" if len(idle) else ""
        return f"{self._outcome(own, who)}{useless}"

    def _outcome(self, own: str, who: list[str]) -> str:
        how = f"the word of {own} with {counted(self.flips, 'bit')} flipped"
        if who == [own]:
            return f"{how}: {own} is still the nearest"
        if own in who:
            return f"{how}: {' and '.join(who)} are equally near, nobody can tell"
        return f"{how}: {' and '.join(who)} {'is' if len(who) == 1 else 'are'} nearer"


class AdversaryLab(Lab):
    """Flip bits of a word, or let the adversary do it; change the code, and make it harder for him."""

    name, heading, clickable = "07-adversary", "Against the adversary", ("code",)
    question = questions.forgiven
    steering = (
        Choice("code", "code", CODES, "exhaustive"),
        Slider("classes", "classes", 3, len(NAMES), 1, 4),
        Slider("sent", "class", 1, len(NAMES), 1, 2),
        Slider("bit", "bit", 1, MOST_BITS, 1, 1),
        Button("adversary", "the adversary flips one"),
        Button("flip", "flip this bit"),
        Button("undone", "as it was sent"),
        Button("rewrite", "change this bit of the code"),
        Memory("flips", forgets=("code", "classes", "sent")),
        Memory("rewritten", forgets=("code", "classes")),
    )
    presets = {
        "one bit flipped": {"flips": "1"},
        "two bits flipped": {"flips": "1 2"},
        "one against the rest": {"code": "one-vs-rest"},
        "five classes": {"classes": 5},
    }

    def data(self, values):
        return NO_POINTS

    def story(self, X, y, values):
        step = sent(values)
        least = coding.least_distance(step.code)
        title = f"Words of {step.code.shape[1]} bits; the nearest two differ in {least:g}"
        words = code_words(step.code, NAMES, lambda step: step.received, title=title, editable=True)
        return Story(Trace([step]), columns(words, _survival(step), weights=(3, 2), shape=2.4))

    def click(self, values, at):
        if ":" in at.target:
            k, b = map(int, at.target.split(":"))
            return _rewritten(values, k - 1, b - 1)
        return _flipped(values, int(at.target) - 1) if at.target else {}

    def press(self, values, name):
        if name == "undone":
            return {"flips": ""}
        if name == "adversary":
            bit = worst(sent(values))
            return {} if bit is None else _flipped(values, bit)
        bit = min(values["bit"], code_of(values).shape[1]) - 1
        return _flipped(values, bit) if name == "flip" else _rewritten(values, _class(values), bit)


def _class(values: dict) -> int:
    return min(values["sent"], values["classes"]) - 1


def code_of(values: dict) -> np.ndarray:
    """The code with the bits that were rewritten; refused where two classes have the same word."""
    code = np.array(coding.code_of(values["code"], values["classes"]))
    for place in values["rewritten"].split():
        k, b = place_of(place, code.shape)
        code[k, b] = 1 - code[k, b]
    for i, j in combinations(range(len(code)), 2):
        if (code[i] == code[j]).all():
            raise ValueError(f"code: expected a word of its own for every class, got the same for {NAMES[i]} and "
                             f"{NAMES[j]}; change another bit first")  # fmt: skip
    return code


def place_of(text: str, shape: tuple[int, int]) -> tuple[int, int]:
    """Class and bit, from 0."""
    parts = text.split(":")
    good = len(parts) == 2 and all(part.isdecimal() for part in parts)
    if not good or not all(1 <= int(part) <= n for part, n in zip(parts, shape, strict=True)):
        raise ValueError(f"rewritten: expected places such as 2:7, class and bit, got {text!r}; press reset")
    return int(parts[0]) - 1, int(parts[1]) - 1


def flips_of(values: dict) -> frozenset[int]:
    """Which bits are flipped, from 0."""
    words = values["flips"].split()
    if not all(word.isdecimal() and int(word) for word in words):
        raise ValueError(f"flips: expected numbers of bits, got {values['flips']!r}; press as it was sent")
    return frozenset(int(word) - 1 for word in words)


def _flipped(values: dict, bit: int) -> dict:
    return {"flips": " ".join(str(b + 1) for b in sorted(flips_of(values) ^ {bit})), "bit": bit + 1}


def _rewritten(values: dict, k: int, bit: int) -> dict:
    places = set(values["rewritten"].split()) ^ {f"{k + 1}:{bit + 1}"}
    return {"rewritten": " ".join(sorted(places)), "sent": k + 1, "bit": bit + 1}


def sent(values: dict) -> MessageStep:
    """The word of the chosen class, its flipped bits, and how far it is from all words."""
    code, k = code_of(values), _class(values)
    flipped = np.isin(np.arange(code.shape[1]), list(flips_of(values)))
    bits = np.where(flipped, 1 - code[k], code[k]).astype(int)
    distances = coding.distances(code, bits)[0]
    nearest = np.flatnonzero(distances == distances.min())
    received = Received(bits, flipped, distances, int(nearest[0]) if len(nearest) == 1 else TIED)
    return MessageStep(event=SOLVED, model=None, code=code, sent=k, received=received, safe=survivors(code))


def worst(step: MessageStep) -> int | None:
    """The adversary's next bit: one step from what was received towards the nearest other word; None if he is there."""
    rivals = step.received.distances.copy()
    rivals[step.sent] = np.inf
    towards = step.code[rivals.argmin()]
    open_bits = np.flatnonzero(towards != step.received.bits)
    return int(open_bits[0]) if len(open_bits) else None


def survivors(code: np.ndarray) -> np.ndarray:
    """For 0, 1, ... flips: of all classes and all choices of bits, the share after which the class alone is nearest."""
    bits = code.shape[1]
    apart = [(code != word) for word in code]  # of each class, where the others differ from it
    shares = []
    for flips in range(min(FLIPS, bits) + 1):
        chosen = np.zeros((len(list(combinations(range(bits), flips))), bits))
        for row, places in enumerate(combinations(range(bits), flips)):
            chosen[row, list(places)] = 1
        safe = [(_nearest_other(differ, k, chosen) > flips).mean() for k, differ in enumerate(apart)]
        shares.append(np.mean(safe))
    return np.array(shares)


def _nearest_other(differ: np.ndarray, k: int, chosen: np.ndarray) -> np.ndarray:
    """For each choice of flipped bits the distance to the nearest word of another class than k."""
    rivals = np.delete(differ, k, axis=0).astype(float)
    distances = rivals.sum(axis=1) + chosen.sum(axis=1)[:, None] - 2 * chosen @ rivals.T
    return distances.min(axis=1)


def _survival(step: MessageStep) -> Chart:
    """Against chance and against the adversary, who always finds the worst bits."""
    flips = np.arange(len(step.safe))
    chart = Chart(flips, at="flips", name="survival", xlabel="flipped bits", ylim=(-0.03, 1.05), cursor=True,
                  yticks=ticks(0.0, 1.0, 5), title="Share still read rightly",
                  xlim=(-0.2, len(flips) - 0.8), xticks=ticks(0.0, float(flips[-1]), 6, whole=True))  # fmt: skip
    chart.line(step.safe, "by chance", whole=True)
    return chart.line((step.safe > 1 - 1e-9).astype(float), "adversary", whole=True)
