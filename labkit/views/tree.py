"""A tree as it is now: what each node asks, how its classes are mixed, where its branches lead.

Lectures 15, 16 and 17. A model is asked for what it has: ``tree`` (its flat arrays), ``split``, ``reached``,
``leaves``, ``classes``, and ``question``, ``answer`` and ``verdict`` of a node. All steps of a story share one layout,
made for the largest tree of the story, so that nodes stay where they are while the tree grows or is pruned. Branches
are as thick as the weight of the examples that take them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from labkit.core.story import Step
from labkit.views import words
from labkit.views.boxes import acted_nodes
from labkit.views.frame import few_classes, places_among
from labkit.views.layout import FULL, HEIGHTS, Level, arranged, detail_of
from labkit.views.nodes import Content, Place, marker, node_marks, stub_marks
from labkit.views.scene import Box, Mark, Panel, Path, Text, coordinates

MARGIN = 8.0
LEGEND = 22.0  # height of the row above the tree
ANSWER, NAME = 9.0, 10.5  # text sizes
THIN, THICK = 0.8, 5.0  # branches of no weight and of all
BEND = 6.0  # from the nodes to where their branches turn
LEAST = 120.0, 90.0  # the smallest box


class TreeView:
    """``step -> Panel``: ``model`` is the largest of the story. The node that acted is lit; or, with ``path``, the way
    of a case: ``path(step)`` gives, by node, the weight with which it comes there. ``notes(step)`` gives, by node,
    words to say in place of its numbers, the fullest first.

    ``labels`` lists the classes in the order of their colours, None is the model's order.
    """

    def __init__(self, model, *, box, title="", labels=None, path: Callable[[Step], np.ndarray] | None = None,
                 notes: Callable[[Step], Mapping[int, tuple[str, ...]]] | None = None, name="tree"):  # fmt: skip
        self.model, self.tree, self.box, self.title, self.path, self.name = model, model.tree, box, title, path, name
        self.notes = notes or (lambda step: {})
        if box[2] < LEAST[0] or box[3] < LEAST[1]:
            raise ValueError(f"box: expected at least {LEAST} units across and down, got {box[2:]}; give it more room")
        classes = [] if model.classes is None else list(model.classes)
        self._labels = list(few_classes(classes if labels is None else labels))
        self._kinds = places_among(self._labels, classes)
        room = box[2] - 2 * MARGIN, box[3] - 2 * MARGIN - LEGEND
        self._layout = arranged(self.tree, model.reached & model.split, *room)
        self._owner = self._owners()
        self._legend = self._legend_marks()
        self._drawn: dict[tuple, list[Mark]] = {}  # steps share their marks, which then travel once

    def _owners(self) -> np.ndarray:
        """For every node the one that stands for it: itself, or the folded one above it."""
        owner = np.zeros(len(self.tree), dtype=int)
        for node in range(1, len(owner)):  # a parent is older than its children
            owner[node] = node if node in self._layout.x else owner[self.tree.parent[node]]
        return owner

    def __call__(self, step: Step) -> Panel:
        marks = (*self._legend, *self._branches(step), *self._nodes(step))
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, marks, name=self.name, title=self.title)

    def _nodes(self, step: Step) -> list[Mark]:
        model, weights, acted = step.model, self._weights(step), self._acted(step)
        reached, split = model.reached, model.split
        leaves, notes = np.bincount(self._owner[model.leaves], minlength=len(self.tree)), self.notes(step)
        marks: list[Mark] = []
        for node in self._layout.x:
            weight = None if weights is None else float(weights[node])
            lit = node in acted if weight is None else weight > 0
            if reached[node] and split[node] and node in self._layout.folded:
                marks += self._once(self._stub, node, lit, int(leaves[node]))
            elif reached[node]:
                said = _weighed(weight) or notes.get(node, ())
                marks += self._once(self._split if split[node] else self._leaf, node, lit, said)
        return marks

    def _branches(self, step: Step) -> list[Mark]:
        """Those that are lit on top of the others."""
        weights, acted, reached = self._weights(step), self._acted(step), step.model.reached
        dim, lit = [], []
        for node in self._layout.x:
            if node and reached[node]:
                weight = None if weights is None else float(weights[node])
                shines = self.tree.parent[node] in acted if weight is None else weight > 0
                (lit if shines else dim).extend(self._once(self._branch, node, shines, weight))
        return [*dim, *lit]

    def _weights(self, step: Step) -> np.ndarray | None:
        return None if self.path is None else self.path(step)

    def _acted(self, step: Step) -> set[int]:
        return {int(self._owner[node]) for node in acted_nodes(step)}

    def _once(self, draw: Callable, node: int, lit: bool, told: float | tuple[str, ...] | None) -> list[Mark]:
        key = draw.__name__, node, lit, told
        if key not in self._drawn:
            self._drawn[key] = draw(node, lit, told)
        return self._drawn[key]

    # ---- places

    def _level(self, node: int) -> Level:
        return self._layout.levels[self.tree.depth[node]]

    def _place(self, node: int) -> Place:
        level, width = self._level(node), self._layout.width[node]
        detail = max(level.detail, detail_of(width))
        return Place(MARGIN + self._layout.x[node], self._up(level.top), width, HEIGHTS[detail], detail)

    def _up(self, offset: float) -> float:
        """The height in the panel of what is so far below the top of the tree."""
        return self.box[3] - MARGIN - LEGEND - offset

    def at(self, x: float, y: float) -> int | None:
        """The node whose place in the panel this is, whether it is reached yet or not."""
        for node in self._layout.x:
            place = self._place(node)
            if place.left <= x <= place.right and place.bottom <= y <= place.top:
                return node
        return None

    # ---- what is drawn

    def _split(self, node: int, lit: bool, said: tuple[str, ...]) -> list[Mark]:
        gain = f"{self.model.merit} {self.tree.gain[node]:.3g}"
        facts = self._facts(node)
        facts = said or (*(f"{fact} \u00b7 {gain}" for fact in facts), gain, facts[-1])
        content = Content(self.model.question(node), facts, **self._mix(node))
        return node_marks(self._place(node), content, lit)

    def _leaf(self, node: int, lit: bool, said: tuple[str, ...]) -> list[Mark]:
        kind = self._kinds[int(self.tree.prediction[node])] if self._labels else None
        content = Content(self.model.verdict(node), said or self._facts(node), **self._mix(node), kind=kind, leaf=True)
        return node_marks(self._place(node), content, lit)

    def _stub(self, node: int, lit: bool, leaves: int) -> list[Mark]:
        return stub_marks(self._place(node), Content("", **self._mix(node)), leaves, lit)

    def _facts(self, node: int) -> tuple[str, ...]:
        number = f"n {self.tree.weight[node]:.4g}"
        if not self._labels:
            return f"mean {self.tree.prediction[node]:.4g} \u00b7 {number}", number
        return " : ".join(f"{count:.3g}" for count in self._counts(node)), number

    def _mix(self, node: int) -> dict:
        """The shares of the classes, or where the node's number is among all that the tree predicts."""
        if self._labels:
            counts = self._counts(node)
            return {"shares": tuple((counts / max(counts.sum(), 1e-300)).tolist())}
        low, high = self.tree.prediction.min(), self.tree.prediction.max()
        return {"level": float((self.tree.prediction[node] - low) / (high - low)) if high > low else 0.5}

    def _counts(self, node: int) -> np.ndarray:
        """The weights of the classes in the order of the labels."""
        counts = np.zeros(len(self._labels))
        counts[self._kinds] = self.tree.counts[node]
        return counts

    def _branch(self, node: int, lit: bool, weight: float | None) -> list[Mark]:
        """Down from the parent, across and down to the node, with the answer on its last piece."""
        parent = int(self.tree.parent[node])
        above, here, level = self._place(parent), self._place(node), self._level(parent)
        bend = self._up(level.top + HEIGHTS[level.detail] + BEND)
        x, y = [above.x, above.x, here.x, here.x], [above.bottom, bend, bend, here.top]
        share = self.tree.weight[node] / self.tree.weight[0] if weight is None else weight
        width = float(THIN + (THICK - THIN) * min(share, 1.0))
        line = Path(coordinates(x), coordinates(y), "accent" if lit else "muted", width)
        if not self._level(node).labelled:
            return [line]
        text = self._answer(node, here, weight)
        half, middle = words.width(text, ANSWER) / 2, (bend + here.top) / 2 - 1.0
        tall = words.height(ANSWER) / 2
        behind = Box(here.x - half, middle - tall, here.x + half, middle + tall, "surface")
        return [line, behind, Text(here.x, middle, text, "ink" if lit else "muted", ANSWER, "center")]

    def _answer(self, node: int, here: Place, weight: float | None) -> str:
        """With the weight of a case, where the node itself has no room to say it."""
        answer = self.model.answer(node)
        weighed = (f"{answer} {weight:.2g}", f"{weight:.2g}") if weight and here.detail > FULL else ()
        return words.first_fitting(weighed, here.width, ANSWER) or words.fitted(answer, here.width, ANSWER)

    def _legend_marks(self) -> list[Mark]:
        """The classes in the order of the bars, and which way is yes where there is no room for the word."""
        marks, y, left = [], self.box[3] - MARGIN - 6.0, MARGIN + 6.0
        hint = "" if all(level.labelled for level in self._layout.levels[1:]) else "yes is left, no is right"
        free = self.box[2] - 2 * MARGIN - words.width(hint, ANSWER)
        for kind, label in enumerate(self._labels):
            text = words.fitted(str(label), free / len(self._labels) - 24.0, NAME)
            marks += [marker(kind, left, y, 4.0), Text(left + 9.0, y, text, "muted", NAME)]
            left += words.width(text, NAME) + 24.0
        return [*marks, Text(self.box[2] - MARGIN, y, hint, "muted", ANSWER, "right")] if hint else marks


def _weighed(weight: float | None) -> tuple[str, ...]:
    """What is said of a node that a case comes to, instead of its examples."""
    return (f"weight {weight:.3g}", f"{weight:.3g}") if weight else ()
