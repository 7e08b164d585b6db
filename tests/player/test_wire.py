"""The wire and the card's sliders alone in a page, with a kernel that the test plays: what is asked, and when."""

import base64
from importlib.resources import files

import pytest

from labkit.lectures.l10_perceptron_family import CapacityLab
from labkit.player.widget import Card, card_of

# The model that the card gets from Jupyter; `sent` keeps what it asks, `answer` is the kernel's message.
MODEL = """() => {
window.sent = []; window.busy = [];
const heard = {};
window.model = {
  on: (name, call) => { heard[name] = call; }, off: () => {}, set: () => {}, save_changes: () => {},
  send: (message) => sent.push(message), get: (name) => window.state[name],
};
window.answer = (message) => heard["msg:custom"](message, []);
}"""
WIRE = """
const onBusy = (on, share) => busy.push([on, share ?? null]);
window.wire = new Wire(model, { onReply: () => {}, onLost: () => {}, onBusy });
"""
RENDER = """async ([source, state]) => {
  const story = Uint8Array.from(atob(state.payload), (letter) => letter.charCodeAt(0));
  window.state = { ...state, payload: new DataView(story.buffer) };
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  await (await import(url)).default.render({ model, el: document.body });
}"""


@pytest.fixture
def page(page):
    page.clock.install()
    page.evaluate(MODEL)
    return page


@pytest.fixture
def wire(page):
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # only the test moves it: on a busy machine a clock that runs would go on by itself
    page.add_script_tag(content=files("labkit.player").joinpath("wire.js").read_text(encoding="utf-8") + WIRE)
    return page


def ask(page, action, *arguments):
    page.evaluate("([action, given]) => wire.request({ do: action, with: given })", [action, list(arguments)])


def answer(page, message):
    page.evaluate("message => answer(message)", message)


def test_short_work_shows_no_bar(wire):
    ask(wire, "undo")
    answer(wire, {"progress": [1, 2]})
    wire.clock.run_for(250)
    answer(wire, {"seq": 1})
    wire.clock.run_for(1000)
    assert wire.evaluate("busy") == [[False, None]]


def test_long_work_shows_the_latest_share_and_never_goes_back(wire):
    ask(wire, "undo")
    answer(wire, {"progress": [1, 4]})
    answer(wire, {"progress": [2, 4]})
    wire.clock.run_for(300)
    answer(wire, {"progress": [3, 4]})
    answer(wire, {"progress": [1, 10]})  # drawing begins
    answer(wire, {"seq": 1})
    assert wire.evaluate("busy") == [[True, 0.5], [True, 0.75], [True, 0.75], [False, None]]


def test_long_work_of_unknown_length_shows_that_it_goes_on(wire):
    ask(wire, "undo")
    wire.clock.run_for(300)
    assert wire.evaluate("busy") == [[True, None]]


def test_only_the_newest_waiting_value_of_a_control_is_asked(wire):
    for action, *arguments in (("set", "p", 1), ("set", "p", 2), ("set", "p", 3), ("undo",), ("set", "p", 4),
                               ("set", "q", 5), ("set", "q", 6)):  # fmt: skip
        ask(wire, action, *arguments)
    for seq in range(1, 8):
        answer(wire, {"seq": seq})
    asked = [(each["do"], *each["with"]) for each in wire.evaluate("sent")]
    assert asked == [("set", "p", 1), ("set", "p", 3), ("undo",), ("set", "p", 4), ("set", "q", 6)]


@pytest.mark.parametrize(("live", "expected"), [(True, [True]), (False, [False])], ids=["live", "slow"])
def test_slider_of_a_slow_story_is_asked_only_when_it_is_let_go(page, live, expected):
    lab = CapacityLab(p=1, trials=10)
    names = ("title", "frame", "themes", "values", "presets", "painter", "error")
    state = {name: getattr(card_of(lab), name) for name in names}
    state["payload"] = base64.b64encode(lab.payload).decode()
    state["controls"] = [{**control, "live": live} for control in lab.controls]
    page.evaluate(RENDER, [Card._esm, state])
    slider = page.locator("[data-control=p]")
    slider.evaluate("slider => { slider.value = 7; slider.dispatchEvent(new Event('input')); }")
    assert page.locator(".lk-control").first.locator("output").text_content() == "7"
    assert bool(page.evaluate("sent")) is live
    slider.evaluate("slider => slider.dispatchEvent(new Event('change'))")
    asked = page.evaluate("sent")  # the final request of a live slider waits for the answer to its glance
    assert [each["live"] for each in asked] == expected and asked[0]["with"] == ["p", 7]
