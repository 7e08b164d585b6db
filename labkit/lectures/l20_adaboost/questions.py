"""What lesson 20 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

BIGGER = 0.01  # of a share: more than rounding
RISES = 1.1  # times the error when the last mistake was gone: clearly more


def _share_of_the_wrong(lab) -> str:
    """What the points that the first cut gets wrong weigh together in the second round."""
    step = lab.steps[1]
    share = float(step.next_weights[step.next_weights > step.weights].sum())
    if abs(share - 0.5) < BIGGER:
        return "as much as the other seven together"
    return "more than the other seven together" if share > 0.5 else "a little more than before"


weight_of_the_wrong = Question(
    "weight_of_the_wrong",
    "The first cut will get three points wrong; now they hold 3/10 of the weight. For the second cut they are made heavier. How much do the three weigh then?",
    {
        "a little more than before": "They grow much more than that: from 3/10 to exactly one half.",
        "as much as the other seven together": "One half for the three, one half for the seven. With these weights the first cut is right exactly half of the time: it has become a coin, and the second cut must find something else.",
        "more than the other seven together": "They grow from 3/10 to exactly one half, and never beyond. More would make the first cut worse than a coin, and then its opposite would look good.",
    },
    right=_share_of_the_wrong,
)


def _after_zero(lab) -> str:
    """What the error on fresh cases does from the round in which the last mistake is gone."""
    from labkit.lectures.l20_adaboost.vote import fresh_errors  # the lab's own curve

    steps = lab.steps[:-1]
    fresh = fresh_errors(steps[-1].model, lab.values)
    done = next(step.round for step in steps if step.round and step.error == 0)
    if fresh[-1] > RISES * fresh[done]:
        return "It rises: the vote starts to learn noise"
    return "It falls to zero" if fresh[-1] == 0 else "It stays, or falls a little"


after_zero = Question(
    "after_zero",
    "At some round the last training mistake is gone. The rounds go on to 100. What happens to the error on fresh cases from there on?",
    {
        "It rises: the vote starts to learn noise": "One expects that of a model that is trained on and on. Here it falls from 31 to 21 of 1,000, and in most draws it stays where it is. Look at the margins: the later rounds do not learn noise, they make right answers surer.",
        "It stays, or falls a little": "Here it falls from 31 to 21 of 1,000; in most draws it stays. No mistake is left, but the exponential loss is not zero: it pushes the smallest margins up. With wrong labels it is another story.",
        "It falls to zero": "It falls, but only from 31 to 21 of 1,000; in most draws it just stays. Surer answers on the training points are not proof against fresh ones.",
    },
    right=_after_zero,
    covers=("errors",),  # the names of its curves stand where they end
)


def _hardest_pull(lab) -> str:
    """The loss under which the wrong label of point 10 has the largest share of the pull."""
    from labkit.lectures.l20_adaboost.losses import PULLS

    return max(PULLS, key=type(lab)(flipped=10).steps[0].share)


who_pulls = Question(
    "who_pulls",
    "The vote is quite sure about point 10, at the far right. Suppose that its label is wrong. Under which loss does this one point then pull hardest at the vote?",
    {
        "exponential": "More than half of the whole pull then comes from one point of ten. Make the vote surer and it is nearly all of it: this loss has no limit.",
        "log": "The log loss pulls too, but with a limit: far left its slope hardly changes any more. The exponential loss has none.",
        "hinge": "The hinge pulls every point with a margin below 1 with the same strength. The exponential loss has no limit.",
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
                "0": "The logarithm of 1 is 0: a coin has nothing to say.",
                "negative": "Negative weights belong to errors above 1/2: there the opposite answer would help.",
            },
            right="0",
        ),
        Question(
            "wrong_twice",
            "A point was wrong in round 1 and wrong again in round 2. What happened to its weight?",
            {
                "It grew twice": "Each mistake multiplies it, so the third member will hardly dare to miss it.",
                "It grew once, then it is left alone": "Every round weighs the points anew; each mistake makes it heavier again.",
                "It is removed as an outlier": "AdaBoost never gives up on a point. That is why a wrong label can do harm.",
            },
            right="It grew twice",
        ),
        Question(
            "bound",
            "Every member beats a coin by at least the same small amount. What does the bound say of the training error?",
            {
                "It stays slightly below 1/2": "That is the error of one member. The vote's bound is a product of factors below 1.",
                "It goes to zero, given enough rounds": "Each round multiplies the bound by a factor that stays below 1.",
                "Nothing: it speaks of fresh cases": "It is the other way round: it speaks of the training error and of nothing else.",
            },
            right="It goes to zero, given enough rounds",
        ),
        Question(
            "xor",
            "A thousand stumps are no better than a coin on fresh XOR cases. What helps?",
            {
                "ten thousand stumps": "A sum of stumps is a sum of functions of one attribute, however many there are.",
                "trees of depth 2": "They look at two attributes together, and XOR needs just that.",
                "larger vote weights": "The shape of the members is what is missing, not the size of their votes.",
            },
            right="trees of depth 2",
        ),
    ],
)
