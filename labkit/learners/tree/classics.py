"""The three trees that the lectures name, as choices of ``DecisionTree``.

Lecture 15; deck 000 "History of Decision Trees", deck 001 "Decision Trees", deck 003 "DECISION TREE LEARNING
ALGORITHM".
Inventory: I-001-022, I-003-033, I-000-068.

            criterion             categories            missing values
    ID3     information gain      one branch for each   refused
    C45     gain ratio            one branch for each   fractions of a case
    CART    Gini, or another      one or some against   refused, or surrogates
                                                the rest

All three take numbers by thresholds; ID3 as Quinlan published it had none, deck 003 adds them as an extension.
"""

from __future__ import annotations

from dataclasses import field

from labkit.core import params
from labkit.learners.tree.decision_tree import DecisionTree
from labkit.learners.tree.missing import MISSING


def fixed(value):
    """A parameter of ``DecisionTree`` that this kind of tree does not leave open."""
    return field(default=value, init=False)


class ID3(DecisionTree):
    """Quinlan's ID3: the largest information gain, one branch for each category.

    Parameters
    ----------
    max_depth, min_split, min_leaf, min_gain, stop, significance, costs, cost_rule, missing, fill, seed : as in
        ``DecisionTree``.
    """

    criterion: str = fixed("entropy")
    tests: str = fixed("multiway")
    max_leaves: int | None = fixed(None)
    order: str = fixed("breadth")
    alpha: float = fixed(0.0)


class C45(DecisionTree):
    """Quinlan's C4.5: the largest gain ratio among the better gains; missing values spread a case over the branches.

    Parameters
    ----------
    max_depth, min_split, min_leaf, min_gain, alpha, missing, fill : as in ``DecisionTree``.
    """

    criterion: str = fixed("gain_ratio")
    tests: str = fixed("multiway")
    missing: str = params.option("fractions", MISSING)
    max_leaves: int | None = fixed(None)
    order: str = fixed("breadth")
    stop: str = fixed("purity")
    significance: float = fixed(0.05)
    costs: object = fixed(None)
    cost_rule: str = fixed("tan_schlimmer")
    seed: int = fixed(0)


class CART(DecisionTree):
    """Breiman's CART: binary tests, cost-complexity pruning, surrogates for missing values.

    Parameters
    ----------
    criterion, max_depth, min_split, min_leaf, min_gain, max_leaves, order, alpha, missing, fill : as in
        ``DecisionTree``.
    tests : of categories: "binary" (one of them against the rest) or "subsets" (some against the others).
    """

    tests: str = params.option("binary", ("binary", "subsets"))
    stop: str = fixed("purity")
    significance: float = fixed(0.05)
    costs: object = fixed(None)
    cost_rule: str = fixed("tan_schlimmer")
    seed: int = fixed(0)
