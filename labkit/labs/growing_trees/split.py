"""Choose the split yourself: the tree so far, every test of the open node, your choice against the criterion's."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import STOP
from labkit.labs.growing_trees import hand
from labkit.learners.tree import node_by_node
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.by_hand import OPEN
from labkit.learners.tree.plan import Examples, Plan
from labkit.learners.tree.tree import Tree
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.choices import Choices
from labkit.views.facts import Facts
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import Path, Scene, coordinates
from labkit.views.split_sum import SplitSum
from labkit.views.tree import TreeView

TABLES = {  # name: (the class, what is no attribute)
    "tennis": ("play", ("day",)),
    "weather": ("class", ("case",)),
    "rgb8": ("class", ("sample",)),
    "t1t2_expanded": ("z", ()),
    "buys_computer": ("buys_computer", ("rid",)),
}
FACTS = ("leaves", "longest path", "mean questions", "training errors")
HEIGHT = 470.0
TREE, TESTS, SUM, ENDING = (8, 8, 452, 454), (468, 8, 484, 304), (468, 320, 484, 142), (468, 8, 484, 454)
TALLER = 494.0
PLANE, CUTS, BELOW = (8, 8, 230, 230), (246, 8, 706, 230), (8, 246, 944, 240)


class SplitLab(hand.ByHand, Lab):
    """The tables of the lectures."""

    name = "15-split"
    heading = "Choose the split"
    data_controls = ("data",)
    steering = (
        Choice("data", "data", tuple(TABLES), "tennis"),
        Choice("tests", "tests", ("multiway", "binary"), "multiway"),
        hand.CRITERION,
        *hand.hand_controls(30),
        hand.moves_memory("data", "tests"),
    )

    def data(self, values):
        table = data.load(values["data"])
        label, others = TABLES[values["data"]]
        return table.without(label, *others), np.array([f"{word:g}" if table.kinds[label] == "numeric" else word
                                                        for word in table[label]])  # fmt: skip

    def tell(self, X, y, values):
        attributes = Attributes.of(X)
        classes, codes = np.unique(y, return_inverse=True)
        examples = Examples(attributes.cells(X), codes, len(classes), attributes.categorical)
        story = self._story(examples, attributes, classes, values)
        tree = TreeView(story[-1].model, box=TREE)
        impurity = hand.impurity_name(values["criterion"])
        tests, ending = self._choices(values), _ending(examples, values, ENDING)
        total = SplitSum(box=SUM, numbers=values["numbers"], impurity=impurity)

        def view(step):
            beside = (ending(step),) if step.event == STOP else (tests(step), total(step))
            return Scene((tree(step), *beside), step.caption, height=HEIGHT)

        return Telling(story, view)

    def _choices(self, values) -> Choices:
        return Choices(box=TESTS, numbers=values["numbers"], merit=hand.merit_name(values["criterion"]))


class PointSplitLab(hand.ByHand, Lab):
    """Painted points: every test is a cut of the plane."""

    name = "15-split-points"
    heading = "Choose the cut"
    classes = ("A", "B")
    clickable = ("choices", "plane")
    data_controls = ("data", "points", "seed")
    steering = (
        Choice("data", "data", ("xor", "moons", "gaussians", "separable"), "moons"),
        Slider("points", "points", 6, 40, 2, 20),
        Slider("seed", "seed", 0, 50, 1, 3),
        hand.CRITERION,
        *hand.hand_controls(100),
        hand.moves_memory("data", "points", "seed"),
    )

    def data(self, values):
        return data.GENERATORS[values["data"]](values["points"], seed=values["seed"])

    def tell(self, X, y, values):
        attributes, names = Attributes.of(X), np.array(self.classes)
        classes, codes = np.unique(y, return_inverse=True)
        examples = Examples(X, codes, len(classes), attributes.categorical)
        story = self._story(examples, attributes, names[classes], values)
        plane = Plane(X, names[y], box=PLANE, limits=((-1.3, 1.3), (-1.3, 1.3)), editable=True, labels=names)
        cut = Overlay(plane, lambda step: _cut(step, plane))
        tree = TreeView(story[-1].model, box=BELOW, labels=names)
        choices, ending = self._choices(values, classes), _ending(examples, values, CUTS)

        def view(step):
            table = (ending if step.event == STOP else choices)(step)
            return Scene((cut(step), table, tree(step)), step.caption, height=TALLER)

        return Telling(story, view)

    def click(self, values, panel, x, y):
        if panel != "plane":
            return super().click(values, panel, x, y)
        step = self._open()
        if step is None:
            return {}
        away = [abs((x, y)[test.feature] - test.threshold) for test in step.tests]
        return {"test": int(np.argmin(away)) + 1}

    def _choices(self, values, kinds=None) -> Choices:
        merit = hand.merit_name(values["criterion"])
        return Choices(box=CUTS, numbers=values["numbers"], merit=merit, kinds=kinds)


def _cut(step, plane: Plane) -> list[Path]:
    """The cut that is looked at, across the open node's part of the plane."""
    if step.event != OPEN:
        return []
    boxes, nodes = step.model.boxes(plane.xlim, plane.ylim)
    test = step.tests[step.asked]
    t = test.threshold
    marks = []
    for x0, x1, y0, y1 in boxes[nodes == step.node]:  # none if the node lies beyond the plane's limits
        ends = ([t, t], [y0, y1]) if test.feature == 0 else ([x0, x1], [t, t])
        marks.append(Path(*map(coordinates, ends), color="accent", width=2.6, dash=True))
    return marks


def _ending(examples: Examples, values: dict, box) -> Facts:
    """Your finished tree beside the criterion's."""
    plan = Plan(values["criterion"], values.get("tests") == "multiway")
    own = _facts(node_by_node.grow(examples, plan))

    def read(step) -> list[tuple[str, ...]]:
        return [(name, *both) for name, *both in zip(FACTS, _facts(step.model.tree), own, strict=True)]

    return Facts(read, ("your tree", plan.criterion.replace("_", " ")), box=box, name="choices")


def _facts(tree: Tree) -> tuple[str, ...]:
    leaves = tree.leaves
    weight = tree.weight[leaves]
    wrong = float((weight - tree.counts[leaves].max(axis=1)).sum())
    asked = float(weight @ tree.depth[leaves] / weight.sum())
    return str(len(leaves)), str(int(tree.depth.max())), f"{asked:.3g}", f"{round(wrong, 9):g} of {weight.sum():g}"
