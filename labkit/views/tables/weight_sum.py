"""Where the weight of a case is now, node by node, and how the classes there add up to its answer.

Lecture 17; deck 000 "Handling Missing Attribute Values - 4": every bar is one term of sum w P(class | node), as long
as its weight; the bar below them is the sum.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step
from labkit.views.items import Items
from labkit.views.tables.cells import LEAST, Bar, Beside, Word
from labkit.views.tables.grid import Column, Grid, Row


def weight_sum(*, title="") -> Grid:
    """A step has ``model``, ``resting`` (weights by node) and ``proba``; the classes are in the model's order."""
    columns = [Column(weight=1.0), Column(align="right")]
    return Grid(_terms, columns, closing=_sum, title=title, size=10.0, tallest=36.0, name="weights")


def _terms(step: Step) -> list[Row]:
    """What led to each node, its weight, and the classes of the examples there."""
    model, rows = step.model, []
    for node in np.flatnonzero(step.resting > LEAST).tolist():
        weight, last = float(step.resting[node]), model.condition(node) or "all at the root"
        shares = model.tree.counts[node] / model.tree.weight[node]
        cells = Word(_way(model, node) or last, shorter=(last,)), in_parts(weight, model.tree.weight[0])
        rows.append(Row(cells, below=Bar.of_classes(weight * shares, full=1.0), items=Items("node", node, texts=("",))))
    return rows


def _sum(step: Step) -> list[Row]:
    """In numbers, and as one bar."""
    words = []
    for kind, (label, share) in enumerate(zip(step.model.classes, step.proba.tolist(), strict=True)):
        parts, number = in_parts(share, step.model.tree.weight[0]), f"{share:.3f}"
        texts = (*((f"{label} {parts} = {number}",) if "/" in parts else ()), f"{label} {number}", number)
        words.append(Word(texts[0], bold=True, shorter=texts[1:], kind=kind))
    return [Row((Beside(words, even=True),), below=Bar.of_classes(step.proba, full=1.0))]


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
