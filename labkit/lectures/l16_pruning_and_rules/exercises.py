"""Exercises of the main page of lecture 16; deck 000 "Pruning the Tree - 1" to "- 4"."""

from __future__ import annotations

import numpy as np

from labkit.learners import CART
from labkit.lectures.l16_pruning_and_rules.pictures import votes
from labkit.lectures.shared.held_out import held_out_answers
from labkit.tutor.check import NotYet, close, exercise, numbers, same_results, shown

# ---------------------------------------------------------------- 1: the weather tree by hand

NODES = ("outlook", "windy", "humidity")
MISTAKES, BELOW, N = np.array([5, 2, 2]), np.array([5, 2, 2]), 14  # as leaves, leaves, days
LINKS = MISTAKES / (N * (BELOW - 1))
LEFT = 1  # the root itself is the weakest link
ONE_STAYS = "the node is a leaf itself afterwards: how many leaves fewer are there?"
A_SHARE = "mistakes count as a share of all 14 examples"
LINK_SLIPS = [
    (MISTAKES / (N * BELOW), ONE_STAYS),
    (MISTAKES / (BELOW - 1), A_SHARE),
    (MISTAKES / BELOW, f"two things: (1) {ONE_STAYS}; (2) {A_SHARE}"),
    (MISTAKES / N, "a large subtree saves more than one leaf"),
]


@exercise("give my_links, g of outlook, windy and humidity, and my_leaves, how many are left after the first cut")
def weather_links(my_links, my_leaves):
    """Three numbers and one."""
    links = numbers(my_links)
    if links.shape != LINKS.shape:
        raise NotYet(expected="three numbers", got=shown(my_links), hint=f"one each for {', '.join(NODES)}")
    if not close(links, LINKS):
        named = [sentence for wrong, sentence in LINK_SLIPS if close(links, wrong)]
        right = [name for name, same in zip(NODES, np.isclose(links, LINKS), strict=True) if same]
        good = f"g of {', '.join(right)}" if right else ""
        raise NotYet(expected="g of the three nodes", got=shown(my_links), good=good,
                     hint=(named or ["mistakes added, divided by 14 times the leaves saved"])[0],
                     more=["as a leaf the root adds 5 mistakes; how many of 5 leaves does it save?"])  # fmt: skip
    if my_leaves != LEFT:
        raise NotYet(expected="the leaves after the first cut", got=shown(my_leaves), good="all three g",
                     hint="which of the three g is the smallest, and what lies below that node?")  # fmt: skip
    return "5/56 is less than 1/7: the root is the weakest link, and the sequence jumps from five leaves to one"


# ---------------------------------------------------------------- 2: find the bug


def _choose(alphas, training, held_out):
    held_out = np.asarray(held_out)
    return alphas[int(np.flatnonzero(held_out == held_out.min())[-1])]


def _choose_given(alphas, training, held_out):
    best = np.argmin(training)
    return alphas[best]


@exercise("mend choose(alphas, training, held_out): the price of the tree to keep, of equals the smallest tree",
          given=_choose_given)  # fmt: skip
def best_price(choose):
    """``choose(alphas, training, held_out)`` -> one of the alphas, which rise."""
    mistakes = [
        (lambda alphas, training, held_out: alphas[int(np.argmin(held_out))],
         "nearly: two trees do equally well, and np.argmin takes the first. Which of them is smaller?"),
        (lambda alphas, training, held_out: alphas[int(np.argmin(np.add(training, held_out)))],
         "the training errors are still counted in"),
        (lambda alphas, training, held_out: alphas[-1], "that is the root alone, whatever it costs"),
    ]  # fmt: skip
    cases = [
        ([0, 0.1, 0.2], [0.0, 0.1, 0.4], [0.3, 0.2, 0.5]),
        ([0, 0.02, 0.04, 0.3], [0.0, 0.05, 0.1, 0.5], [0.25, 0.2, 0.2, 0.5]),
        ([0, 0.01, 0.05], [0.0, 0.0, 0.3], [0.1, 0.12, 0.3]),
    ]
    hint = "which errors can tell a large tree from a good one?"
    same_results(choose, _choose, cases, mistakes=mistakes, hint=hint, how="look for the last place of the least error")
    return "chosen on cases that did not grow the tree; by the training errors the whole tree would always win"


