"""What lesson 15 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

NOTHING = 1e-9  # of a gain or an error: rounding

# ---------------------------------------------------------------- the labs of the main page


def _most_telling(lab) -> str:
    """The question that gains most."""
    from labkit.lectures.l15_growing_trees.first_question import QUESTIONS

    return max(QUESTIONS, key=lab.steps[0].gain_of)


first_question = Question(
    "first_question",
    "1,161 mushrooms, about half of them poisonous. You may ask one thing before you eat. Which answer tells you most?",
    {
        "cap color": "It is the first thing one sees, and it says little: nearly every colour is worn by both kinds. Ask for the odor and compare.",
        "habitat": "Where it grows shifts the odds, but every place has both kinds. Ask for the odor and compare.",
        "odor": "The nose decides: almost every odor belongs to one kind alone. Only mushrooms without any odor stay a little mixed.",
        "spore print color": "A good second: it gains about half of what there is to know. The odor gains nine tenths.",
    },
    right=_most_telling,
)


def _blind(lab) -> str:
    """The impurity that gains nothing until one child is pure."""
    from labkit.learners.tree.chords import IMPURITIES

    blind = [name for name in IMPURITIES if lab.steps[-1].gain(name) < NOTHING]
    return blind[0] if len(blind) == 1 else "none: all three do"


who_is_blind = Question(
    "who_is_blind",
    "A node has a quarter of class A. A split makes two children of equal size and moves them apart, until one has no A left and the other one half. Which measure does not notice at all?",
    {
        "entropy": "Entropy is bent everywhere, so the chord lies below the curve and there is a gap: here 0.311 bits.",
        "Gini": "Gini is bent everywhere as well: here it gains 0.125. The straight line is misclassification.",
        "misclassification": "Both children still answer B, so the number of mistakes stays. That one child has become pure goes unseen.",
        "none: all three do": "Entropy and Gini do. Misclassification does not: both children still answer B, so the number of mistakes stays.",
    },
    right=_blind,
)


def _useful_splits(lab) -> str:
    """Whether every split of the story lowers the number of training mistakes."""
    change = np.diff(lab.steps[-1].curves.error)
    if (change > NOTHING).any():
        return "No, some even add mistakes"
    return (
        "No, some correct nobody" if (change > -NOTHING).any() else "Yes, or they would not have been the best splits"
    )


every_split = Question(
    "every_split",
    "The tree always takes the cut with the largest gain of entropy. Does each of its cuts lower the number of mistakes on the training points?",
    {
        "Yes, or they would not have been the best splits": "Look at splits 4 and 5: the training error stays at 0.1. They gain entropy, not right answers, and the next cuts build on them.",
        "No, some correct nobody": "Splits 4 and 5 correct nobody. They set a pure part aside, and what remains is easier to cut.",
        "No, some even add mistakes": "That cannot happen on the training points: each part answers with its majority. But splits 4 and 5 correct nobody, and are still of use.",
    },
    right=_useful_splits,
)

# ---------------------------------------------------------------- the labs of the page with more


def _leaves_after_a_bad_start(lab) -> float:
    """Of the tree that asks for the temperature first and then follows the criterion."""
    other = type(lab)(test=2)
    other.press_button("split")
    other.press_button("grow")
    return float(len(other.steps[-1].model.leaves))


bad_start = Question(
    "bad_start",
    "The tree that begins with the outlook has 5 leaves. Begin with the temperature, the weakest question, and then let the criterion go on. How many leaves?",
    {
        "5: it makes up for it": "A tree never takes a question back. Each temperature has to ask for all the rest again: 11 leaves.",
        "7": "Even more: 11. Each temperature has to ask for all the rest again.",
        "11": "More than twice as many: each of the three temperatures has to ask for all the rest again.",
    },
    right=_leaves_after_a_bad_start,
)


def _fewer_leaves(lab) -> str:
    """Greedy growth against the smallest tree without mistakes."""
    from labkit.learners.tree import node_by_node
    from labkit.learners.tree.exhaustive import smallest_tree
    from labkit.lectures.l15_growing_trees.hand import examples_of, plan_of

    X, y = lab.examples
    examples = examples_of(X, y, np.unique(y))
    fewer = len(node_by_node.grow(examples, plan_of(lab.values)).leaves) - len(smallest_tree(examples).leaves)
    return ("No, the best cut each time gives the smallest tree", "Yes, one leaf fewer", "Yes, half as many")[
        min(fewer, 2)
    ]


smaller_tree = Question(
    "smaller_tree",
    "The best cut each time leads to 6 leaves for these 20 points. Is there a smaller tree without mistakes?",
    {
        "No, the best cut each time gives the smallest tree": "Try another first cut: 5 leaves are enough. The best cut now need not be the best one for later.",
        "Yes, one leaf fewer": "5 leaves are enough, and a search of all trees finds none smaller. Can you find such a tree by hand?",
        "Yes, half as many": "Not that few: a search of all trees finds one with 5 leaves and none smaller.",
    },
    right=_fewer_leaves,
)

# ---------------------------------------------------------------- the quick check

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "pure",
            "A node has 20 examples, all of one class. What is its entropy?",
            {
                "0": "One class is left: there is nothing more to ask.",
                "1": "One bit is for two classes that come equally often. Here one class is left.",
                "20": "Entropy looks at shares, not at how many examples there are.",
            },
            right="0",
        ),
        Question(
            "average",
            "A split sends 90 examples left, entropy 0.2, and 10 right, entropy 1.0. What is the entropy afterwards?",
            {
                "0.6": "That is the plain mean. Nine of ten examples go left, so the left side counts nine times as much.",
                "0.28": "0.9 times 0.2 and 0.1 times 1.0: each child counts by its size.",
                "1.2": "An average of 0.2 and 1.0 lies between them.",
            },
            right="0.28",
        ),
        Question(
            "blind",
            "A split corrects no training mistake. May a tree still want it?",
            {
                "No, it is useless": "It may set a pure part aside. Entropy and Gini see that, the number of mistakes does not.",
                "Yes, if its gain of entropy is large": "It sorts the examples for the cuts that follow.",
                "Only if it is the last one": "The other way round: it pays off through the cuts that follow.",
            },
            right="Yes, if its gain of entropy is large",
        ),
        Question(
            "greedy",
            "A tree always took the question with the largest gain. What is sure?",
            {
                "It is the smallest tree without mistakes": "XOR is a counter-example: its good questions gain nothing when they are asked alone.",
                "It is right on fresh cases": "Gains are measured on the training examples and promise nothing for fresh cases.",
                "Each question was the best one at its node": "That is all that greedy means: the best now, without a look ahead.",
            },
            right="Each question was the best one at its node",
        ),
    ],
)
