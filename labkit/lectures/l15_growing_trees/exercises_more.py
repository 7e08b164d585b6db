"""Exercises of the page with more of lecture 15. Deck 000 "Defining “Attribute Tests” - 2" and "Criteria for Splitting
Tests", deck 002 "Pitfalls of greedy optimization".
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners.tree import criteria
from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

ENOUGH = 0.05  # Gini gain of the split that misclassification must not see
FEWEST = 4  # leaves of the smallest tree without errors on the counter-example
ATTRIBUTES = ("a", "b", "c")


def _gain(children, impurity=criteria.entropy):
    return float(criteria.gain(children, impurity))


# ---------------------------------------------------------------- 5: the best threshold


def _cuts(x, place=0.5):
    """Thresholds between neighbouring different values; ``place`` says where between them."""
    values = np.unique(x)
    return values[:-1] + place * np.diff(values)


def _cut_children(x, y, t):
    classes = np.unique(y)
    return np.array([[(y[side] == c).sum() for c in classes] for side in (x <= t, x > t)], dtype=float)


def _threshold(x, y):
    return _best_cut(x, y)


def _best_cut(x, y, impurity=criteria.entropy, place=0.5, sign=1):
    cuts = _cuts(x, place)
    gains = sign * np.array([_gain(_cut_children(x, y, t), impurity) for t in cuts])
    return float(cuts[(gains >= gains.max() - 1e-12).argmax()])


def _unweighted_threshold(x, y):
    """The children's entropies, added without their sizes."""
    cuts = _cuts(x)
    after = [sum(criteria.entropy(child) for child in _cut_children(x, y, t)) for t in cuts]
    return float(cuts[np.argmin(after)])


def _threshold_cases():
    weather, rgb = data.load("weather"), data.load("rgb8")
    play, sunny = weather["class"] == "Yes", weather["outlook"] == "Sunny"
    for name in ("humidity", "temp"):
        yield weather[name], play.astype(int)
        yield weather[name][sunny], play[sunny].astype(int)
    yield rgb["x2"], rgb["class"].astype(int) - 1
    yield np.array([1.0, 1.0, 2.0, 2.0, 4.0, 4.0]), np.array([0, 1, 0, 0, 1, 1])


@exercise("write my_threshold(x, y): the t whose test x <= t gains most information, the lowest of equals")
def threshold(my_threshold):
    """``my_threshold(x, y)`` -> a number; x may hold equal values, y holds the classes 0 and 1."""
    mistakes = [
        (lambda x, y: _best_cut(x, y, place=0.0), "between two values, not on one: a new case may lie between them"),
        (lambda x, y: _best_cut(x, y, sign=-1), "the entropy after the split is to be small, the gain large"),
        (_unweighted_threshold, "a small child counts less: weight the entropies by the sizes of the children"),
        (lambda x, y: _best_cut(x, y, criteria.misclassification), "errors are blind to some splits: take the entropy"),
        (lambda x, y: np.median(x), "the median does not look at the classes at all"),
        (lambda x, y: np.mean(x), "the mean does not look at the classes at all"),
    ]
    hint = "sort the different values, try the middle of every two neighbours, keep the largest gain"
    how = "for each t: the classes where x <= t and where not, the entropies weighted by the counts; take argmin"
    same_results(my_threshold, _threshold, _threshold_cases(), mistakes=mistakes, hint=hint, how=how)
    return "midpoints, weighted entropies, the largest gain"


# ---------------------------------------------------------------- 6: find the bug


def _gain_ratio(children):
    return _gain(children) / criteria.entropy(children.sum(axis=1))


def _children_cases():
    yield (np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]]),)  # outlook at the root of tennis
    yield (np.array([[3.0, 4.0], [6.0, 1.0]]),)
    yield (np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]),)  # an identity
    yield (np.array([[5.0, 1.0, 0.0], [0.0, 2.0, 4.0]]),)


def _ratio_given(children):
    def H(counts):
        P = counts[counts > 0] / counts.sum()
        return -(P * np.log2(P)).sum()

    classes, sizes = children.sum(axis=0), children.sum(axis=1)
    gain = H(classes) - np.average([H(child) for child in children], weights=sizes)
    return gain / H(classes)


@exercise("mend my_gain_ratio(children): C4.5's gain ratio; row i of children has the class counts of branch i",
          given=_ratio_given)  # fmt: skip
