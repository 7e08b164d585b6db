"""What lesson 03 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck


def _against_the_eye(lab) -> str:
    """How the least-squares line lies to the long axis."""
    slopes = [abs(type(lab)(line=line).steps[0].slope) for line in ("least squares", "long axis")]
    if np.isclose(*slopes, rtol=0.01):
        return "it is the same line"
    return "it is flatter" if slopes[0] < slopes[1] else "it is steeper"


by_eye = Question(
    "by_eye",
    "By eye, most people draw the line along the long axis of the cloud. How does the least-squares line lie?",
    {
        "it is the same line": "Choose both lines in turn. The eye measures across to the line, at a right angle; least squares measures straight up and down, because it predicts y from a given x.",
        "it is flatter": "The eye measures across to the line. Least squares measures straight up and down, in miles per gallon alone, and that line is flatter.",
        "it is steeper": "It is the other way round. Look at the upright squares of the long axis: its left and right ends make them large. A flatter line is better.",
    },
    right=_against_the_eye,
    covers=("sums",),
    after={"line": "least squares"},
)


def _farthest_turn(lab) -> str:
    """Which of the cars turns the line most."""
    X, _ = lab.examples
    pulls = np.abs(lab.steps[0].pulls)
    left = np.abs(X[:, 1] - lab.steps[0].model.predict(X[:, :1]))
    if pulls.argmax() == left.argmax():
        return "of the car that is farthest from the line"
    return "of the strongest car" if pulls.argmax() == len(X) - 1 else "of a car in the middle"


worst_typo = Question(
    "worst_typo",
    "One car's miles per gallon are typed 10 too high. With which car does the slope change most?",
    {
        "of a car in the middle": "There the line is lifted, and hardly turned. It turns about the middle, like a seesaw: who sits at the end has the lever.",
        "of the car that is farthest from the line": "How far a car is from the line plays no part: the slope changes in proportion to the error and to the distance from the mean horsepower.",
        "of the strongest car": "It has the longest lever: the slope changes in proportion to the distance from the mean horsepower.",
    },
    right=_farthest_turn,
    covers=("pull",),
)

STEPS_TO_BET_ON = {"0.2": 0.2, "0.85": 0.85, "1": 1.0, "1.1": 1.1}


def _lowest(lab) -> str:
    """The step size with the least loss in the end."""
    from labkit.lectures.l03_least_squares.valley import descended

    data = lab.values["data"]
    return min(STEPS_TO_BET_ON, key=lambda name: descended(data, STEPS_TO_BET_ON[name], 0.0)[0][-1].loss)


best_step = Question(
    "best_step",
    "Thirty steps from w = 0. Step sizes are given as shares of the largest stable one. Which gets nearest to the bottom?",
    {
        "0.2": "It never overshoots, but along the flat direction it creeps.",
        "0.85": "It overshoots across the valley a little each time, and makes good headway along it. The best is a compromise between the two directions.",
        "1": "Exactly at the limit it jumps from one slope of the valley to the other, for ever, and as high.",
        "1.1": "Each jump across the valley lands higher than the one before.",
    },
    right=_lowest,
)


def _easy_mistakes(lab) -> str:
    """What ten easy points do to the mistakes of least squares."""
    from labkit.lectures.l03_least_squares.easy import mistakes  # the lab's own count

    few, many = (mistakes(each.steps[0], *each.examples)[0] for each in (lab, type(lab)(easy="ten")))
    return (
        "It stays"
        if few == many
        else ("It turns, and gets points wrong" if many > few else "It turns, and gets better")
    )


easy_points = Question(
    "easy_points",
    "Add ten points of class B far on B's own side. Both borders have them right already. What does the border of least squares do?",
    {
        "It stays": "That is what one expects, and what logistic regression nearly does. Least squares asks for f(x) = 1 exactly: f(x) = 5 is four off, and costs 16.",
        "It turns, and gets points wrong": "Least squares asks for f(x) = 1 exactly. Where f is 5, it is four off and costs 16, although the answer is right.",
        "It turns, and gets better": "It turns, but not to learn: it turns to make f smaller at points that are right already.",
    },
    right=_easy_mistakes,
)


def _most_shrunk(lab) -> str:
    """The convention whose slopes are the shortest at lambda = 10."""
    from labkit.lectures.l03_least_squares.ridge import CONVENTIONS, length

    return min(CONVENTIONS, key=lambda name: length(10.0, name))


same_lambda = Question(
    "same_lambda",
    "Three programs minimise a loss + \u03bb|w|\u00b2 on 392 cars, each with \u03bb = 10. They differ in the loss. Which shrinks the slopes most?",
    {
        "sum of squares": "Here the loss is largest, so the same penalty counts least.",
        "half the sum": "Half the loss, so the penalty counts twice; another of the three divides by more than 2.",
        "mean of squares": "Its loss is 392 times smaller than the sum, so the same \u03bb counts 392 times as much.",
    },
    right=_most_shrunk,
    covers=("lengths",),
)


def _nearer(lab) -> str:
    """Whose slope is nearer to that of all cars, after ten of them."""
    from labkit.lectures.l03_least_squares.one_by_one import LOOK, slopes_after, target

    lms, rls = (abs(slope - target(lab)) for slope in slopes_after(lab, LOOK))
    return "LMS" if lms < 0.9 * rls else ("RLS" if rls < 0.9 * lms else "about the same")


one_by_one = Question(
    "one_by_one",
    "Both see one car at a time. LMS takes a small step downhill; RLS solves for all cars so far. After ten cars, whose slope is nearer to that of all sixty?",
    {
        "LMS": "It has taken ten small steps from zero, and is still on its way. It needs more cars, or larger steps, which make it restless.",
        "RLS": "After ten cars it is the least-squares line of ten cars. LMS is still on its way from zero.",
        "about the same": "Look at the curves: RLS jumps near the level within a few cars, LMS climbs.",
    },
    right=_nearer,
    covers=("slope",),
)


def _upright(lab) -> str:
    """Which of the three is perpendicular to two directions within the plane."""
    w = lab.steps[0].model.w
    within = np.array([[1.0, 0.0, w[1]], [0.0, 1.0, w[2]]])
    found = {"(w1, w2, 0)": [*w[1:], 0.0], "(w1, w2, \u22121)": [*w[1:], -1.0], "(w1, w2, 1)": [*w[1:], 1.0]}
    return next(name for name, normal in found.items() if np.allclose(within @ normal, 0))


normal = Question(
    "normal",
    "The fitted surface is y = w0 + w1 x1 + w2 x2, in the space of (x1, x2, y). Which arrow stands upright on it?",
    {
        "(w1, w2, 0)": "That arrow lies on the floor. It says in which direction the surface rises most.",
        "(w1, w2, \u22121)": "Write the surface as w1 x1 + w2 x2 \u2212 y + w0 = 0 and read off the factors.",
        "(w1, w2, 1)": "Nearly: bring y to the other side of the equation. What is its factor then?",
    },
    right=_upright,
    covers=("edge",),
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "which_distance",
            "What does least squares measure?",
            {
                "the shortest way from the point to the line": "That is at a right angle. It mixes miles per gallon with horsepower, and changes with the units.",
                "how far y is from the prediction, straight up or down": "Horsepower is given; the error is in miles per gallon alone.",
                "how far x is from the line, left or right": "That would predict horsepower from miles per gallon: another line.",
            },
            right="how far y is from the prediction, straight up or down",
        ),
        Question(
            "units",
            "You write horsepower in kilowatts (1 hp = 0.746 kW). What happens to the predictions of least squares?",
            {
                "They stay": "The slope becomes larger by 1/0.746, and the product stays the same.",
                "They change a little": "Only with a penalty on the slope, or if one measured at right angles.",
                "They shrink by 0.746": "The slope adapts: it is now per kilowatt.",
            },
            right="They stay",
        ),
        Question(
            "diverges",
            "Gradient descent diverges. Someone scales the features. Why may that help?",
            {
                "It lowers the loss at the minimum": "Scaling changes no prediction that can be reached, so the least loss stays.",
                "The valley becomes rounder, so that one step size suits all directions": "Which step size is stable depends on the largest curvature, the speed on the smallest.",
                "The step size is then below 1": "Whether a step size is stable depends on the curvature; 1 is no limit.",
            },
            right="The valley becomes rounder, so that one step size suits all directions",
        ),
        Question(
            "price",
            "Horsepower alone: \u22120.158 mpg per horsepower. Beside weight: \u22120.047. Which is right?",
            {
                "the first": "It is right for a car of which you know the horsepower alone.",
                "the second": "It is right for two cars of the same weight.",
                "both, they answer different questions": "Strong cars are heavy. Alone, horsepower stands for the weight as well.",
            },
            right="both, they answer different questions",
        ),
    ],
)
