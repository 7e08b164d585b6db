"""All trees of a forest, grown in step: every level of every tree in one pass.

Lecture 19; deck 000 "Random Forests Algorithm". Inventory: I-000-103, I-000-104.

``level_growth`` splits all open nodes of a depth at once, and does not ask whether they belong to one tree. So a forest
is a growth that begins with many roots. An example drawn c times weighs c; one that was not drawn is not there.

    1. draw m of the p variables for every open node         only among those whose values differ in it
    2. of their columns take the best cut                    ties: the lowest column, then the lowest threshold
    3. a node of n_min draws or fewer, or a pure one, stays a leaf

With S_k = (draws of class k left of a cut) - p_k (draws left of it), the gain is sum_k S_k^2 / (n_L n_R) as in
``tree.engine.thresholds``; draws are whole numbers, so their running sums over all nodes are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from labkit.learners.ensemble.engine.tree_arrays import TreeArrays
from labkit.learners.tree.engine.builder import Contents
from labkit.learners.tree.engine.choice import ChosenTests
from labkit.learners.tree.engine.columns import Columns
from labkit.learners.tree.engine.level_growth import Grower
from labkit.learners.tree.engine.open_nodes import OpenNodes
from labkit.learners.tree.engine.thresholds import INVALID, ranked, tied
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import TOLERANCE

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)  # of splitmix64
PER_TREE = 1 << 40  # in the place of a depth: for what is drawn once for a tree
BATCH = 1 << 17  # examples of all trees that grow together
CELLS = 1 << 24  # and their values: many columns take much memory


def grow(
    columns: Columns, y: np.ndarray, classes: int, plan: Plan, drawn: np.ndarray, m: int, seed: int, share: float = 1.0
) -> TreeArrays:
    """A tree for every row of ``drawn``; ``classes`` is 0 for numbers. Each asks about a ``share`` of the variables."""
    allowed = None if share == 1 else _allowed(int(columns.feature.max()) + 1, len(drawn), share, seed)
    order = np.argsort(columns.values, axis=1)
    ranks, batches = _ranks(columns.values, order), []
    for first in _batches(*drawn.shape, len(columns)):
        some = drawn[first]
        weights = some.ravel()
        none = np.zeros(len(columns), dtype=bool)
        examples = TreeExamples(columns.values.T, np.tile(y, len(some)), classes, none, weights, drawn=True)
        chooser = partial(DrawnChooser, ranks=ranks, m=m, seed=seed, before=first.start, feature=columns.feature,
                          allowed=allowed)  # fmt: skip
        tree = Grower(examples, plan, columns.values, _roots(order, some > 0), chooser).tree()
        batches.append(TreeArrays(columns.restored(tree), np.arange(len(some))))
    return TreeArrays.joined(batches)


def _batches(trees: int, examples: int, columns: int) -> Iterator[slice]:
    most = max(1, min(BATCH // examples, CELLS // (examples * columns)))
    return (slice(first, min(first + most, trees)) for first in range(0, trees, most))


def _roots(order: np.ndarray, there: np.ndarray) -> OpenNodes:
    """The first level: for every column the drawn examples of the first tree in rising order, then the second's..."""
    trees, examples = there.shape
    numbers = np.arange(trees, dtype=np.int32)[:, None] * examples
    rows = [(numbers + row).astype(np.int32)[there[:, row]] for row in order]
    return OpenNodes.of(np.array(rows), np.arange(trees), there.sum(axis=1), trees * examples)


