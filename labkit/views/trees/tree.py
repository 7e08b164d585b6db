"""A tree as it is now: what each node asks, how its classes are mixed, where its branches lead.

Lectures 15, 16 and 17. All steps of a story share one layout, made for the largest tree of the story, so that nodes
stay where they are while the tree grows or is pruned. Branches are as thick as the weight of the examples that take
them. ``core.drawable.HasTree`` is what a model has to offer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from labkit.core.drawable import HasTree
from labkit.core.story import Step
from labkit.views import text_fit as words
from labkit.views.axes import few_classes, places_among
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.plane.leaf_boxes import acted_nodes
from labkit.views.scene import Boxes, Mark, Panel, Path, Target, Text, coordinates
from labkit.views.trees.arrangement import FULL, HEIGHTS, Level, arranged, detail_of
from labkit.views.trees.nodes import Content, Place, marker, node_marks, stub_marks

MARGIN = 8.0
LEGEND = 22.0  # height of the row above the tree
ANSWER, NAME = 9.0, 10.5  # text sizes
THIN, THICK = 0.8, 5.0  # branches of no weight and of all
BEND = 6.0  # from the nodes to where their branches turn
LEAST = 120.0, 90.0  # the smallest room that a tree is arranged in


class TreeView:
    """``(step, size) -> Panel``: ``model`` is the largest of the story. The nodes ``acted(step)`` are lit, those
    just split or pruned; or, with ``path``, the way of a case: ``path(step)`` gives, by node, the weight with which it
    comes there. ``notes(step)`` gives, by node, words to say in place of its numbers, the fullest first.

    ``labels`` lists the classes in the order of their colours, None is the model's order. A ``clickable`` tree has its
    nodes as targets, named by their numbers.
    """

    sized = True

    def __init__(self, model: HasTree, *, title="", labels=None, acted: Callable[[Step], Sequence[int]] = acted_nodes,
                 path: Callable[[Step], np.ndarray] | None = None,
                 notes: Callable[[Step], Mapping[int, tuple[str, ...]]] | None = None, clickable=False,
                 name="tree"):  # fmt: skip
        self.model, self.title, self.labels, self.name, self.clickable = model, title, labels, name, clickable
        self.acted, self.path, self.notes = acted, path, notes or (lambda step: {})
        self._drawings: dict[Size, _TreeDrawing] = {}

    def __call__(self, step: Step, size: Size) -> Panel:
        if size not in self._drawings:
            self._drawings[size] = _TreeDrawing(self, size)
        drawing = self._drawings[size]
        targets = drawing.targets() if self.clickable else ()
        limits = (0.0, size[0]), (0.0, size[1])  # units, from the lower left corner
        acts = tuple(("node", node) for node in sorted(drawing.acted(step)))
        return Panel(*limits, drawing(step), name=self.name, title=self.title, targets=targets, acts=acts)


class _TreeDrawing:
    """The marks of a tree in a box of one size."""

    def __init__(self, view: TreeView, size: Size):
        self.model, self.tree, self.view = view.model, view.model.tree, view
        self.width, self.height = max(size[0], LEAST[0]), max(size[1], LEAST[1])
        classes = [] if self.model.classes is None else list(self.model.classes)
        self._labels = list(few_classes(classes if view.labels is None else view.labels))
        self._kinds = places_among(self._labels, classes)
        room = self.width - 2 * MARGIN, self.height - 2 * MARGIN - LEGEND
        self._layout = arranged(self.tree, self.model.reached & self.model.split, *room)
        self._owner = self._owners()
        self._legend = self._legend_marks()
        self._drawn: dict[tuple, list[Mark]] = {}  # steps share their marks, which then travel once

    def _owners(self) -> np.ndarray:
        """For every node the one that stands for it: itself, or the folded one above it."""
        owner = np.zeros(len(self.tree), dtype=int)
        for node in range(1, len(owner)):  # a parent is older than its children
            owner[node] = node if node in self._layout.x else owner[self.tree.parent[node]]
        return owner

    def __call__(self, step: Step) -> tuple[Mark, ...]:
        return (*self._legend, *self._branches(step), *self._nodes(step))

    def targets(self) -> tuple[Target, ...]:
        """Every node that is shown, whether it is reached yet or not."""
        places = {node: self._place(node) for node in self._layout.x}
        return tuple(Target(str(node), p.left, p.bottom, p.right, p.top) for node, p in places.items())

    def _nodes(self, step: Step) -> list[Mark]:
        model, weights, acted = step.model, self._weights(step), self.acted(step)
        reached, split = model.reached, model.split
        leaves, notes = np.bincount(self._owner[model.leaves], minlength=len(self.tree)), self.view.notes(step)
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
        weights, acted, reached = self._weights(step), self.acted(step), step.model.reached
        dim, lit = [], []
        for node in self._layout.x:
            if node and reached[node]:
                weight = None if weights is None else float(weights[node])
                shines = self.tree.parent[node] in acted if weight is None else weight > 0
                (lit if shines else dim).extend(self._once(self._branch, node, shines, weight))
        return [*dim, *lit]

    def _weights(self, step: Step) -> np.ndarray | None:
        return None if self.view.path is None else self.view.path(step)

    def acted(self, step: Step) -> set[int]:
        return {int(self._owner[node]) for node in self.view.acted(step)}

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
        return self.height - MARGIN - LEGEND - offset

    # ---- what is drawn

    def _split(self, node: int, lit: bool, said: tuple[str, ...]) -> list[Mark]:
        gain = f"{self.model.merit} {self.tree.gain[node]:.3g}"
        facts = self._facts(node)
        facts = said or (*(f"{fact} \u00b7 {gain}" for fact in facts), gain, facts[-1])
        question = self.model.question(node)
        content = Content(question, facts, **self._mix(node))
        return node_marks(self._place(node), content, lit, self._items(node, question, *said[:1], gain))

    def _leaf(self, node: int, lit: bool, said: tuple[str, ...]) -> list[Mark]:
        kind = self._kinds[int(self.tree.prediction[node])] if self._labels else None
        verdict = self.model.verdict(node)
        content = Content(verdict, said or self._facts(node), **self._mix(node), kind=kind, leaf=True)
        return node_marks(self._place(node), content, lit, self._items(node, verdict, *said[:1]))

    def _stub(self, node: int, lit: bool, leaves: int) -> list[Mark]:
        items = self._items(node, self.model.question(node), f"{leaves} leaves below, not drawn")
        return stub_marks(self._place(node), Content("", **self._mix(node)), leaves, lit, items)

    def _items(self, node: int, *words: str) -> Items:
        """All that a node has to say, whatever it has room for."""
        return Items("node", node, texts=("\n".join([words[0], self._facts(node)[0], *words[1:]]),))

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
        behind = Boxes(here.x - half, middle - tall, here.x + half, middle + tall, "surface")
        return [line, behind, Text(here.x, middle, text, "ink" if lit else "muted", ANSWER, "center")]

    def _answer(self, node: int, here: Place, weight: float | None) -> str:
        """With the weight of a case, where the node itself has no room to say it."""
        answer = self.model.answer(node)
        weighed = (f"{answer} {weight:.2g}", f"{weight:.2g}") if weight and here.detail > FULL else ()
        return words.first_fitting(weighed, here.width, ANSWER) or words.fitted(answer, here.width, ANSWER)

    def _legend_marks(self) -> list[Mark]:
        """The classes in the order of the bars, and which way is yes where there is no room for the word."""
        marks, y, left = [], self.height - MARGIN - 6.0, MARGIN + 6.0
        hint = "" if all(level.labelled for level in self._layout.levels[1:]) else "yes is left, no is right"
        free = self.width - 2 * MARGIN - words.width(hint, ANSWER)
        for kind, label in enumerate(self._labels):
            text = words.fitted(str(label), free / len(self._labels) - 24.0, NAME)
            marks += [marker(kind, left, y, 4.0), Text(left + 9.0, y, text, "muted", NAME)]
            left += words.width(text, NAME) + 24.0
        return [*marks, Text(self.width - MARGIN, y, hint, "muted", ANSWER, "right")] if hint else marks


def _weighed(weight: float | None) -> tuple[str, ...]:
    """What is said of a node that a case comes to, instead of its examples."""
    return (f"weight {weight:.3g}", f"{weight:.3g}") if weight else ()
