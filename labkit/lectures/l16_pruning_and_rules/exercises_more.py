"""Exercises of the page with more of lecture 16; deck 000 "Pruning the Tree - 3" and "- 5", deck 001 "When to Stop
Splitting" and "Pruning", deck 003 "AVOIDING OVERFITTING: DECISION TREE PRUNING".
"""

from __future__ import annotations

import numpy as np

from labkit.tutor.check import NotYet, exercise, numbers, same_results, shown

MOST = 20  # pruning cases with which the greedy search is to be fooled
SAYS = (0, 0, 1, 1, 0, 0, 1)  # the classes (0: a, 1: b) of the seven nodes of its tree; below t are 2t + 1 and 2t + 2
SPLITS = (0, 1, 2)


def _link(leaf_errors, subtree_errors, leaves, N):
    return (leaf_errors - subtree_errors) / (N * (leaves - 1))


def _link_cases():
    rng = np.random.default_rng(93)
    yield *(5, 0, 5), 14  # the root of the weather tree
    for _ in range(6):
        subtree = int(rng.integers(0, 4))
        yield subtree + int(rng.integers(0, 9)), subtree, int(rng.integers(2, 9)), int(rng.integers(30, 90))


@exercise("write my_link(leaf_errors, subtree_errors, leaves, N): the alpha from which on a node should be a leaf")
def weakest_link(my_link):
    """``my_link(leaf_errors, subtree_errors, leaves, N)`` -> g(t); ``leaves`` are those of the subtree."""
    mistakes = [
        (
            lambda e, E, L, N: (e - E) / (N * L),
            "the node is a leaf itself afterwards: how many leaves fewer are there?",
        ),
        (lambda e, E, L, N: (e - E) / (N * L - 1), "mind the brackets: N multiplies all leaves that are saved"),
        (lambda e, E, L, N: (e - E) / (L - 1), "the cost counts errors as a share of all N examples"),
        (lambda e, E, L, N: (e - E) / N, "a large subtree saves more than one leaf"),
        (lambda e, E, L, N: (E - e) / (N * (L - 1)), "pruning adds training errors, so g is not negative"),
        (lambda e, E, L, N: e / (N * (L - 1)), "the subtree may make errors as well"),
    ]
    hint = "set the cost of the leaf equal to the cost of the subtree, E / N + alpha L, and solve for alpha"
    how = "the leaf costs leaf_errors / N + alpha: bring both alphas to one side, (leaves - 1) of them are left"
    same_results(my_link, _link, _link_cases(), mistakes=mistakes, hint=hint, how=how)
    return "errors added for each leaf saved"


def _chi_square(counts):
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    return ((counts - expected) ** 2 / expected).sum()


def _count_cases():
    rng = np.random.default_rng(33)
    for shape in ((3, 2), (2, 2), (2, 3), (4, 3)):
        yield (rng.integers(1, 9, shape),)


@exercise("write my_chi_square(counts): the statistic of a split, counts[i, j] examples of class j in child i")
def chi_square(my_chi_square):
    """``my_chi_square(counts)`` -> a number; every child and every class has examples."""

    def variant(term, expected=lambda n: n.sum(axis=1, keepdims=True) * n.sum(axis=0) / n.sum()):
        return lambda n: term(n, expected(n)).sum()

    def divided(n, e):
        return (n - e) ** 2 / e

    mistakes = [
        (variant(lambda n, e: (n - e) ** 2), "a deviation of 2 is much where 1 is expected, little where 100 are"),
        (variant(lambda n, e: (n - e) ** 2 / n), "divide by what chance expects, not by what was seen"),
        (variant(lambda n, e: abs(n - e) / e), "the deviations are squared"),
        (variant(divided, lambda n: np.full(n.shape, n.mean())), "chance keeps the sizes of the children and classes"),
        (variant(divided, lambda n: np.ones(n.shape) * n.mean(axis=1, keepdims=True)),
         "chance keeps the shares of the classes, which need not be equal"),
        (variant(lambda n, e: n**2 / e), "what counts is how far the count is from what chance expects"),
    ]  # fmt: skip
    hint = "if the split were chance, how many of the n_i examples of child i would be of class j?"
    how = "the expected counts are row sum times column sum over the total; then (n - e)**2 / e, summed"
    same_results(my_chi_square, _chi_square, _count_cases(), mistakes=mistakes, hint=hint, how=how)
    return "far from what chance would give, in units of chance"


def _conditions(holds, right):
    return _dropped(holds, right)


def _rule_accuracy(holds, right, kept, uncovered=0.0):
    covered = holds[:, kept].all(axis=1)
    return right[covered].mean() if covered.any() else uncovered


def _once_through(holds, right):
    """A mistake: a condition that had to stay is not tried again after a later one is gone."""
    kept = list(range(holds.shape[1]))
    for gone in range(holds.shape[1]):
        rest = [c for c in kept if c != gone]
        kept = rest if _rule_accuracy(holds, right, rest) >= _rule_accuracy(holds, right, kept) else kept
    return kept


