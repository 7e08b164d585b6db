"""The steered lab: everything a person does to it, and everything that may go wrong, on a lab of a few lines."""

import zlib

import numpy as np
import pytest

from labkit.core.story import Step, Trace
from labkit.player import token
from labkit.player.controls import Button, Choice, Memory, Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.player.player import MOST_FRAMES, same_moment
from labkit.render import canvas
from labkit.views.scene import Panel, Points, Scene, Target, codes, coordinates
from tests.player.test_token import forged

START = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


class ToyLab(Lab):
    """Shows its points ``length`` times; refuses one class, as learners do."""

    name = "toy"
    heading = "Toy"
    classes = ("red", "blue")
    data_controls = ("size",)
    steering = (
        Slider("size", "size", 0.5, 2.0, 0.5, 1.0),
        Slider("length", "length", 1, 2000, 1, 5),
        Choice("mood", "mood", ("calm", "broken", "odd"), "calm"),
        Switch("loud", "loud"),
    )

    def data(self, values):
        return START * values["size"], np.array([0, 0, 1, 1])

    def story(self, X, y, values):
        if len(set(y)) < 2:
            raise ValueError("expected two classes, got one; add a point of the other class")
        if values["mood"] == "broken":
            raise RuntimeError("something unforeseen")
        high = np.nan if values["mood"] == "odd" else 2.0  # a scene that cannot be packed
        mark = Points(coordinates(X[:, 0]), coordinates(X[:, 1]), codes(y), editable=True)
        target = Target("corner", 0.9, 0.9, 2.0, 2.0)
        panel = Panel((-1.0, 2.0), (-1.0, high), (mark,), name="plane", targets=(target,))
        steps = Trace(Step(event=f"step {k}", model=None) for k in range(values["length"]))
        return Story(steps, lambda step: Scene((panel,), step.caption))


class StillLab(ToyLab):
    name = "still"
    classes = ()


class ClickLab(ToyLab):
    """Remembers where it was clicked; forgets it with the mood, or when told to."""

    name = "click"
    clickable = ("plane",)
    steering = (*ToyLab.steering, Button("clear", "clear"), Memory("clicks", forgets=("mood", "size")))

    def story(self, X, y, values):
        if values["clicks"].strip("0123456789.,; "):
            raise ValueError(f"clicks: expected places such as '0,1;', got {values['clicks']!r}; press clear")
        return super().story(X, y, values)

    def click(self, values, at):
        return {"clicks": values["clicks"] + f"{at.x:g},{at.y:g};", "length": 6} if at.x >= 0 else {}

    def press(self, values, name):
        return {"clicks": ""}


class Messages(list):
    def __call__(self, content, buffers):
        self.append((content, buffers))

    def last(self, name):
        return [message for message, _ in self if name in message][-1][name]


@pytest.fixture
def lab():
    return ToyLab()


@pytest.fixture
def sent():
    """What the lab says to the card."""
    return Messages()


def points(lab):
    X, y = lab.examples
    return [(*map(float, place), int(kind)) for place, kind in zip(X, y, strict=True)]


def whole_state(lab):
    return lab.token, lab.payload, lab.summary, lab.values, lab.frame, len(lab.steps), len(lab._past), points(lab)


# ---- the moment that is shown


@pytest.mark.parametrize(
    "frame, before, after, kept",
    [(5, 22, 22, 5), (5, 11, 21, 10), (7, 22, 8, 2), (21, 22, 8, 7), (0, 22, 22, 21), (0, 1, 9, 8), (3, 9, 1, 0)],
)
def test_same_moment_is_the_same_step_or_share_and_an_end_stays_an_end(frame, before, after, kept):
    assert same_moment(frame, before, after) == kept


def test_steering_stays_at_the_moment(lab):
    lab.frame = 2
    lab.set(loud=True)
    lab.move(0, 0.25, 0.75)
    lab.add(0, 0, 1)
    assert lab.frame == 2
    lab.set(length=9)
    assert lab.frame == 4
    lab.undo()
    assert lab.frame == 2


