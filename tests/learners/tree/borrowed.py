"""A tree grown by scikit-learn, in labkit's arrays: to test what happens to a tree apart from how it grew."""

import numpy as np

from labkit.learners.tree.attributes import Attribute, Attributes
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.tree import THRESHOLD, Tree


def borrowed(estimator) -> Tree:
    """In breadth-first order, as labkit grows."""
    theirs = estimator.tree_
    builder, queue = Builder(_contents(estimator, [0])), [(0, 0)]
    while queue:
        mine, node = queue.pop(0)
        left, right = theirs.children_left[node], theirs.children_right[node]
        if left < 0:
            continue
        one = {"node": mine, "kind": THRESHOLD, "feature": theirs.feature[node], "threshold": theirs.threshold[node]}
        splits = Splits(**{name: np.array([value]) for name, value in (one | {"gain": 0.0, "arity": 2}).items()})
        first = int(builder.split(splits, _contents(estimator, [left, right]))[0])
        queue += [(first, left), (first + 1, right)]
    return builder.tree(estimator.n_features_in_)


def model_of(estimator) -> TreeModel:
    names = tuple(Attribute(f"x{k + 1}") for k in range(estimator.n_features_in_))
    return TreeModel.whole(borrowed(estimator), Attributes(names), getattr(estimator, "classes_", None))


def _contents(estimator, nodes) -> Contents:
    theirs = estimator.tree_
    weight, value = theirs.weighted_n_node_samples[nodes], theirs.value[nodes, 0, :]
    if hasattr(estimator, "classes_"):
        return Contents(weight, value * weight[:, None], theirs.impurity[nodes], value.argmax(axis=1).astype(float))
    return Contents(weight, np.empty((len(nodes), 0)), theirs.impurity[nodes], value[:, 0])
