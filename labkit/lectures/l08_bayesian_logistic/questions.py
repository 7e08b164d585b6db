"""What lesson 08 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.learners.bayesian.belief import MONTE_CARLO, PLUG_IN, PROBIT
from labkit.learners.bayesian.bounds import log_sigmoid_below
from labkit.learners.bayesian.probit import MATCHED, best_rate, largest_gap
from labkit.learners.probability import log_sigmoid
from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

CLOSE = 0.05  # of the plane's side: lines that stay so near to each other agree
SIDE = 26.0
ALIKE = 0.02  # relative, of two areas
POINT = 0.1  # of the first width: a belief that has shrunk to this shrinks on


def _where_they_part(lab) -> str:
    """How far apart the lab's lines cross the border's surroundings near the cases, and at the end of the plane."""
    X, _ = lab.examples
    step = lab.steps[0]
    w = step.model.posterior.mean
    along = np.array([-w[1], w[0]]) / np.hypot(*w)
    across = step.draws @ along / (step.draws @ (w / np.hypot(*w)))  # tangent of the angle to the mean line
    spread = np.subtract(*np.percentile(across, [90, 10]))
    near, far = spread * np.median(np.abs(X @ along)), spread * SIDE / 2
    if far < CLOSE * SIDE:
        return "none: the cases fix the line"
    return "those far out, along the border" if far > 2 * near else "those between the two clouds"


where_they_part = Question(
    "where_they_part",
    "Thirty straight lines are drawn at random, each the more probable the better it fits these cases. About which new cases will the lines disagree most?",
    {
        "those between the two clouds": "There a line cannot turn far without getting a known case wrong. Look at the lines farther out: they part like a fan.",
        "those far out, along the border": "Near the cases a line has little room. Far out a small turn moves it a long way, and no case objects.",
        "none: the cases fix the line": "The best line is one of many that fit nearly as well. Play: near the cases they stay together, far out they part.",
    },
    right=_where_they_part,
)


def _whose_border_moves(lab) -> str:
    """Which ways to predict have another border than plug-in, on a grid of the lab's plane."""
    panel = lab.scenes[0].panel("plane")
    x, y = (np.linspace(*side, 61) for side in (panel.xlim, panel.ylim))
    grids = {kind: replace(lab.steps[0].model, kind=kind).class_grid(x, y) for kind in (PLUG_IN, MONTE_CARLO, PROBIT)}
    moved = [kind for kind in (MONTE_CARLO, PROBIT) if (grids[kind] != grids[PLUG_IN]).any()]
    return {0: "neither", 1: f"only that of the {'mean' if MONTE_CARLO in moved else 'formula'}", 2: "both"}[len(moved)]


which_border = Question(
    "which_border",
    "The bold line is where the best line says 50 %. Now take the mean over many possible lines (Monte Carlo), or a formula for that mean (probit). Whose 50 % border lies somewhere else?",
    {
        "only that of the mean": "Shade by Monte Carlo and look at the bold line: it has not moved. For every line that turns one way, another one turns as far the other way.",
        "only that of the formula": "Shade by probit and look at the bold line. The formula divides the score by a positive number, so its sign stays.",
        "both": "Shade by each of them: the thin lines move far, the bold one does not.",
        "neither": "All three share it. What averaging changes is how sure the answer is: look at the thin lines at 10 % and 90 %.",
    },
    right=_whose_border_moves,
    covers=("walk",),
)


def _better_than_equal_slopes(lab) -> str:
    """Whether another slope has a smaller largest error."""
    best = best_rate()
    if largest_gap(best)[0] > 0.99 * largest_gap(MATCHED)[0]:
        return "No: equal slopes fit best"
    return "Yes, a flatter curve does" if best < MATCHED else "Yes, a steeper curve does"


equal_slopes = Question(
    "equal_slopes",
    "Here both curves have the same slope at 0. Can another r halve the largest error?",
    {
        "No: equal slopes fit best": "They fit best near 0 only. Farther out all of the error is on one side: the dashed curve runs ahead. Drag r down, and watch the error.",
        "Yes, a flatter curve does": "A little too flat in the middle pays farther out: at r = 0.588 the errors of both kinds are equally large, 0.0095.",
        "Yes, a steeper curve does": "Drag r up: the dashed curve runs ahead even more, and the error grows.",
    },
    right=_better_than_equal_slopes,
)


def _touching(lab) -> str:
    """Where else the bound below has no gap."""
    xi = lab.steps[0].xi
    gaps = log_sigmoid(np.array([-xi, 0.0])) - log_sigmoid_below(np.array([-xi, 0.0]), xi)
    return next((word for word, gap in zip(("at \u2212\u03be", "at 0"), gaps, strict=True) if gap < 1e-9), "nowhere")