def test_glance_is_at_the_moment_that_its_card_shows(lab, sent):
    ask(lab, "set", "length", 9, frame=1, live=True, sent=sent)
    assert sent.last("glance") == {"frame": 2, "last": 8} and lab.frame == 0
    (frame,) = canvas.unpack(zlib.compress(sent[-1][1][0]))["frames"]
    assert frame["caption"] == "step 2"


def test_button_shows_how_it_ends():
    lab = ClickLab()
    lab.click_at("plane", 0.5, 0.5)
    lab.frame = 2
    lab.press_button("clear")
    assert lab.frame == len(lab.scenes) - 1


def test_button_may_read_the_frame_that_its_card_shows():
    class FrameLab(ClickLab):
        def press(self, values, name):
            return {"clicks": str(self.frame)}

    lab = FrameLab()
    ask(lab, "press", "clear", frame=3)
    assert lab.values["clicks"] == "3"


# ---- what a person does


def test_reset_is_the_lab_as_it_began_and_can_be_undone():
    lab = ToyLab(length=7)
    began = lab.values, points(lab)
    lab.set(length=9)
    lab.move(0, 0.25, 0.75)
    changed = lab.values, points(lab)
    lab.reset()
    assert (lab.values, points(lab)) == began
    lab.undo()
    assert (lab.values, points(lab)) == changed


def test_controls_of_the_constructor_are_set():
    assert ToyLab(length=7, mood="calm").values == {"size": 1.0, "length": 7, "mood": "calm", "loud": False}


def test_set_tells_a_new_story_and_shows_its_end(lab):
    lab.set(length=9, loud=True)
    assert (len(lab.scenes), lab.frame, lab.summary) == (9, 8, "9 steps; step 8")
    assert lab.values["loud"] is True


def test_points_are_added_moved_and_deleted(lab):
    lab.add(0.12345, 0.5, 1)
    assert points(lab)[-1] == (0.123, 0.5, 1)
    lab.move(0, -1, 2)
    assert points(lab)[0] == (-1.0, 2.0, 0)
    lab.delete(1)
    assert points(lab) == [(-1.0, 2.0, 0), (0.0, 1.0, 1), (1.0, 1.0, 1), (0.123, 0.5, 1)]


def test_data_control_makes_new_points_and_others_keep_them(lab):
    lab.add(0.5, 0.5, 0)
    lab.set(length=3)
    assert len(points(lab)) == 5
    lab.set(size=2.0)
    assert points(lab)[3] == (2.0, 2.0, 1) and len(points(lab)) == 4


def test_control_set_to_what_it_is_changes_nothing(lab):
    lab.add(0.5, 0.5, 0)
    before = whole_state(lab)
    lab.set(size=1.0, length=5, mood="calm", loud=False)
    assert whole_state(lab) == before
    lab.set(size=1.0, length=3)
    assert len(points(lab)) == 5
    lab.undo()
    assert whole_state(lab)[-1] == before[-1] and lab.values["length"] == 5


def test_undo_goes_back_through_every_change(lab):
    seen = [points(lab)]
    for change in (lambda: lab.add(0.5, 0.5, 0), lambda: lab.move(4, 0, 0.2), lambda: lab.delete(0)):
        change()
        seen.append(points(lab))
    lab.set(length=2)
    for expected in reversed(seen):
        lab.undo()
        assert points(lab) == expected
    with pytest.raises(ValueError, match="undo: expected an earlier change, got none"):
        lab.undo()


def test_token_of_a_painted_lab_restores_it_elsewhere(lab):
    lab.set(length=8, loud=True)
    lab.add(0.3, 0.7, 1)
    lab.frame = 2
    other = ToyLab(size=2.0)
    other.restore(lab.token)
    assert (other.token, other.payload, other.frame, other.values) == (lab.token, lab.payload, 2, lab.values)
    other.undo()
    assert other.values["size"] == 2.0


