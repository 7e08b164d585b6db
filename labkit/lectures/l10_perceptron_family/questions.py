"""What lesson 10 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.learners.perceptron.capacity import separable_probability
from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck


def _wrong(lab) -> np.ndarray:
    """What the lab's chart shows: how many are on the wrong side, step by step."""
    from labkit.lectures.l10_perceptron_family.common import NAMES, wrong_counts

    X, y = lab.data(lab.values)
    return wrong_counts(lab.steps[:-1], X, NAMES[y])


def _later(lab) -> str:
    wrong = _wrong(lab)
    later = wrong[len(wrong) // 2 :]
    if later.max() < 2 * later.min():
        return "It settles near its best"
    return "It swings between few and many" if later.min() < 20 else "It stays near a coin: nothing is learned"


swings = Question(
    "swings",
    "No three scores get all 342 penguins right, so the perceptron never stops. What does the number of wrong penguins do in the later sweeps?",
    {
        "It settles near its best": "One would wish so. Here it comes down to 12 and jumps up to 110 again: every mistake moves the borders by the same step, however good they were.",
        "It swings between few and many": "Here between 12 and 110 of 342. Good borders come by, but the perceptron does not stay with them.",
        "It stays near a coin: nothing is learned": "It comes down to 12 of 342 here, so much is learned. But it jumps up, to 110 at worst, again and again.",
    },
    right=_later,
)


def _at_the_end(lab) -> str:
    last = _wrong(lab)[-1]
    if last < 5:
        return "fewer than 5: the borders can bend"
    return "about 10, like good straight borders" if last <= 20 else "more than 30: three points are too few"


three_prototypes = Question(
    "three_prototypes",
    "Every species gets one prototype, at first a random penguin. An example belongs to the nearest prototype. How many of 342 are wrong when the prototypes have found their places?",
    {
        "fewer than 5: the borders can bend": "They cannot: halfway between two points is a straight line. So prototypes can do what straight borders can, here 10 are wrong at the end.",
        "about 10, like good straight borders": "Halfway between two points is a straight line, so three prototypes make the same kind of borders as three scores. Here 10 are wrong at the end.",
        "more than 30: three points are too few": "Three points draw three straight borders, and these are good ones: here 10 are wrong at the end. Prototypes need not lie in the middle of their species.",
    },
    right=_at_the_end,
)


def _half(lab) -> float:
    p = lab.values["p"]
    return next(n for n in range(2, 99) if separable_probability(n, p) <= 0.5)


half_of_the_labellings = Question(
    "half_of_the_labellings",
    "Points with 4 random numbers each; a coin gives every point its class. With 5 points a plane can always separate the classes. With how many points does it work every second time?",
    {
        "6": "One point more than always is still nearly always: 31 of 32 labellings. One half is reached at 10, two points for each of the five weights.",
        "10": "Two points for each of the five weights: four, and the constant. Beyond that the chance falls fast.",
        "20": "With 20 points only 1 labelling in 50 or so is separable, one half is reached at 10. A plane cannot do every labelling.",
    },
    right=_half,
    covers=("shares",),
)


def _hardest_pull(lab) -> str:
    """Where the example is that pulls hardest at the last step."""
    from labkit.learners.perceptron.fuzzy import misclassification, penalty

    (X, y), step = lab.data(lab.values), lab.steps[-1]
    d = misclassification(step.model.scores(X), y)
    pull = penalty(d, step.xi)[1]
    if pull.max() < 2 * pull.min():
        return "all alike"
    hardest = d[pull.argmax()]
    return "the examples near the border" if abs(hardest) < step.xi else "the examples that are most wrong"


who_still_pulls = Question(
    "who_still_pulls",
    "A penalty rises from 0 for right to 1 for wrong, and sharpens sweep by sweep. An example pulls at the borders as hard as the penalty is steep there. Who pulls hardest at the end?",
    {
        "the examples that are most wrong": "Far from the border, on either side, the penalty is flat, so there is nothing to gain. An example deep in another class is given up.",
        "the examples near the border": "Only there the sharp penalty is steep. What is surely right needs no help, what is far on the wrong side is given up.",
        "all alike": "That is how it begins, with a wide penalty. As it sharpens, only examples near the border still feel a slope.",
    },
    right=_hardest_pull,
    covers=("penalty",),
)


def _separates(lab) -> str:
    from labkit.learners import Perceptron
    from labkit.lectures.l10_perceptron_family.adaline import SWEEPS

    X, y = lab.data(lab.values)
    adaline = int((lab.steps[-1].model.predict(X) != y).sum())
    perceptron = int((Perceptron(max_sweeps=SWEEPS).fit(X, y).predict(X) != y).sum())
    if perceptron or not adaline:
        return "both" if not adaline else "Adaline"
    return "only the perceptron"


who_separates = Question(
    "who_separates",
    "A line separates these points. Adaline corrects the squared error on every example, the perceptron its mistakes only. Who ends with no mistake?",
    {
        "both": "Adaline wants every score to be \u22121 or +1. It turns the line to please the far points, and here it pays with some mistakes.",
        "only the perceptron": "It stops when no mistake is left. Adaline has another aim, scores near \u22121 and +1, and here it pays for it with mistakes.",
        "Adaline": "It settles, but not where all are right: far points on the right side pull at its line too. The perceptron stops without a mistake here.",
    },
    right=_separates,
    covers=("mistakes",),
)


def _repaired(lab) -> str:
    wrong = [step.mistakes for step in lab.steps]
    if wrong[0] and not wrong[-1]:
        return "It raises the target of the far point"
    return "It cannot be mended"


what_helps = Question(
    "what_helps",
    "Least squares with targets 1 errs here, because one point is far away and its score is much too large. How can squared errors be made to separate?",
    {
        "It must drop the far point": "That would work, but nobody says which points to drop. Ho and Kashyap keep all of them and raise targets instead.",
        "It raises the target of the far point": "A score that is too large is no mistake, so its target moves up to it. After four raises all are right here.",
        "It cannot be mended": "A line separates these points, so some targets are met by a line that does. Ho and Kashyap find them by raising targets.",
    },
    right=_repaired,
    covers=("targets", "errors", "code"),
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "who_moves",
            "A Gentoo is won by the score of Adelie; Chinstrap came third. Whose weights change?",
            {
                "all three": "Chinstrap had no part in this mistake: credit and blame go to two classes.",
                "Gentoo's and Adelie's": "The true class is strengthened, the winner weakened, the rest is left alone.",
                "only Gentoo's": "The winner gives up as much as the true class gains.",
            },
            right="Gentoo's and Adelie's",
        ),
        Question(
            "not_separable",
            "No line separates your two classes, and the perceptron was stopped after 100 sweeps. What do you have?",
            {
                "nothing: a deeper model is needed": "Good lines exist, the perceptron passes many. Take the best one, or a rule that settles.",
                "some line, good or bad by chance": "It depends on the update at which it was stopped. Take the best line on the way, or a rule that settles.",
                "the line with the fewest mistakes": "The plain perceptron does not look for it; it jumps away from good lines as from bad ones.",
            },
            right="some line, good or bad by chance",
        ),
        Question(
            "scales",
            "LVQ on metres and grams: bill length in metres, body mass in grams. What happens?",
            {
                "The bill decides alone": "Distances in metres are tiny numbers here; grams are thousands.",
                "The mass decides alone": "Distances add up squares, and grams are thousands. Bring all columns to one scale first.",
                "Nothing: the update scales itself": "The nearest prototype is found by distance, and distance is what the units spoil.",
            },
            right="The mass decides alone",
        ),
        Question(
            "capacity_plane",
            "Six random points in the plane, labels by tossing a coin. How likely does a line separate them?",
            {
                "always": "Up to three points, yes. With four, XOR cannot be done.",
                "every second time": "Three weights, two points for each: N = 6 is where the chance is one half.",
                "nearly never": "Three weights give a chance of one half at six points; nearly never comes later.",
            },
            right="every second time",
        ),
    ],
)
