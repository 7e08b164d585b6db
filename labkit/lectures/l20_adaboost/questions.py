"""What lesson 20 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

BIGGER = 0.01  # of a share: more than rounding
FALLS = 0.9  # of the error when the last mistake was gone: clearly less


def _share_of_the_wrong(lab) -> str:
    """What the points that the first cut gets wrong weigh together in the second round."""
    step = lab.steps[1]
    share = float(step.next_weights[step.next_weights > step.weights].sum())
    if abs(share - 0.5) < BIGGER:
        return "as much as the other seven together"
    return "more than the other seven together" if share > 0.5 else "a little more than before"


weight_of_the_wrong = Question(
    "weight_of_the_wrong",
    "The first cut gets three points wrong; they hold 3/10 of the weight. For the second cut they are made heavier. How much do the three weigh then?",
    {
        "a little more than before": "They grow much more than that: from 3/10 to exactly 1/2.",
        "as much as the other seven together": "One half for the three, one half for the seven. With these weights the first cut is right exactly half "
        "of the time: it has become a coin, and the second cut must find something else.",
        "more than the other seven together": "Nearly: they grow from 3/10 to exactly 1/2, never beyond. More would make the first cut worse than a coin, "
        "and then its opposite would look good.",
    },
    right=_share_of_the_wrong,
)


def _after_zero(lab) -> str:
    """What the error on fresh cases does from the round in which the last mistake is gone."""
    from labkit.lectures.l20_adaboost.vote import fresh_errors  # the lab's own curve

    steps = lab.steps[:-1]
    fresh = fresh_errors(steps[-1].model, lab.values)
    done = next(step.round for step in steps if step.round and step.error == 0)
    if fresh[-1] < FALLS * fresh[done]:
        return "It falls further"
    return (
        "It rises: the vote starts to learn noise"
        if fresh[-1] * FALLS > fresh[done]
        else "It stays: nothing is left to learn"
    )


after_zero = Question(
    "after_zero",
    "Around round 19 the vote makes no mistake on its training points any more. The rounds go on to 100. What happens to the error on fresh cases?",
    {
        "It rises: the vote starts to learn noise": "That is what one expects of a model that is trained on and on. Here the fresh error falls further. Look at the "
        "margins: the later rounds do not add mistakes, they make right answers surer.",
        "It stays: nothing is left to learn": "No mistake is left, but the exponential loss is not zero: it keeps pushing the smallest margins up, and the fresh error "
        "falls a little further.",
        "It falls further": "Yes. The exponential loss still pushes the smallest margins up, and surer answers are right more often on fresh cases. It is a tendency, not "
        "a law: try *wrong labels*.",
    },
    right=_after_zero,
)


def _hardest_pull(lab) -> str:
    """The loss under which the wrong label has the largest share of the pull."""
    from labkit.lectures.l20_adaboost.losses import PULLS

    return max(PULLS, key=lab.steps[0].share)


who_pulls = Question(
    "who_pulls",
    "Point 10 gets the wrong label, and the vote is quite sure about it. Under which loss does this one point pull hardest at the vote?",
    {
        "exponential": "Yes: more than half of the whole pull comes from one point of ten. Make the vote surer and it is nearly all of it.",
        "log": "The log loss pulls too, but with a limit: far left its slope is nearly constant. The exponential loss has no limit.",
        "hinge": "The hinge pulls every wrong point with the same strength, 1. The exponential loss has no limit.",
    },
    right=_hardest_pull,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "coin",
            "A weak learner has weighted error exactly 1/2. What is its vote weight?",
            {
                "1/2": "Put it into the formula: the logarithm of 1 is 0.",
                "0": "Right: a coin has nothing to say.",
                "negative": "Negative weights belong to errors above 1/2: there the opposite answer would help.",
            },
            right="0",
        ),
        Question(
            "wrong_twice",
            "A point was wrong in round 1 and wrong again in round 2. What happened to its weight?",
            {
                "It grew twice": "Right: each mistake multiplies it, so the third member will hardly dare to miss it.",
                "It grew once, then it is left alone": "Every round weighs the points anew; each mistake makes it heavier again.",
                "It is removed as an outlier": "AdaBoost never gives up on a point. That is why a wrong label can do harm.",
            },
            right="It grew twice",
        ),
        Question(
            "bound",
            "Each member is only slightly better than a coin. What does the bound say of the training error?",
            {
                "It stays slightly below 1/2": "That is the error of one member. The vote's bound is a product of factors below 1.",
                "It goes to zero, given enough rounds": "Right: each round multiplies the bound by a factor below 1.",
                "Nothing: it speaks of fresh cases": "It is the other way round: it speaks of the training error and of nothing else.",
            },
            right="It goes to zero, given enough rounds",
        ),
        Question(
            "xor",
            "A thousand stumps fail on XOR. What helps?",
            {
                "ten thousand stumps": "A sum of stumps is a sum of functions of one attribute, however many there are.",
                "trees of depth 2": "Right: they look at two attributes together.",
                "larger vote weights": "The shape of the members is what is missing, not the size of their votes.",
            },
            right="trees of depth 2",
        ),
    ],
)