def test_restored_frame_is_one_that_there_is(lab):
    for frame, shown in ((-7, 0), (10**30, 4)):
        lab.restore(token.encode({"lab": "toy", "values": {}, "frame": frame}))
        assert lab.frame == shown


def test_long_story_is_thinned_and_says_so(lab):
    lab.set(length=2000)
    assert len(lab.scenes) == MOST_FRAMES
    assert lab.summary == "2000 steps (300 shown); step 1999"


# ---- clicks, buttons and what they leave behind


def clicked(*places):
    lab = ClickLab()
    for place in places:
        lab.click_at("plane", *place)
    return lab


def test_click_changes_what_the_lab_says():
    lab = clicked((0.5, 1), (1, 2))
    assert lab.values["clicks"] == "0.5,1;1,2;" and lab.values["length"] == len(lab.scenes) == 6


def test_click_that_changes_nothing_is_no_change_to_undo():
    lab = clicked((-1, 0))
    assert lab.values["clicks"] == "" and not lab._past


def test_button_acts_and_is_undone():
    lab = clicked((0.5, 1))
    lab.press_button("clear")
    assert lab.values["clicks"] == ""
    lab.undo()
    assert lab.values["clicks"] == "0.5,1;"


def test_button_has_no_value():
    assert "clear" not in ClickLab().values
    refused(ClickLab(), lambda: ClickLab().set(clear=True))


def test_painted_points_survive_a_click():
    lab = ClickLab()
    lab.add(0.3, 0.7, 1)
    lab.click_at("plane", 1, 1)
    assert points(lab)[-1] == (0.3, 0.7, 1)


def test_memory_is_part_of_the_token_and_outlives_the_controls_that_empty_it():
    lab = ClickLab()
    lab.set(size=2.0)
    lab.click_at("plane", 1, 1)
    other = ClickLab()
    other.restore(lab.token)
    assert other.values == lab.values and other.values["clicks"] == "1,1;"


def test_memory_is_emptied_by_the_controls_that_it_names():
    lab = clicked((0, 0))
    lab.set(loud=True)
    assert lab.values["clicks"] == "0,0;"
    lab.set(size=2.0)
    assert lab.values["clicks"] == ""


@pytest.mark.parametrize("place", [("tree", 0, 0), ("plane", "0", 0), ("plane", 0, float("nan")), ([], 0, 0)], ids=str)
def test_bad_click_is_refused_and_changes_nothing(place):
    lab = clicked((0, 0))
    refused(lab, lambda: lab.click_at(*place))


@pytest.mark.parametrize("name", ["loud", "no such button", None, 3], ids=str)
def test_bad_button_is_refused_and_changes_nothing(name):
    lab = clicked((0, 0))
    refused(lab, lambda: lab.press_button(name))


def test_memory_that_the_lab_cannot_read_is_refused():
    lab = clicked((0, 0))
    refused(lab, lambda: lab.set(clicks="nonsense"))


def test_lab_that_does_not_answer_clicks_refuses_them(lab):
    refused(lab, lambda: lab.click_at("plane", 0, 0))
    refused(lab, lambda: lab.press_button("clear"))


def test_click_and_press_of_the_card_are_carried_out():
    lab = ClickLab()
    ask(lab, "click", "plane", 0.25, 0.5, frame=0)
    assert (lab.values["clicks"], lab.error, lab.clicks) == ("0.25,0.5;", "", ["plane"])
    ask(lab, "press", "clear")
    assert lab.values["clicks"] == ""
    ask(lab, "click", "elsewhere", 0, 0, frame=0)
    assert lab.error.startswith("panel: expected one of 'plane', got 'elsewhere'")


