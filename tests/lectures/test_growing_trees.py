"""The labs of lecture 15: what their pictures claim, and what a person can do in them."""

import numpy as np
import pytest

from labkit.core.story import STOP, UPDATE
from labkit.learners import ID3
from labkit.learners.tree.by_hand import OPEN
from labkit.lectures.l15_growing_trees import FirstQuestionLab, GrowthLab, PointSplitLab, SplitLab
from labkit.lectures.l15_growing_trees.growth import samples
from labkit.lectures.l15_growing_trees.hand import NAMES
from labkit.lectures.l15_growing_trees.split import TABLES
from labkit.views.scene import Path, Segments, Text

HUMIDITY = 3  # the row of tennis


def texts(lab, panel="choices"):
    return [mark.text for mark in lab.scenes[-1].panel(panel).marks if isinstance(mark, Text)]


def click_row(lab, text):
    """Click where a test is written."""
    panel = lab.scenes[-1].panel("choices")
    lab.click_at("choices", 100, next(mark.y for mark in panel.marks if isinstance(mark, Text) and mark.text == text))


def pressed(lab, *names):
    for name in names:
        lab.press_button(name)
    return lab


# ---- one question: I-003-028, I-003-031


def gains(lab):
    """What is written beside the questions."""
    return [text for text in texts(lab, "questions") if text == "?" or text[0].isdigit()]


def test_first_question_tells_its_own_gain_and_keeps_the_others_secret():
    lab = FirstQuestionLab()
    assert gains(lab) == ["0.047", *["?"] * 5]
    assert lab.scenes[0].caption == "asked for the cap color: it gains 0.047 of 0.999 bits"
    lab.choose("compare all")
    assert gains(lab) == ["0.047", "0.195", "0.216", "0.172", "0.907", "0.520"]


def test_first_question_lists_the_answers_with_their_counts():
    lab = FirstQuestionLab(ask="gill size")
    assert {"broad", "narrow", "entropy before \u2212 after = 0.999 \u2212 0.783 = 0.216 bits"} <= set(
        texts(lab, "answers")
    )
    counted = [text.split(" : ") for text in texts(lab, "answers") if " : " in text]
    assert np.array(counted, dtype=int).sum(axis=0).tolist() == [597, 564]


def test_click_on_a_question_asks_it():
    lab = FirstQuestionLab()
    panel = lab.scenes[0].panel("questions")
    lab.click_at(
        "questions", 60, next(mark.y for mark in panel.marks if isinstance(mark, Text) and mark.text == "odor")
    )
    assert lab.values["ask"] == "odor" and not lab.values["compare"]


# ---- the tables


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("tests", ["multiway", "binary"])
def test_every_table_is_grown_to_its_end(table, tests):
    lab = pressed(SplitLab(data=table, tests=tests), "grow")
    assert lab.steps[-1].event == STOP and lab.steps[-1].wrong == 0


def test_click_chooses_a_test_as_the_slider_does():
    lab, other = SplitLab(), SplitLab(test=HUMIDITY)
    click_row(lab, "humidity")
    assert lab.payload == other.payload and lab.values == other.values
    assert lab.scenes[-1].caption.startswith("at the root (14 examples): ask humidity?")


def test_split_is_judged_before_the_next_node_opens():
    lab = pressed(SplitLab(test=HUMIDITY), "split")
    assert [step.event for step in lab.steps] == [UPDATE]
    assert "rank 2 of 4" in lab.summary and {"you", "best"} <= set(texts(lab))
    before = lab.payload
    click_row(lab, "wind")  # the choice is made
    assert lab.payload == before
    pressed(lab, "next")
    assert [step.event for step in lab.steps] == [UPDATE, OPEN]
    assert "humidity = high" in lab.summary


def test_click_on_an_earlier_step_chooses_nothing():
    lab = pressed(SplitLab(test=HUMIDITY), "split", "next")
    lab.frame = 0  # of the root, whose test is asked; row 2 of the open node is another one
    before = lab.values
    lab.click_at("choices", 100, lab.scenes[0].panel("choices").ylim[1] - 60)
    assert lab.values == before
    lab.frame = 1
    lab.click_at("choices", 100, lab.scenes[1].panel("choices").ylim[1] - 60)
    assert lab.values["test"] == 2


