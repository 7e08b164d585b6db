"""A tree as text and as nested dictionaries, and what a fitted tree learner says of itself.

Lecture 15; deck 000 "Decision Tree for the Weather Problem", deck 001 "Decision Trees".
Inventory: I-001-022.

    outlook?
    ├─ overcast: yes (4)
    ├─ rain: wind?
    │  ├─ strong: no (2)
    │  └─ weak: yes (3)
    └─ sunny: ...

In brackets the weight of the examples at a leaf; "3 of 5" where only so many are of the class.

    importance of an attribute = sum over its splits of (weight impurity - those of the children), as a share       (1)
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.core.drawable import HasTree
from labkit.learners.tree.tree import LEARNED, LINEAR


def outline(model: HasTree) -> str:
    """The tree as it is now, a line for each node."""
    split = model.split
    lines, waiting = [], [(0, "", "")]  # nodes, what begins their line, what begins the lines below
    while waiting:
        node, before, below = waiting.pop()
        answer = f"{model.answer(node)}: " if node else ""
        lines.append(before + answer + (f"{model.question(node)}?" if split[node] else _leaf(model, node)))
        children = model.tree.children(node) if split[node] else ()
        for child in reversed(children):
            last = child == children[-1]
            waiting.append((child, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  ")))
    return "\n".join(lines)


def _leaf(model: HasTree, node: int) -> str:
    tree, weight = model.tree, f"{model.tree.weight[node]:.4g}"
    if model.classes is not None and (right := tree.counts[node].max()) < tree.weight[node]:
        weight = f"{right:.4g} of {weight}"
    return f"{model.verdict(node)} ({weight})"


def nested(model: HasTree) -> dict:
    """The same as dictionaries of plain values: each child under its answer, and every node with what it predicts."""
    split, tree, found = model.split, model.tree, {}
    for node in np.flatnonzero(model.reached)[::-1].tolist():  # children come after their parents
        found[node] = _said(model, node)
        if split[node]:
            found[node] |= {"question": model.question(node), model.merit: float(tree.gain[node])}
            found[node]["children"] = {model.answer(child): found.pop(child) for child in tree.children(node)}
    return found[0]


def _said(model: HasTree, node: int) -> dict:
    tree, answer = model.tree, model.plain_answer(node)
    said = {"weight": float(tree.weight[node]), "impurity": float(tree.impurity[node])}
    if model.classes is None:
        return {"prediction": answer, **said}
    counts = {str(label): weight for label, weight in zip(model.classes, tree.counts[node].tolist(), strict=True)}
    return {"prediction": answer, **said, "counts": counts}


def importances(model: HasTree) -> np.ndarray:
    """What each attribute takes off the impurity, as shares of all; 0 where nothing is split."""
    tree, split = model.tree, model.split & model.reached
    if np.isin(tree.kind[split], (LINEAR, LEARNED)).any():
        raise AttributeError("a tree with oblique tests has no importance of single features; grow DecisionTree()")
    impurity = tree.weight * tree.impurity
    falls = np.bincount(tree.feature[split], (impurity - tree.sums_of_children(impurity))[split],
                        minlength=len(model.attributes))  # fmt: skip
    return falls / (falls.sum() or 1.0)  # (1)


class ShowsTree:
    """For learners of one tree: what they say of themselves when they are fitted, in scikit-learn's words too."""

    def __str__(self) -> str:
        return f"{self!r}\n{self.model_}" if hasattr(self, "model_") else repr(self)

    def to_dict(self) -> dict:
        return self._fitted_model().to_dict()

    @property
    def tree_(self):
        return self._fitted_model().tree

    @property
    def feature_importances_(self) -> np.ndarray:
        return importances(self._fitted_model())

    def get_depth(self) -> int:
        model = self._fitted_model()
        return int(model.tree.depth[model.reached].max())

    def get_n_leaves(self) -> int:
        return len(self._fitted_model().leaves)

    def _fitted_model(self):
        if not hasattr(self, "model_"):
            raise inputs.not_fitted(self)
        return self.model_