class DrawnChooser:
    """The best cut of every open node among the columns of the variables drawn for it. ``before`` counts the trees of
    other batches; ``ranks`` are those of the values, None where all differ; ``feature`` says whose column each is,
    ``allowed`` (variables, trees) which a tree may ask about, None: all.
    """

    def __init__(self, examples: TreeExamples, plan, columns: np.ndarray, roots, *, ranks, m, seed, before, feature,
                 allowed=None):  # fmt: skip
        self.of, self.allowed = _columns_of(feature), allowed
        self.m, self.before, self.depth = min(m, len(self.of)), before, 0
        self.seed = int(seed) % 2**64  # what ``mixed`` can hold
        self.classes, self.n = examples.classes, columns.shape[1]
        self.weights = examples.weights.astype(np.int32)
        self.rows = self._rows(examples)
        self.ranks = ranks

    def _rows(self, examples: TreeExamples) -> list[np.ndarray]:
        """What is added up: the draws of every class (of two classes, one tells all), or the numbers themselves."""
        if not self.classes:
            return [examples.y]
        return [self.weights * (examples.y == k) for k in range(1 if self.classes == 2 else 0, self.classes)]

    def choose(self, level: OpenNodes, here: Contents) -> ChosenTests:
        columns = self._draw(level)
        along = level.order_of(columns)
        score = self._scores(level, here, level.order.ravel().take(along))
        self._forbid(level, columns, along, score)
        best = np.maximum.reduceat(score, level.starts, axis=1)
        top = best.max(axis=0)
        least = top - TOLERANCE * self._largest(here)
        row = (best >= least).argmax(axis=0)
        if len(best) == 1:
            score, along = score[0], along[0]
        else:
            chosen = level.order_of(row)
            score, along = score.ravel().take(chosen), along.ravel().take(chosen)
        hits = (score >= least.take(level.segment)).nonzero()[0]
        high = hits.take(hits.searchsorted(level.starts), mode="clip")
        column = columns.ravel().take(row * len(row) + np.arange(len(row)))
        return ChosenTests(top > INVALID, column, top, high, along)

    # ---- drawing

    def _draw(self, level: OpenNodes) -> np.ndarray:
        """The columns of m different variables for every node, rising: (columns, nodes). Where fewer than m vary, one
        of them comes twice, and so do columns of a variable that has fewer than another."""
        p, nodes = len(level.order), len(level.nodes)
        self.depth += 1
        if self.m == len(self.of) and self.allowed is None:
            return np.broadcast_to(np.arange(p)[:, None], (p, nodes))
        at, member = np.arange(nodes), level.order[0].take(level.starts)  # any of its examples tells a node from others
        urn, left = self._urn(level, self.before + member // self.n)
        place = mixed(self.seed, self.before + member // self.n, self.depth, member % self.n)
        for j in range(self.m):  # a shuffle that ends after m cards
            last = np.minimum(j, left - 1)
            pick = last + (mixed(place + np.uint64(j)) % (left - last).astype(np.uint64)).astype(np.intp)
            urn[last, at], urn[pick, at] = urn[pick, at], urn[last, at]
            urn[j] = urn[last, at]
        variables = np.sort(urn[: self.m], axis=0)
        return variables if self.of.shape[1] == 1 else self.of[variables].transpose(0, 2, 1).reshape(-1, nodes)

    def _urn(self, level: OpenNodes, tree: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(all variables for every node, first those that vary in it, last those that its tree may not ask about; how
        many the first are, at least 1)."""
        p, nodes = len(self.of), len(level.nodes)
        if self.ranks is None and self.allowed is None:
            return np.arange(p)[:, None].repeat(nodes, axis=1), np.full(nodes, p)
        forbidden = 0 if self.allowed is None else 2 * ~self.allowed[:, tree]
        out = self._same(level) + forbidden
        return np.argsort(out, axis=0, kind="stable"), np.maximum(p - np.count_nonzero(out, axis=0), 1)

    def _same(self, level: OpenNodes) -> np.ndarray:
        """(variables, nodes): whether all examples of the node are equal in it."""
        if self.ranks is None:
            return np.zeros((len(self.of), len(level.nodes)), dtype=bool)
        columns = np.arange(len(level.order))[:, None]
        low, high = (level.order[:, ends] % self.n for ends in (level.starts, level.ends))
        return (self.ranks[columns, low] == self.ranks[columns, high])[self.of].all(axis=1)

    # ---- scoring

    def _scores(self, level: OpenNodes, here: Contents, order: np.ndarray) -> np.ndarray:
        """The gain of a cut after every place of every row of ``order``."""
        segment = level.segment
        before = here.weight.cumsum() - here.weight
        left = self.weights.take(order).cumsum(axis=1, dtype=np.int32) - before.take(segment)
        right = here.weight.take(segment) - left
        right[:, level.ends] = 1.0  # no cut there; only keeps the division quiet
        score = np.zeros(order.shape)
        for S in self._sums(level, here, order, left):
            score += np.square(S, out=S)
        score /= left * right
        return 2.0 * score if self.classes == 2 else score

    def _sums(self, level: OpenNodes, here: Contents, order: np.ndarray, left: np.ndarray) -> Iterator[np.ndarray]:
        """S_k of every class, or S of the numbers."""
        if not self.classes:
            mean = here.prediction.take(level.segment)
            members = level.order[0]
            centred = np.zeros(len(self.weights))
            centred[members] = self.weights[members] * (self.rows[0][members] - mean)
            yield centred.take(order).cumsum(axis=1)
            return
        for row, counts in zip(self.rows, here.counts.T[-len(self.rows) :], strict=True):
            before = (counts.cumsum() - counts).take(level.segment)
            share = (counts / here.weight).take(level.segment)
            yield row.take(order).cumsum(axis=1, dtype=np.int32) - before - share * left

    def _forbid(self, level: OpenNodes, columns: np.ndarray, along: np.ndarray, score: np.ndarray) -> None:
        """No cut where a node ends, or between equal values."""
        if self.ranks is not None:
            examples = level.order.ravel().take(along) % self.n
            ranks = self.ranks.ravel().take(columns.take(level.segment, axis=1) * self.n + examples)
            score[:, :-1][ranks[:, :-1] == ranks[:, 1:]] = INVALID
        score[:, level.ends] = INVALID

    def _largest(self, here: Contents) -> np.ndarray:
        """About what a gain is at most: against this, differences count as rounding."""
        return 1.0 - here.counts.max(axis=1) / here.weight if self.classes else here.impurity


def _allowed(p: int, trees: int, share: float, seed: int) -> np.ndarray:
    """(variables, trees): which a tree may ask about, at least one; the same however many trees follow."""
    chance = mixed(int(seed) % 2**64, np.arange(trees), PER_TREE, np.arange(p)[:, None])
    return chance.argsort(axis=0).argsort(axis=0) < max(1, int(share * p))


def _columns_of(feature: np.ndarray) -> np.ndarray:
    """(variables, columns): those of each variable, the first again where another has more; they stand side by side."""
    first, many = np.unique(feature, return_index=True, return_counts=True)[1:]
    place = np.arange(many.max())
    return first[:, None] + np.where(place < many[:, None], place, 0)


def _ranks(columns: np.ndarray, order: np.ndarray) -> np.ndarray | None:
    """The rank of every value in its column, equal for equal ones; None where all differ."""
    pairs = list(zip(columns, order, strict=True))
    return np.array([ranked(*pair) for pair in pairs]) if any(tied(*pair) for pair in pairs) else None


def mixed(*parts) -> np.ndarray:
    """64 random bits for each combination of whole numbers; the parts are arrays of one shape, or numbers."""
    bits = np.zeros(1, dtype=np.uint64)
    for part in parts:
        bits = bits + np.asarray(part).astype(np.uint64) + GOLDEN
        bits = (bits ^ (bits >> np.uint64(30))) * FIRST
        bits = (bits ^ (bits >> np.uint64(27))) * SECOND
        bits = bits ^ (bits >> np.uint64(31))
    return bits
