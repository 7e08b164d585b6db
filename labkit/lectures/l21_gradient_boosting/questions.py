"""What lesson 21 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.learners.ensemble.second_order import split_gains
from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

MOST_PULL = 0.5  # what is left over of an example on the wrong side


def _second_cut(lab) -> str:
    """Where the second stump cuts, compared with the first."""
    first, second = (lab.steps[m].weak.tree for m in (1, 2))
    if len(second) == 1:
        return "nowhere: the two sides have mean 0 now"
    return "in the middle again" if second.threshold[0] == first.threshold[0] else "near one of the ends"


second_cut = Question(
    "second_cut",
    "The first stump will cut in the middle and add the mean residual of each side. A second stump is fitted to what is then left. Where will it cut?",
    {
        "in the middle again": "After the whole step both sides of that cut have mean 0: cutting there again gains nothing. Here the second stump cuts at 1.5. With a small step it would be the middle again, so try that preset.",
        "near one of the ends": "Here it cuts at 1.5, and the third at 5.5. Both sides of the first cut have mean 0 now, so the middle has nothing more to give.",
        "nowhere: the two sides have mean 0 now": "The mean of each side is 0, but its points are not: they are up to 0.5 away. Here a cut at 1.5 takes off almost a third of what is left.",
    },
    right=_second_cut,
)


def _least_at_the_end(lab) -> str:
    """The racer with the least loss on fresh cases after all rounds, or those with the two smallest steps."""
    from labkit.lectures.l21_gradient_boosting.shrinkage import fresh_of  # the lab's own curves

    end = fresh_of(lab)[:, -1]
    return ("1: it gets there first", "0.3: not too fast, not too slow", "0.1 or 0.03")[min(int(end.argmin()), 2)]


least_at_the_end = Question(
    "least_at_the_end",
    "Of every tree only the share \u03b5 is added. A hundred points, one label in ten wrong, a hundred rounds. Which \u03b5 has the least loss on fresh cases at the end?",
    {
        "1: it gets there first": "It does get there first, after 3 rounds, and then goes on to fit the wrong labels: here it ends at 0.93. With whole steps the best moment is soon over.",
        "0.3: not too fast, not too slow": "Better than whole steps, but it too is past its best, at round 17 here, and ends at 0.65. The smallest steps end at 0.47.",
        "0.1 or 0.03": "They end at 0.48 and 0.47, whole steps at 0.93. At their best the four are nearly equal here, but whole steps are past it after 3 rounds.",
    },
    right=_least_at_the_end,
    covers=("losses",),  # the names stand where the curves end
)


def _which_price(lab) -> str:
    """Which of the two prices can move the best cut of the six points, tried over the whole of its slider."""

    node = lab.steps[0].node

    def moves(name: str) -> bool:
        slider = next(each for each in lab.steering if each.name == name)
        prices = [
            {"gamma": node.gamma, "lam": node.lam, name: price} for price in np.linspace(slider.low, slider.high, 9)
        ]
        return len({int(split_gains(node.x, node.g, node.h, **each)[1].argmax()) for each in prices}) > 1

    return {(True, True): "both", (True, False): "only \u03b3", (False, True): "only \u03bb"}.get(
        (moves("gamma"), moves("lam")), "neither"
    )


which_price = Question(
    "which_price",
    "\u03b3 is a price for every leaf, \u03bb one for large scores. Which of the two can change which cut is the best?",
    {
        "only \u03b3": "\u03b3 takes the same off every cut: all gains sink together and their order stays. \u03bb weighs down small sides more than large ones, so here the best cut wanders.",
        "only \u03bb": "\u03b3 takes the same off every cut, so their order stays. \u03bb is added to H, which matters more where H is small: here the best cut goes from 3.5 to 2.5 and 1.5 as \u03bb grows.",
        "both": "\u03b3 decides whether the best cut is made, not which one it is: it takes the same off all. \u03bb can change the order.",
    },
    right=_which_price,
)


def _half_the_scores(lab) -> str:
    """What becomes of the price when every score is halved."""
    before = lab.steps[0]
    halved = type(lab)(**type(lab).presets["half the scores"]).steps[0]
    share = sum(halved.parts) / sum(before.parts)
    if abs(share - 0.5) < 0.02:
        return "It halves"
    return "It falls by less than half" if share > 0.5 else "It falls to a quarter"


half_the_scores = Question(
    "half_the_scores",
    "All three scores are halved, \u03b3 and \u03bb stay at 1. What happens to the price of the tree?",
    {
        "It halves": "Its two parts behave differently. The scores are squared, so their part falls to a quarter; the three leaves cost 3 as before. Here 5.505 becomes 3.626.",
        "It falls to a quarter": "That is true of the part of the scores, which are squared. The three leaves still cost 3, so here 5.505 becomes 3.626.",
        "It falls by less than half": "From 5.505 to 3.626: the part of the scores falls to a quarter, the three leaves cost 3 as before.",
    },
    right=_half_the_scores,
)


def _who_pulls_late(lab) -> str:
    """Whose pull is largest in the last round: that of flipped labels, or of others."""
    from labkit.lectures.l21_gradient_boosting.plane import left_over
    from labkit.lectures.shared.noisy_points import samples

    given, clean = samples(lab.values)[0][1], samples({**lab.values, "noise": 0.0})[0][1]
    pull, wrong = np.abs(left_over(lab.steps[-1])), given != clean
    if pull[wrong].mean() > 2 * pull[~wrong].mean():
        return "the wrong labels"
    return "all about equally" if pull.max() < MOST_PULL else "the points far outside"


who_pulls_late = Question(
    "who_pulls_late",
    "One label in ten is wrong. At the start all points pull about equally at the next tree. Who pulls hardest after 60 rounds?",
    {
        "all about equally": "The points that are answered well pull less and less. What is left over gathers on the wrong labels: they pull several times as hard as the others.",
        "the wrong labels": "What is left over gathers on them: they pull several times as hard as the others. No single one pulls with more than 1, though, which is what the log loss promises.",
        "the points far outside": "Far outside is where the score is surest. What is left over gathers on the wrong labels, wherever they are.",
    },
    right=_who_pulls_late,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "third_tree",
            "What is the tree of round 3 fitted to?",
            {
                "what the tree of round 2 got wrong": "That tree alone never stood for the targets: it was fitted to leftovers itself. Round 3 gets the targets minus the whole sum so far.",
                "what the sum of all before it leaves over": "The targets minus the whole sum so far, shares included.",
                "the targets, with new weights": "That is AdaBoost. Here no weight changes: the targets are replaced by what is left of them.",
            },
            right="what the sum of all before it leaves over",
        ),
        Question(
            "old_trees",
            "The tree of round 50 is added. What happens to the trees before it?",
            {
                "nothing": "Boosting only adds. What an early tree did wrong, later ones must take back.",
                "they are fitted again": "That would be backfitting (lecture 18). Boosting only adds.",
                "they are shrunk a little": "Each tree is shrunk once, when it is added, and then left alone.",
            },
            right="nothing",
        ),
        Question(
            "other_loss",
            "You want to boost with a loss of your own. What must you know of it?",
            {
                "its least value": "Nobody needs that. A round asks which way is down, at the scores as they are.",
                "its slope in the score of each example": "Minus the slope is what the next tree is fitted to; the second derivative helps with the leaf scores.",
                "how trees split by it": "The trees are ordinary ones: they fit numbers, whatever the loss is.",
            },
            right="its slope in the score of each example",
        ),
        Question(
            "tenth",
            "You divide the shrinkage by ten. What should you do with the number of rounds?",
            {
                "leave it": "Then the sum stops when it has hardly left the start.",
                "raise it, up to about ten times": "A tenth of a step needs about ten times as many of them. Choose the exact number by cases that were held out.",
                "lower it": "Smaller steps need more rounds to come as far.",
            },
            right="raise it, up to about ten times",
        ),
    ],
)
