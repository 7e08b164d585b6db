"""What lesson 17 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

CLOSE = 0.03  # of a share of right answers: no difference that matters
HALF = 0.5


def _larger_part(lab) -> str:
    """The class that has more of the case where its parts come to rest."""
    no, yes = lab.steps[-1].proba
    if abs(no - yes) < CLOSE:
        return "neither: half and half"
    return "No" if no > yes else "Yes, as on 9 of the 14 days"


day_with_a_gap = Question(
    "day_with_a_gap",
    "Nobody wrote down the outlook of this humid, windy day, and the tree asks for it first. So the day goes down all three branches, in parts. Which answer gets the larger part in the end?",
    {
        "Yes, as on 9 of the 14 days": "That would be so if nothing at all were known. But humidity 85 turns the sunny part into No, and the wind turns the rainy part into No: 10/14 together.",
        "No": "The sunny part meets the humidity and says No, the rainy part meets the wind and says No. Only the overcast part, 4/14, says Yes.",
        "neither: half and half": "The parts are 5/14, 4/14 and 5/14. Humidity and wind turn two of them into No, and that makes 10/14 against 4/14.",
    },
    right=_larger_part,
)


def _best_at_half(lab) -> str:
    """The remedy with most right answers when half of the values are erased."""
    right = next(step for step in lab.steps if step.share == HALF).accuracy
    if max(right.values()) - min(right.values()) < CLOSE:
        return "none: what is erased is lost, and all fall alike"
    best = max(right, key=right.get)
    return {"surrogates": "surrogates: another measurement answers instead", "fractions": "fractions: down all branches",
            "usual value": "the usual value, filled in", "heavier branch": "the heavier branch"}[best]  # fmt: skip


half_erased = Question(
    "half_erased",
    "The tree tells three species of penguins by four measurements. Now half of all measurements of new penguins are erased, by chance. Which remedy gives the most right answers?",
    {
        "none: what is erased is lost, and all fall alike": "All fall, but not alike: 81 % are right with surrogates, 70 % with each of the others. A long flipper goes with a heavy body, so much of what was erased still stands elsewhere.",
        "the usual value, filled in": "Here 70 % are right with it. It gives every penguin the same average flipper, whatever its mass; surrogates ask the bill or the mass, and 81 % are right.",
        "fractions: down all branches": "Here 70 % are right with fractions. At a gap they look only at the sizes of the branches; surrogates look at another measurement of this penguin, and 81 % are right.",
        "surrogates: another measurement answers instead": "Here 81 % are right, against 70 % with each of the others. The measurements are related, so another one can stand in.",
        "the heavier branch": "Going with the majority is what a surrogate has to beat: 70 % are right with it here, 81 % with surrogates.",
    },
    right=_best_at_half,
    covers=("accuracy",),
)


def _compared(lab) -> str:
    """What a case pays in the end, against the tree that ignores prices."""
    from labkit.lectures.l17_missing_values.costs import final_payments  # the lab's own numbers

    thrifty, blind = final_payments(lab)
    if abs(thrifty - blind) < CLOSE:
        return "the same"
    return "less" if thrifty < blind else "more: it asks more questions"


dearer_or_cheaper = Question(
    "dearer_or_cheaper",
    "Humidity costs 3, outlook 2, the others 1. With these prices the tree grows to 7 leaves; without them it would have 5. What does a day pay on average in the larger tree?",
    {
        "more: it asks more questions": "It has more leaves, but its questions are cheap: 2.86 on average, against 3.43. Humidity is never asked.",
        "the same": "The prices change which questions are asked: 2.86 on average, against 3.43 in the smaller tree.",
        "less": "2.86 against 3.43: two cheap questions together cost less than one about the humidity.",
    },
    right=_compared,
    covers=("payments",),  # the ends of its curves stand where they will be
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "left_out",
            "A tree is trained and tested on complete rows only, and it is right in 99 of 100 cases. What do you know about cases with a gap?",
            {
                "it will be right on about 99 of 100": "Only if a gap says nothing about the case. The mushrooms show how wrong this can go.",
                "nothing": "No case with a gap was among those that were counted. They may be quite different.",
                "it cannot answer them at all": "With a remedy it answers; whether the answers are any good is another question.",
            },
            right="nothing",
        ),
        Question(
            "all_unknown",
            "Nothing at all is known of a case. What do fractions answer on the weather tree?",
            {
                "1/2 for Yes": "The branches are weighed by the training days, and 9 of 14 of these were played.",
                "9/14 for Yes": "Each leaf speaks with its share of the days, so together they say what all days say.",
                "Yes, for sure": "Filling in would answer so. Fractions spread the case over all leaves, and these disagree.",
            },
            right="9/14 for Yes",
        ),
        Question(
            "lambda_zero",
            "A split sends 90 of 100 examples left. Another test agrees with it on 90 of the 100. What is it worth as a surrogate?",
            {
                "much: it agrees on 90 %": "So does the blind rule, which sends everybody left without looking.",
                "nothing": "The blind rule agrees on 90 as well, so lambda is 0.",
                "it should be flipped": "Flipped it would agree on 10 only.",
            },
            right="nothing",
        ),
        Question(
            "gap_tells",
            "A blood test was left out whenever the patient looked well. What should a tree do with the gap?",
            {
                "fill in the mean of those tested": "Those tested looked ill. Their mean makes the well ones look ill.",
                "treat \u201cnot tested\u201d as a value of its own": "The gap tells that the patient looked well. As a value of its own it can be asked for.",
                "leave out the patients without it": "Then the tree never sees a patient who looks well.",
            },
            right="treat \u201cnot tested\u201d as a value of its own",
        ),
    ],
)