# ---------------------------------------------------------------- 3: on real data

MOST_WRONG = 20  # of 435 members


@exercise("choose my_alpha, the price of a leaf: at most 20 of the 435 members wrong in cross-validation", seconds=30)
def party(my_alpha):
    """A number from 0 to 1."""
    if isinstance(my_alpha, bool) or not isinstance(my_alpha, int | float) or not 0 <= my_alpha <= 1:
        raise NotYet(expected="a number from 0 to 1", got=shown(my_alpha), hint="a share of the examples, for one leaf")
    X, y = votes()
    wrong = int((held_out_answers(CART(alpha=float(my_alpha)), X, y) != y).sum())
    left = len(CART(alpha=float(my_alpha)).fit(X, y).model_.leaves)
    if wrong > MOST_WRONG:
        hint = "that price leaves only the root" if left == 1 else "the tree is still too large: let a leaf cost more"
        got = f"{wrong}, with a tree of {left} leaves" if left > 1 else f"{wrong}, with one leaf"
        raise NotYet(expected="at most 20 members wrong", got=got, hint=hint,
                     more=["try 0.001, then 0.01, then 0.1, and go on between the best two"])  # fmt: skip
    return f"{wrong} of {len(y)} are wrong, and {left} leaves are left: one test, the vote on the physician fee freeze"


# ---------------------------------------------------------------- 4: the cheapest of all prunings


def _cheapest(node, alpha):
    errors, children = node
    as_leaf = errors + alpha
    return min(as_leaf, sum(_cheapest(child, alpha) for child in children)) if children else as_leaf


def _whole(node, alpha):
    return sum(_whole(child, alpha) for child in node[1]) if node[1] else node[0] + alpha


def _one_level(node, alpha):
    return min(node[0] + alpha, sum(child[0] + alpha for child in node[1])) if node[1] else node[0] + alpha


def _one_child(node, alpha):
    return min([node[0] + alpha, *(_one_child(child, alpha) for child in node[1])])


def _toll(node, alpha):
    """A mistake: every node pays."""
    below = alpha + sum(_toll(child, alpha) for child in node[1])
    return min(node[0] + alpha, below) if node[1] else node[0] + alpha


def _tree(rng, depth):
    """Mistakes as a leaf, and children; (mistakes, ()) is a leaf."""
    arity = int(rng.integers(2, 4)) if depth else 0
    return int(rng.integers(0, 2 + 3 * depth)), tuple(_tree(rng, depth - 1) for _ in range(arity))


def _tree_cases():
    rng = np.random.default_rng(96)
    yield (4, ()), 0.5
    yield (3, ((1, ()), (4, ((0, ()), (2, ()))))), 0.0
    yield (6, ((1, ()), (4, ((0, ()), (1, ()))))), 1.0
    for price in (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0):
        yield _tree(rng, 2), price


@exercise("write my_cheapest(node, alpha): the least cost of all prunings of node = (mistakes as a leaf, children)")
def cheapest(my_cheapest):
    """``my_cheapest(node, alpha)`` -> mistakes plus alpha for each leaf; a leaf is ``(mistakes, ())``."""
    mistakes = [
        (_whole, "that is the whole tree; a node may be cheaper as a leaf"),
        (lambda node, alpha: node[0] + alpha, "that is the root alone; its subtree may be cheaper"),
        (_one_level, "the children may be split as well: what is the least for each of them?"),
        (
            lambda node, alpha: min(node[0] + alpha, _whole(node, alpha)),
            "there is more than the whole tree and its root",
        ),
        (_one_child, "the examples of a node go to all its children together"),
        (_toll, "only leaves cost alpha, a split costs nothing by itself"),
        (lambda node, alpha: _cheapest(node, 0.0), "every leaf costs alpha"),
    ]
    hint = "a leaf has no choice; any other node has two, and what lies below its children was decided before"
    how = "let the function call itself for every child and add up; compare that with the node as a leaf"
    same_results(my_cheapest, _cheapest, _tree_cases(), mistakes=mistakes, hint=hint, how=how)
    return "each subtree is decided by itself, for costs add up over the leaves: one walk instead of all prunings"
