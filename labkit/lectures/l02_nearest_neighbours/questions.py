"""What lesson 02 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

# ---------------------------------------------------------------- the main page

which_species = Question(
    "which_species",
    "The large diamond is the new bird: 44 mm long, 17.5 mm deep. Its nine nearest neighbours will vote. For whom?",
    {
        "Adelie": "Three of the nine are Adelie. Five are Chinstrap, and one, the nearest of all, is a Gentoo.",
        "Chinstrap": "Five of the nine say so. But the nearest one alone is a Gentoo, and the nearest three are one of each: a tie. Same bird, same list, other answers.",
        "Gentoo": "The nearest one is a Gentoo, and the only one among the nine. Five of them are Chinstrap.",
    },
    right=lambda lab: str(lab.steps[-1].answer),
    covers=("votes",),  # the names of its lines stand where they end
)


def _best_k(lab) -> str:
    """Where the curve of birds that do not vote for themselves is lowest."""
    least = min(lab.steps, key=lambda step: step.left_out).k
    if least == 1:
        return "k = 1"
    return "the largest k" if least == lab.steps[-1].k else "something between"


best_k = Question(
    "best_k",
    "With k = 1 no known bird gets a wrong answer. Which k would you choose for the next bird that walks past?",
    {
        "k = 1": "Its zero mistakes are worth nothing: every known bird is its own nearest neighbour. Asked without its own vote, more birds are wrong at k = 1 than a little further on. Look at the other curve.",
        "something between": "Asked without their own votes, the birds are answered best by a few neighbours: enough to outvote the stray, few enough to stay near.",
        "the largest k": "The map has one colour then: everybody votes, and the commonest species always wins. Step to the end and look.",
    },
    right=_best_k,
    covers=("errors",),
)

SAME, BY_MASS, BY_BILL = (
    "the same birds as before: it is only a unit",
    "birds with almost the same mass, whatever their bills",
    "birds with almost the same bill, whatever their mass",
)


def _who_is_near_in_grams(lab) -> str:
    """Which feature the neighbours share, as part of its range, when mass is in grams."""
    from labkit.lectures.l02_nearest_neighbours.units import GRAMS

    grams = type(lab)(**{**lab.values, "rate": GRAMS})
    before, after = (set(each.steps[0].rows.tolist()) for each in (lab, grams))
    X, _ = lab.examples
    bill, mass = np.ptp(X[grams.steps[0].rows], axis=0) / np.ptp(X, axis=0)
    return SAME if before == after else BY_MASS if mass < bill else BY_BILL


grams = Question(
    "grams",
    "The diamond's nine neighbours are joined to it by lines, with mass counted in kilograms. Now somebody writes the same masses in grams. Who is near then?",
    {
        SAME: "Nothing has happened to the birds, but a kilogram has become 1000 steps long beside a few millimetres of bill. The nine are others.",
        BY_MASS: "A difference of 50 g now counts as much as 50 mm of bill, and no two bills differ by so much. Mass decides alone; the circle has become a flat line.",
        BY_BILL: "That is how it is now, in kilograms: hardly any mass counts. In grams it is the other way round: the larger the numbers, the louder the feature.",
    },
    right=_who_is_near_in_grams,
)

noise = Question(
    "noise",
    "Four measurements and five voters: 5 of 342 answers are wrong. We add 64 columns of random numbers. How many are wrong then?",
    {
        "still about 5: noise cancels out": "It does not. Every column adds its difference to every distance, and 64 of them drown the four that know something. See where the curve ends.",
        "about 15": "It is worse. The four real measurements are 4 of 68 parts of a distance then, and the rest is dice.",
        "about 75": "More than every fifth. And look at the left: the nearest bird is then nearly as far as the farthest. Near has lost its meaning.",
    },
    right=lambda lab: float(lab.steps[-1].wrong),
    covers=("errors",),
)

# ---------------------------------------------------------------- the page with more


def _sides(lab) -> str:
    """How many of the other points have a side in common with the chosen one's cell."""
    sides, others = lab.steps[-1].sides, len(lab.examples[0]) - 1
    return "all others" if sides == others else "a few of the nearest" if sides < others / 2 else "most of them"


