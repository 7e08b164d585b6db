"""What lesson 09 asks: a prediction on the card of each lab, and the quick check."""

from __future__ import annotations

import numpy as np

from labkit.learners.perceptron.programming import BALANCE
from labkit.lectures.l09_perceptron.common import nearest, scores
from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck

NEARLY = 0.9  # of the gap: as good as all of it


def _mistakes(lab) -> np.ndarray:
    """How many points are wrong after each update."""
    return np.array([int((scores(step.w, *lab.examples) <= 0).sum()) for step in lab.steps[:-1]])


def _on_the_way(lab) -> str:
    changes = np.diff(_mistakes(lab))
    if (changes > 0).any():
        return "It falls in the end, but rises on the way"
    return "It stays for a while, but never rises" if (changes == 0).any() else "It falls with every update"


wrong_on_the_way = Question(
    "wrong_on_the_way",
    "The first line is wrong about 11 of 12 birds. Each update moves it for the sake of one bird. What happens to the number of wrong birds?",
    {
        "It falls with every update": "Look at update 3: one bird was wrong, the line moved for it, and four are wrong afterwards. The rule looks at one bird and does "
        "not ask the others.",
        "It stays for a while, but never rises": "Look at update 3: it goes from one to four. The rule looks at one bird and does not ask the others.",
        "It falls in the end, but rises on the way": "It goes 11, 6, 1, 4, 0. The rule looks at one bird and does not ask the others, and gets there all the same.",
    },
    right=_on_the_way,
)


def _where_it_stops(lab) -> str:
    share = nearest(lab.steps[-1].w, *lab.examples) / lab.values["gap"]
    if share < NEARLY:
        return "less than 0.1"
    return "0.1: in the middle of the gap" if share <= 1 / NEARLY else "more than 0.1"


best_line = Question(
    "best_line",
    "Some line leaves a gap of 0.1 on each side: no point is nearer to it. When the rule stops, how far is the nearest point from the line it has found?",
    {
        "0.1: in the middle of the gap": "It does not look for the middle. It stops at the first line without a mistake, and from then on nothing pulls at the line.",
        "less than 0.1": "It is 0.06. The rule stops at the first line without a mistake, wherever that is; make the gap 0.2, and it gets only 0.04 of it.",
        "more than 0.1": "No line can do that here: 0.1 is the most there is. The rule stops at the first line without a mistake.",
    },
    right=_where_it_stops,
)


def _slowest(lab) -> str:
    from labkit.learners.perceptron.rosenblatt import RATES

    updates = {rate: step.update for rate, step in zip(RATES, lab.steps[-1].steps, strict=True)}
    return max(updates, key=updates.get)


slowest_rate = Question(
    "slowest_rate",
    "Four ways to choose the length of a step, one start, the same points. Which of them needs the most updates here?",
    {
        "constant": "Here it is the slowest: it takes the same step however wrong the example is. Other points, other winners: try the seeds.",
        "optimal": "It knows a solution and steps as near to it as it can. That is not always fastest, but it is not slowest here.",
        "relaxation": "It steps exactly onto the margin, which takes few updates here. The constant rate is slowest.",
        "normalised": "It reflects the weights and wastes no length, but its steps become short near the line. The constant rate is slower still here.",
    },
    right=_slowest,
)


def _can_balance(lab) -> str:
    found = lab.steps[-1].certificate == BALANCE
    return "Yes, and then no line separates the classes" if found else "No, whatever the weights are"


in_balance = Question(
    "in_balance",
    "Hang weights from 0 to 1 on these points, not all of them 0. Can both classes get the same total weight and the same centre of gravity?",
    {
        "Yes, and then no line separates the classes": "A line would have each centre of gravity on the side of its class, and here the two are one point.",
        "Yes, and then a line separates them": "They can, but then no line separates: it would have each centre on the side of its class, and here the two are one point.",
        "No, whatever the weights are": "That is so where a line separates the classes: try the preset “separable”. Here the classes are mixed.",
    },
    right=_can_balance,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "stopped",
            "The perceptron has stopped. What do you know about its line?",
            {
                "It is the best line there is": "Nothing in the rule compares lines. Another order of the examples gives another line.",
                "It makes no mistake on the examples it was trained on": "That is all you know. A new example may well be wrong.",
                "It has the largest distance from the nearest point": "That line exists, but it is found by support vector machines (lecture 11).",
            },
            right="It makes no mistake on the examples it was trained on",
        ),
        Question(
            "twice",
            "You write every example down twice. What happens to the theorem's bound on the number of updates?",
            {
                "It doubles": "The bound has the longest example and the gap in it. Neither changes.",
                "It stays": "The longest example and the gap stay, and the number of examples is not in the bound.",
                "It falls, since there is more to learn from": "There is nothing new to learn from, and the number of examples is not in the bound.",
            },
            right="It stays",
        ),
        Question(
            "patience",
            "After 1,000 sweeps there is still a mistake in every sweep. Does this prove that no line separates the classes?",
            {
                "Yes: it would have stopped by then": "The bound may be a million if the gap is narrow. One cannot know it beforehand.",
                "No: the gap may be very narrow": "The bound may then be huge. A proof needs other means: see the page with more.",
                "Only if the examples come in random order": "The theorem holds for every order, and so does its weakness: the bound may be huge.",
            },
            right="No: the gap may be very narrow",
        ),
        Question(
            "constant",
            "Somebody forgets the constant input. Which lines can the perceptron still find?",
            {
                "All of them": "Without the constant there is no threshold: at the origin the score is 0, whatever the weights.",
                "Those through the origin": "The score of the origin is 0, so every line goes through it.",
                "None: it never stops": "It stops if a line through the origin separates the classes.",
            },
            right="Those through the origin",
        ),
    ],
)
