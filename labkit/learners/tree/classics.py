"""The three trees that the lectures name, as choices of ``DecisionTree``.

Lecture 15; deck 000 "History of Decision Trees", deck 001 "Decision Trees", deck 003 "DECISION TREE LEARNING
ALGORITHM".
Inventory: I-001-022, I-003-033, I-000-068.

            criterion             categories            missing values
    ID3     information gain      one branch for each   refused
    C45     gain ratio            one branch for each   fractions of a case
    CART    Gini, or another      one against the rest  refused, or surrogates

All three take numbers by thresholds; ID3 as Quinlan published it had none, deck 003 adds them as an extension.
"""

from __future__ import annotations

from labkit.learners.tree.decision_tree import DecisionTree


class ID3(DecisionTree):
    """Quinlan's ID3: the largest information gain, one branch for each category.

    Parameters
    ----------
    max_depth, min_split, min_leaf, min_gain, stop, significance, costs, cost_rule, missing, seed : as in
        ``DecisionTree``.
    """

    def __init__(self, *, max_depth=None, min_split=2, min_leaf=1, min_gain=0.0, stop="purity", significance=0.05,
                 costs=None, cost_rule="tan_schlimmer", missing="refuse", seed=0):  # fmt: skip
        super().__init__(criterion="entropy", tests="multiway", max_depth=max_depth, min_split=min_split,
                         min_leaf=min_leaf, min_gain=min_gain, stop=stop, significance=significance, costs=costs,
                         cost_rule=cost_rule, missing=missing, seed=seed)  # fmt: skip


class C45(DecisionTree):
    """Quinlan's C4.5: the largest gain ratio among the better gains; missing values spread a case over the branches.

    Parameters
    ----------
    max_depth, min_split, min_leaf, min_gain, alpha, missing : as in ``DecisionTree``.
    """

    def __init__(self, *, max_depth=None, min_split=2, min_leaf=1, min_gain=0.0, alpha=0.0, missing="fractions"):
        super().__init__(criterion="gain_ratio", tests="multiway", max_depth=max_depth, min_split=min_split,
                         min_leaf=min_leaf, min_gain=min_gain, alpha=alpha, missing=missing)  # fmt: skip


class CART(DecisionTree):
    """Breiman's CART: binary tests, cost-complexity pruning, surrogates for missing values.

    Parameters
    ----------
    criterion, max_depth, min_split, min_leaf, min_gain, max_leaves, order, alpha, missing : as in ``DecisionTree``.
    """

    def __init__(self, *, criterion="gini", max_depth=None, min_split=2, min_leaf=1, min_gain=0.0, max_leaves=None,
                 order="breadth", alpha=0.0, missing="refuse"):  # fmt: skip
        super().__init__(criterion=criterion, tests="binary", max_depth=max_depth, min_split=min_split,
                         min_leaf=min_leaf, min_gain=min_gain, max_leaves=max_leaves, order=order, alpha=alpha,
                         missing=missing)  # fmt: skip
