"""The table of tests, how its sum comes about, and the facts at the end: what is shown, what is hidden, what is hit."""

from dataclasses import dataclass

import numpy as np
import pytest

from labkit.core.story import STOP, UPDATE
from labkit.views import words
from labkit.views.choices import Choices
from labkit.views.facts import Facts
from labkit.views.scene import Box, Text
from labkit.views.split_sum import SplitSum

BOX = (10, 10, 480, 300)
HALVES = np.array([[3.0, 1.0], [1.0, 5.0]])


@dataclass(frozen=True)
class Test:
    children: np.ndarray
    before: float = 1.0
    after: float = 0.75
    gain: float = 0.25
    merit: float = 0.5

    __test__ = False  # pytest: this is a test of a tree

    @property
    def sizes(self):
        return self.children.sum(axis=1)


@dataclass(frozen=True)
class Moment:
    tests: tuple
    asked: int = 0
    best: int = 0
    event: str = "open"

    def question(self, test):
        return f"x{test} \u2264 0.25"

    def branches(self, test):
        return [(f"branch {k}", 0.5, counts, 0.8) for k, counts in enumerate(self.tests[test].children)]


def moment(tests=4, children=HALVES, **more):
    return Moment((Test(children),) * tests, **more)


def texts(panel):
    return [mark.text for mark in panel.marks if isinstance(mark, Text)]


def row_of(panel, text):
    return next(mark.y for mark in panel.marks if isinstance(mark, Text) and mark.text == text)


def framed(panel):
    """The stroke of the box around each row that has one."""
    frames = [mark for mark in panel.marks if isinstance(mark, Box) and mark.radius]
    return {round((mark.y0 + mark.y1) / 2, 3): mark.stroke for mark in frames}


@pytest.mark.parametrize("tests", [1, 4, 12, 13, 30, 100])
def test_click_on_a_row_means_its_test(tests):
    view = Choices(box=BOX)
    for asked in range(0, tests, 5):
        step = moment(tests, asked=asked)
        panel = view(step)
        for test in range(tests):
            if step.question(test) in texts(panel):
                assert view.row_at(step, 100, row_of(panel, step.question(test))) == test


@pytest.mark.parametrize("tests", [4, 13, 40])
def test_chosen_test_is_always_on_its_page(tests):
    for asked in range(tests):
        step = moment(tests, asked=asked)
        assert step.question(asked) in texts(Choices(box=BOX)(step))


def test_pages_are_turned_at_the_foot_and_end_there():
    view, seen, step = Choices(box=BOX), set(), moment(40)
    assert view.row_at(step, 10, 5) is None
    while True:
        seen.update(text for text in texts(view(step)) if text.startswith("x"))
        following = view.row_at(step, BOX[2] - 10, 5)
        if following is None:
            break
        assert view.row_at(moment(40, asked=following), 10, 5) == step.asked
        step = moment(40, asked=following)
    assert len(seen) == 40


def test_click_beside_the_rows_means_nothing():
    view = Choices(box=BOX)
    assert view.row_at(moment(3), 100, BOX[3] - 5) is None
    assert view.row_at(moment(3), 100, 5) is None


def test_criterions_choice_is_hidden_until_a_test_was_asked():
    view = Choices(box=BOX)
    assert list(framed(view(moment(asked=2, best=1))).values()) == ["accent"]
    assert sorted(framed(view(moment(asked=2, best=1, event=UPDATE))).values()) == ["accent", "ink"]
    assert {"you", "best"} <= set(texts(view(moment(asked=2, best=1, event=UPDATE))))
    assert "both" in texts(view(moment(asked=2, best=2, event=UPDATE)))


def test_criterions_choice_on_another_page_is_told_at_the_foot():
    said = "best: 31, x30 \u2264 0.25, gain 0.250"
    assert said not in texts(Choices(box=BOX)(moment(40, best=30)))
    assert said in texts(Choices(box=BOX)(moment(40, best=30, event=UPDATE)))


def test_gains_are_hidden_on_request_until_a_test_was_asked():
    view = Choices(box=BOX, numbers=False, merit="ratio")
    assert "gain" not in texts(view(moment())) and "0.250" not in texts(view(moment()))
    told = texts(view(moment(event=UPDATE)))
    assert {"gain", "ratio", "0.250", "0.500"} <= set(told)


def test_bars_of_the_branches_are_as_long_as_their_weights():
    panel = Choices(box=BOX)(moment(1))
    bars = [mark for mark in panel.marks if isinstance(mark, Box) and mark.fill.startswith("class")]
    assert [bar.fill for bar in bars] == ["class0", "class1", "class0", "class1"]
    lengths = np.array([bar.x1 - bar.x0 for bar in bars])
    assert lengths / lengths.sum() == pytest.approx(HALVES.ravel() / HALVES.sum())
    other = Choices(box=BOX, kinds=[3, 1])(moment(1))
    assert {mark.fill for mark in other.marks if isinstance(mark, Box)} >= {"class3", "class1"}


def test_columns_do_not_run_into_each_other():
    for merit in ("", "ratio"):
        columns = Choices(box=BOX, merit=merit)._columns
        ends = [*columns.question, *columns.branches, *columns.impurity, columns.gain]
        assert ends == sorted(ends) and columns.merit <= BOX[2]
    view = Choices(box=BOX, merit="ratio")
    for mark in view(moment()).marks:
        if isinstance(mark, Text) and mark.text.startswith("x"):
            assert mark.x + words.width(mark.text, mark.size) <= view._columns.branches[0]


def test_sum_says_how_the_gain_comes_about():
    told = texts(SplitSum(box=BOX, impurity="entropy")(moment()))
    assert told[:4] == ["x0 \u2264 0.25", "share", "counts", "entropy"]
    assert told[4:8] == ["branch 0", "0.500", "3 : 1", "0.800"]
    assert told[-1] == "before - after = 1.000 - 0.750 = 0.250"


def test_sum_is_hidden_on_request_but_the_counts_are_not():
    told = texts(SplitSum(box=BOX, numbers=False)(moment()))
    assert "3 : 1" in told and "0.800" not in told and not any("=" in text for text in told)
    assert "0.800" in texts(SplitSum(box=BOX, numbers=False)(moment(event=UPDATE)))


def test_sum_of_many_branches_says_how_many_are_left_out():
    panel = SplitSum(box=(0, 0, 480, 140))(moment(children=np.ones((30, 2))))
    assert any(text.startswith("and ") and text.endswith(" more") for text in texts(panel))
    assert all(0 < mark.y < 140 for mark in panel.marks)


def test_facts_are_rows_under_their_headings():
    view = Facts(lambda step: [("leaves", "8", "5"), ("errors", "0", "0")], ("yours", "theirs"), box=BOX)
    panel = view(moment(event=STOP))
    assert texts(panel) == ["yours", "theirs", "leaves", "8", "5", "errors", "0", "0"]
    assert row_of(panel, "8") == row_of(panel, "leaves") == row_of(panel, "5")
