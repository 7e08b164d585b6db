"""What the page with more of lecture 18 asks, on the card of each lab."""

from __future__ import annotations

import numpy as np

from labkit.tutor.question import Question

shape_of_the_surface = Question(
    "shape_of_the_surface",
    "A tree with 4 cuts of two inputs: how many different pressures can it answer?",
    {
        "4: one for each cut": "Each cut makes one region more, and it began with one.",
        "5: one for each region": "Each cut parts one region in two. So there are five flat roofs, and nothing in between.",
        "any number: it depends on age and obesity": "Within a region age and obesity no longer matter: the roof is flat.",
    },
    right=lambda lab: float(len(np.unique(lab.steps[-1].model.tree.prediction[lab.steps[-1].model.leaves]))),
    covers=("boxes", "surface"),
)


def _asked_first(lab) -> str:
    first = lab.steps[-1].counts.max() / len(lab.steps)
    return ALL if first > 0.95 else HALF if first < 0.7 else THREE


ALL, THREE, HALF = "in all draws the same", "one of them in about 3 of 4", "about half and half"

who_is_asked_first = Question(
    "who_is_asked_first",
    "y is the sum of two inputs with a correlation of 0.9. Forty people draw 60 examples each from one source. Which input do their trees ask first?",
    {
        ALL: "That would be so if one input were clearly better. Both serve nearly alike, and small chances decide.",
        THREE: "There is no reason for one of them: both serve alike, and small chances decide.",
        HALF: "Both serve nearly alike, so chance decides. People who read the tree would tell two different stories of one truth.",
    },
    right=_asked_first,
    covers=("asked",),
)

STILL, LITTLE, MUCH = "not at all", "somewhat, by less than half of itself", "it becomes another function"


def _second_turn(lab) -> str:
    steps = [step for step in lab.steps if step.feature == 0][:2]
    change = steps[1].change / float(np.std(steps[0].model.curves[0].values))
    return STILL if change < 0.005 else LITTLE if change < 0.5 else MUCH


second_turn = Question(
    "second_turn",
    "x1 and x2 have nothing to do with each other. g1 is fitted to y, then g2 to what g1 leaves, then g1 again. How much does g1 change at its second turn?",
    {
        STILL: "On a full grid that is so. In a random draw the two inputs go together a little, so g1 had taken something that belongs to g2.",
        LITTLE: "By chance the inputs go together a little. What g1 took of the wave at first it gives back. Press *going along* to see more of it.",
        MUCH: "That happens where the inputs go together: press *going along*. Here the wave of x2 is mere noise to g1.",
    },
    right=_second_turn,
    covers=("g1", "g2", "errors"),
)

NOT_SAME, SAME = "no: the first one takes what it can", "yes: the sum is the same"


def _same_end(lab) -> str:
    from labkit.lectures.l18_regression_trees.stages import StagesLab

    order = StagesLab.presets["the tree first"]["order"]
    other = lab.story(*lab.examples, lab.values | {"order": order}).steps
    mine = lab.steps[2].rss
    return SAME if abs(other[2].rss - mine) < 0.01 * mine else NOT_SAME


order_of_stages = Question(
    "order_of_stages",
    "A line is fitted to y, a tree of three leaves to what the line leaves. Now the tree first, then the line. Is the same left after both?",
    {
        SAME: "No stage is fitted again when a later one comes. The line that goes first climbs the jump as if it were a trend.",
        NOT_SAME: "The line that goes first takes the jump for a trend, and nobody corrects it. Backfitting would go round again.",
    },
    right=_same_end,
    covers=("fit", "residuals", "left"),
)
