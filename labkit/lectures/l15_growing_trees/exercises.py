"""Exercises of the main page of lecture 15; deck 003 "ENTROPY" and "SOME ASPECTS ABOUT DECISION TREES", deck 000
"Criteria for Splitting Tests - 2".
"""

from __future__ import annotations

import numpy as np

from labkit.learners import CART
from labkit.learners.tree import criteria
from labkit.learners.tree.exhaustive import MOST_EXAMPLES, smallest_tree
from labkit.learners.tree.plan import TreeExamples
from labkit.lectures.l15_growing_trees.mushrooms import mushrooms
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown, slips

# ---------------------------------------------------------------- 1: entropy


def _entropy(counts):
    return float(criteria.entropy(counts))


def _entropy_mistakes():
    def slipped(counts, *, natural=False, negative=False):
        return _entropy(counts) * (np.log(2) if natural else 1) * (-1 if negative else 1)

    def unweighted(counts):
        P = counts / counts.sum()
        return -np.log2(P[P > 0]).sum()

    return [
        *slips(
            slipped,
            natural="that is in nats: which logarithm counts yes/no questions?",
            negative="an entropy is never negative: a logarithm of a share is",
        ),
        (unweighted, "an average: how often does each class come?"),
        (criteria.gini, "that is Gini; entropy has a logarithm"),
        (lambda counts: np.log2(len(counts)), "that is the most there can be, for equally frequent classes"),
    ]


def _counted(*counts):
    return [(np.array(row, dtype=float),) for row in counts]


def _forgiving(my_entropy):
    """The same, with "no number" where a logarithm of 0 fails."""

    def entropy_or_nan(counts):
        with np.errstate(all="ignore"):
            try:
                return my_entropy(counts)
            except (ArithmeticError, ValueError):
                return np.nan

    return entropy_or_nan


@exercise("write my_entropy(counts): the entropy, in bits, of a node with so many examples of each class")
def entropy(my_entropy):
    """``my_entropy(counts)`` -> a number; a class may have no example."""
    hint = "make shares of the counts, then average -log2 of them with the shares as weights"
    cases = _counted([9, 5], [6, 2], [3, 3], [5, 3, 2])
    how = "divide the counts by their sum; np.log2 takes the whole array; multiply, add up, mind the sign"
    same_results(my_entropy, _entropy, cases, mistakes=_entropy_mistakes(), hint=hint, how=how)
    hint = "a class without examples adds nothing: leave it out before the logarithm"
    same_results(
        _forgiving(my_entropy), _entropy, _counted([4, 0], [1, 0, 7]), hint=hint, how="P[P > 0] leaves them out"
    )
    return "0 for a pure node, 1 bit for two equal classes"


# ---------------------------------------------------------------- 2: find the bug


def _gain(children):
    return float(criteria.gain(children, criteria.gini))


def _gain_given(children):
    P = children / children.sum(axis=1, keepdims=True)
    after = np.mean(1 - (P**2).sum(axis=1))
    Q = children.sum(axis=0) / children.sum()
    return 1 - (Q**2).sum() - after


def _gain_cases():
    """Class counts of branches, the unequal ones first."""
    yield (np.array([[6.0, 2.0], [3.0, 3.0]]),)  # wind at the root of tennis
    yield (np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]]),)  # outlook
    yield (np.array([[3.0, 4.0], [6.0, 1.0]]),)  # humidity
    yield (np.array([[90.0, 0.0, 10.0], [1.0, 1.0, 0.0]]),)


@exercise("mend my_gain(children): the gain of Gini; row i has the class counts of branch i", given=_gain_given)
def gini_gain(my_gain):
    """``my_gain(children)`` -> a number."""
    mistakes = [
        (_gain_given, "which branch holds more examples? here all count the same"),
        (
            lambda children: criteria.gini(children.sum(axis=0)) - _gain(children),
            "that is what is left afterwards: how much was taken off?",
        ),
        (lambda children: -_gain(children), "before minus after, not after minus before"),
        (
            lambda children: criteria.gini(children.sum(axis=0)) - sum(map(criteria.gini, children)),
            "an average, not a sum",
        ),
        (criteria.gain, "a fine gain, but that is the entropy's; here Gini is asked for"),
    ]
    hint = "a branch with more examples counts more: which number says how many there are?"
    how = "weight each branch by its share of all examples, children.sum(axis=1) / children.sum()"
    same_results(my_gain, _gain, _gain_cases(), mistakes=mistakes, hint=hint, how=how)
    return "each branch counts by its share of the examples; the wind gains 0.031 of Gini"


# ---------------------------------------------------------------- 3: on real data

COLD = 50  # mushrooms that may be wrong, less one


@exercise("choose my_attributes, two names without odor: a tree that asks only these errs on fewer than 50 mushrooms",
          seconds=30)  # fmt: skip
def with_a_cold(my_attributes):
    """Two columns of the mushrooms."""
    X, y = mushrooms()
    known = [name for name in X if name != "odor"]
    chosen = list(my_attributes) if isinstance(my_attributes, tuple | list) else [my_attributes]
    if len(set(map(str, chosen))) != 2 or not set(map(str, chosen)) <= set(known):
        raise NotYet(
            expected="two different attributes", got=shown(my_attributes), hint=f"choose from {', '.join(known)}"
        )
    wrong = int((held_out_answers(CART(), X.select(*map(str, chosen)), y) != y).sum())
    if wrong >= COLD:
        hint = "one of the two should gain much alone, the other should help where the first one is mixed"
        more = ["the two best gains need not make the best pair: keep one and try all partners"]
        raise NotYet(expected=f"fewer than {COLD} mushrooms wrong", got=f"{wrong}", hint=hint, more=more)
    return f"{wrong} of {len(y)} are wrong; the second attribute gains little alone and much beside the first"


# ---------------------------------------------------------------- 4: fool greedy growth

EXTRA = 2  # leaves that greedy growth should waste


@exercise("place my_points and my_labels: greedy growth uses two leaves more than the smallest tree")
def fooled(my_points, my_labels):
    """Points with two coordinates, and as many labels of two kinds."""
    X, y = numbers(my_points), np.asarray(my_labels)
    if X.ndim != 2 or X.shape[1:] != (2,) or y.shape != X.shape[:1] or len(np.unique(y)) != 2:
        got = f"points of shape {X.shape} with {y.size} labels"
        raise NotYet(expected="points [x1, x2], and a label of two kinds for each", got=got, hint="count them")
    if len(X) > MOST_EXAMPLES:
        raise NotYet(
            expected=f"at most {MOST_EXAMPLES} points", got=f"{len(X)}", hint="a few are enough: begin with XOR"
        )
    greedy, smallest = _leaves_of_both(X, y)
    if greedy < smallest + EXTRA:
        hint = "the cuts that help should gain nothing at first, and another cut a little"
        more = ["take the corners of a square, XOR, and spoil the balance with a few more points"]
        got = f"{greedy} leaves against {smallest}"
        raise NotYet(expected=f"at least {EXTRA} leaves wasted", got=got, hint=hint, more=more)
    return f"greedy growth uses {greedy} leaves where {smallest} are enough"


def _leaves_of_both(X, y) -> tuple[int, int]:
    codes = np.unique(y, return_inverse=True)[1]
    smallest = smallest_tree(TreeExamples(X, codes, 2, np.zeros(2, dtype=bool)))
    return len(CART(criterion="entropy").fit(X, codes).model_.leaves), len(smallest.leaves)