def test_click_on_a_lab_without_clickable_panels_and_values_too_many_are_refused_in_words():
    lab = ToyLab()
    ask(lab, "click", "plane", 0, 0, frame=0)
    assert "expected no click, for no panel answers one, got one on 'plane'" in lab.error
    ask(lab, "undo", 3)
    assert lab.error.startswith("undo: expected no values, got 1; send an empty list")


def test_click_of_the_card_tells_which_frame_was_shown():
    lab = ClickLab()
    seen = []
    lab.click = lambda values, at: seen.append(lab.frame) or {}
    ask(lab, "click", "plane", 0.25, 0.5, frame=2)
    assert seen == [2]


@pytest.mark.parametrize("at, target", [((1, 1), "corner"), ((0, 0), "")])
def test_click_in_python_finds_the_target_there(at, target):
    lab, seen = ClickLab(), []
    lab.click = lambda values, at: seen.append(at.target) or {}
    lab.click_at("plane", *at)
    assert seen == [target]


def test_click_of_the_card_says_its_target_itself():
    lab, seen = ClickLab(), []
    lab.click = lambda values, at: seen.append(at.target) or {}
    ask(lab, "click", "plane", 0, 0, "elsewhere", frame=0)
    assert seen == ["elsewhere"]


# ---- presets and the still


class PresetLab(ToyLab):
    name = "preset"
    presets = {"long": {"length": 9}, "large and loud": {"size": 2.0, "loud": True}}  # noqa: RUF012
    still = 2


def test_preset_is_a_state_of_its_own_whatever_was_before():
    lab = PresetLab(loud=True)
    lab.add(0.5, 0.5, 0)
    lab.choose("long")
    assert lab.values == {"size": 1.0, "length": 9, "mood": "calm", "loud": False} and len(points(lab)) == 4
    lab.undo()
    assert lab.values["loud"] and len(points(lab)) == 5


def test_preset_of_the_card_is_carried_out_and_an_unknown_one_refused():
    lab = PresetLab()
    ask(lab, "preset", "large and loud")
    assert lab.values["size"] == 2.0 and lab.error == ""
    ask(lab, "preset", "wide")
    assert lab.error == "preset: expected one of 'long', 'large and loud', got 'wide'; choose one of these"
    refused(lab, lambda: lab.choose("wide"))


@pytest.mark.parametrize("still, length, frame", [(2, 5, 2), (2, 2, 1), (-1, 5, 4), (-2, 5, 3), (1000, 2000, 150)])
def test_still_shows_the_step_that_is_named_or_the_nearest(still, length, frame, monkeypatch):
    monkeypatch.setattr(PresetLab, "still", still)
    lab = PresetLab(length=length)
    assert lab.still_frame == frame
    assert lab.png() == lab.png(frame)


# ---- what may go wrong