cell_sides = Question(
    "cell_sides",
    "Each of the other points cuts the plane in half: nearer to me, or nearer to you. How many of these cuts make the border of the cell in the end?",
    {
        "a few of the nearest": "Most lines pass behind others that are nearer. In the plane a cell has fewer than six sides on average, however many points there are.",
        "most of them": "Play it: the far ones come too late, for nearer ones have cut off what they would cut.",
        "all others": "Play it: the far ones come too late, for nearer ones have cut off what they would cut.",
    },
    right=_sides,
    covers=("area",),
)


def _nearest_by_p(lab) -> str:
    nearest = {int(step.rows[0]) for step in lab.steps}
    return "no: the nearest is the nearest" if len(nearest) == 1 else "yes"


other_ball = Question(
    "other_ball",
    "Neither the points nor the case will move. Only the distance changes, from p = 1 to p = \u221e. Can another point become the nearest?",
    {
        "yes": "Step by step the ball grows from a tilted square over a circle to an upright square. A point on a diagonal is far for p = 1 and near for p = \u221e.",
        "no: the nearest is the nearest": "Watch the ring: it jumps. With p = 1 both parts of a difference add up; with p = \u221e only the larger one counts, and a point on a diagonal comes near.",
    },
    right=_nearest_by_p,
    covers=("distances",),
)


def _looked_at(lab) -> float:
    return lab.steps[-1].compared / lab.steps[-1].birds


skipped = Question(
    "skipped",
    "342 birds lie in boxes of nine at most. The search may skip a box if it is too far away to hold a nearer bird. How many birds must it compare to find the nearest five?",
    {
        "all of them": "Then the search would be no better than the plain one. As soon as five birds are found, all boxes beyond the fifth are out.",
        "about half": "Fewer. The boxes are visited nearest first, and the circle around five birds touches only a few of them.",
        "about one in ten": "The circle around the best five so far touches only a few boxes. All others are skipped unopened, and still no neighbour is missed.",
    },
    right=lambda lab: ("all of them", "about half", "about one in ten")[
        int(np.argmin(np.abs(np.array([1.0, 0.5, 0.1]) - _looked_at(lab))))
    ],
    covers=("compared",),
)


cars_k = Question(
    "cars_k",
    "390 cars: their horsepower, and how many miles they go on a gallon. The mean of how many nearest cars predicts best, when each car is left out?",
    {
        "the nearest 1": "That line goes through nearly every car and jumps from one to the next. A neighbour's chance is copied along with its truth.",
        "about 5": "Better than one, but the mean of five cars still jumps by chance. Where cars of equal power differ by ten miles, many are needed.",
        "about 50": "Cars of equal power differ by ten miles and more, so a good mean needs many. The price is at the left end, where the curve is steep: the mean lags behind.",
    },
    right=lambda lab: float(min(lab.steps, key=lambda step: step.error).k),
    covers=("errors",),
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "training",
            "1-NN makes no mistake on the examples it remembers. What does that say about new cases?",
            {
                "It is right on new cases as well": "Every example is its own nearest neighbour. That would be so with random labels, too.",
                "Nothing": "Each example votes for itself. Leave it out, or ask with other cases.",
                "It overfits, so it must be bad": "On the penguins one neighbour is right on 98 of 100 birds that it has not seen. Zero training mistakes prove neither.",
            },
            right="Nothing",
        ),
        Question(
            "cost",
            "You have a million examples. What is slow?",
            {
                "learning": "There is nothing to compute: the examples are kept, and that is all.",
                "answering": "Plainly done, each answer compares the case with a million examples. Clever search skips most of them.",
                "both": "Learning only keeps the examples.",
            },
            right="answering",
        ),
        Question(
            "unit",
            "Length and width are in millimetres. You rewrite both in metres. What happens to the answers?",
            {
                "nothing": "All distances become a thousand times smaller, and their order stays. Only a change of one unit against another matters.",
                "everything changes": "Both features shrink alike, and so do all distances. Who is nearest stays the same.",
                "the larger feature counts more": "It would if only one of them was rewritten.",
            },
            right="nothing",
        ),
        Question(
            "add_feature",
            "A colleague adds twenty columns \u201cbecause more information cannot hurt\u201d. Can it hurt nearest neighbours?",
            {
                "no: useless columns have no influence": "Nothing tells the distance that they are useless. Each adds its difference like any other.",
                "yes, if they say nothing about the class": "They add to every distance, and the columns that know something are drowned.",
                "only if k is small": "A larger k softens it, but the neighbours are still the wrong ones.",
            },
            right="yes, if they say nothing about the class",
        ),
    ],
)