where_it_touches = Question(
    "where_it_touches",
    "A bell-shaped curve lies below the sigmoid and touches it at x = \u03be. Where else does it touch?",
    {
        "nowhere": "Drag \u03be and look at the left half of the picture: there is a second dot.",
        "at \u2212\u03be": "What is bounded depends on x\u00b2 only, so \u03be and \u2212\u03be are one place. One curve serves both answers of a case.",
        "at 0": "At 0 there is a gap, unless \u03be is 0. Look for the dots.",
    },
    right=_touching,
    covers=("sigmoid", "logarithm"),
)


def _how_wide(lab) -> str:
    """The area of the last ellipse beside that of the truth."""
    from labkit.lectures.l08_bayesian_logistic.variational import climbed

    steps, exact = climbed(lab.values["cases"], lab.values["variance"])
    ratio = np.sqrt(np.linalg.det(steps[-1].model.posterior.covariance) / np.linalg.det(exact.covariance))
    if abs(ratio - 1.0) < ALIKE:
        return "as wide"
    return "narrower" if ratio < 1 else "wider"


how_wide = Question(
    "how_wide",
    "Parabolas that lie below the log-likelihood stand for it. When the bound has stopped rising, how wide is the ellipse, compared with the true posterior?",
    {
        "narrower": "A parabola that touches a flatter curve from below bends more than the curve. Eight parabolas that bend too much make a belief that is too sure.",
        "as wide": "It would be if the parabolas were the log-likelihood. They lie below it, and bend more.",
        "wider": "Below the curve means: falling away faster on both sides. So the belief is narrower than the truth.",
    },
    right=_how_wide,
)


def _side(lab) -> str:
    """Where the bound lies beside the log-likelihood."""
    gap = np.array([step.bound - step.log_likelihood for step in lab.steps])
    if (gap < 1e-9).all():
        return "never above"
    return "never below" if (gap > -1e-9).all() else "now above, now below"


which_side = Question(
    "which_side",
    "The logarithm of a sum is replaced by a tangent, so that each class can fit by itself: \u2212ln s becomes ln \u03bb + 1 \u2212 \u03bbs. Where will this stand-in lie, compared with the log-likelihood?",
    {
        "never above": "\u2212ln bends upwards, so every tangent lies below it. Whoever raises the bound raises a floor under the likelihood.",
        "never below": "Draw \u2212ln s and a tangent: the curve bends upwards, away from the tangent.",
        "now above, now below": "A tangent to a curve that bends one way stays on one side of it.",
    },
    right=_side,
    covers=("climb",),
)


def _without(lab) -> str:
    """What happens to the widths of the same lab without the entropy."""
    widths = [step.spread for step in type(lab)(entropy=False).steps]
    if widths[-1] < POINT * widths[0]:
        return "They shrink towards points"
    return "They grow as wide as the prior" if widths[-1] > 2 * widths[0] else "They stay about the same"


without_entropy = Question(
    "without_entropy",
    "Each ellipse is the belief about one class. Now drop one term from what is minimised, \u2212\u00bd ln |S|, the entropy of the belief. What becomes of the ellipses?",
    {
        "They shrink towards points": "Every other term gets smaller when a belief gets narrower. Only the entropy pays for being wide.",
        "They stay about the same": "Switch the entropy off and play: nothing is left that would keep them open.",
        "They grow as wide as the prior": "The prior asks them not to be wider than itself; it does not ask them to be wide. Switch the entropy off.",
    },
    right=_without,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "between",
            "The best line gives a new case 90 %. What does the mean over all lines give, if the belief is normal and averaging is done by probit?",
            {
                "more than 90 %": "Dividing the score by a number above 1 brings it nearer to 0, and the probability nearer to a half.",
                "90 %, for the border is the same": "The border is, the probability is not: only at 50 % they agree.",
                "between 50 % and 90 %": "The score keeps its sign and becomes smaller. How much smaller depends on the case.",
            },
            right="between 50 % and 90 %",
        ),
        Question(
            "no_prior",
            "A line parts the two classes, and there is no prior. What is Laplace's approximation?",
            {
                "a very wide normal distribution": "There is no peak to put it at: steeper always fits better.",
                "there is none": "The weights run away, and the second derivatives go to zero. A prior with a finite variance makes both finite.",
                "a point": "A point would mean that the weights are known. Here nothing stops them.",
            },
            right="there is none",
        ),
        Question(
            "class_only",
            "You need only the likelier of two classes. Does averaging over the weights help?",
            {
                "yes, fewer mistakes": "With a normal belief the border is the same, so every answer is the same.",
                "no, all answers stay the same": "It matters when you act on the probability itself: when mistakes cost differently, or when you may ask for more.",
                "only far from the cases": "Far from the cases the probabilities differ most, but still the answers do not.",
            },
            right="no, all answers stay the same",
        ),
        Question(
            "bound_known",
            "Variational EM ends with the bound at \u22127.64. What do you know of ln p(D)?",
            {
                "it is \u22127.64": "A bound that has stopped rising need not touch. Here the truth is \u22127.41.",
                "it is at least \u22127.64": "Every bound that was reached is a floor under the evidence.",
                "it is at most \u22127.64": "The parabolas lie below, so the evidence lies above.",
            },
            right="it is at least \u22127.64",
        ),
    ],
)