BAD_VALUES = [
    {"colour": 1},
    {"length": 0},
    {"length": 2001},
    {"length": "5"},
    {"length": 2.5},
    {"size": float("nan")},
    {"size": None},
    {"mood": "angry"},
    {"mood": ["calm"]},
    {"loud": "yes"},
    {"length": 3, "size": 99},
    {"mood": "odd"},
]
BAD_TOKENS = {
    "empty": "",
    "foreign": "eyJhbGciOiJIUzI1NiJ9",
    "truncated": ToyLab().token[:-12],
    "of another lab": StillLab().token,
    "unknown control": forged({"lab": "toy", "values": {"colour": 1}, "frame": 0}),
    "value out of range": forged({"lab": "toy", "values": {"length": -1}, "frame": 0}),
    "value of another type": forged({"lab": "toy", "values": {"length": {"a": []}}, "frame": 0}),
    "no values": forged({"lab": "toy", "frame": 0}),
    "text as point": forged({"lab": "toy", "values": {}, "frame": 0, "points": [["a", 0, 0], [1, 1, 1]]}),
    "no such class": forged({"lab": "toy", "values": {}, "frame": 0, "points": [[0, 0, 0], [1, 1, 2]]}),
    "half a class": forged({"lab": "toy", "values": {}, "frame": 0, "points": [[0, 0, 0], [1, 1, 0.5]]}),
    "infinite point": forged({"lab": "toy", "values": {}, "frame": 0, "points": [[0, 0, 0], [float("inf"), 1, 1]]}),
    "huge point": forged({"lab": "toy", "values": {}, "frame": 0, "points": [[0, 0, 0], [10**400, 1, 1]]}),
    "no points": forged({"lab": "toy", "values": {}, "frame": 0, "points": []}),
    "one point": forged({"lab": "toy", "values": {}, "frame": 0, "points": [[0, 0, 0]]}),
    "one class": forged({"lab": "toy", "values": {}, "frame": 0, "points": [[0, 0, 0], [1, 1, 0]]}),
}
BAD_PAINT = [
    ("add", (0, 0, 2)),
    ("add", (0, 0, -1)),
    ("add", (0, 0, 0.5)),
    ("add", (0, 0, "red")),
    ("add", ("0", 0, 0)),
    ("add", (None, 0, 0)),
    ("add", (0, float("nan"), 0)),
    ("add", (float("inf"), 0, 0)),
    ("move", (4, 0, 0)),
    ("move", (-1, 0, 0)),
    ("move", ("0", 0, 0)),
    ("move", (0, "x", 0)),
    ("move", (0, 0, None)),
    ("delete", (4,)),
    ("delete", (-1,)),
    ("delete", (0.0,)),
    ("delete", (None,)),
]


def refused(lab, action):
    before = whole_state(lab)
    with pytest.raises(ValueError, match=r"expected .* got .*|expected finite") as refusal:
        action()
    assert "\n" not in str(refusal.value)
    assert whole_state(lab) == before


@pytest.mark.parametrize("values", BAD_VALUES, ids=str)
def test_bad_value_is_refused_and_changes_nothing(lab, values):
    refused(lab, lambda: lab.set(**values))


@pytest.mark.parametrize("text", BAD_TOKENS.values(), ids=BAD_TOKENS.keys())
def test_bad_token_is_refused_and_changes_nothing(lab, text):
    refused(lab, lambda: lab.restore(text))


def test_token_of_another_lab_is_answered_with_the_heading(lab):
    other = ClickLab()
    other.heading = "Clicks"
    with pytest.raises(ValueError, match='expected a state of "Toy", got one of "Clicks"; paste it there'):
        lab.restore(other.token)
    older = forged({"lab": "click", "values": {}, "frame": 0})
    with pytest.raises(ValueError, match='got one of "click"'):
        lab.restore(older)


@pytest.mark.parametrize("values", [{"colour": 1}, {"length": 3000}], ids=str)
def test_token_of_another_version_of_a_lab_says_so(lab, values):
    with pytest.raises(ValueError, match=r"copied from another version of this lab, and nothing was changed$"):
        lab.restore(forged({"lab": "toy", "values": values, "frame": 0}))


@pytest.mark.parametrize("action, arguments", BAD_PAINT, ids=str)
def test_bad_painting_is_refused_and_changes_nothing(lab, action, arguments):
    refused(lab, lambda: getattr(lab, action)(*arguments))


def test_last_example_of_a_class_stays(lab):
    lab.delete(0)
    refused(lab, lambda: lab.delete(0))


def test_last_two_points_stay(lab):
    lab.delete(0)
    lab.delete(1)
    refused(lab, lambda: lab.delete(0))


def test_lab_without_classes_is_not_painted():
    lab = StillLab()
    for action in (lambda: lab.add(0, 0, 0), lambda: lab.move(0, 0, 0), lambda: lab.delete(0)):
        refused(lab, action)
    refused(lab, lambda: lab.restore(forged({"lab": "still", "values": {}, "frame": 0, "points": [[0, 0, 0]] * 2})))


