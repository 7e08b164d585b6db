"""When to stop splitting: rules that refuse the splits of a tree that was grown too far.

Lecture 15 and 16; deck 001 "When to Stop Splitting".
Inventory: I-001-031, I-001-032, I-001-033, I-001-034.

What is grown below a node does not depend on its siblings, so stopping early and cutting the grown tree from the top at
every split that the rule refuses give the same tree. The rules, for children i and classes j of a node:

    chi-square   X = sum_ij (O_ij - E_ij)^2 / E_ij,  E_ij = n_i n_j / n               (1)
                 keep the split if P(chi^2 with (m-1)(C-1) degrees of freedom > X) <= significance
                 Q(a, x) = [erfc(sqrt x) or 0] + sum_s x^s e^-x / Gamma(s + 1),
                 s = 1/2, 3/2, ..., a - 1 or 0, 1, ..., a - 1                         (2)
    mdl          bits = nodes + log2(d) splits + log2(C) leaves
                        + log2(N + 1) + log2 binom(N, errors)                         (3)
                 in the order of the splits: keep the split if the whole tree so far, with its exceptions,
                 is shorter with it than without it
    cross-validation   keep the splits above the depth at which the error stops falling

symbol   name here                         symbol   name here
O_ij     children, (children, classes)     d        features
X        chi_square(children)[0]           a, x     freedom / 2, statistic / 2

m and C count the children and classes that are there: empty ones have nothing to differ in. (3) is a coding made here,
for the slide gives none: a bit says leaf or split, a split names its attribute (its threshold is free), a leaf its
class, and the exceptions are told by their number and their places. All three rules look one split, or one level,
ahead: on XOR they stop at the root.
"""

from __future__ import annotations

from collections.abc import Callable
from math import erfc, exp, lgamma, log, log2, sqrt

import numpy as np

from labkit.core import inputs
from labkit.learners.tree.criteria import of_split
from labkit.learners.tree.cross_validation import choose_depth
from labkit.learners.tree.plan import TreeExamples
from labkit.learners.tree.tree import LEAF, Tree

RULES = ("chi-square", "mdl", "cross-validation")


def keeps(tree: Tree, rule: str, examples: TreeExamples, grow: Callable[[TreeExamples], Tree], *, significance=0.05,
          folds=10, seed=0) -> np.ndarray:  # fmt: skip
    """Which splits stay: a mask over the nodes for ``tree.cut``. ``grow`` makes the tree of other examples."""
    inputs.option("rule", rule, RULES)
    if len(tree) == 1:
        return np.zeros(1, dtype=bool)
    if rule == "cross-validation":
        return (tree.kind > LEAF) & (tree.depth < choose_depth(grow, examples, folds=folds, seed=seed).depth)
    return significant(tree, significance) if rule == "chi-square" else shortening(tree, examples.cells.shape[1])


def significant(tree: Tree, significance: float = 0.05) -> np.ndarray:
    """The splits that chance explains badly, and whose ancestors are such splits too."""
    inputs.number("significance", significance, above=0, most=1)
    _of_classes(tree)

    def differs(node: int) -> bool:
        return p_value(*chi_square(tree.counts[list(tree.children(node))])) <= significance

    return _from_the_top(tree, differs)


def shortening(tree: Tree, features: int) -> np.ndarray:
    """The splits that make the description shorter, one after the other."""
    _of_classes(tree)
    wrong, now = tree.weight - tree.counts.max(axis=1), [0, 1, 0.0]
    now[2] = wrong[0]

    def shorter(node: int) -> bool:
        children = list(tree.children(node))
        splits, leaves, errors = now
        then = [splits + 1, leaves + len(children) - 1, errors - wrong[node] + wrong[children].sum()]
        shorter = bits(tree, features, *then) < bits(tree, features, *now)
        now[:] = then if shorter else now
        return shorter

    return _from_the_top(tree, shorter)


def description_length(tree: Tree, features: int) -> float:
    """Bits for the tree and for the training examples that it gets wrong."""
    _of_classes(tree)
    leaves = tree.leaves
    errors = (tree.weight - tree.counts.max(axis=1))[leaves].sum()
    return bits(tree, features, len(tree) - len(leaves), len(leaves), errors)


def bits(tree: Tree, d: int, splits: int, leaves: int, errors: float) -> float:
    """For any tree of so many splits and leaves that is grown from the same examples."""
    N, C = float(tree.weight[0]), tree.counts.shape[1]
    places = (lgamma(N + 1) - lgamma(errors + 1) - lgamma(N - errors + 1)) / log(2)
    return splits + leaves + log2(d) * splits + log2(C) * leaves + log2(N + 1) + places  # (3)


def chi_square(children) -> tuple[float, int]:
    """The statistic and its degrees of freedom; a row of class weights for each child, as a list or an array."""
    children = of_split(children)
    observed = children[children.sum(axis=1) > 0][:, children.sum(axis=0) > 0]
    expected = observed.sum(axis=1, keepdims=True) * observed.sum(axis=0) / observed.sum()
    statistic = ((observed - expected) ** 2 / expected).sum()  # (1)
    m, C = observed.shape
    return float(statistic), (m - 1) * (C - 1)


def p_value(statistic: float, freedom: int) -> float:
    """How often chance alone gives this statistic or a larger one."""
    if statistic <= 0 or freedom == 0:
        return 1.0
    x, odd = statistic / 2, freedom % 2
    terms = (exp(s * log(x) - x - lgamma(s + 1)) for s in np.arange(odd / 2, freedom / 2).tolist())
    return min((erfc(sqrt(x)) if odd else 0.0) + sum(terms), 1.0)  # (2)


def _from_the_top(tree: Tree, passes: Callable[[int], bool]) -> np.ndarray:
    """The splits that pass; a node is only asked when its parent passed."""
    keep = np.zeros(len(tree), dtype=bool)
    for node in tree.splits.tolist():
        keep[node] = (node == 0 or keep[tree.parent[node]]) and passes(node)
    return keep


def _of_classes(tree: Tree) -> None:
    if not tree.counts.shape[1]:
        raise ValueError("expected a tree of classes, got one of numbers; use stop='cross-validation' or a limit")
