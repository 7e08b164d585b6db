"""What lesson 01 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

MOVED = 0.1  # on the axis of the marker: more than a line's width

positive_test = Question(
    "positive_test",
    "10 of 1,000 people are ill. The test is right for 9 of 10 ill people and for 9 of 10 healthy ones. It calls one of the thousand ill. How probable is it that this person is ill?",
    {
        "about 90 %": "90 % of the ill test positive. But the question goes the other way: of those who test positive, how many are ill? 9 ill ones are called ill, and with them 99 healthy ones.",
        "about 50 %": "Less. The test calls 9 ill people ill, and with them one tenth of the 990 healthy ones: 99 people.",
        "about 8 %": "9 ill people test positive, and so do 99 healthy ones: 9 of 108. The healthy are so many that their rare errors outnumber the ill.",
    },
    right=lambda lab: lab.steps[0].posterior,
    covers=("positive",),
)


def _least_on_all(lab) -> str:
    """The curve with the least squared loss over all people, of those that the lab can begin with."""
    from labkit.lectures.l01_function_approximation.curve import SHARES, STEP, THROUGH

    options = {
        THROUGH: "one that goes through every point",
        STEP: "0 up to a border, from there on 1",
        SHARES: "the share of the ill among people with such a value",
    }
    return options[min(options, key=lambda curve: type(lab)(curve=curve).steps[-1].everyone)]


best_curve = Question(
    "best_curve",
    "You answer y(x) for everyone with the value x, and pay the square of your distance from the truth, 0 or 1. Thousands more will come. Which kind of curve costs least in the long run?",
    {
        "one that goes through every point": "It costs nothing on the people shown. On all others it is the worst of the three: it jumps to 0 or 1 wherever one person happened to be so.",
        "0 up to a border, from there on 1": "This says the likelier class everywhere, and so makes the fewest mistakes. But where the classes mix, an answer of 1 pays a whole 1 for each healthy person. The share of the ill costs less.",
        "the share of the ill among people with such a value": "Of all numbers, the mean is nearest to zeros and ones in the sense of squares, and the mean of zeros and ones is a share. In the long run it is the probability of being ill.",
    },
    right=_least_on_all,
)


def _where_to(lab) -> str:
    moved = type(lab)(miss=10).steps[-1].border - lab.steps[0].border
    if abs(moved) < MOVED:
        return "nowhere: the likelier class stays the likelier one"
    return "to the right: fewer are treated" if moved > 0 else "to the left: more are treated"


costly_miss = Question(
    "costly_miss",
    "A needless treatment costs 1, and so does a missed ill person. The border stands where both classes are equally probable. Now a miss costs 10. Where should the border go?",
    {
        "nowhere: the likelier class stays the likelier one": "It does, but it is no longer the cheaper decision. Just left of the border nearly half of the people are ill, and to leave them costs nearly 5 each, to treat them 1/2.",
        "to the left: more are treated": "One treats as soon as the probability of being ill exceeds 1/11. Most of those people are healthy, and treating them is still right.",
        "to the right: fewer are treated": "Then more ill people are missed, and these have become the expensive ones.",
    },
    right=_where_to,
)


def _nearest_in_both(lab) -> str:
    found = {coded.nearest for coded in lab.steps[0].codings}
    return "it stays the same" if len(found) == 1 else "it can be another one"


other_coding = Question(
    "other_coding",
    "Someone else codes the classes by other targets: 1 in its place and \u22121/2 in the two others. All distances to targets change. And which target is nearest?",
    {
        "it stays the same": "The new triangle is the old one, larger and moved, and the answer moves with it. The nearest corner is the most probable class in both.",
        "it can be another one": "Each squared distance is multiplied by the same number, (3/2)\u00b2 with three classes. So their order stays, and with it the nearest.",
    },
    right=_nearest_in_both,
    covers=("simplex",),
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "prior",
            "The same test is used at a clinic where every second person is ill. What happens to the probability that someone with a positive test is ill?",
            {
                "It stays: the test is the same": "What the test does to ill and to healthy people stays. Whom it meets has changed, and Bayes' rule needs both.",
                "It rises": "Half of the people are ill, so 45 of 50 positive tests in a hundred people are right: 90 %.",
                "It falls": "More ill people mean more right alarms and fewer false ones.",
            },
            right="It rises",
        ),
        Question(
            "squared",
            "Why is squared error useful for classes coded as 0 and 1?",
            {
                "It is not: classes are no numbers": "As targets 0 and 1 they are, and the best answer has a meaning.",
                "The function that makes it least is the posterior": "The mean of zeros and ones is a share: of the ill among those with this x.",
                "It makes every answer 0 or 1": "On the contrary: where classes mix, the best answer lies between.",
            },
            right="The function that makes it least is the posterior",
        ),
        Question(
            "likeliest",
            "When is the most probable class the decision with the least risk?",
            {
                "always": "Not when mistakes cost differently: then a class of small probability can be the cheaper decision.",
                "when all mistakes cost the same": "Then the risk of a decision is 1 minus its probability.",
                "when the classes are equally frequent": "How frequent the classes are is in the posterior already. The costs are what matters.",
            },
            right="when all mistakes cost the same",
        ),
        Question(
            "reject",
            "Mistakes cost 1, \u201cI do not know\u201d costs 0.3. For whom is it used?",
            {
                "for those whose most probable class has less than 0.7": "There even the best decision is wrong more than 3 times in 10.",
                "for a random 30 %": "It is used where the decision is hard, however many people that are.",
                "for nobody: an answer is always better": "An answer with a chance of 1/2 to be wrong costs 0.5, more than 0.3.",
            },
            right="for those whose most probable class has less than 0.7",
        ),
    ],
)