def test_unforeseen_failure_changes_nothing(lab):
    before = whole_state(lab)
    with pytest.raises(RuntimeError):
        lab.set(mood="broken")
    assert whole_state(lab) == before


def test_lab_that_cannot_be_told_at_first_says_why():
    with pytest.raises(RuntimeError, match="something unforeseen"):
        ToyLab(mood="broken")
    with pytest.raises(ValueError, match="length: expected a whole number >= 1"):
        ToyLab(length=0)


def test_lab_without_data_or_story_says_what_to_write():
    class Empty(Lab):
        name, heading = "empty", "Empty"

    with pytest.raises(NotImplementedError, match=r"Empty: write points, or data\(self, values\), which"):
        Empty()
    Empty.data = ToyLab.data
    Empty.steering = ToyLab.steering
    with pytest.raises(NotImplementedError, match=r"Empty: write story\(self, X, y, values\), which returns a Story"):
        Empty()


def test_story_without_steps_is_refused(lab, monkeypatch):
    monkeypatch.setattr(ToyLab, "story", lambda self, X, y, values: Story([], None))
    refused(lab, lambda: lab.set(length=3))


# ---- messages of the card


def ask(lab, do, *arguments, seq=1, sent=None, **more):
    lab.receive({"do": do, "with": list(arguments), "seq": seq, **more}, Messages() if sent is None else sent)


def test_request_is_carried_out_and_answered(lab, sent):
    ask(lab, "add", 0.5, 0.5, 1, seq=4, sent=sent)
    assert len(points(lab)) == 5 and sent == [({"seq": 4}, [])]
    ask(lab, "undo", seq=5, sent=sent)
    assert len(points(lab)) == 4 and sent.last("seq") == 5


def test_request_for_the_token_keeps_the_step_that_is_looked_at(lab, sent):
    ask(lab, "token", frame=3, sent=sent)
    assert token.decode(sent.last("token"))["frame"] == 3
    ask(lab, "restore", sent.last("token"), sent=sent)
    assert lab.frame == 3


def test_request_for_the_token_of_a_step_that_there_is_not_takes_the_nearest(lab, sent):
    for frame, kept in ((99, 4), (-3, 0)):
        ask(lab, "token", frame=frame, sent=sent)
        assert token.decode(sent.last("token"))["frame"] == kept


def test_live_request_is_answered_with_a_glance_and_changes_nothing(lab, sent):
    before = whole_state(lab)
    ask(lab, "move", 0, 0.25, 0.75, seq=8, live=True, sent=sent)
    (reply, (payload,)) = sent[-1]
    assert reply == {"seq": 8, "glance": {"frame": 4, "last": 4}}
    (frame,) = canvas.unpack(zlib.compress(payload))["frames"]
    assert frame["panels"][0]["marks"][0]["y"][0] == 0.75
    assert whole_state(lab) == before


@pytest.mark.parametrize("live", [False, True])
def test_refused_request_is_answered_and_said_until_the_next_good_one(lab, sent, live):
    before = whole_state(lab)
    ask(lab, "move", 99, 0, 0, seq=2, live=live, sent=sent)
    assert lab.error.startswith("index: expected a whole number") and sent == [({"seq": 2}, [])]
    assert whole_state(lab) == before
    ask(lab, "move", 0, 0, 0, seq=3, live=live, sent=sent)
    assert lab.error == "" and sent.last("seq") == 3


