"""What a lesson shows of a tree in one line: its growth, and every test of a node.

Lectures 15 to 17; deck 000 "Illustrative Example", "Decision Regions in a Decision Tree" and "Decision Tree for the
Weather Problem", deck 001 "Classification Trees", deck 003 "PREDICTING BY ASKING QUESTIONS" and "DECISION TREE: ANOTHER
EXAMPLE". Inventory: I-000-065, I-000-067, I-000-069, I-001-025, I-003-022, I-003-024, I-003-025.
"""

from __future__ import annotations

import numpy as np

from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.node_tests import all_tests, table
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.player.player import Player, play
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.trees.tree import TreeView

SHAPE = 16 / 7  # of the picture of a tree of several levels, width / height
ONE_LEAF, LEVEL = 0.115, 0.083  # height of a tree of one leaf, and what each level adds, in widths


def grown(learner, X, y, *, title: str = "") -> Player:
    """The growth of the learner's tree, split by split; beside its plane where X is two numeric columns."""
    trace = learner.trace(X, y)
    model = trace[-1].model
    if not hasattr(model, "tree"):
        raise ValueError(f"learner: expected one that grows a tree, got {type(learner).__name__}; pass ID3() or CART()")
    if model.classes is not None and _is_plane(X):
        picture = columns(square(Plane(np.asarray(X, dtype=float), y)), TreeView(model))
    else:
        height = ONE_LEAF + LEVEL * int(model.tree.depth.max())
        picture = columns(TreeView(model), shape=max(1 / height, SHAPE))
    player = play(trace, picture, title=title or type(learner).__name__)
    player.frame = len(player.scenes) - 1  # the finished tree; playing begins again at the start
    return player


def _is_plane(X) -> bool:
    numeric = not isinstance(X, Table) or set(X.kinds.values()) == {"numeric"}
    return numeric and np.shape(X)[1] == 2


def node_tests(X: Table | np.ndarray, y, *, criterion="entropy", multiway=True, between_classes=False) -> Table:
    """Every test that a node with the examples X of classes y could ask, and what it does to the impurity."""
    attributes = Attributes.of(X)
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    examples = TreeExamples(attributes.cells(X), codes, len(classes), attributes.categorical)
    tests = all_tests(examples, Plan(criterion, multiway), between_classes=between_classes)
    return table(tests, attributes)
