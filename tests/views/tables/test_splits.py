"""The table of tests and how its sum comes about: what is shown, what is hidden, what is hit."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest
from views.marks import apart, of, span, texts

from labkit.core.story import UPDATE
from labkit.views.scene import Boxes, Text
from labkit.views.tables.splits import gain_sum, split_choices

SIZE = (480.0, 300.0)
HALVES = np.array([[3.0, 1.0], [1.0, 5.0]])


@dataclass(frozen=True)
class Test:
    children: np.ndarray
    before: float = 1.0
    after: float = 0.75
    gain: float = 0.25
    merit: float = 0.5

    __test__ = False  # pytest: this is a test of a tree


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


def choices(step, size=SIZE, **more):
    return split_choices(**more)(step, size)


def row_of(panel, text):
    return next(mark.y for mark in of(panel, Text) if mark.text == text)


def frames(panel):
    """The colours of the frames around rows."""
    return sorted(box.stroke for box in of(panel, Boxes) if box.radius)


@pytest.mark.parametrize("tests", [1, 4, 12, 13, 30, 100])
def test_click_on_a_row_means_its_test(tests):
    for asked in range(0, tests, 5):
        step = moment(tests, asked=asked)
        panel = choices(step)
        shown = [k for k in range(tests) if step.question(k) in texts(panel)]
        assert asked in shown
        assert [panel.target_at(100, row_of(panel, step.question(k))) for k in shown] == [str(k + 1) for k in shown]


@pytest.mark.parametrize("tests", [4, 13, 40])
def test_chosen_test_is_always_on_its_page(tests):
    for asked in range(tests):
        step = moment(tests, asked=asked)
        assert step.question(asked) in texts(choices(step))


def test_pages_are_turned_at_the_foot_and_end_there():
    seen, step = set(), moment(40)
    while True:
        panel = choices(step)
        seen.update(text for text in texts(panel) if text.startswith("x"))
        foot = row_of(panel, next(text for text in texts(panel) if text.endswith("of 40")))
        before, after = panel.target_at(10, foot), panel.target_at(SIZE[0] - 10, foot)
        assert bool(before) == (step.asked > 0) == ("< page before" in texts(panel))
        if not after:
            break
        step = moment(40, asked=int(after) - 1)
    assert len(seen) == 40 and before


def test_click_beside_the_rows_means_nothing():
    panel = choices(moment(3))
    assert panel.target_at(100, SIZE[1] - 5) == panel.target_at(100, 5) == ""


def test_rows_answer_no_click_once_a_test_is_asked():
    assert not choices(moment(40, event=UPDATE)).targets


def test_criterions_choice_is_hidden_until_a_test_was_asked():
    told = choices(moment(asked=2, best=1, event=UPDATE))
    assert frames(choices(moment(asked=2, best=1))) == ["accent"]
    assert frames(told) == ["accent", "ink"] and {"you", "best"} <= set(texts(told))
    assert "both" in texts(choices(moment(asked=2, best=2, event=UPDATE)))


def test_criterions_choice_on_another_page_is_told_at_the_foot():
    said = "best: 31, x30 \u2264 0.25, gain 0.250"
    assert said not in texts(choices(moment(40, best=30)))
    assert said in texts(choices(moment(40, best=30, event=UPDATE)))


def test_gains_are_hidden_on_request_until_a_test_was_asked():
    hidden = texts(choices(moment(), numbers=False, merit="ratio"))
    assert "gain" not in hidden and "0.250" not in hidden
    told = texts(choices(moment(event=UPDATE), numbers=False, merit="ratio"))
    assert {"gain", "ratio", "0.250", "0.500"} <= set(told)


def test_bars_of_the_branches_are_as_long_as_their_weights():
    bars = [box for box in of(choices(moment(1)), Boxes) if box.fill.startswith("class")]
    assert [bar.fill for bar in bars] == ["class0", "class1", "class0", "class1"]
    lengths = np.array([bar.x1 - bar.x0 for bar in bars])
    assert lengths / lengths.sum() == pytest.approx(HALVES.ravel() / HALVES.sum())
    other = choices(moment(1), kinds=[3, 1])
    assert {box.fill for box in of(other, Boxes)} >= {"class3", "class1"}


def test_bar_of_the_impurity_shows_the_share_that_is_left():
    panel = choices(moment(1))
    (whole,), (left,) = of(panel, Boxes, fill="grid"), of(panel, Boxes, fill="muted")
    assert left.x1 - left.x0 == pytest.approx(0.75 * (whole.x1 - whole.x0))


@pytest.mark.parametrize("merit", ["", "ratio"])
@pytest.mark.parametrize("width", [400.0, 480.0, 700.0])
def test_columns_do_not_run_into_each_other(merit, width):
    panel = choices(moment(), (width, 300.0), merit=merit)
    spans = [span(text) for text in of(panel, Text)]
    bars = [(box.x0, box.y0, box.x1, box.y1) for box in of(panel, Boxes) if box.fill and not box.radius]
    assert all(apart(a, b) for a, b in combinations(spans, 2))
    assert all(apart(a, bar) for a in spans for bar in bars)
    assert max(x1 for _, _, x1, _ in spans) <= width


def test_sum_says_how_the_gain_comes_about():
    told = texts(gain_sum(impurity="entropy")(moment(), SIZE))
    assert told[:4] == ["x0 \u2264 0.25", "share", "counts", "entropy"]
    assert told[4:8] == ["branch 0", "0.500", "3 : 1", "0.800"]
    assert told[-1] == "before - after = 1.000 - 0.750 = 0.250"


def test_sum_is_hidden_on_request_but_the_counts_are_not():
    view = gain_sum(numbers=False)
    told = texts(view(moment(), SIZE))
    assert "3 : 1" in told and "0.800" not in told and not any("=" in text for text in told)
    assert "0.800" in texts(view(moment(event=UPDATE), SIZE))


def test_sum_of_many_branches_says_how_many_are_left_out():
    panel = gain_sum()(moment(children=np.ones((30, 2))), (480.0, 140.0))
    assert any(text.startswith("and ") and text.endswith(" more") for text in texts(panel))
    assert all(0 < text.y < 140 for text in of(panel, Text))


def test_sum_without_a_test_says_what_is_the_matter():
    assert texts(gain_sum(empty="the tree is whole")(Moment(()), SIZE)) == ["the tree is whole"]
