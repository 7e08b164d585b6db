"""What lesson 11 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

LITTLE = 1.1  # times as wide: at most a tenth more
FEW_TOUCH, ALL = 0.4, 0.9  # shares of the points
CLEARLY = 1.2  # times the error: more than chance


def _widest(lab) -> str:
    """How much wider the widest street is than the one of the line that the lab opens with."""
    ratio = type(lab)(open="shown").steps[-1].width / lab.steps[0].width
    if ratio < LITTLE:
        return "a little, by a tenth at most" if ratio > 1.001 else "no wider: the middle leaves most room"
    return "clearly wider"


half_way = Question(
    "half_way",
    "The line opens half-way between the mean Adelie and the mean Gentoo, at right angles to the line through both. Could another line have a wider street?",
    {
        "no wider: the middle leaves most room": "Most room between the means, but a street ends at the first bird, and that one is not average. Turn the line: this street can be half as wide again.",
        "a little, by a tenth at most": "Much more: turn the line, and the street becomes half as wide again. The means do not know which birds stand closest.",
        "clearly wider": "Half as wide again. The means take every bird into account; a street ends at the few that stand closest.",
    },
    right=_widest,
)


def _moving(lab) -> str:
    """For how many points leaving them out moves the street."""
    from labkit.lectures.l11_support_vectors.touch import moving

    share = len(moving(lab.steps[0])) / len(lab.examples[1])
    if share > ALL:
        return "for every point"
    return "only for the few that touch it" if share < FEW_TOUCH else "for about half of them"


who_holds = Question(
    "who_holds",
    "Fourteen points and their widest street. Leave out one point, look, put it back, leave out the next. For how many of them does the street move?",
    {
        "for every point": "That is true of means, of least squares and of Fisher's line. This street moves for three points of fourteen: those that touch it. The others could be anywhere beyond the kerb.",
        "for about half of them": "Fewer: only the three that touch a kerb. Whoever stands further back does not hold anything.",
        "only for the few that touch it": "Three of fourteen. Their multipliers are above 0; all others have 0, and leaving them out changes nothing.",
    },
    right=_moving,
    covers=("multipliers", "change"),
)


def _with_cost(lab) -> str:
    """What the street does from the smallest C to the largest."""
    first, last = lab.steps[0].width, lab.steps[-1].width
    if abs(last / first - 1) < LITTLE - 1:
        return "it keeps its width"
    return "it becomes wider" if last > first else "it becomes narrower"


larger_cost = Question(
    "larger_cost",
    "These classes overlap. A point may stand inside the street, but C says what that costs. Turn C up: what happens to the street?",
    {
        "it becomes wider": "C is not the width that one pays for but what points in the street cost. The dearer they are, the fewer are let in, and the narrower the street.",
        "it becomes narrower": "Dear slack pushes points out of the street, and a narrow street holds fewer. C small: wide and tolerant. C large: narrow and strict.",
        "it keeps its width": "The width and the points inside are weighed against each other, and C is the exchange rate. Dear slack makes it narrow.",
    },
    right=_with_cost,
    covers=("width", "shares"),
)


shape_below = Question(
    "shape_below",
    "The points are lifted from (x1, x2) to (x1\u00b2, \u221a2 x1 x2, x2\u00b2), cut by a flat plane, and dropped back. What does the cut look like down here?",
    {
        "a straight line": "It is straight up there. But w1 x1\u00b2 + \u221a2 w2 x1 x2 + w3 x2\u00b2 + b = 0 is quadratic in x1 and x2: a closed curve around the middle.",
        "an ellipse": "A plane's equation in x1\u00b2, x1 x2, x2\u00b2 is a quadratic one in x1, x2, and here both squares have weights of one sign.",
        "a hyperbola": "Quadratic it is. A hyperbola needs weights of different signs; you get one with the preset XOR. Here it closes around the middle.",
    },
    right=lambda lab: lab.steps[-1].shape,
)


def _with_gamma(lab) -> str:
    """What the error on fresh cases does from the smallest gamma to the largest."""
    fresh = np.array([step.fresh for step in lab.steps])
    if fresh[-1] < CLEARLY * fresh.min():
        return "it falls as well, as far as the training error"
    return "it falls, then rises" if fresh[0] > CLEARLY * fresh.min() else "it rises from the start"


narrow_bumps = Question(
    "narrow_bumps",
    "Every support vector has a bump around it, and gamma makes the bumps narrow. From the left end to the right end the training error falls to 0. And the error on fresh cases?",
    {
        "it falls as well, as far as the training error": "Up to a point. Then each bump covers its own point and nothing else: all sixty are support vectors, and a fresh case is told by the nearest bump, or by none.",
        "it falls, then rises": "From 16 % to 7 %, then up to 36 %. At the right end every point is a support vector, and the machine has learned the points, not the moons.",
        "it rises from the start": "At the left end the bumps are so wide that the border is nearly straight: too stiff for moons. A little narrower is better, much narrower is much worse.",
    },
    right=_with_gamma,
    covers=("shares",),
)


falls_in_two = Question(
    "falls_in_two",
    "Each point gets a third coordinate, alpha x1 x2, and one plane cuts the lifted points. Alpha begins at 0. Into how many parts can the region of one class fall, down here?",
    {
        "1": "Up there each side of a plane is one piece. But the sheet with the points is bent, and a plane can cut a bent sheet twice.",
        "2": "The sheet is a saddle. A plane may cut off two of its opposite corners, and down here these are two parts of one region.",
        "4": "A saddle has two high corners and two low ones. A plane cuts off two at most on one side.",
    },
    right=lambda lab: float(max(max(step.pieces) for step in lab.steps)),
)


def _sigmoid(lab) -> str:
    """The smallest eigenvalue of the sigmoid's Gram matrix on these points."""
    from labkit.learners.svm.kernels import SigmoidKernel, eigenvalues

    least = float(eigenvalues(SigmoidKernel(1.0, -1.0), lab.examples[0])[0])
    return "about 0" if abs(least) < 1e-3 else ("above 0" if least > 0 else "below 0")


