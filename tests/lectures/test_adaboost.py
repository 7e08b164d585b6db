"""The labs of lecture 20: what their pictures claim."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import STOP
from labkit.lectures.l20_adaboost import AdaBoostLab, LossLab, RoundsLab
from labkit.lectures.l20_adaboost.guessing import Marks
from labkit.lectures.l20_adaboost.losses import LOSSES, PULLS
from labkit.player import token
from labkit.views.scene import DOTTED, FRAME, HOLLOW, Boxes, Field, Path, Points, Segments, Text
from tests.golden import close, golden


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def texts(scene, panel):
    return [mark.text for mark in marks(scene, panel, Text)]


def examples(scene):
    return marks(scene, "plane", Points, editable=True)[0]


def grown(step):
    return np.flatnonzero(step.next_weights > 1.000001 * step.weights)


# ---------------------------------------------------------------- rounds: I-000-107, I-000-108


def test_rounds_lab_opens_with_the_lectures_ten_points():
    lab = RoundsLab()
    for step, epsilon, alpha in zip(lab.steps[1:4], ("ADA-01", "ADA-02", "ADA-03"), ("ADA-04", "ADA-05", "ADA-06"),
                                    strict=True):  # fmt: skip
        assert close(step.epsilon, golden(epsilon)) and close(step.alpha, golden(alpha))
    assert lab.scenes[1].caption.startswith(
        "round 1: x1 \u2264 2.5 errs on 0.3 of the weight, so its vote weight is 0.424"
    )


def test_rounds_lab_areas_and_bars_are_the_weights_after_the_round():
    lab = RoundsLab()
    for place, weights in ((0, [0.1] * 10), (1, golden("ADA-08").value)):
        size = examples(lab.scenes[place]).size.astype(float)
        assert np.allclose(size**2 / (size**2).sum(), weights, atol=1e-6)
        assert np.allclose(marks(lab.scenes[place], "weights", Boxes)[0].y1, weights, atol=1e-6)


def test_adaboost_lab_hollow_examples_are_those_that_the_members_together_get_wrong():
    lab = AdaBoostLab(data="moons", noise=0.1)
    _, y = lab.data(lab.values)
    for step, scene in zip(lab.steps[1:], lab.scenes[1:], strict=True):
        wrong = examples(scene).flag & HOLLOW > 0
        assert np.array_equal(wrong, (step.scores > 0) != y)
        assert wrong.mean() == pytest.approx(step.error)


def test_rounds_lab_field_has_the_sign_of_the_score():
    lab = RoundsLab()
    field = marks(lab.scenes[3], "plane", Field)[0]
    x0, x1, y0, y1 = field.extent
    X, _ = lab.data(lab.values)
    column = ((X[:, 0] - x0) / (x1 - x0) * field.values.shape[1]).astype(int)
    row = ((X[:, 1] - y0) / (y1 - y0) * field.values.shape[0]).astype(int)
    assert np.array_equal(field.values[row, column] > 127, np.array(golden("ADA-11").value) > 0)


@pytest.mark.parametrize("weak", ["stump", "tree of depth 2", "tree of depth 3"])
def test_adaboost_lab_errors_stay_under_the_bound(weak):
    lab = AdaBoostLab(data="rings", noise=0.2, weak=weak)
    bound = marks(lab.scenes[-1], "errors", Path, color="muted", dash=DOTTED)[0].y
    training = marks(lab.scenes[-1], "errors", Path, color="curve0")[0].y
    assert len(bound) == len(training) == len(lab.steps) - 1
    assert (training <= bound + 1e-6).all()


def test_adaboost_lab_fresh_cases_are_told_after_every_round():
    lab = AdaBoostLab(data="gaussians", rounds=7)
    fresh = marks(lab.scenes[-1], "errors", Path, color="curve1")[0].y
    assert len(fresh) == 8 and fresh[0] == 0.5 and fresh[-1] < 0.3
    assert lab.scenes[7].caption.startswith("round 7: training error ")
    assert f"on fresh cases {fresh[7]:.3f}" in lab.scenes[7].caption


def test_adaboost_lab_margins_at_zero_are_the_training_error():
    lab = AdaBoostLab(data="moons", noise=0.1)
    for step, scene in zip(lab.steps[1:], lab.scenes[1:], strict=True):
        assert marks(scene, "margins", Segments, color="wrong")[0].y1 == pytest.approx(step.error)


def test_rounds_lab_tells_a_story_without_rounds():
    corners = [[2, 2, 0], [8, 8, 0], [2, 8, 1], [8, 2, 1]]
    lab = RoundsLab()
    lab.restore(token.encode({"lab": lab.name, "values": lab.values, "frame": 0, "points": corners}))
    assert [step.event for step in lab.steps] == ["start", STOP]
    assert "no better than chance" in lab.summary
    lab.set(play="guess")
    with pytest.raises(ValueError, match="expected a round to guess about, got the end of the story"):
        lab.press_button("on")


# ---------------------------------------------------------------- guessing which examples grow


def guess(lab, rows):
    X, _ = lab.examples
    for row in rows:
        lab.click_at("plane", *X[row])


def ringed(scene):
    return np.flatnonzero(examples(scene).flag & FRAME).tolist()


def hollow(scene):
    return np.flatnonzero(examples(scene).flag & HOLLOW).tolist()


def test_guess_shows_the_next_weak_learner_before_its_weights():
    lab = RoundsLab(play="guess")
    (step,) = lab.steps
    told = RoundsLab().steps[1]
    assert step.weak.question(0) == told.weak.question(0) == "x1 \u2264 2.5"
    assert np.array_equal(step.next_weights, told.weights)
    assert lab.scenes[0].caption.startswith(
        "round 1: its cut is drawn; which examples will grow? click them, then go on"
    )


def test_hollow_marks_are_the_mistakes_of_the_rounds_so_far_while_one_guesses_too():
    watched, lab = [hollow(scene) for scene in RoundsLab().scenes], RoundsLab(play="guess")
    assert watched[1] and hollow(lab.scenes[-1]) == [], "before the first round nobody is judged"
    for told in watched[1:3]:
        guess(lab, [9])
        lab.press_button("on")
        assert hollow(lab.scenes[-1]) == told
        lab.press_button("on")
        assert hollow(lab.scenes[-1]) == told, "the next weak learner is only shown"
        guess(lab, [3])
        assert hollow(lab.scenes[-1]) == told, "a mark is a square"


def test_guess_marks_and_unmarks_what_is_clicked():
    lab = RoundsLab(play="guess")
    guess(lab, [0, 2, 5, 2])
    assert ringed(lab.scenes[-1]) == [0, 5]
    assert "2 marked" in lab.scenes[-1].caption
    lab.click_at("plane", 10.5, 10.5)  # nobody there
    assert ringed(lab.scenes[-1]) == [0, 5]
    lab.undo()
    assert ringed(lab.scenes[-1]) == [0, 2, 5]


def test_guess_by_slider_and_button_is_the_same_as_by_click():
    clicked, pressed = RoundsLab(play="guess"), RoundsLab(play="guess")
    guess(clicked, [3])
    pressed.set(example=4)
    assert [mark.text for mark in marks(pressed.scenes[-1], "plane", Text, color="accent")] == ["4"]
    pressed.press_button("mark")
    assert pressed.values["guess"] == clicked.values["guess"] == "0 3"


def test_guess_by_slider_of_an_example_that_is_not_there_is_refused():
    lab = RoundsLab(play="guess", example=150)
    with pytest.raises(ValueError, match="example: expected a whole number >= 1 and <= 10, got 150"):
        lab.press_button("mark")


@pytest.mark.parametrize(("rows", "verdict"), [
    ([0, 1, 2], "round 1: its 3 mistakes grew, just as you marked"),
    ([0, 1], "round 1: its 3 mistakes grew; you marked 2 of 3"),
    ([0, 9, 8], "round 1: its 3 mistakes grew; you marked 1 of 3, and 2 that did not"),
    ([], "round 1: its 3 mistakes grew; you marked 0 of 3"),
])  # fmt: skip
def test_guess_is_compared_with_what_grew(rows, verdict):
    lab = RoundsLab(play="guess")
    guess(lab, rows)
    lab.press_button("on")
    assert lab.scenes[-1].caption == verdict
    assert ringed(lab.scenes[-1]) == sorted(rows)
    assert np.array_equal(lab.steps[-1].next_weights, RoundsLab().steps[1].next_weights)


def test_guess_about_a_weak_learner_without_mistakes():
    lab = RoundsLab()
    lab.restore(token.encode({"lab": lab.name, "values": {**lab.values, "play": "guess", "guess": "0 !"}, "frame": 0,
                              "points": [[2, 2, 0], [8, 8, 1]]}))  # fmt: skip
    assert lab.scenes[-1].caption == "round 1: it makes no mistake, so nothing grew, just as you marked"


def test_guess_goes_through_all_rounds_and_then_tells_the_end():
    watched, lab = RoundsLab(rounds=4), RoundsLab(rounds=4, play="guess")
    for step in watched.steps[1:-1]:
        guess(lab, grown(step))
        lab.press_button("on")
        assert lab.scenes[-1].caption.endswith("just as you marked")
        lab.press_button("on")
    assert lab.steps[-1].event == STOP
    with pytest.raises(ValueError, match="got the end of the story; choose watch, then guess, to begin again"):
        lab.press_button("on")
    lab.set(play="watch")
    lab.set(play="guess")
    assert len(lab.steps) == 1


def test_guess_takes_no_marks_out_of_turn():
    lab = RoundsLab()
    guess(lab, [0])
    assert lab.values["guess"] == ""  # rounds are watched
    with pytest.raises(
        ValueError, match="on: expected a round to guess about, got rounds that are only watched; choose guess first"
    ):
        lab.press_button("on")
    lab.set(play="guess")
    lab.press_button("on")
    guess(lab, [0])
    assert lab.values["guess"] == "0 !"
    with pytest.raises(ValueError, match="mark: expected a round to come, got one that was told; go on first"):
        lab.press_button("mark")
    lab.press_button("on")
    lab.frame = 0  # a look back
    guess(lab, [0])
    assert lab.values["guess"] == "1"


def test_guess_forgets_marked_examples_that_were_deleted():
    lab = RoundsLab(play="guess")
    guess(lab, [9])
    lab.delete(9)
    assert ringed(lab.scenes[-1]) == []


def test_guess_keeps_its_marks_on_the_same_examples_when_another_is_deleted():
    lab = RoundsLab(play="guess")
    guess(lab, [0, 3, 4])
    lab.delete(3)
    assert lab.values["guess"] == "0 0 3"
    lab.receive({"do": "delete", "with": [0], "seq": 1}, lambda reply, buffers: None)  # as the card asks
    assert lab.values["guess"] == "0 2"
    X, _ = RoundsLab().data(lab.values)
    seen = examples(lab.scenes[-1])
    assert [(seen.x[row], seen.y[row]) for row in ringed(lab.scenes[-1])] == [tuple(X[4])]


def test_buttons_of_guessing_are_of_no_use_while_the_rounds_are_watched():
    told = {control["name"]: control["only"] for control in RoundsLab().controls if "only" in control}
    assert told["example"] == told["mark"] == told["on"] == ("play", ("guess",))


def test_marks_read_what_they_write():
    for text in ("0", "3 1 12", "2 !", "2 5 !"):
        assert str(Marks.read(text)) == text
    with pytest.raises(ValueError, match="guess: expected numbers of examples, got '1 x'"):
        RoundsLab(play="guess", guess="1 x")


# ---------------------------------------------------------------- losses: I-000-105, I-000-106


def test_loss_lab_flips_one_label_of_the_ten_points():
    right, lab = LossLab().steps[0], LossLab(flipped=10)
    assert np.allclose(right.margins, np.abs(golden("ADA-11").value))
    (step,) = lab.steps
    assert np.flatnonzero(step.margins != right.margins).tolist() == [9] and step.margins[9] == -right.margins[9]
    points = marks(lab.scenes[0], "losses", Points)[0]
    assert np.allclose(points.x, step.margins, atol=1e-6) and np.flatnonzero(points.kind).tolist() == [9]
    assert len({(x, y) for x, y in zip(points.x, points.y, strict=True)}) == 10  # none hides another


def test_loss_lab_bars_are_the_share_of_the_strongest_puller():
    lab = LossLab(flipped=10, sure=2.5)
    bars = marks(lab.scenes[0], "shares", Boxes)[0].y1
    assert np.allclose(bars, [lab.steps[0].share(loss) for loss in PULLS])
    assert bars[0] > 0.9 > bars[1] > bars[2]  # the surer the vote, the more the exponential loss believes it
    for loss, pull in PULLS.items():
        pulls = pull(lab.steps[0].margins)
        assert np.isclose(lab.steps[0].share(loss), pulls[9] / pulls.sum())


def test_loss_lab_caption_says_the_shares_and_gives_nothing_away_before():
    assert LossLab().scenes[0].caption == "ten right labels: all margins are positive; flip one"
    assert LossLab(flipped=10).scenes[0].caption == (
        "point 10 has the wrong label, margin \u22122.00; its pull: 59 % by the exponential loss, 22 % by the log "
        "loss, 14 % by the hinge loss"
    )


def test_loss_lab_pulls_are_the_slopes_of_the_losses():
    margins, h = np.array([-1.7, -0.4, 0.3, 0.9, 2.2]), 1e-6
    for name, pull in PULLS.items():
        fall = (LOSSES[name](margins - h) - LOSSES[name](margins + h)) / (2 * h)
        assert np.allclose(pull(margins), fall, atol=1e-6)


def test_loss_lab_pull_of_the_exponential_is_adaboosts_weight():
    step = RoundsLab().steps[3]
    z = 2.0 * step.targets - 1.0
    pull = PULLS["exponential"](z * step.scores)
    assert np.allclose(pull / pull.sum(), step.next_weights)
    assert data.load("adaboost10")["y"].tolist() == z.tolist()