def test_criterions_test_is_taken_instead():
    lab = pressed(SplitLab(test=HUMIDITY), "split", "theirs")
    assert [step.event for step in lab.steps] == [UPDATE, OPEN]
    assert lab.steps[0].question(lab.steps[0].asked) == "outlook"


def test_criterions_test_is_asked_at_once():
    lab = pressed(SplitLab(test=HUMIDITY), "theirs")
    assert "outlook gains 0.247 bits, the choice of entropy too" in lab.summary


def test_grow_on_ends_with_both_trees_compared():
    lab = pressed(SplitLab(test=HUMIDITY), "split", "grow")
    assert [words for words in zip(*[iter(texts(lab)[-12:])] * 3, strict=True)] == [
        ("leaves", "8", "5"), ("longest path", "3", "2"), ("mean questions", "2.36", "1.71"),
        ("training errors", "0 of 14", "0 of 14"),
    ]  # fmt: skip


def test_criterion_alone_grows_the_tree_of_id3():
    lab = pressed(SplitLab(), "grow")
    X, y = lab.data(lab.values)
    assert lab.steps[-1].model.tree.feature.tolist() == ID3().fit(X, y).model_.tree.feature.tolist()


def test_undo_takes_back_every_press():
    lab = SplitLab()
    stories = [lab.payload]
    for name in ("split", "next", "theirs", "next", "grow", "anew"):
        pressed(lab, name)
        stories.append(lab.payload)
    for story in reversed(stories[:-1]):
        lab.undo()
        assert lab.payload == story


def test_start_anew_is_the_start():
    lab = pressed(SplitLab(), "split", "next", "split", "anew")
    assert lab.payload == SplitLab().payload


@pytest.mark.parametrize(
    "before, name, message",
    [
        ((), "next", "expected a split to go on from, got a node that waits for its test; choose a test"),
        (("split",), "split", "expected an open node, got a split that was just made; press next node"),
        (("grow",), "split", "expected an open node, got a whole tree; start anew, or undo"),
    ],
)
def test_button_out_of_turn_says_what_to_do(before, name, message):
    lab = pressed(SplitLab(), *before)
    kept = lab.payload
    with pytest.raises(ValueError, match=message):
        lab.press_button(name)
    assert lab.payload == kept


def test_other_criterion_judges_the_same_moves():
    lab = pressed(SplitLab(test=HUMIDITY), "split")
    lab.set(criterion="gini")
    assert lab.values["moves"] == "2: ?" and "gini asks outlook" in lab.summary


def test_other_data_starts_anew():
    lab = pressed(SplitLab(), "split")
    lab.set(data="weather")
    assert lab.values["moves"] == "" and lab.steps[0].event == OPEN


def test_criterion_of_two_branches_refuses_many():
    with pytest.raises(ValueError, match="expected binary ones for twoing, got multiway; choose binary tests first"):
        SplitLab(criterion="twoing")
    assert SplitLab(criterion="twoing", tests="binary").summary


@pytest.mark.parametrize("moves", ["nonsense", "0: 1", "0:x", "99999999999999999999:", "? ?"])
def test_moves_that_say_nothing_are_refused_or_ignored(moves):
    lab = SplitLab()
    kept = lab.payload
    try:
        lab.set(moves=moves)
    except ValueError as refusal:
        assert "expected" in str(refusal) and lab.payload == kept
    else:
        assert lab.steps[-1].event == OPEN


def test_numbers_are_hidden_until_the_split():
    lab = SplitLab(numbers=False)
    assert "gain" not in texts(lab)
    assert "gain" in texts(pressed(lab, "split"))


# ---- the points


def dashed(lab):
    """The cut that is looked at."""
    return [mark for mark in lab.scenes[-1].panel("plane").marks if isinstance(mark, Segments) and mark.dash]


def test_click_in_the_plane_chooses_the_nearest_cut():
    lab = PointSplitLab()
    for test in (4, 30):
        cut = lab.steps[-1].tests[test]
        place = [-1.29, -1.29]
        place[cut.feature] = cut.threshold + 1e-4
        lab.click_at("plane", *place)
        assert lab.values["test"] == test + 1


