"""What the start page asks."""

from __future__ import annotations

from labkit.lectures.shared.noisy_points import NAMES
from labkit.tutor.question import Question


def _left_wrong(lab) -> str:
    X, y = lab.examples
    wrong = int((lab.steps[-1].model.predict(X) != NAMES[y]).sum())
    return "none" if wrong == 0 else "a few" if wrong < len(y) / 4 else "about half"


left_wrong = Question(
    "left_wrong",
    "Sixty points of two classes. A tree cuts the plane again and again. How many points are on the wrong side when it stops?",
    {
        "none": "It goes on until every piece holds one class. Whether that is wise is another question: lecture 16.",
        "a few": "It does not stop for a few: it cuts until every piece holds one class. Whether that is wise is another question: "
        "lecture 16.",
        "about half": "That is where it begins, before the first cut. It ends when every piece holds one class.",
    },
    right=_left_wrong,
)
