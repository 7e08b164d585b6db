"""The smallest of all trees, by trying every test at every node: what greedy growth is measured against.

Lectures 15 and 18; deck 002 "Pitfalls of greedy optimization" and "Counter example (cont'd)", deck 003 "SOME ASPECTS
ABOUT DECISION TREES". Inventory: I-002-049, I-002-050, I-003-039.

    best(D) = the leaf D, or the test whose children have together the least (errors, leaves)     (1)

in this order: first the fewest training errors, then the fewest leaves; of equals the leaf, then the lowest feature,
then the lowest threshold or category. Equal sets of examples are looked at once. Even so the work grows
exponentially with the features, so only a few examples are taken: finding the smallest tree is NP-hard (E-003-09),
which is why trees are grown greedily.

Departures from the slides: the table of the counter-example is printed with its columns scrambled; labkit's has the
only rows that agree with the printed errors 3, 4, 4 (E-002-12).
"""

from __future__ import annotations

from collections import deque

import numpy as np

from labkit.learners.tree.builder import Builder, Contents, Splits
from labkit.learners.tree.criteria import gini
from labkit.learners.tree.plan import Examples
from labkit.learners.tree.tree import EQUAL, THRESHOLD, Tree, between

MOST = 20  # examples

Test = tuple[int, int, float]  # kind, feature, threshold or category


def smallest_tree(examples: Examples) -> Tree:
    """With the fewest training errors and, among those, the fewest leaves; its impurities are Gini's."""
    if len(examples) > MOST:
        raise ValueError(f"expected at most {MOST} examples for a search of all trees, got {len(examples)}; take fewer")
    return _Search(examples).tree()


class _Search:
    def __init__(self, examples: Examples):
        self.examples = examples
        self.weights = np.ones(len(examples)) if examples.weights is None else examples.weights
        self.found: dict[bytes, tuple[float, int, Test | None]] = {}

    def tree(self) -> Tree:
        everyone = np.ones(len(self.examples), dtype=bool)
        builder, waiting = Builder(self._contents([everyone])), deque([(0, everyone)])
        while waiting:
            node, here = waiting.popleft()
            test = self._best(here)[2]
            if test is None:
                continue
            parts = [here & self._yes(test), here & ~self._yes(test)]
            children = self._contents(parts)
            gain = gini(self._counts(here)) - children.weight @ children.impurity / children.weight.sum()
            splits = Splits(*(np.array([value]) for value in (node, *test, gain, 2)))
            first = int(builder.split(splits, children)[0])
            waiting.extend(zip((first, first + 1), parts, strict=True))
        return builder.tree(self.examples.cells.shape[1])

    def _best(self, here: np.ndarray) -> tuple[float, int, Test | None]:
        """(errors, leaves, test) of the best tree for these examples; no test is a leaf."""
        key = here.tobytes()
        if key not in self.found:
            counts = self._counts(here)
            best = (float(counts.sum() - counts.max()), 1, None)
            for test in self._tests(here) if best[0] > 0 else ():
                yes = self._yes(test)
                one, other = self._best(here & yes), self._best(here & ~yes)
                size = (one[0] + other[0], one[1] + other[1])
                if size < best[:2]:
                    best = (*size, test)  # (1)
            self.found[key] = best
        return self.found[key]

    def _tests(self, here: np.ndarray) -> list[Test]:
        tests = []
        for feature, column in enumerate(self.examples.cells.T):
            values = np.unique(column[here])
            if len(values) < 2:
                continue
            if self.examples.categorical[feature]:
                tests += [(EQUAL, feature, value) for value in values]
            else:
                tests += [(THRESHOLD, feature, cut) for cut in between(values[:-1], values[1:])]
        return tests

    def _yes(self, test: Test) -> np.ndarray:
        kind, feature, threshold = test
        column = self.examples.cells[:, feature]
        return column == threshold if kind == EQUAL else column <= threshold

    def _counts(self, here: np.ndarray) -> np.ndarray:
        return np.bincount(self.examples.y[here], self.weights[here], minlength=self.examples.classes)

    def _contents(self, parts: list[np.ndarray]) -> Contents:
        counts = np.array([self._counts(part) for part in parts])
        return Contents(counts.sum(axis=1), counts, gini(counts.T), counts.argmax(axis=1))