def test_cut_is_drawn_where_the_test_cuts():
    lab = pressed(PointSplitLab(test=13), "split", "next")
    lab.set(test=2)
    step = lab.steps[-1]
    (cut,) = dashed(lab)
    test = step.tests[step.asked]
    ends = np.ravel([[cut.x0, cut.x1], [cut.y0, cut.y1]]).reshape(2, 2)
    assert np.allclose(ends[test.feature], test.threshold)
    across = ends[1 - test.feature]
    assert across.min() >= -1.3 - 1e-6 and across.max() <= 1.3 + 1e-6 and np.ptp(across) > 0


def test_dragged_point_takes_the_cuts_along():
    lab = pressed(PointSplitLab(test=13), "split", "next")
    before = len(lab.steps)
    lab.move(0, 0.9, 0.9)
    assert len(lab.steps) == before and lab.values["moves"]


def test_points_of_one_class_are_a_finished_tree():
    lab = PointSplitLab(points=6)
    y = lab.examples[1]
    for index in sorted(np.flatnonzero(y == 0), reverse=True):
        lab.delete(int(index))
    assert lab.steps[-1].event == STOP and lab.steps[-1].leaves == 1


def test_button_says_what_to_do_when_painting_took_the_split_away():
    lab = pressed(PointSplitLab(points=6), "split")
    y = lab.examples[1]
    for index in sorted(np.flatnonzero(y == 0), reverse=True):
        lab.delete(int(index))
    for name in ("theirs", "next", "split"):
        with pytest.raises(ValueError, match="got a whole tree; start anew, or undo"):
            lab.press_button(name)


def test_click_in_the_plane_of_an_earlier_step_chooses_nothing():
    lab = pressed(PointSplitLab(test=13), "split", "next")
    lab.frame = 0
    lab.click_at("plane", 1.2, 1.2)
    assert lab.values["test"] == 1
    lab.frame = 1
    lab.click_at("plane", 1.2, 1.2)
    assert lab.values["test"] > 1


def test_open_node_beyond_the_plane_has_no_cut_there():
    lab = PointSplitLab()
    for place in ((5, 5, 0), (6, 6, 1), (7, 7, 0)):
        lab.add(*place)
    lab.set(moves="0:3 0:-0.9")  # the second node holds the points inside, the third those beyond
    assert (lab.steps[-1].event, lab.steps[-1].node) == (OPEN, 2)
    assert not dashed(lab)


# ---- growth


def error_curves(lab):
    """Of fresh points, of the training points."""
    return [mark.y for mark in lab.scenes[-1].panel("errors").marks if isinstance(mark, Path)]


def test_growth_lab_error_curves_are_the_shares_of_wrong_predictions():
    lab = GrowthLab(points=60)
    for curve, (X, y) in zip(error_curves(lab), reversed(samples(lab.values)), strict=True):
        wrong = [np.mean(step.model.predict(X) != NAMES[y]) for step in lab.steps[:-1]]
        assert curve == pytest.approx(wrong, abs=1e-6)


@pytest.mark.parametrize("kind", ["moons", "gaussians", "xor", "rings", "spiral", "separable"])
def test_growth_lab_tests_on_points_of_the_same_problem(kind):
    """Where the seed turns the picture, fresh points of another seed would be wrong more often than not."""
    for seed in range(3):
        lab = GrowthLab(data=kind, points=300, seed=seed, depth=10)
        assert error_curves(lab)[0][-1] < 0.35


def test_growth_lab_grows_best_first():
    lab = GrowthLab(order="best", data="gaussians")
    impurity = lab.steps[-1].curves.impurity
    breadth = GrowthLab(data="gaussians").steps[-1].curves.impurity
    assert impurity[-1] == pytest.approx(breadth[-1])
    assert impurity.sum() < breadth.sum()


def test_growth_lab_lights_the_newest_oblique_cut():
    lab = GrowthLab(cuts="oblique")
    for step, scene in zip(lab.steps[1:-1], lab.scenes[1:-1], strict=True):
        cuts = [mark for mark in scene.panel("plane").marks if isinstance(mark, Segments)]
        (lit,) = [mark for mark in cuts if mark.color == "accent"]
        assert np.size(lit.x0) == 1 and sum(np.size(mark.x0) for mark in cuts) == step.split