def gain_ratio(my_gain_ratio):
    """``my_gain_ratio(children)`` -> a number."""
    mistakes = [
        (_ratio_given, "that is the entropy of the classes: which one knows how many branches there are?"),
        (_gain, "that is the gain; nothing is divided yet"),
        (
            lambda children: _gain(children) / np.log2(len(children)),
            "right if all branches are equally large; they need not be",
        ),
        (lambda children: _gain(children) / len(children), "not the number of branches, but their entropy"),
        (
            lambda children: _gain(children, criteria.gini) / criteria.entropy(children.sum(axis=1)),
            "the gain here is one of entropy",
        ),
    ]
    hint = "two parts: the information gain, and the entropy of the branch sizes"
    how = "children.sum(axis=1) are the sizes of the branches: their entropy goes below the line"
    same_results(my_gain_ratio, _gain_ratio, _children_cases(), mistakes=mistakes, hint=hint, how=how)
    return "the split information is the entropy of the branches, whatever the classes are"


# ---------------------------------------------------------------- 7: the blind criterion


@exercise(f"find my_split, two rows of two class counts, whose Gini gain is at least {ENOUGH}, yet M gains nothing")
def blind_split(my_split):
    """Counts of the two children of a split that misclassification cannot see."""
    children = numbers(my_split)
    if children.shape != (2, 2) or not np.isfinite(children).all() or (children < 0).any():
        hint = "[[yes, no], [yes, no]], the first row for the first child"
        raise NotYet(expected="2 rows of 2 counts", got=shown(children), hint=hint)
    if not children.sum(axis=1).all():
        raise NotYet(expected="examples in both children", got=shown(children), hint="an empty child is no split")
    seen, gini = _gain(children, criteria.misclassification), _gain(children, criteria.gini)
    if seen > 1e-9:
        hint = "the curve of M has one corner: keep both children on one side of it"
        more = ["then the same class wins in both children, and in their sum"]
        raise NotYet(expected="a misclassification gain of 0", got=shown(seen), hint=hint, more=more)
    if gini < ENOUGH:
        hint = "the same class may win in both children, but more clearly in one of them"
        more = ["make one child pure, and let the same class win narrowly in the other"]
        raise NotYet(expected=f"a Gini gain of at least {ENOUGH}", got=shown(gini), hint=hint, more=more)
    return f"Gini gains {gini:.3f} and entropy {_gain(children):.3f} bits where misclassification gains nothing"


# ---------------------------------------------------------------- 8: beat the greedy tree


def _is_leaf(tree) -> bool:
    return np.isscalar(tree) and tree in (0, 1)


def _leaves(tree) -> int:
    """How many there are; a tree that is none, even where no row goes, is refused."""
    if _is_leaf(tree):
        return 1
    if not isinstance(tree, tuple | list) or len(tree) != 3 or str(tree[0]) not in ATTRIBUTES:
        expected = f"a class, or (attribute, tree if 0, tree if 1) with an attribute of {', '.join(ATTRIBUTES)}"
        raise NotYet(expected=expected, got=repr(tree), hint='such as ("a", 0, 1): a leaf is 0 or 1')
    return sum(map(_leaves, tree[1:]))


def _followed(tree, row: dict):
    """What a tree of nested (attribute, if 0, if 1) says about a row."""
    while not _is_leaf(tree):
        tree = tree[1 + int(row[tree[0]])]
    return tree


@exercise(f"write my_tree as nested (attribute, tree if 0, tree if 1): no errors, {FEWEST} leaves at most")
def beats_greedy(my_tree):
    """A tree for the counter-example of deck 002; leaves are the classes 0 and 1."""
    leaves = _leaves(my_tree)
    table = data.load("cart_counterexample")
    rows = [{name: table[name][k] for name in ATTRIBUTES} for k in range(len(table))]
    wrong = [k for k, row in enumerate(rows) if _followed(my_tree, row) != table["y"][k]]
    if wrong:
        row = ", ".join(f"{name} = {int(value)}" for name, value in rows[wrong[0]].items())
        expected = f"class {int(table['y'][wrong[0]])} for {row}"
        hint = "forget a for a moment: when is y equal to 1?"
        raise NotYet(expected=expected, got=f"{_followed(my_tree, rows[wrong[0]])!r}", hint=hint,
                     more=["split on b at the root, and on c in both subtrees"])  # fmt: skip
    if leaves > FEWEST:
        hint = "no errors, but what a greedy tree would do: which attribute could be left out altogether?"
        more = ["the two others decide alone: a tree of depth 2 has 4 leaves"]
        raise NotYet(expected=f"at most {FEWEST} leaves", got=f"{leaves}", hint=hint, more=more)
    return f"{leaves} leaves and no error, where greedy growth needs 7"
