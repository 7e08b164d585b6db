"""The exercises of lecture 17: typical wrong answers get the hint that helps; right ones in another form are right."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import ID3
from labkit.learners.tree.paths import path_steps
from labkit.lectures.l17_missing_values import exercises as lecture17
from labkit.lectures.l17_missing_values import exercises_more as more17


def entropy(counts):
    p = counts[counts > 0] / counts.sum()
    return -np.sum(p * np.log2(p))


def after(children, total):
    return sum(child.sum() / total * entropy(child) for child in children)


def shares(leaves):
    return leaves / leaves.sum(axis=1, keepdims=True)


def undivided(children, unknown):
    return entropy(children.sum(axis=0)) - after(children, children.sum())


def of_all(children, unknown):
    everyone = children.sum(axis=0) + unknown
    return entropy(everyone) - after(children, everyone.sum())


def mixed(children, unknown):
    everyone = children.sum(axis=0) + unknown
    return children.sum() / everyone.sum() * (entropy(everyone) - after(children, children.sum()))


def unflipped(left, other):
    least = min(left.mean(), 1 - left.mean())
    return 1 - np.mean(left != other) / least


def against(base):
    return lambda left, other: 1 - min(np.mean(left != other), np.mean(left == other)) / base(left.mean())


def filled_with(usual):
    return lambda train, test: np.where(np.isnan(test), usual(train, test), test)


WRONG = [
    (lecture17.filling, filled_with(lambda train, test: np.nanmean(test, axis=0)), "whose mean is there to take"),
    (lecture17.filling, filled_with(lambda train, test: np.nanmean(np.r_[train, test], axis=0)), "which other new"),
    (lecture17.filling, filled_with(lambda train, test: np.nanmean(train)), "its own mean"),
    (lecture17.filling, filled_with(lambda train, test: np.nanmedian(train, axis=0)), "not the median"),
    (lecture17.filling, filled_with(lambda train, test: 0.0), "zero is a value"),
    (lecture17.filling, lambda train, test: np.nanmean(train, axis=0) + 0 * np.nan_to_num(test), "stays as it is"),
    (more17.known_gain, undivided, "have gained nothing"),
    (more17.known_gain, mixed, "the entropy before the test, too"),
    (more17.known_gain, of_all, "shares of which examples"),
    (more17.known_gain, lambda children, unknown: 1.0, "times the share known"),
    (lecture17.spread_answer, lambda W, leaves: leaves.sum(axis=0) / leaves.sum(), "however few examples"),
    (lecture17.spread_answer, lambda W, leaves: shares(leaves).mean(axis=0), "not equally likely"),
    (lecture17.spread_answer, lambda W, leaves: W @ shares(leaves), "the shares to 1"),
    (lecture17.spread_answer, lambda W, leaves: W @ leaves / np.sum(W @ leaves), "weigh it a second time"),
    (lecture17.spread_answer, lambda W, leaves: W / W.sum() @ np.eye(leaves.shape[1])[leaves.argmax(axis=1)], "vote"),
    (lecture17.spread_answer, lambda W, leaves: W, "for every branch"),
    (more17.association, unflipped, "ask for its opposite"),
    (more17.association, against(lambda p: 1.0), "that is the agreement"),
    (more17.association, against(lambda p: max(p, 1 - p)), "how often is it wrong"),
    (more17.association, against(lambda p: p), "need not be the smaller branch"),
    (more17.association, against(lambda p: 1 - p), "need not be the larger branch"),
    (more17.association, lambda left, other: 0.0, "min(p_L, p_R)"),
    (lecture17.disagreement, {"humidity": 85, "windy": True}, "which outlook is filled in"),
    (lecture17.disagreement, {}, "which outlook is filled in"),
    (lecture17.disagreement, {"outlook": "Rain", "humidity": 60, "windy": "True"}, "a complete case"),
    (lecture17.disagreement, {"humidity": 85}, "learn one value more"),
    (lecture17.disagreement, {"outlook": "Fog"}, "look at the table"),
    (lecture17.disagreement, {"wind": "True"}, "the attributes are"),
    (lecture17.disagreement, ["Rain", 60], "in braces"),
    (lecture17.disagreement, {"humidity": "dry"}, "find my_case"),
    (more17.break_even, lambda gain, rival, cost: cost * gain / rival, "squared"),
    (more17.break_even, lambda gain, rival, cost: cost * (rival / gain) ** 2, "may cost more"),
    (more17.break_even, lambda gain, rival, cost: (gain / rival) ** 2, "a dear rival"),
    (
        more17.break_even,
        lambda gain, rival, cost: (cost + 1) * (2**gain - 1) / (2**rival - 1) - 1,
        "Nunez",
    ),
    (more17.break_even, lambda gain, rival, cost: cost, "set them equal"),
]


@pytest.mark.parametrize("check, answer, hint", WRONG, ids=[f"{check.__name__}-{hint}" for check, _, hint in WRONG])
def test_typical_wrong_answer_gets_its_hint(said, check, answer, hint):
    line = said(check, answer)
    assert line.startswith("not yet: expected ")
    assert hint in line.split("hint: ")[1]


UNSEEN = [
    ("scent", ["fishy"], "names has them"),
    ("odor", ["fishy", "foul"], "the tree has seen these"),
    ("habitat", ["waste"], "go through the columns"),
    ("odor", ["fishy"], "go through the columns"),
    ("odor", [], "go through the columns"),
]


@pytest.mark.parametrize("column, values, hint", UNSEEN)
def test_unseen_says_what_is_wrong_with_the_values(said, column, values, hint):
    line = said(lecture17.unseen, column, values)
    assert line.startswith("not yet: expected ") and hint in line.split("hint: ")[1]


@pytest.mark.parametrize("column, values", [("odor", ("spicy", "fishy")), ("gill_color", "buff")])
def test_unseen_takes_every_column_that_will_do(said, column, values):
    assert said(lecture17.unseen, column, values).startswith("right: ")


SPELLINGS = [{"humidity": 60, "windy": True, "outlook": None}, {"Humidity": 77, "windy": "True"},
             {"outlook": "?", "temp": np.nan, "humidity": "60", "windy": True}]  # fmt: skip


@pytest.mark.parametrize("case", SPELLINGS)
def test_disagreement_takes_the_case_in_any_spelling(said, case):
    assert said(lecture17.disagreement, case) == "right: filled in P(Yes) is 0, spread it is 0.6429"


@pytest.mark.parametrize("missing", [None, "?", np.nan])
def test_disagreement_takes_a_missing_number_as_missing(said, missing):
    line = said(lecture17.disagreement, {"humidity": missing, "windy": "True"})
    assert line == said(lecture17.disagreement, {"windy": "True"})


def weather():
    table = data.load("weather")
    return table.select("outlook", "temp", "humidity", "windy"), table["class"]


@pytest.mark.parametrize("case", [{}, {"humidity": 70.0}, {"windy": "True"}, {"humidity": 80.0, "windy": "False"},
                                  {"outlook": "Sunny"}, {"outlook": "Rain", "humidity": 90.0}])  # fmt: skip
@pytest.mark.parametrize("missing", ["fill", "fractions"])
def test_disagreement_answers_as_the_learner_does(case, missing):
    """The check, which may not import learners, holds the same tree."""
    X, y = weather()
    model = ID3(missing=missing).fit(X, y).last_step_.model
    asked = {**lecture17._usual(), **case} if missing == "fill" else case
    *_, end = path_steps(model, case)
    assert lecture17._yes_of(asked) == pytest.approx(end.proba[1])
