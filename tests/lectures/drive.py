"""Driving any lab in Python, as a person would in the browser: every control, the painter, tokens, bad input."""

import numpy as np
import pytest

MOST_BYTES = 2_000_000


def assert_told(lab):
    """The lab shows a whole story without an error, small enough to send."""
    assert lab.error == ""
    assert lab.scenes and lab.summary and all(scene.caption for scene in lab.scenes)
    assert len(lab.payload) < MOST_BYTES


def valued(kind):
    """The controls that have a value."""
    return [control for control in kind.steering if control.kind != "button"]


def drive_controls(kind):
    """Every control through its extremes, each from the default state; what is refused must leave the lab as it was."""
    lab = kind()
    assert_told(lab)
    for control in valued(kind):
        refused = set()
        for value in control.extremes:
            before = lab.values
            try:
                lab.set(**{control.name: value})
            except ValueError as refusal:
                assert_message(refusal)
                assert lab.values == before
                refused.add(value)
            else:
                assert lab.values[control.name] == value
            assert_told(lab)
        others = {*control.extremes} - {control.default}
        assert not others or refused < others, f"{control.name}: whatever it is set to is refused; drop the control"
        lab.set(**{control.name: control.default})
    return lab


def drive_painter(kind):
    """Add, move, delete and undo return to the very same story. New points lie beside one of their class."""
    lab = kind()
    start, (X, y) = lab.payload, lab.examples
    for k in range(len(kind.classes)):
        lab.add(*X[np.flatnonzero(y == k)[0]], k)
        assert_told(lab)
    place = np.round(X[np.flatnonzero(y == 0)[0]] + 0.002, 3)
    lab.move(len(X), *place)
    assert np.allclose(lab._state.points[0][len(X)], place)
    for _ in kind.classes:
        lab.delete(len(X))
    assert np.allclose(lab._state.points[0], X, atol=5e-4)
    assert lab._state.points[1].tolist() == y.tolist()
    for _ in range(2 * len(kind.classes) + 1):
        lab.undo()
    assert lab.payload == start


def drive_token(kind):
    """A painted, steered state restored in a fresh lab is the same story, picture and step."""
    lab = kind()
    for control in kind.steering:
        if control.kind == "slider":
            lab.set(**{control.name: type(control.low)((control.low + control.default) / 2)})
    if kind.classes:
        lab.add(0.1, 0.2, 0)
    lab.frame = len(lab.scenes) // 2
    fresh = kind()
    fresh.restore(lab.token)
    assert (fresh.payload, fresh.values, fresh.frame, repr(fresh)) == (lab.payload, lab.values, lab.frame, repr(lab))
    assert fresh.token == lab.token


def unheard(reply, buffers):
    """A card that does not listen to the answer."""


def drive_presets(kind):
    """Every named state is told, differs from the first one, and can be undone."""
    lab = kind()
    start = lab.values
    for name in kind.presets:
        lab.choose(name)
        assert lab.values != start, f"the preset {name!r} changes nothing"
        assert_told(lab)
        lab.undo()
        assert lab.values == start


def drive_messages(kind):
    """What the card would send by mistake: answered in words, the state kept; the next good request clears them."""
    lab = kind()
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


def drive_clicks(kind):
    """Every button, twice, and every corner and the middle of what answers clicks: told or refused, and undone."""
    lab = kind()
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


def drive_last_of_a_class(kind):
    """Deleting a class to its last example is either told or refused; the last two points always stay."""
    few = {control.name: control.low for control in kind.steering if control.name == "points"}
    lab = kind(**few)
    with pytest.raises(ValueError) as refusal:
        while True:
            lab.delete(0)
    assert_message(refusal.value)
    assert_told(lab)


def assert_message(error):
    text = str(error)
    assert "expected" in text and "got" in text, text
    assert "\n" not in text
