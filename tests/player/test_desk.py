"""A lab over bytes alone, in a process where neither a widget library nor matplotlib can be imported."""

import json
import struct
import subprocess
import sys

import pytest

from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.player.desk import Desk
from labkit.render import canvas


def unpacked(answer: bytes) -> tuple[dict, list[bytes]]:
    """(message, buffers) of an answer."""
    (length,) = struct.unpack_from("<I", answer)
    message, at, buffers = json.loads(answer[4 : 4 + length]), 4 + length, []
    for size in message.pop("buffers"):
        buffers.append(answer[at : at + size])
        at += size
    return message, buffers


HOME = "labkit.lectures.l09_perceptron:ConvergenceLab"
CHILD = """
import struct, sys
for name in ("anywidget", "ipywidgets", "traitlets", "IPython", "matplotlib"):
    sys.modules[name] = None  # importing it fails
from labkit.player.desk import Desk

def send(answer):
    sys.stdout.buffer.write(struct.pack("<I", len(answer)) + answer)

desk = Desk(send)
while length := sys.stdin.buffer.read(4):
    desk.receive(sys.stdin.buffer.read(struct.unpack("<I", length)[0]))
"""


def in_bytes(request):
    body = json.dumps(request).encode()
    return len(body).to_bytes(4, "little") + body


def answers_of(stream):
    at = 0
    while at < len(stream):
        length = int.from_bytes(stream[at : at + 4], "little")
        yield unpacked(stream[at + 4 : at + 4 + length])
        at += 4 + length


def test_lab_is_steered_through_bytes_where_no_widget_and_no_matplotlib_is():
    card = [("set", ["gap", 0.2]), ("move", [0, 0.5, -0.5]), ("preset", ["not separable"]), ("set", ["gap", 99])]
    requests = [{"key": "a", "open": HOME}]
    requests += [{"key": "a", "message": {"do": do, "with": given, "seq": k}} for k, (do, given) in enumerate(card)]
    requests += [{"key": "a", "message": {"do": "move", "with": [0, 0.1, 0.1], "live": True, "seq": 9}}]
    done = subprocess.run(
        [sys.executable, "-c", CHILD], input=b"".join(map(in_bytes, requests)), capture_output=True, check=True
    )
    assert done.stderr == b""
    messages = list(answers_of(done.stdout))

    lab = ConvergenceLab()  # the same in this process
    opened, (payload,) = messages[0]
    assert payload == lab.payload and opened["changed"]["title"] == "Perceptron"
    lab.set(gap=0.2)
    lab.move(0, 0.5, -0.5)
    lab.choose("not separable")
    stories = [buffers[0] for message, buffers in messages if "payload" in message.get("changed", {})]
    assert stories[-1] == lab.payload and len(stories) == 4
    said = [message["changed"]["error"] for message, _ in messages if message.get("changed", {}).get("error")]
    assert len(said) == 1 and said[0].startswith("gap: expected")
    glance, (picture,) = messages[-1]
    assert glance["content"]["seq"] == 9 and glance["content"]["glance"]["last"] > 0 and picture
    said = [message["content"] for message, _ in messages if "content" in message]
    assert [content["seq"] for content in said if "seq" in content] == [0, 1, 2, 3, 9]


@pytest.fixture
def desk():
    answers = []
    desk = Desk(lambda answer: answers.append(unpacked(answer)))

    def ask(**request):
        desk.receive(json.dumps(request).encode())
        return answers[-1][0]

    ask.answers = answers
    return ask


def test_lab_opens_in_the_state_of_a_token(desk):
    lab = ConvergenceLab(gap=0.3)
    assert desk(key="a", open=HOME, token=lab.token)["changed"]["values"]["gap"] == 0.3
    assert canvas.unpack(desk.answers[-1][1][0])["frames"][-1]["caption"] == lab.scenes[-1].caption


def test_labs_of_one_desk_do_not_meet(desk):
    desk(key="a", open=HOME)
    desk(key="b", open=HOME)
    desk(key="a", message={"do": "set", "with": ["gap", 0.2], "seq": 1})
    assert desk(key="b", message={"do": "token", "seq": 2})["content"]["token"] == ConvergenceLab().token


@pytest.mark.parametrize(
    "request_, said",
    [
        ({"key": "a", "open": "os:system"}, "open: expected a lab such as"),
        ({"key": "a", "open": "labkit.lectures.l09_perceptron:LIMITS"}, "open: expected a lab such as"),
        ({"key": "a", "open": HOME, "token": "nonsense"}, "state token: expected"),
        ({"key": "a", "message": {"do": "undo"}}, "key: expected that of an open lab, got 'a'; open it first"),
        ({}, 'request: expected an object with a "key" of text, got {}; reload the page'),
        ({"key": []}, 'request: expected an object with a "key" of text'),
        ({"key": "a", "open": ["x"]}, "open: expected a lab such as"),
        ({"key": "a", "open": HOME, "token": 5}, "state token: expected text"),
        ({"key": "a", "open": "labkit.lectures.nowhere:Lab"}, "open: expected a lab such as"),
    ],
    ids=str,
)
def test_bad_request_is_answered_in_a_sentence(desk, request_, said):
    failed = desk(**request_)["failed"]
    assert said in failed and "\n" not in failed


def test_what_is_no_json_is_answered(desk):
    answers = []
    Desk(lambda answer: answers.append(unpacked(answer)[0])).receive(b"\xff")
    assert answers[0]["key"] is None and answers[0]["failed"]


def test_closed_lab_is_gone(desk):
    desk(key="a", open=HOME)
    desk(key="a", close=True)
    assert "open it first" in desk(key="a", message={"do": "undo"})["failed"]
