"""What lesson NN asks."""

import numpy as np

from labkit.tutor.progress import Progress
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck


def _grew(lab) -> str:
    """Whether the number of mistakes grows somewhere on the way."""
    X, y = lab.examples
    wrong = [int(np.sum(step.model.predict(X) != y)) for step in lab.steps]
    return "yes" if any(np.diff(wrong) > 0) else "no"


after_an_update = Question(
    "after_an_update",
    "The line turns because of one point. Can another point be wrong then that was right before?",
    {
        "yes": "The line knows only the point that turned it.",
        "no": "Play it slowly: the number of hollow points grows on the way.",
    },
    right=_grew,
)

progress = Progress(__name__)
quick_check = QuickCheck(
    __name__,
    [
        Question(
            "no_end",
            "No line separates the points. When does the rule stop?",
            {
                "at the best line": "It does not know which line is best.",
                "never": "There is always a mistake left to turn it.",
            },
            right="never",
        ),
    ],
)
