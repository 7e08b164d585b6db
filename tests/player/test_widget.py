"""The player without a browser: one line, one picture, one payload."""

import base64

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import Step, Trace
from labkit.learners import Perceptron
from labkit.player.player import Player, play
from labkit.player.widget import Card, card_of
from labkit.render import canvas
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Field, Panel, Points, Scene, codes, coordinates
from tests.render.pixels import assert_drawn, colours

X, Y = data.separable(30, margin=0.1, seed=3)
TRACE = Perceptron().trace(X, Y)
view = columns(square(Plane(X, Y)))


def blank(text):
    return Scene((Panel((0.0, 1.0), (0.0, 1.0)),), text)


@pytest.fixture
def player():
    return play(TRACE, view, title="Perceptron")


def test_player_says_one_line_the_same_every_time(player):
    line = f"Perceptron: {len(TRACE)} steps; {TRACE[-1].caption}"
    assert repr(player) == str(player) == line == repr(play(TRACE, view, title="Perceptron"))
    assert "\n" not in line and "0x" not in line


def test_player_shows_itself_live_and_as_picture_and_text(player):
    shown, _ = player._repr_mimebundle_()
    assert shown["text/plain"] == repr(player)
    assert shown["application/vnd.jupyter.widget-view+json"]["model_id"] == card_of(player).model_id
    picture = shown["image/png"]
    assert_drawn(colours(picture if isinstance(picture, bytes) else base64.b64decode(picture)))


def test_player_sends_every_step_once(player):
    story = canvas.unpack(player.payload)
    assert [frame["caption"] for frame in story["frames"]] == [step.caption for step in TRACE]
    assert player.frame == 0 and player.error == "" and player.controls == ()


def test_heavy_story_stays_under_two_megabytes():
    rng = np.random.default_rng(0)
    x, y, kind = coordinates(rng.random(200)), coordinates(rng.random(200)), codes(rng.integers(0, 2, 200))
    grid = np.add.outer(np.arange(100), np.arange(100))
    fields = [Field(codes((grid + 3 * k) // 7 % 3), (0.0, 1.0, 0.0, 1.0)) for k in range(200)]
    scenes = [Scene((Panel((0.0, 1.0), (0.0, 1.0), (field, Points(x, y, kind))),)) for field in fields]
    assert len(Player(scenes, title="heavy", summary="").payload) < 2_000_000


def test_long_story_is_thinned_and_says_so():
    trace = Trace(Step(event=f"step {k}", model=None) for k in range(1001))
    player = play(trace, lambda step: blank(step.caption), title="Long", most=50)
    assert len(player.scenes) == 50
    assert (player.scenes[0].caption, player.scenes[-1].caption) == ("step 0", "step 1000")
    assert player.summary == "1001 steps (50 shown); step 1000"


def test_story_of_one_step_is_a_picture_in_its_own_words():
    trace = Trace([Step(event="stop after 1 split", model=None)])
    assert play(trace, lambda step: blank("342 penguins"), title="Short").summary == "342 penguins"
    assert play(trace, lambda step: blank(""), title="Short").summary == "stop after 1 split"


@pytest.mark.parametrize("asked, shown", [(-5, 0), (0, 0), (1, 1), (2, 2), (99, 2)])
def test_first_frame_is_one_that_there_is(asked, shown):
    assert Player([blank(text) for text in "abc"], title="", summary="", frame=asked).frame == shown


def test_player_without_scenes_is_refused():
    with pytest.raises(ValueError, match="expected at least one scene, got none"):
        Player([], title="", summary="")


def test_story_without_steps_is_refused():
    with pytest.raises(ValueError, match="story: expected at least one step, got none"):
        play([], view, title="")


@pytest.mark.parametrize("frame", [99, -99, 1.5, "first"])
def test_still_of_a_frame_that_there_is_not_is_refused(player, frame):
    with pytest.raises(ValueError, match=r"frame: expected a whole number >= -.* got "):
        player.png(frame)


@pytest.mark.parametrize("options", [{}, {"theme": "dark"}, {"lecture": True}, {"scale": 1.0}])
def test_still_is_a_picture_of_any_frame(player, options):
    assert player.png(0, **options) != player.png(-1, **options)


def test_card_follows_the_player_and_the_player_its_card(player):
    card = card_of(player)
    assert card_of(player) is card and card.title == "Perceptron" and card.payload == player.payload
    player.frame = 2
    assert card.frame == 2
    card.frame = 1
    assert player.frame == 1


def test_request_to_a_player_that_only_plays_is_answered_in_words(player):
    sent = []
    player.receive({"do": "undo", "seq": 3}, lambda *answer: sent.append(answer))
    assert sent == [({"seq": 3}, [])] and "nothing to steer" in card_of(player).error


def test_source_for_the_browser_is_one_module():
    assert Card._esm.count("export default") == 1
    assert not any(line.startswith("import ") for line in Card._esm.splitlines())  # nothing is loaded from elsewhere
