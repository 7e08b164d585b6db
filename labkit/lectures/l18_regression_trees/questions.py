"""What lesson 18 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

# ---------------------------------------------------------------- the main page

YES, MOVED, KEPT = (
    "yes: each of its cuts is the best one",
    "no: both of its cuts are elsewhere",
    "no: it keeps one of the best two",
)


def _greedy_against_best(lab) -> str:
    from labkit.lectures.l18_regression_trees.cuts import best, greedy

    x, y = lab.examples[0].T
    many = int(lab.values["cuts"])
    theirs, least = set(greedy(x, y, many).cuts.tolist()), set(best(x, y, many).cuts.tolist())
    return YES if theirs == least else KEPT if theirs & least else MOVED


greedy_or_best = Question(
    "greedy_or_best",
    "Two cuts, three levels. A tree takes the best single cut first, then the best one that can be added. Does it find the best two?",
    {
        YES: "Each cut is the best at its moment. But the first one does not know that a second will follow: alone it goes to the middle.",
        MOVED: "Alone, the best cut of a ramp is in the middle. The best two are at the thirds: the middle is no longer among them, and a tree cannot move it.",
        KEPT: "Not even that: the best two are at the thirds, and the first cut, made for itself alone, is in the middle.",
    },
    right=_greedy_against_best,
    covers=("errors",),
)

STAYS, ALONE, LAST = "where it was, at 4.5", "beside the wrong number, at 1.5", "farther to the right"


def _first_cut(lab) -> str:
    from labkit.lectures.l18_regression_trees.outlier import grown, ten_numbers

    first = lab.steps[0].first
    before = float(grown(np.column_stack(ten_numbers()), lab.values["leaf"]).model_.tree.threshold[0])
    return STAYS if first == before else ALONE if first < before else LAST


first_cut_after_outlier = Question(
    "first_cut_after_outlier",
    "A tree of three leaves cuts the ten numbers of the table at 4.5 first. Somebody types 60 in place of the first one, 1.1. Where is the first cut then?",
    {
        STAYS: "That holds for a wrong x: only the order of x matters to cuts. A wrong y is squared, and here its square outweighs all others.",
        ALONE: "The square of one wrong number outweighs all others, so the best cut puts it alone. One cut is spent on it.",
        LAST: "The largest part of the squares comes from one number now. The best cut parts it from all others.",
    },
    right=_first_cut,
    covers=("plane", "moved"),
)

SHALLOW, MIDDLE, DEEP = "depth 1", "depth 2 or 3", "depth 6 or 7"


def _best_depth(lab) -> str:
    best = int(np.argmin([step.fresh for step in lab.steps]))
    return SHALLOW if best <= 1 else MIDDLE if best <= 3 else DEEP


best_depth = Question(
    "best_depth",
    "60 examples of a wave with noise. At depth 7 a tree has nearly a leaf for each. At which depth is it best on fresh cases?",
    {
        SHALLOW: "Two levels are too few for a wave: half of its height is missed. Look at the staircase of depth 3.",
        MIDDLE: "Four to eight steps follow the wave. Deeper ones follow the noise: each leaf is the mean of fewer examples.",
        DEEP: "A leaf with one example answers with its noise. Fresh cases have noise of their own, so both are added.",
    },
    right=_best_depth,
    covers=("errors",),
)

SAME_SIZE, LARGER, ONE_LEAF = "4 to 8 leaves", "9 leaves or more", "1 or 2 leaves"


def _cheapest(lab) -> str:
    from labkit.lectures.l18_regression_trees.cheapest import on_fresh

    best = lab.steps[int(on_fresh(lab.steps, lab.values).argmin())].leaves
    return ONE_LEAF if best <= 2 else SAME_SIZE if best <= 8 else LARGER


cheapest_on_fresh = Question(
    "cheapest_on_fresh",
    "A tree of 12 leaves is pruned: each time the part goes that is worth least per leaf. How many leaves has the tree that is best on fresh cases?",
    {
        ONE_LEAF: "Then the wave itself is pruned. What goes last are the cuts that take most off the error.",
        SAME_SIZE: "The first leaves to go were cut for the noise, and nobody misses them. Then the wave itself is cut.",
        LARGER: "Each leaf lowers the training error. Some of them do it by following noise; fresh cases pay for these.",
    },
    right=_cheapest,
    covers=("risks",),
)


def _first_question(lab) -> str:
    from labkit.lectures.l18_regression_trees.greed import NAMES, begun_with

    sizes = {name: begun_with(name)[-1].leaves for name in NAMES}
    least = min(sizes.values())
    return "a" if sizes["a"] == least else "b or c"


first_question = Question(
    "first_question",
    "Ask a first, and 3 of 8 are wrong after it; ask b or c first, and 4 are. Which one leads to the smaller tree without any error?",
    {
        "a": "It is the best at its moment. But the answer is b xor c: both b and c must still be asked, on each side of a.",
        "b or c": "The first question gains nothing at all. But after it one more on each side is enough: four leaves instead of seven.",
        "all lead to trees of equal size": "Count the leaves: after a, both other questions must still be asked on each side.",
    },
    right=_first_question,
    covers=("tree", "smallest"),
)

RISES, FLAT, DOWN = "more than of any it knows: it goes on rising", "the same as of 390 kg", "less: it is cautious"


def _beyond(lab) -> str:
    model = lab.steps[0].model
    edge, far = model.predict(np.array([[float(lab.values["last"])], [600.0]]))
    return FLAT if abs(far - edge) < 1e-9 else RISES if far > edge else DOWN


beyond_the_last_mixture = Question(
    "beyond_the_last_mixture",
    "A tree has seen mixtures with up to 400 kg of cement; more cement makes stronger concrete. What does it say of 600 kg?",
    {
        RISES: "A leaf answers with the mean of what it has seen. To the right of the last cut there is one leaf, however far.",
        FLAT: "To the right of the last cut there is one leaf, and it answers with one number, however far. A tree cannot go beyond what it has seen.",
        DOWN: "It knows no caution either: the last leaf answers as surely at 600 kg as at 390.",
    },
    right=_beyond,
    covers=("plane", "errors"),
)

# ---------------------------------------------------------------- quick check

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "leaf_answer",
            "Splits count absolute errors. What should a leaf answer?",
            {
                "the mean": "The mean has the least squared error. With absolute errors, half of the examples below and half above is best.",
                "the median": "It has the least sum of absolute errors. The mean belongs to squared errors.",
                "the middle between least and largest": "That has the least largest error, and one outlier decides it.",
            },
            right="the median",
        ),
        Question(
            "units",
            "One input is written in grams instead of kilograms. What becomes of the tree?",
            {
                "it changes: larger numbers count more": "So it is with distances. A cut only asks what is smaller and what is larger.",
                "thresholds are 1000 times larger, answers the same": "Only the order of an input matters to cuts. Even its logarithm would part the same examples.",
                "it must be grown in scaled units": "No scaling is needed: each input is cut by itself.",
            },
            right="thresholds are 1000 times larger, answers the same",
        ),
        Question(
            "linear_leaves",
            "Leaves answer with straight lines instead of means. What can go wrong?",
            {
                "nothing: lines are never worse": "Not on the examples. On fresh cases a steep line through a few examples can be wild.",
                "a leaf with few examples has a wild line": "With eight inputs a line has nine numbers to find. Ask for more examples in a leaf, or for fewer leaves.",
                "the tree becomes deeper": "It needs fewer cuts: the lines already follow what rises and falls.",
            },
            right="a leaf with few examples has a wild line",
        ),
        Question(
            "greedy_growth",
            "No single cut lowers the error. Is a single leaf the best tree?",
            {
                "yes: nothing can be gained": "Not by one cut. Two together may gain all: b xor c.",
                "not necessarily: two cuts together may help": "Greedy growth looks one cut ahead. So grow on, and prune afterwards.",
                "no: more cuts always help on fresh cases": "They always lower the training error, which is not the same.",
            },
            right="not necessarily: two cuts together may help",
        ),
    ],
)
