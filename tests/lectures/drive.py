"""Driving any lab in Python, as a person would in the browser: every control, the painter, tokens, bad input."""

from contextlib import contextmanager
from copy import copy
from functools import cache
from types import SimpleNamespace
from unittest import mock

import numpy as np
import pytest

from labkit.player import lab as labs
from labkit.player import token

MOST_BYTES = 2_000_000
FEW_FRAMES = 4  # of a long story, where a test is not about each of them
FEW = 3  # points of each class, from which a class is deleted
# (lab, control): seen only with another one; all others must change the story from the first state on.
SEEN_LATER = {
    ("12-fog", "x"),  # where the button looks
    ("12-fog", "y"),
    ("11-lift", "towards"),  # where the plane leans
    ("12-probe", "axes"),  # once one has said what the place is
    ("07-adversary", "bit"),  # which bit the buttons flip
}


def fresh(kind):
    """A lab in its first state, whose story is told once for all tests."""
    lab = copy(_first(kind, labs.MOST_FRAMES))
    lab._past = []
    return lab


@cache
def _first(kind, most_frames):
    return kind()


@contextmanager
def few_frames():
    """Stories are told whole, but only some of their steps are drawn."""
    with mock.patch.object(labs, "MOST_FRAMES", FEW_FRAMES):
        yield


def undrawn(kind, **values):
    """A lab with these values that draws its last step only: for claims over many draws."""
    first = fresh(kind)
    values = first.controlled.changed(first.controlled.first, values).values
    story = first.story(*first.data(values), values)
    return SimpleNamespace(steps=story.steps, scenes=[story.picture(story.steps[-1])], values=values)


def assert_told(lab):
    """The lab shows a whole story without an error, small enough to send."""
    assert lab.error == ""
    assert lab.scenes and lab.summary and all(scene.caption for scene in lab.scenes)
    assert len(lab.payload) < MOST_BYTES


def valued(kind):
    """The controls that have a value."""
    return [control for control in kind.steering if control.kind != "button"]


@few_frames()
def drive_controls(kind):
    """Every control at its extremes, each from the first state; what is refused must leave the lab as it was."""
    assert_told(fresh(kind))
    for control in valued(kind):
        others = [value for value in control.extremes if value != control.default]
        pictures = [payload for value in others if (payload := steered(kind, control, value)) is not None]
        assert pictures or not others, f"{control.name}: whatever it is set to is refused; drop the control"
        if others and (kind.name, control.name) not in SEEN_LATER:
            first = mattering(kind, control).payload
            assert {*pictures} != {first}, f"{control.name}: whatever it is set to, the story is the same"


def steered(kind, control, value):
    """What is sent of the story with one control moved; None where the lab refuses in words and stays as it was."""
    lab = mattering(kind, control)
    before = lab.values, lab.payload
    try:
        lab.set(**{control.name: value})
    except ValueError as refusal:
        assert_message(refusal)
        assert (lab.values, lab.payload) == before
        return None
    assert lab.values[control.name] == value
    assert_told(lab)
    return lab.payload


def mattering(kind, control):
    """A lab in its first state, but for the one control without which this one would not matter."""
    name, options = getattr(control, "only", None) or (None, ())
    lab = fresh(kind)
    if name is not None and lab.values[name] not in options:
        lab.set(**{name: options[0]})
    return lab


@few_frames()
def drive_painter(kind):
    """Every class is painted, a point moved and deleted, and undone. New points lie beside one of their class."""
    lab = fresh(kind)
    X, y = lab.examples
    for k in range(len(kind.classes)):
        lab.add(*X[np.flatnonzero(y == k)[0]], k)
        assert_told(lab)
    place = np.round(X[np.flatnonzero(y == 0)[0]] + 0.002, 3)
    lab.move(len(X), *place)
    assert_told(lab)
    painted, (points, classes) = lab.payload, lab._state.points
    assert np.allclose(points[len(X)], place)
    assert classes.tolist() == [*y, *range(len(kind.classes))]
    lab.delete(len(X))
    assert_told(lab)
    assert np.allclose(lab._state.points[0], np.delete(points, len(X), axis=0), atol=5e-4)
    lab.undo()
    assert lab.payload == painted


def drive_handles(kind):
    """Every handle is moved, and undone; none is added or deleted."""
    lab = fresh(kind)
    X, y = lab.examples
    for k in range(len(X)):
        lab.move(k, *np.round(lab.examples[0][k] + 0.3, 3))
        assert_told(lab)
        assert lab.examples[1].tolist() == y.tolist()
    few = [[*map(float, X[0]), int(y[0])]] * 2
    for act in (lambda: lab.add(0.0, 0.0, 0), lambda: lab.delete(0),
                lambda: lab.restore(token.encode({**token.decode(lab.token), "points": few}))):  # fmt: skip
        told_or_refused(lab, act)
        assert len(lab.examples[0]) == len(X)