@pytest.mark.parametrize(
    "message",
    [
        {"do": "dance", "with": [], "seq": 6},
        {"do": ["set"], "with": [], "seq": 6},
        {"with": [], "seq": 6},
        {"do": "add", "with": [1], "seq": 6},
        {"do": "undo", "with": [1], "seq": 6},
        {"do": "click", "with": "plane", "seq": 6},
        {"do": "click", "with": ["plane", 1e400, 0], "seq": 6},
        {"do": "click", "with": ["plane", 10**400, 0], "seq": 6},
        {"do": "set", "with": None, "seq": 6},
        {"do": "set", "with": ["length", 6], "frame": "last", "seq": 6},
        {"do": "set", "with": ["length", 6], "frame": 1e400, "seq": 6},
        {"do": "set", "with": ["length", 6], "frame": 0.5, "seq": 6},
        {"do": "set", "with": [["length"], 6], "seq": 6},
        {"do": "preset", "with": [{}], "seq": 6},
        {"do": "predict", "with": [0], "seq": 6},
        {"do": "data", "with": [["csv"]], "seq": 6},
        {"do": "restore", "with": [None], "seq": 6},
        {"do": "restore", "with": ["labkit1.\udcff.0"], "seq": 6},
        {"do": "restore", "with": ["labkit1.\u00e9.0"], "seq": 6},
        {"do": "restore", "with": ["labkit1." + "A" * 99], "seq": 6},
    ],
    ids=str,
)
def test_request_of_another_shape_is_refused_in_one_sentence(sent, message):
    lab = clicked((0, 0))
    before = whole_state(lab)
    lab.receive(message, sent)
    assert sent == [({"seq": 6}, [])] and whole_state(lab) == before
    assert ": expected " in lab.error and ", got " in lab.error and "; " in lab.error and "fault" not in lab.error
    assert "\n" not in lab.error and len(lab.error) < 300


@pytest.mark.parametrize("message", [None, [], "undo", 3], ids=str)
def test_what_is_no_request_is_answered(lab, sent, message):
    lab.receive(message, sent)
    assert sent == [({"seq": None}, [])]
    assert lab.error == f'request: expected an object with "do", got {message!r}; reload the page'


@pytest.mark.parametrize("frame", [-1, 5, 0.5, "last", None], ids=str)
def test_frame_that_there_is_not_is_refused(lab, frame):
    before = whole_state(lab)
    with pytest.raises(ValueError, match="frame: expected a whole number >= 0 and <= 4, got"):
        lab.frame = frame
    assert whole_state(lab) == before


def test_unforeseen_failure_is_answered_shown_and_raised(lab, sent):
    before = whole_state(lab)
    with pytest.raises(RuntimeError):
        ask(lab, "set", "mood", "broken", seq=6, sent=sent)
    assert sent == [({"seq": 6}, [])]
    assert "a fault of this lab, not yours; your points are kept" in lab.error
    assert whole_state(lab) == before


def test_long_telling_reports_its_progress(lab, sent):
    ask(lab, "set", "length", 200, sent=sent)
    assert [message["progress"] for message, _ in sent if "progress" in message] == [
        [done, 200] for done in range(25, 201, 25)
    ]
    assert sent[-1] == ({"seq": 1}, [])


def test_long_telling_is_stopped_by_an_interrupt_and_leaves_all_as_it_was(sent):
    """What the notebook's stop button does while the card shows its bar."""

    class LongLab(ToyLab):
        def story(self, X, y, values):
            if values["length"] == 50:
                raise KeyboardInterrupt
            return super().story(X, y, values)

    lab = LongLab()
    before = whole_state(lab)
    ask(lab, "set", "length", 50, seq=8, sent=sent)
    assert sent == [({"seq": 8}, [])]
    assert lab.error == "stopped: all is as it was before"
    assert whole_state(lab) == before
    ask(lab, "set", "loud", True, seq=9, sent=sent)
    assert lab.error == ""


def test_parts_of_a_story_report_before_each(sent):
    class PartsLab(ToyLab):
        def story(self, X, y, values):
            self.parts = list(self.reported("abc"))
            return super().story(X, y, values)

    lab = PartsLab()
    ask(lab, "set", "loud", True, sent=sent)
    assert lab.parts == list("abc")
    assert [message["progress"] for message, _ in sent if "progress" in message] == [[k, 3] for k in range(3)]
