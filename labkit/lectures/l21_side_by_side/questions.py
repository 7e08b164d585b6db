"""What the page side by side asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.lectures.l21_side_by_side.three import NAMES
from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

EARLY = 10  # trees


def _memorised(lab) -> str:
    """Who is right on the training points at the end."""
    X, y = lab.examples
    labels = np.array(lab.classes)[y]
    voters, boosted = [], None
    for name, step in zip(NAMES, lab.steps[-1].steps, strict=True):
        wrong = int(np.sum(step.model.predict(X) != labels))
        if name == "boosting":
            boosted = wrong
        else:
            voters.append(wrong)
    if max(voters) < boosted:
        return "bagging and the forest"
    return "boosting" if boosted < min(voters) else "all three alike"


memorised = Question(
    "memorised",
    "One label in ten is wrong. After 40 trees each: who gets most of the training points right, wrong labels included?",
    {
        "bagging and the forest": "Their trees are grown to the end, so each knows its own sample by heart, and the vote nearly all points. That is not harmful by itself: here they are nearly as good as boosting on fresh cases.",
        "boosting": "Here its trees are small and its steps short, so after 40 of them it still ignores most wrong labels. The trees of the voters are grown to the end and know their samples by heart.",
        "all three alike": "Look at the hollow points after the last tree: the voters, whose trees are grown to the end, leave fewer than boosting with its small trees.",
    },
    right=_memorised,
)


def _race(lab) -> str:
    """Who is behind early and who is ahead at the end."""
    early = NAMES[int(np.argmax(lab.steps[EARLY].errors))]
    late = NAMES[int(np.argmin(lab.steps[-1].errors))]
    if late != "boosting":
        return "The forest leads at the end"
    return "Boosting starts last and ends first" if early == "boosting" else "Boosting leads from the start"


race = Question(
    "race",
    "Nested spheres in ten dimensions, one tree more for each at every step. Who wins the race on fresh cases?",
    {
        "Boosting starts last and ends first": "Ten short steps are little, but they go on adding up: the rule is a sum of functions of one coordinate, and boosting builds sums. Voters arrive early and stay where they are.",
        "Boosting leads from the start": "Ten short steps are little, and ten votes are already something: it starts last. It ends first, because the rule is a sum and boosting builds sums.",
        "The forest leads at the end": "It leads for a while. But the rule is a sum of functions of one coordinate, and boosting builds sums: here it passes the forest and stays ahead.",
    },
    right=_race,
    covers=("errors",),  # the names of its curves stand where they end
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "more_trees",
            "For which of the three can more trees do harm on fresh cases?",
            {
                "bagging": "More votes only make the average steadier.",
                "the random forest": "More votes only make the average steadier.",
                "boosting": "Each tree changes the sum, and late ones may learn wrong labels.",
            },
            right="boosting",
        ),
        Question(
            "parallel",
            "You have a hundred computers. Whose trees can all be grown at the same time?",
            {
                "bagging's and the forest's": "None of their trees needs to know another.",
                "boosting's": "Each of its trees is an answer to the sum of those before it.",
                "nobody's": "Voting trees know nothing of each other, so they can be grown together; the votes are counted at the end.",
            },
            right="bagging's and the forest's",
        ),
        Question(
            "weak",
            "A hundred stumps, each hardly better than a coin. Where are they of use?",
            {
                "in a vote": "Each is grown as if it were alone; together they are hardly better than one.",
                "in a sum": "Each repairs the sum so far, so even a stump brings something new.",
                "nowhere": "In a sum: stumps added up come near any sum of functions of one attribute each.",
            },
            right="in a sum",
        ),
    ],
)
