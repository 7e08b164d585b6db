"""A level of two open nodes, as the grower meets it."""

import numpy as np

from labkit.learners.tree.engine.builder import Contents
from labkit.learners.tree.engine.choice import Chooser
from labkit.learners.tree.engine.open_nodes import Moved, OpenNodes
from labkit.learners.tree.plan import TreeExamples

CRITERIA = ["gini", "entropy", "misclassification", "g_statistic", "twoing", "half_split", "variance"]
NODES = 2


def random_examples(seed, criterion, weighted, categorical=(False, False, False)):
    """Values that tie, values that do not, and only four different ones; classes that depend on them."""
    rng = np.random.default_rng(seed)
    n = 60
    cells = np.column_stack([rng.integers(0, 5, n) / 4, rng.normal(size=n), rng.integers(0, 4, n)]).astype(float)
    signal = cells[:, 1] + cells[:, 2] % 2 + rng.normal(size=n)
    y = signal if criterion == "variance" else np.digitize(signal, [0.0, 1.0])
    weights = rng.uniform(0.5, 2, n) if weighted else None
    return TreeExamples(cells, y, 0 if criterion == "variance" else 3, np.array(categorical), weights)


def level_of(examples, seed):
    """(level, node of every example, root): two open nodes of about thirty examples."""
    root = OpenNodes.root(np.ascontiguousarray(examples.cells.T))
    node = np.random.default_rng(seed).integers(0, NODES, len(examples))
    moved = Moved(root.order[0], node[root.order[0]], np.array([0]), NODES, True)
    return root.children(moved, np.bincount(node), np.arange(NODES + 1) < NODES, first=0), node, root


def contents(examples, node, plan):
    w = np.ones(len(examples)) if examples.weights is None else examples.weights
    weight = np.bincount(node, w)
    if examples.classes:
        counts = np.bincount(node * 3 + examples.y, w, minlength=3 * NODES).reshape(NODES, 3)
        return Contents(weight, counts, plan.impurity(counts.T), counts.argmax(axis=1))
    mean = np.bincount(node, w * examples.y) / weight
    square = np.bincount(node, w * (examples.y - mean[node]) ** 2) / weight
    return Contents(weight, np.empty((NODES, 0)), square, mean)


def opened(seed, plan, weighted, **more):
    """(examples, level, node of every example, chooser, contents of the nodes)."""
    examples = random_examples(seed, plan.criterion, weighted, **more)
    level, node, root = level_of(examples, seed)
    chooser = Chooser(examples, plan, np.ascontiguousarray(examples.cells.T), root)
    return examples, level, node, chooser, contents(examples, node, plan)