def _dropped(holds, right, *, enough=np.greater_equal, uncovered=0.0, order=1, rounds=None, at_first=False):
    """The conditions that stay; the keywords make the mistakes."""

    def accuracy(kept):
        return _rule_accuracy(holds, right, kept, uncovered)

    kept = list(range(holds.shape[1]))
    first = accuracy(kept)
    for _ in range(holds.shape[1] if rounds is None else rounds):
        now = first if at_first else accuracy(kept)
        shorter = [[c for c in kept if c != gone] for gone in kept[::order]]
        kept = next((rest for rest in shorter if enough(accuracy(rest), now)), kept)
    return kept


def _rule_cases():
    rng = np.random.default_rng(716)  # some rules keep several conditions, and two catch ``_once_through``
    for cases, conditions in ((6, 2), (8, 3), (5, 3), (9, 4), (10, 4), (4, 3), (12, 4), (7, 3), (12, 4)):
        yield rng.random((cases, conditions)) < 0.6, rng.random(cases) < 0.5


@exercise("write my_conditions(holds, right): the conditions of a rule that stay, holds[i, c]: c is true of case i")
def rule_pruning(my_conditions):
    """``my_conditions(holds, right)`` -> numbers of conditions; ``right[i]``: case i is of the rule's class."""
    mistakes = [
        (lambda h, r: _dropped(h, r, enough=np.greater), "a condition may go when the accuracy stays as it is"),
        (lambda h, r: _dropped(h, r, rounds=1), "one is gone: begin again with the conditions that are left"),
        (_once_through, "one is gone: begin again with the first of those left, even if it had to stay before"),
        (lambda h, r: _dropped(h, r, order=-1), "try the conditions in their order, the root's first"),
        (lambda h, r: _dropped(h, r, uncovered=1.0), "a rule that covers no case has accuracy 0"),
        (lambda h, r: _dropped(h, r, uncovered=np.nan), "a rule that covers no case has accuracy 0, not 0 / 0"),
        (lambda h, r: _dropped(h, r, at_first=True), "compare with the rule as it is now, not as it was at first"),
        (lambda h, r: list(range(h.shape[1])), "nothing was dropped"),
    ]
    hint = "the accuracy is right[covered].mean(), and a case is covered where all conditions left hold"
    how = "a while loop: try to drop each in turn, at the first that may go drop it and begin again"
    same_results(my_conditions, _conditions, _rule_cases(), mistakes=mistakes, hint=hint, how=how)
    return "no condition that is left can go without a loss"


@exercise(
    "find my_cases: for the four leaves, from left to right, how many pruning cases are of class a and of class b"
)
def fool_greedy(my_cases):
    """Checked by running both searches on the tree of ``SAYS``."""
    errors = _errors(_counted(my_cases))
    greedy, least = _greedy(list(errors)), _pruned(errors)
    if greedy == least:
        hint = (
            "no leaf is wrong: with nothing to repair nobody can be fooled"
            if not any(errors[3:])
            else "the first cut must look best, and hide two that are better together"
        )
        more = [
            "write the errors of all seven nodes as leaves; the root saves most at once, the two below more together"
        ]
        raise NotYet(expected="more errors by the greedy search", got=f"{greedy:g} by both", hint=hint, more=more)
    return f"greedy ends with {greedy:g} errors, reduced error with {least:g}: one large cut hid two better ones"


def _counted(cases) -> np.ndarray:
    counts = numbers(cases)
    if counts.shape != (4, 2):
        hint = "one pair for each leaf, [(a, b), (a, b), (a, b), (a, b)]"
        raise NotYet(expected="4 pairs of numbers", got=f"shape {counts.shape}", hint=hint)
    if (counts < 0).any() or (counts % 1).any() or not 0 < counts.sum() <= MOST:
        expected = f"whole numbers, not negative, 1 to {MOST} cases together"
        raise NotYet(expected=expected, got=shown(counts), hint="count the cases at each leaf; a few will do")
    return counts


def _errors(cases: np.ndarray) -> list[float]:
    """Of every node as a leaf."""
    counts = np.zeros((7, 2))
    counts[3:] = cases
    for t in reversed(SPLITS):
        counts[t] = counts[2 * t + 1] + counts[2 * t + 2]
    return [float(counts[t, 1 - SAYS[t]]) for t in range(7)]


def _pruned(errors: list[float], t: int = 0) -> float:
    """By reduced-error pruning."""
    return min(errors[t], _pruned(errors, 2 * t + 1) + _pruned(errors, 2 * t + 2)) if t in SPLITS else errors[t]


def _greedy(errors: list[float]) -> float:
    """By cutting the node that removes the most errors, while none is added; of equals the larger subtree."""
    split = set(SPLITS)

    def now(t: int) -> float:
        return now(2 * t + 1) + now(2 * t + 2) if t in split else errors[t]

    while split:
        t = max(split, key=lambda t: (now(t) - errors[t], -t))
        if now(t) < errors[t]:
            break
        split -= {t} if t else set(SPLITS)
    return now(0)
