"""Where the weight of a case is now, node by node, and how the classes there add up to its answer.

Lecture 17; deck 000 "Handling Missing Attribute Values - 4": every bar is one term of sum w P(class | node), as long
as its weight; the bar below them is the sum. A step has ``model``, ``here`` (weights by node) and ``proba``.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step
from labkit.views import words
from labkit.views.nodes import marker
from labkit.views.scene import Box, Mark, Panel, Text

TERM, LEAST_TERM = 36.0, 26.0  # height of a term of the sum: words and a bar
BAR, SUM_BAR = 8.0, 14.0
SIZE = 10.0
PAD = 8.0
SUM = 54.0  # units at the bottom
NUMBER = 62.0  # room for a weight
LEAST = 1e-9  # less weight than this is rounding


class Ledger:
    """``step -> Panel``: the classes are in the order of the model's."""

    def __init__(self, *, box, title="", name="ledger"):
        self.box, self.title, self.name = box, title, name
        self._long = box[2] - 2 * PAD  # the bar of the whole weight

    def __call__(self, step: Step) -> Panel:
        nodes = np.flatnonzero(step.here > LEAST).tolist()
        room = self.box[3] - SUM
        tall = min(TERM, max(room / len(nodes), LEAST_TERM))
        fit = int(room / tall + LEAST)
        shown = nodes if len(nodes) <= fit else nodes[: fit - 1]
        marks = [mark for k, node in enumerate(shown) for mark in self._term(step, node, self.box[3] - tall * k)]
        if len(shown) < len(nodes):
            y = self.box[3] - tall * len(shown) - 12.0
            marks.append(Text(PAD, y, f"and {len(nodes) - len(shown)} more", "muted", SIZE))
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, (*marks, *self._sum(step)), name=self.name, title=self.title)

    def _term(self, step: Step, node: int, top: float) -> list[Mark]:
        """What led there, its weight, and the classes of the examples there."""
        model, weight = step.model, float(step.here[node])
        room = self._long - NUMBER
        last = model.condition(node) or "all at the root"
        where = words.first_fitting((_way(model, node), last), room, SIZE) or words.fitted(last, room, SIZE)
        much = in_parts(weight, model.tree.weight[0])
        shares = model.tree.counts[node] / model.tree.weight[node]
        return [
            Text(PAD, top - 11.0, where, "ink", SIZE),
            Text(PAD + self._long, top - 11.0, much, "ink", SIZE, "right"),
            *self._bar(weight * shares, top - 19.0, BAR),
        ]

    def _sum(self, step: Step) -> list[Mark]:
        """As one bar, and in numbers."""
        whole, shares = step.model.tree.weight[0], step.proba
        rule = Box(PAD, SUM - 1.0, PAD + self._long, SUM, "grid")  # as under a column of numbers
        marks: list[Mark] = [rule, *self._bar(shares, SUM - 8.0, SUM_BAR)]
        slot = self._long / len(shares)
        for kind, (label, share) in enumerate(zip(step.model.classes, shares.tolist(), strict=True)):
            left, parts, number = PAD + kind * slot, in_parts(share, whole), f"{share:.3f}"
            texts = (f"{label} {parts} = {number}",) if "/" in parts else ()
            text = words.first_fitting((*texts, f"{label} {number}", number), slot - 16.0, SIZE, bold=True)
            marks += [marker(kind, left + 4.0, 15.0, 4.0), Text(left + 14.0, 15.0, text, "ink", SIZE, bold=True)]
        return marks

    def _bar(self, lengths: np.ndarray, top: float, tall: float) -> list[Mark]:
        ends = (PAD + self._long * np.cumsum([0.0, *lengths])).tolist()
        pieces = [
            Box(ends[k], top - tall, ends[k + 1], top, f"class{k}")
            for k, length in enumerate(lengths)
            if length > LEAST
        ]
        return [Box(PAD, top - tall, PAD + self._long, top, "", "grid", 0.8), *pieces]


def _way(model, node: int) -> str:
    """All that led to the node, in the order in which it was asked."""
    conditions = []
    while node > 0:
        conditions.append(model.condition(node))
        node = int(model.tree.parent[node])
    return ", ".join(reversed(conditions))


def in_parts(share: float, whole: float) -> str:
    """A share in parts of the examples, "4/14", where it is a whole number of them, as in the lecture."""
    parts, least = round(share * whole), 1e-6
    if parts in (0, whole) and abs(share * whole - parts) < least:
        return f"{share:.0f}"
    if abs(share * whole - parts) < least and whole == round(whole):
        return f"{parts}/{whole:.0f}"
    return f"{share:.3f}"
