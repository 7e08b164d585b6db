"""Second-order boosting as a plain recursion over examples: what the fast one must equal."""

from dataclasses import dataclass

import numpy as np

from labkit.learners.ensemble.second_order import leaf_score, split_gain


@dataclass
class PlainNode:
    """``test`` is (column, threshold) and ``gain`` its gain; both None at leaves."""

    G: float
    H: float
    size: int
    test: tuple | None = None
    gain: float | None = None
    children: tuple = ()

    def answer(self, x, lam):
        if self.test is None:
            return float(leaf_score(self.G, self.H, lam))
        column, threshold = self.test
        return self.children[int(x[column] > threshold)].answer(x, lam)

    def inner(self):
        """(column, threshold, gain) of all splits."""
        if self.test is None:
            return []
        return [(*self.test, self.gain)] + [split for child in self.children for split in child.inner()]

    def leaves(self):
        return [self] if self.test is None else [leaf for child in self.children for leaf in child.leaves()]


def cuts(X, g, h, limits):
    """Every (gain, column, threshold) that the limits allow."""
    for column in range(X.shape[1]):
        values = np.unique(X[:, column])
        for threshold in (values[1:] + values[:-1]) / 2:
            left = X[:, column] <= threshold
            H = h[left].sum(), h[~left].sum()
            few = min(left.sum(), (~left).sum()) < limits.min_leaf or min(H) < limits.min_hessian - 1e-9
            if not few:
                both = (g[left].sum(), H[0]), (g[~left].sum(), H[1])
                yield float(split_gain(*both, limits.gamma, limits.lam)), column, threshold


def plain_tree(X, g, h, limits, depth=0):
    node = PlainNode(g.sum(), h.sum(), len(g))
    found = list(cuts(X, g, h, limits)) if depth < limits.max_depth else []
    if not found:
        return node
    most = max(gain for gain, *_ in found)
    gain, column, threshold = next(cut for cut in found if cut[0] >= most - 1e-9)  # the lowest column, threshold
    if limits.negative == "stop" and gain <= 1e-9:
        return node
    left = X[:, column] <= threshold
    node.test, node.gain = (column, threshold), gain
    node.children = tuple(plain_tree(X[side], g[side], h[side], limits, depth + 1) for side in (left, ~left))
    useless = all(child.test is None for child in node.children) and gain <= 1e-9
    if limits.negative == "prune" and useless:
        return PlainNode(node.G, node.H, node.size)
    return node
