"""What lesson 06 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

SURE, NEARLY = 0.99, 0.8


def _launch(lab) -> str:
    """What the likeliest curve says of 31 degrees."""
    said = type(lab)(who="Newton, from there").steps[-1].launch
    return "more than 0.99" if said > SURE else ("about 0.9" if said > NEARLY else "about 1/2")


at_launch = Question(
    "at_launch",
    "The coldest of these flights was launched at 53 \u00b0F. What probability of distress will the likeliest curve state for 31 \u00b0F?",
    {
        "about 1/2": 'One could wish it said "I do not know". But a sigmoid has no such answer: away from the data it runs on to 0 or 1.',
        "about 0.9": "That is what it says at 53 \u00b0F, the coldest flight. From there the curve runs on upwards, whether there are flights or not.",
        "more than 0.99": "The curve runs on to 1, whether there are flights or not. It is the shape of the curve that speaks here, and no flight.",
    },
    right=_launch,
    after={"who": "Newton, from there"},
)


def _weighs_most(lab) -> str:
    """Where the heaviest example of the last fit stands."""
    step = lab.steps[-1]
    heaviest = float(step.mu[step.weights.argmax()])
    if abs(heaviest - 0.5) < 0.25:
        return "those the curve is unsure of"
    return "those on the wrong side" if step.weights[np.abs(step.mu - 0.5) > 0.4].max() > 0.2 else "those it is sure of"


who_weighs_most = Question(
    "who_weighs_most",
    "The first fit weighs all flights alike. Later fits do not. Which flights will weigh most?",
    {
        "those it is sure of": "These hardly count: where the curve is sure, a small change of the line changes no probability.",
        "those the curve is unsure of": "The weight p(1 \u2212 p) is largest at p = 1/2. What the curve is sure of, right or wrong, has little weight.",
        "those on the wrong side": "They pull by their response, which lies far out. Their weight is small if the curve is sure of its mistake.",
    },
    right=_weighs_most,
    covers=("scores",),
)


def _first(lab) -> str:
    """Who comes first to the finishing line."""
    from labkit.lectures.l06_logistic_regression.race import FAVOURITES, FIELD, finish

    costs = {name: finish(lab.values["units"], name) for name in FIELD[FAVOURITES]}
    return min(costs, key=lambda name: costs[name] or np.inf)


first_down = Question(
    "first_down",
    "Who gets first within 0.01 of the least loss? A value with its gradient costs 1; a Hessian of two weights costs 2 more.",
    {
        "gradient": "Each step is cheap, but the valley is long: along its floor the steps are short.",
        "momentum": "It is faster than the plain gradient along the floor, and then swings past the goal.",
        "Newton": "It needs the fewest moves, but each costs three. Count evaluations, not moves. In worse units it wins.",
        "BFGS": "It learns the curvature from the gradients that it meets anyway. Newton needs fewer moves, but each costs three.",
    },
    right=_first,
    covers=("loss",),
)


def _runs_away(lab) -> str:
    """What the weights do when nothing holds them."""
    from labkit.lectures.l06_logistic_regression.gap import length

    steps = lab.steps
    if length(steps[-1]) > 2 * length(steps[len(steps) // 2]) or "separable" in steps[-1].reason:
        return "They grow as long as one lets them"
    done = next(k for k, step in enumerate(steps) if k and not step.mistakes)
    return "They settle once no mistake is left" if done == len(steps) - 2 else "They settle at the widest street"


runs_away = Question(
    "runs_away",
    "A strip without points parts the classes. Newton goes on, move after move. What do the weights do?",
    {
        "They settle once no mistake is left": "The number of mistakes is not what is minimised. Without a mistake the likelihood still grows when all weights are doubled.",
        "They settle at the widest street": "The direction does turn towards it. But twice the weights make every right answer surer, so the length never settles.",
        "They grow as long as one lets them": "Twice the weights leave the border where it is and make every right answer surer. So there is no likeliest length; the story stops when all probabilities are 0 or 1.",
    },
    right=_runs_away,
    covers=("length", "loss"),
)


def _stuck(lab) -> str:
    """Which of both ways ends where it began."""
    squared, entropy = (way.losses[-1] - way.least for way in lab.steps[-1].ways)
    if squared < 1.0 and entropy < 1.0:
        return "Both arrive"
    return "The squared loss stays behind" if squared > entropy else "Cross-entropy stays behind"


who_is_stuck = Question(
    "who_is_stuck",
    "Both start at the same curve, which is sure of distress everywhere, so 16 of 23 flights are surely wrong. Each takes 120 steps downhill. Who arrives?",
    {
        "Both arrive": "Cross-entropy does. Where the curve is sure, the squared loss hardly changes: it stands on a plateau.",
        "The squared loss stays behind": "A surely wrong flight costs nearly 1, and costs nearly 1 after a small step too: no slope shows the way. Cross-entropy keeps a slope of 1.",
        "Cross-entropy stays behind": "It has the largest losses there, and so the steepest slopes. The squared loss is level where the curve is sure.",
    },
    right=_stuck,
    covers=("loss",),
)


def _zeros(lab) -> str:
    """How many of the weights L1 keeps half-way."""
    step = next(step for step in lab.steps if step.fit == lab.half)
    kept = step.kept / (len(step.w) - 1)
    return "all 57, but small" if kept == 1 else ("fewer than half" if kept < 0.5 else "more than half")


how_many_stay = Question(
    "how_many_stay",
    "57 numbers of each mail, all scaled alike. Take \u03bb at a tenth of the value at which all weights are 0, with the penalty \u03bb\u03a3|w|. How many weights are not 0?",
    {
        "all 57, but small": "That is what the penalty \u03bb|w|\u00b2/2 does: its slope vanishes near 0. The slope of |w| does not.",
        "more than half": "A weight leaves 0 only if its slope of the loss is larger than \u03bb. At a tenth of the largest that holds for fewer than half, as others have taken over their part.",
        "fewer than half": "A weight stays at 0 as long as the loss does not fall by more than \u03bb for each unit of it.",
    },
    right=_zeros,
    covers=("weights", "errors"),
)


def _bends(lab) -> str:
    """Which family is below the straight line's error at its best."""
    line = lab.first.fresh[0]
    won = {name: min(type(lab)(basis=name).first.fresh) < line / 2 for name in ("products", "bumps", "rises")}
    if won["rises"]:
        return "all three"
    return "products and bumps" if won["products"] and won["bumps"] else "products alone"


