"""What lesson 16 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

CLEARLY = 1.1  # times another error: more than chance among a thousand fresh cases


def _deeper(lab) -> str:
    """What the fresh error does while the training error goes to zero."""
    fresh = [step.fresh for step in lab.steps]
    if fresh[-1] > CLEARLY * min(fresh):
        return "It falls, then it rises again"
    return "It falls to the end" if fresh[-1] < min(fresh[:-2]) else "It falls, then it stays"


deeper = Question(
    "deeper",
    "Level by level this tree grows until it makes no mistake on its 80 points. What does its error on fresh cases do meanwhile?",
    {
        "It falls to the end": "The training error does that. The fresh error turns at depth 4 here: from there on each level learns labels that are wrong.",
        "It falls, then it stays": "It would stay if the deeper levels did no harm. Here they do: each island around a wrong label catches fresh points that are right.",
        "It falls, then it rises again": "Down to depth 4 the tree learns the ring, from there on it learns the wrong labels. Look at the small islands: fresh points that "
        "fall on them get the wrong answer.",
    },
    right=_deeper,
    covers=("errors",),
)


def _how_much_stays(lab) -> str:
    """Of the leaves of the whole tree, those that the chosen one has."""
    share = lab.steps[-1].leaves / lab.steps[0].leaves
    return "nearly all 26" if share > 0.75 else "about half" if share > 0.35 else "about one in five"


how_much_stays = Question(
    "how_much_stays",
    "The whole tree has 26 leaves and makes no mistake on its 80 points. Now the weakest link goes, again and again. How many leaves has the tree that errs least "
    "in cross-validation?",
    {
        "nearly all 26": "These leaves were made to get the last training points right. In cross-validation each point is answered by a tree that has not seen it, and here 5 leaves are kept.",
        "about half": "The first cut takes 12 leaves at once, and the cross-validation error still falls with the next one. Here 5 leaves are kept.",
        "about one in five": "Five leaves, the box around the inner ring. They make 15 training mistakes, and they err on 22 % of fresh cases where the whole tree errs on 32 %.",
    },
    right=_how_much_stays,
)


def _never_worse(lab) -> str:
    """What happens to the errors on the pruning cases, from node to node."""
    change = np.diff([step.errors for step in lab.steps])
    if (change > 0).any():
        return "Yes, some cuts cost a mistake or two"
    return "No, it never rises" if (change < 0).any() else "No, it stays what it was"


never_worse = Question(
    "never_worse",
    "From the bottom up, each node becomes a leaf where that is no worse on 80 pruning cases. Can the error on these cases rise on the way?",
    {
        "Yes, some cuts cost a mistake or two": "Watch the bars: a node is cut only where the left one is no taller. A cut changes no answer elsewhere, so the sum never rises.",
        "No, it stays what it was": "It would if every cut were a draw. Many are better than that: here the error falls from 0.44 to 0.21.",
        "No, it never rises": "A cut changes the answers of its own cases only, and only where they are no worse. The error on fresh cases has no such promise: it may rise at a cut.",
    },
    right=_never_worse,
    covers=("errors",),  # the names of its curves stand where they end
)


def _days_right(lab) -> int:
    """Of the 14 days, by the rules that are left."""
    X, y = lab.data(lab.values)
    return int((lab.steps[-1].model.predict(X) == y).sum())


days_right = Question(
    "days_right",
    "The tree is right on all 14 days. Its rules are now shortened: a condition goes if the rule is no worse on the last 4 days. On how many of the 14 days are the "
    "shortened rules right?",
    {
        "all 14": "No rule got worse on the four days that judge. The ten others were not asked: 9 of 14 are right, as many as always saying yes.",
        "12 of 14": "The damage is greater: 9 of 14, as many as always saying yes. Four days are too few to judge a condition by.",
        "9 of 14": "As many as always saying yes. One rainy day among the four was enough for the rule: if outlook = rain then no.",
    },
    right=_days_right,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "training",
            "Which tree of the pruning sequence has the fewest training mistakes?",
            {
                "always the whole tree": "No cut ever removes a training mistake, so training mistakes cannot tell you how much to cut.",
                "the one that cross-validation chooses": "Cross-validation counts mistakes on cases left out of the growing. On the training cases no cut is ever better.",
                "it depends on the data": "A cut replaces several answers by their majority: on the training cases that is never better.",
            },
            right="always the whole tree",
        ),
        Question(
            "link",
            "Node s adds 2 mistakes as a leaf and saves 1 leaf. Node t adds 4 and saves 4. Which goes first?",
            {
                "s, it adds fewer mistakes": "What counts is the price per leaf saved: 2 for s, 1 for t.",
                "t, it is cheaper per leaf": "One mistake for each leaf saved, against two: t is the weaker link.",
                "both at once": "They would go together only if both prices per leaf were equal. Here they are 2 and 1.",
            },
            right="t, it is cheaper per leaf",
        ),
        Question(
            "xor",
            "Why can stopping early ruin a tree that pruning would save?",
            {
                "It stops too late": "It is the other way round: it stops before the split that would have paid.",
                "It judges a split before it sees what lies below": "On XOR the first split alone is worth nothing, and the second one makes it perfect.",
                "It uses fewer examples": "Both use the same examples. One of them looks at a split before anything is below it.",
            },
            right="It judges a split before it sees what lies below",
        ),
        Question(
            "winner",
            "You try 13 prices and report the least of the 13 cross-validation errors. What is wrong with it?",
            {
                "Nothing, each case was held out": "Each was held out from growing, not from choosing: the least of 13 noisy numbers is low partly by luck.",
                "It is too high, the trees saw fewer cases": "That raises it a little, but the choice usually lowers it more: the least of 13 noisy numbers is low partly by luck.",
                "It is too low, the winner had luck": "The cases helped to choose. An honest number comes from cases that neither grew nor chose.",
            },
            right="It is too low, the winner had luck",
        ),
    ],
)
