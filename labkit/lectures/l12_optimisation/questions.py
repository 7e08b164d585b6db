"""What lesson 12 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.learners.descent import MAXIMUM, MINIMUM, SADDLE, classify
from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

# ---------------------------------------------------------------- the main page

A_BOTTOM, HIGHER, A_PASS = "yes, level means bottom", "it is a bottom, but perhaps not the lowest", "no bottom at all"


def _level(lab) -> str:
    from labkit.lectures.l12_optimisation.ground import lowest, valley

    name = lab.values["valley"]
    place = classify(valley(name), lab.steps[0].places[0], tolerance=1e-2)
    if place.kind == SADDLE:
        return A_PASS
    return A_BOTTOM if place.value < lowest(name) + 1e-6 else HIGHER


level_ground = Question(
    "level_ground",
    "Thick fog. Your first look falls on level ground: the slope there is zero. Is it the bottom of the valley?",
    {
        A_BOTTOM: "Look around: one step to the side, and the ground falls. It is a pass. Level ground is where a search may stop, not where it is done.",
        HIGHER: "That happens too. But here the ground falls to both sides: look next to it. It is a pass, lowest in one direction and highest in another.",
        A_PASS: "It is a pass: the ground falls to two sides and rises to the two others. A slope of zero says only that there is no way down straight ahead.",
    },
    right=_level,
)

KINDS = {MINIMUM: "a minimum", MAXIMUM: "a maximum", SADDLE: "a saddle: neither"}

rises_along_both_axes = Question(
    "rises_along_both_axes",
    "f = x² + y² \u2212 3xy is level at the origin, and it rises along the x axis and along the y axis. What is the origin?",
    {
        "a minimum": "It rises along both axes, but turn the cut to 45°: there it is x² + x² \u2212 3x², which falls. Two directions are not all directions.",
        "a maximum": "It rises along both axes. But turn the cut to 45°: there it falls.",
        "a saddle: neither": "Along the diagonal it is x² + x² \u2212 3x² = \u2212x²: it falls. The curvatures are \u22121 and 5.",
        "one cannot tell": "Turn the cut to 45°: there it falls, while it rises along the axes. That settles it.",
    },
    right=lambda lab: KINDS[lab.steps[0].place.kind],
    covers=("map", "test"),
)


def _ends(lab) -> str:
    end = lab.steps[-1].steps[0].w
    return "on the pass" if np.abs(end).max() < 0.05 else "in the well at the right" if end[0] > 0.5 else "at the edge"


whole_steps = Question(
    "whole_steps",
    "From the slope above the pass, Newton goes in whole steps to where the parabola that fits best is level. Where does it end?",
    {
        "in the well at the right": "That is where it goes if it is turned round wherever the ground bends downwards. Whole steps look for a slope of zero, and the pass is nearest.",
        "on the pass": "It looks for a slope of zero and finds one. Turned round where the ground bends downwards, it finds a well; so does the gradient, later.",
        "at the edge": "It does not leave: the parabola that fits here is level near the pass, and that is where it goes.",
    },
    right=_ends,
    covers=("heights",),
)


def _luckier(lab) -> str:
    a, b = lab.steps[0].deep
    if abs(a - b) <= 3:
        return "about as often"
    return "restarts" if a > b else "annealing"


who_is_luckier = Question(
    "who_is_luckier",
    "Ripples on a wide bowl: more than a hundred small wells. A hundred looks for each. Restarts go straight down from one random place after the other; annealing walks about and cools. Who is in the deepest well more often?",
    {
        "restarts": "Each way down ends in the next ripple, and there are far more ripples than ways down. Annealing sees the bowl through the ripples.",
        "annealing": "While it is hot it hardly feels the ripples and drifts down the bowl; each restart is caught by the first ripple. On the egg box, where wells are wide, it is otherwise.",
        "about as often": "Look at the two histograms: each restart is caught by the first ripple, while annealing drifts down the bowl first.",
    },
    right=_luckier,
    covers=("restarts", "annealing"),
)


def _stops(lab) -> str:
    last = [step.w for step in lab.steps][-1]
    if abs(last) > 2:
        return "short of the goal"
    return "near the goal" if np.std([step.w for step in lab.steps[-20:]]) < 1 else "it never rests"


too_fast = Question(
    "too_fast",
    "The goal is 0, the start 10, and every slope is seen with noise. The step sizes fall like 1/k², so the noise is soon quiet. Where is w after 400 updates?",
    {
        "near the goal": "The steps add up to less than one: however long one waits, w cannot get there.",
        "short of the goal": "All steps together are too short for the way. Quiet, but in the wrong place: step sizes must fall, but their sum must not be finite.",
        "it never rests": "That happens with a constant step. These steps become so short that it rests too early.",
    },
    right=_stops,
    covers=("walk", "sums"),
)

# ---------------------------------------------------------------- the page with more

by_turns = Question(
    "by_turns",
    "Both weights have the same curvature, and they are closely linked. Each turn finds the very best value of one of them. How many turns does it take to the bottom?",
    {
        "two": "Two are enough if the weights are not linked. Otherwise each best value is only best while the other stands still.",
        "more than ten": "Each turn is perfect, and yet the staircase has many steps: what is best for w changes with v. Press \u201cnot linked\u201d: two turns.",
        "it never gets near": "It gets there, and every turn is lower than the one before. But it takes many.",
    },
    right=lambda lab: "two" if len(lab.steps) < 6 else "more than ten",
    covers=("height",),
)

# ---------------------------------------------------------------- quick check

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "zero_slope",
            "The slope is zero. What follows?",
            {
                "the place is a minimum": "It may also be a maximum or a saddle.",
                "no straight way down begins here": "That is all: look at the curvatures for more.",
                "the search has converged to the best": "A search may stop here, but better places can lie elsewhere.",
            },
            right="no straight way down begins here",
        ),
        Question(
            "signs",
            "The curvatures at a level place are 3 and \u22120.01. What is it?",
            {
                "nearly a minimum": "Almost level in one direction, but it falls there: a ball would roll away.",
                "a saddle": "One direction up, one down, however slowly.",
                "the test does not decide": "Only a curvature of exactly 0 leaves it open.",
            },
            right="a saddle",
        ),
        Question(
            "misses",
            "The best well has a fifth of the area. Ten random starts. How likely do all of them miss it?",
            {
                "about 1 in 10": "0.8 to the power of 10 is 0.107: likely enough to be remembered.",
                "about 1 in 1,000": "That needs 31 starts: 0.8 to the power of 31.",
                "impossible": "Chance does not promise. It only becomes less likely with every start.",
            },
            right="about 1 in 10",
        ),
        Question(
            "steps",
            "Which step sizes reach any goal, and come to rest?",
            {
                "0.1 for ever": "They reach it and never rest: the noise keeps shaking.",
                "1/k": "Their sum is infinite, the sum of their squares is finite.",
                "1/k²": "They rest, but their sum is finite: they may stop short.",
            },
            right="1/k",
        ),
    ],
)