negative_eigenvalue = Question(
    "negative_eigenvalue",
    "These 30 points and K(x, x\u2032) = tanh(x\u1d40x\u2032 \u2212 1), the sigmoid kernel of the books. What is the smallest eigenvalue of its matrix K(xi, xj)?",
    {
        "above 0": "If it were an inner product in some space, no eigenvalue could be below 0. Choose the sigmoid and look: it is no such thing.",
        "about 0": "Choose the sigmoid: it is clearly below 0. A length whose square is negative does not exist in any space.",
        "below 0": "So there is no space in which it is an inner product. The machine may still give useful answers; nobody promises that they are the best.",
    },
    right=_sigmoid,
)


both_move = Question(
    "both_move",
    "The multipliers must keep the balance: those of class A sum to as much as those of class B. How many have to change at a time, at least?",
    {
        "1": "Change one alone and the balance is lost at once.",
        "2": "One changes, another pays it back. For two multipliers the best move is a formula, so nothing more is needed.",
        "3": "Two are enough: what one of them adds to the balance, the other takes away.",
    },
    right=lambda lab: float(np.count_nonzero(lab.steps[1].alpha != lab.steps[0].alpha)),
    covers=("multipliers",),
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "far_point",
            "A new example arrives, on its own side and far beyond the kerb. What happens to the street?",
            {
                "it turns a little towards it": "That is what least squares does. Here its multiplier is 0.",
                "nothing": "Its multiplier is 0. It could be a kilometre further out.",
                "it becomes wider": "The width is decided by those who touch it, and they have not moved.",
            },
            right="nothing",
        ),
        Question(
            "slack",
            "An example has slack 0.7. Where is it?",
            {
                "on the wrong side of the border": "That takes a slack above 1.",
                "inside the street, on its own side": "Its margin is 1 \u2212 0.7 = 0.3: above 0, but not on its kerb.",
                "on its kerb": "On the kerb, and beyond it, the slack is 0.",
            },
            right="inside the street, on its own side",
        ),
        Question(
            "all_support",
            "Radial kernel: no training mistake, and all 500 examples are support vectors. What do you do?",
            {
                "ship it: no mistakes": "It has learned every example by heart, each under a bump of its own.",
                "make gamma smaller": "Each example stands under a bump of its own. Wider bumps let neighbours speak for each other.",
                "make gamma larger": "The bumps are too narrow already.",
            },
            right="make gamma smaller",
        ),
        Question(
            "trick",
            "The products of degree 3 of 64 pixels are 45,760 features. What does the machine compute of them?",
            {
                "all of them, once for each example": "It needs their inner products only, and these are (x\u1d40x\u2032)\u00b3: one product of 64 numbers, cubed.",
                "only those of the support vectors": "Not even those.",
                "none: K(x, x\u2032) is enough": "The solution and the score contain the features in inner products only.",
            },
            right="none: K(x, x\u2032) is enough",
        ),
    ],
)
