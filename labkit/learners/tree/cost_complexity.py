"""Cost-complexity pruning: cut the weakest link, again and again, until only the root is left.

Lecture 16; deck 000 "Pruning the Tree - 1" to "- 4"; deck 002 "CART model selection".
Inventory: I-000-090, I-000-091, I-000-092, I-000-093, I-000-094, I-002-048.

A tree Z with L(Z) leaves that gets E(Z) of N examples wrong costs

    R_alpha(Z) = E(Z) / N + alpha L(Z)                                  (1)

and cutting the subtree T_t below node t is worth its while as soon as alpha reaches

    g(t) = [E(leaf t) - E(T_t)] / (N [L(T_t) - 1])                      (2)

    repeat   alpha_k = min_t g(t), and every t that attains it becomes a leaf      (3)

The trees are nested, and the k-th has the least cost (1) for alpha_k <= alpha < alpha_(k+1). For numbers E is the sum
of squared errors, and (1) is the penalised risk with lambda = alpha.

symbol   name here          symbol   name here
E / N    risk               alpha    alpha, alphas of the path
L        leaves             g        weakest_links

The alpha at which a node goes depends on nothing but the tree below it, so one walk from the bottom finds all of them:
below each node the links that go before it are kept in rising order, and a node drops those that would outlast it.

Departures: E counts misclassified examples, not classes; g(t) compares the leaf t with its subtree (E-000-30). All
links within rounding of the minimum go in one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step, counted
from labkit.learners.tree.growth import error_name, leaves
from labkit.learners.tree.pruning import after, at, inherited, risk_of, sums_over_steps, tree_of, whole
from labkit.learners.tree.tree import LEAF, Tree

ROUNDING = 1e-12  # alphas closer than this, relative to the risk of the root, are equal


def weakest_links(tree, split: np.ndarray | None = None, risk: str = "error") -> np.ndarray:
    """g(t) of every node still split; NaN at leaves. Of a tree, its model or a fitted learner; ``risk`` may be an
    impurity that did not grow the tree, see ``risk_of``."""
    tree = tree_of(tree)
    split = tree.kind > LEAF if split is None else split
    R = risk_of(tree, risk)
    saved = R - tree.sums_over_leaves(R, split)
    fewer = tree.sums_over_leaves(np.ones(len(tree)), split) - 1
    return np.where(split, saved / np.where(split, fewer, 1), np.nan)  # (2)


# ---------------------------------------------------------------- the path


@dataclass(frozen=True, slots=True, eq=False)
class PruningPath:
    """After 0, 1, 2... steps; the first is the whole tree, the last the root alone."""

    alphas: np.ndarray
    leaves: np.ndarray
    risks: np.ndarray
    step: np.ndarray  # of every node: when it becomes a leaf, 0 for leaves
    risk: str  # what the risks are: see ``risk_of``

    def after(self, alpha: float) -> int:
        """How many steps have been made when alpha is reached."""
        return int(np.searchsorted(self.alphas, alpha + ROUNDING * self.risks[-1], side="right")) - 1


def pruning_path(tree, risk: str = "error") -> PruningPath:
    """All alphas at which the tree, its model's or a fitted learner's, loses something."""
    tree = tree_of(tree)
    R = risk_of(tree, risk)
    goes, links = _links(tree, R)
    apart = np.diff(links, prepend=-np.inf) > ROUNDING * R[0]
    step = np.zeros(len(tree), dtype=int)
    step[tree.kind > LEAF] = np.cumsum(apart)[np.searchsorted(links, goes[tree.kind > LEAF])]
    counts, risks = (sums_over_steps(tree, step, values) for values in (np.ones(len(tree)), R))
    alphas = inputs.frozen([0.0, *links[apart]])
    return PruningPath(alphas, inputs.frozen(counts, int), inputs.frozen(risks), inputs.frozen(step, int), risk)


def pruned(tree: Tree, alpha: float, risk: str = "error") -> Tree:
    """The smallest tree among those of least cost R + alpha L."""
    inputs.number("alpha", alpha, least=0)
    path = pruning_path(tree, risk)
    return tree.cut(path.step > path.after(alpha))


def _links(tree: Tree, R: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The alpha at which every node goes, with its ancestors at the latest, and the alphas of the links cut, rising."""
    risk, first, arity = R.tolist(), tree.first.tolist(), tree.arity.tolist()
    goes = [np.inf] * len(tree)
    below: list[list[tuple[float, int]]] = [[] for _ in goes]  # (alpha, leaves lost) of the links under a node, rising
    for t in tree.splits.tolist()[::-1]:
        children = slice(first[t], first[t] + arity[t])
        links = sorted(chain.from_iterable(below[children]))
        rest, leaves = sum(risk[children]), arity[t]  # when all links below are cut
        g = max((risk[t] - rest) / (leaves - 1), 0.0)
        while links and links[-1][0] >= g:  # t goes before this link does
            alpha, lost = links.pop()
            rest, leaves = rest - alpha * lost, leaves + lost
            g = max((risk[t] - rest) / (leaves - 1), 0.0)  # (2)
        links.append((g, leaves - 1))
        goes[t], below[t] = g, links
    return inherited(tree, np.array(goes)), np.array([alpha for alpha, _ in below[0]])