def drive_rails(kind):
    """Every handle is where its slider says, goes where it is pulled, and that is undone."""
    lab = fresh(kind)
    start = lab.payload
    for k, (name, x) in enumerate(kind.rails.across.items()):
        slider = next(control for control in kind.steering if control.name == name)
        for y in (slider.low - 1, slider.high + 1, (0.37 * slider.low + 0.63 * slider.high)):
            lab.move(k, 999.0, float(y))
            assert_told(lab)
            assert lab.values[name] == pytest.approx(min(max(y, slider.low), slider.high), abs=0.51 * slider.step)
            handles = next(mark for mark in lab.scenes[0].panel("plane").marks if getattr(mark, "editable", False))
            assert (handles.x[k], handles.y[k]) == pytest.approx((x, lab.values[name]), abs=1e-4)
            lab.undo()
            assert lab.payload == start
    for wrong in (-1, len(kind.rails.across)):
        told_or_refused(lab, lambda wrong=wrong: lab.move(wrong, 0.0, 0.0))
    assert lab.payload == start


@few_frames()
def drive_token(kind):
    """A painted, steered state restored in a fresh lab is the same story, picture and step."""
    lab = fresh(kind)
    sliders = [control for control in kind.steering if control.kind == "slider"]
    lab.set(**{control.name: type(control.low)((control.low + control.default) / 2) for control in sliders})
    if kind.handles:
        lab.move(0, 0.1, 0.2)
    elif kind.classes:
        lab.add(0.1, 0.2, 0)
    lab.frame = len(lab.scenes) // 2
    other = fresh(kind)
    other.restore(lab.token)
    assert (other.payload, other.values, other.frame, repr(other)) == (lab.payload, lab.values, lab.frame, repr(lab))
    assert other.token == lab.token


def unheard(reply, buffers):
    """A card that does not listen to the answer."""


def drive_presets(kind):
    """Every named state is told and differs from the first one."""
    start = fresh(kind)
    assert_told(start)
    for name in kind.presets:
        lab = fresh(kind)
        lab.choose(name)
        assert (lab.values, lab.payload) != (start.values, start.payload), f"the preset {name!r} changes nothing"
        assert_told(lab)


def drive_messages(kind):
    """What the card would send by mistake: answered in words, the state kept; the next good request clears them."""
    lab = fresh(kind)
    kept = lab.payload, lab.values, lab.token
    damaged = lab.token[:-1] + ("0" if lab.token[-1] != "0" else "1")
    bad = [("set", ["no such control", 1]), ("restore", ["nonsense"]), ("restore", [damaged]), ("undo", [])]
    bad += [("set", [c.name, "no such option"]) for c in valued(kind)]
    bad += [("set", [c.name, c.high + 1]) for c in kind.steering if c.kind == "slider"]
    bad += [("press", ["no such button"]), ("click", ["no such panel", 0, 0]), ("set", ["", None])]
    bad += [("set", [c.name, True]) for c in kind.steering if c.kind == "button"]
    bad += [("add", [0, 0, len(kind.classes)]), ("move", [10_000, 0, 0]), ("delete", [-1])]
    for action, arguments in bad:
        lab.error = ""
        lab.receive({"do": action, "with": arguments, "seq": 1}, unheard)
        assert_message(lab.error)
        assert (lab.payload, lab.values, lab.token) == kept, f"{action} {arguments} changed the lab"
    control = valued(kind)[0]
    lab.receive({"do": "set", "with": [control.name, control.default], "seq": 2}, unheard)
    assert_told(lab)


@few_frames()
def drive_clicks(kind):
    """Every button, twice, and every corner and the middle of what answers clicks: told or refused, and undone."""
    lab = fresh(kind)
    start = lab.payload
    for control in kind.steering:
        if control.kind == "button":
            for _ in range(2):
                told_or_refused(lab, lambda name=control.name: lab.press_button(name))
    for name in kind.clickable:
        for across, up in ((0, 0), (0, 1), (1, 0), (1, 1), (0.5, 0.5), (0.3, 0.8)):
            (x0, x1), (y0, y1) = lab.scenes[-1].panel(name).xlim, lab.scenes[-1].panel(name).ylim
            place = x0 + across * (x1 - x0), y0 + up * (y1 - y0)
            told_or_refused(lab, lambda name=name, place=place: lab.click_at(name, *place))
    while lab._past:
        lab.undo()
    assert lab.payload == start


def told_or_refused(lab, act):
    before = lab.values
    try:
        act()
    except ValueError as refusal:
        assert_message(refusal)
        assert lab.values == before
    assert_told(lab)


@few_frames()
def drive_last_of_a_class(kind):
    """Deleting one class after the other, to the last example, is either told or refused; the last point stays."""
    lab = fresh(kind)
    X, y = lab.examples
    few = np.concatenate([np.flatnonzero(y == k)[:FEW] for k in range(len(kind.classes))])
    points = [[*map(float, X[i]), int(y[i])] for i in few]
    told_or_refused(lab, lambda: lab.restore(token.encode({**token.decode(lab.token), "points": points})))
    for left in range(len(lab.examples[0]), 0, -1):
        try:
            lab.delete(0)
        except ValueError as refusal:
            assert_message(refusal)
            break
        assert len(lab.examples[0]) == left - 1
        assert_told(lab)
    assert len(lab.examples[0]) > 0
    assert_told(lab)


def assert_message(error):
    text = str(error)
    assert "expected" in text and "got" in text, text
    assert "\n" not in text