which_bends = Question(
    "which_bends",
    "Products such as x\u2081\u00b2x\u2082, bumps all over the plane, or rises (sigmoids) along each axis, at most six sizes each. Which take the error on fresh points below half of what the straight line has?",
    {
        "products alone": "Bumps do as well: where many of class B lie, their bumps get positive weights.",
        "products and bumps": "Rises of single features add up to f(x\u2081) + g(x\u2082). The moons interlock: what one feature says depends on the other.",
        "all three": "Rises of single features add up to f(x\u2081) + g(x\u2082), as stumps will in lecture 20. The moons interlock: they need both features together.",
    },
    right=_bends,
    covers=("errors",),
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "odds",
            "w\u2081 = \u22120.23 per \u00b0F. It gets 10 \u00b0F colder. What happens to the odds of distress?",
            {
                "They rise by 2.3": "2.3 is what is added to the score, the logarithm of the odds.",
                "They are multiplied by about 10": "The score rises by 2.3, and e to the 2.3 is about 10. The probability changes less and less near 1.",
                "The probability rises by 0.23 for each degree": "Only the score is linear. The probability bends.",
            },
            right="They are multiplied by about 10",
        ),
        Question(
            "far_and_right",
            "An example is far on its right side. How much does it pull at the border?",
            {
                "the further, the more": "That is least squares, which asks for exactly 1. Here the pull is p \u2212 t, which vanishes.",
                "hardly at all": "Its pull is p \u2212 t, which is nearly 0.",
                "as much as a wrong one": "A surely wrong example pulls with nearly 1, a surely right one with nearly 0.",
            },
            right="hardly at all",
        ),
        Question(
            "no_minimum",
            "Cross-entropy is convex. Has it always one minimum?",
            {
                "yes, that is what convex means": "Convex means: no false minima. Think of e to the minus w.",
                "no: where a plane separates the classes there is none": "The loss falls for ever along that direction. A penalty \u03bb > 0 gives it a minimum.",
                "no, it may have several valleys": "Not if it is convex. But the floor may be level, or endless.",
            },
            right="no: where a plane separates the classes there is none",
        ),
        Question(
            "units",
            "You change \u00b0F into \u00b0C and start from zero again. Whose way changes?",
            {
                "Newton's": "The parabola at w knows the new units too: Newton makes the same curves, move by move.",
                "that of gradient descent": "The valley gets another shape. Newton's curves stay the same.",
                "both": "Newton's do not change: the Hessian carries the units.",
            },
            right="that of gradient descent",
        ),
    ],
)