# ---------------------------------------------------------------- the story


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PruneStep(Step):
    """One alpha (or the start, or the end)."""

    prune: int  # steps of pruning so far
    path: PruningPath  # shared by all steps
    alpha: float  # from which on this tree is the best
    leaves: int
    risk: float
    error: float  # the share of the training weight that is misclassified, or the mean squared error

    @property
    def nodes(self) -> np.ndarray:
        """The nodes that have just become leaves."""
        return self._cut_in(self.prune)

    @property
    def next_nodes(self) -> np.ndarray:
        """The nodes that become leaves next; none where only the root is left."""
        return self._cut_in(self.prune + 1)

    @property
    def next_alpha(self) -> float:
        """The alpha at which they do; infinite where nothing is left to cut."""
        return float(self.path.alphas[self.prune + 1]) if self.prune + 1 < len(self.path.alphas) else np.inf

    def _cut_in(self, prune: int) -> np.ndarray:
        step, tree = self.path.step, self.model.tree
        gone = (step == prune) & (tree.kind > LEAF) & (prune > 0)
        gone[1:] &= step[tree.parent[1:]] > prune
        return np.flatnonzero(gone)

    @property
    def node(self) -> int | None:
        """The first of them."""
        return int(self.nodes[0]) if len(self.nodes) else None

    @property
    def links(self) -> np.ndarray:
        """g(t) of every node still split; NaN elsewhere."""
        return weakest_links(self.model.tree, self.model.split, self.path.risk)

    def cost(self, alpha: float) -> float:
        """What this tree costs at any alpha: a line of slope L."""
        return self.risk + alpha * self.leaves  # (1)

    @property
    def caption(self) -> str:
        left = f"{leaves(self.leaves)}, {error_name(self.model)} {self.error:.4g}"
        if self.event == START:
            return f"start: the whole tree, {left}"
        if self.event == STOP:
            return f"stop after {counted(self.prune, 'step')}: {self.reason}"
        what = "1 subtree becomes a leaf" if len(self.nodes) == 1 else f"{len(self.nodes)} subtrees become leaves"
        return f"step {self.prune}: at alpha = {self.alpha:.4g}, {what}; {left}"


def prune_steps(fitted, risk: str = "error") -> Iterator[PruneStep]:
    """The story of a fitted tree that is pruned down to its root."""
    model = whole(fitted)
    path = pruning_path(model.tree, risk)
    return _story(after(model, path.step), path)


def _story(model, path: PruningPath) -> Iterator[PruneStep]:
    errors = sums_over_steps(model.tree, path.step, risk_of(model.tree))
    columns = (column.tolist() for column in (path.alphas, path.leaves, path.risks, errors))
    for k, (alpha, left, risk, error) in enumerate(zip(*columns, strict=True)):
        event, equation = (UPDATE, 3) if k else (START, None)
        step = PruneStep(event=event, model=at(model, k), equation=equation, prune=k, path=path, alpha=alpha,
                         leaves=left, risk=risk, error=error)  # fmt: skip
        yield step
    yield replace(step, event=STOP, equation=None, reason="only the root is left")
