"""A question: right is computed, replies are encoded, an answer stays and survives a new kernel."""

import base64
import json
import subprocess
import sys

import pytest

from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.player.player import covered
from labkit.tutor.question import SKIPPED, Question, number_in
from labkit.tutor.record import Record

OPTIONS = {"3/10": "it grows", "1/2": "half of it", "7/10": "never so much"}


def asks(right="1/2", options=OPTIONS, **more):
    return Question("half", "How much?", options, right=right, **more)


class HalfLab(ConvergenceLab):
    name, heading, question = "half", "Half", asks(right=lambda lab: lab.steps[0].update / 10)


@pytest.fixture
def record(tmp_path, monkeypatch):
    path = tmp_path / "progress.jsonl"
    monkeypatch.setenv("LABKIT_RECORD", str(path))
    return Record(path)


def sealed(asked):
    return json.loads(base64.b64decode(asked["sealed"]))


@pytest.mark.parametrize("right, place", [("1/2", 1), (0.5, 1), (0.34, 0), (2, 2), (0.4, 0)])
def test_right_option_is_named_or_the_nearest_number(right, place):
    question = asks(right=lambda lab: right)
    assert question.right_option() == place


@pytest.mark.parametrize("option, value", [("24 %", 0.24), ("about 6 %", 0.06), ("-1.5", -1.5), ("3/10", 0.3)])
def test_number_of_an_option(option, value):
    assert number_in(option) == pytest.approx(value)
    assert number_in("it never stops") == float("inf")


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: asks(right="2/3"), r"expected the right option to be one of .* got '2/3'; add it"),
        (lambda: asks(options={"yes": "so"}, right="yes"), "at least two options"),
        (lambda: asks(options={"yes": "so", "no": " "}, right="yes"), r"a reply to every option, got none to \['no'\]"),
        (lambda: asks(options={"yes": "a", "no": "b"}, right=lambda lab: 1).right_option(), "an option with a number"),
    ],
)
def test_bad_questions_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_lab_opens_with_its_question_and_says_no_answer():
    lab = HalfLab()
    assert lab.waits and lab.asks["options"] == list(OPTIONS) and lab.asks["chosen"] is None
    assert sealed(lab.asks) == {"right": 0, "replies": list(OPTIONS.values())}
    readable = json.dumps({**lab.asks, "sealed": ""})
    assert not any(reply in readable for reply in OPTIONS.values())
    assert repr(lab) == "Half: How much? [3/10 | 1/2 | 7/10]"
    assert lab.summary not in repr(lab)


def test_still_of_a_lab_that_waits_is_its_first_frame():
    lab = HalfLab()
    data, _ = lab._repr_mimebundle_()
    assert data["image/png"] == lab.png(0) != lab.png()
    answer(lab, 1)
    data, _ = lab._repr_mimebundle_()
    assert (data["image/png"], data["text/plain"]) == (lab.png(), f"Half: {lab.summary}")


def test_still_of_a_lab_that_waits_hides_what_its_question_covers():
    hides = Question("half", "How much?", OPTIONS, right="1/2", covers=("plane",))
    lab, plain = HalfLab(seed=7, question=hides), HalfLab(seed=7, question=asks())
    assert lab._still() != plain._still() and lab.png(0) == plain.png(0)
    hidden = covered(lab.scenes[0], ["plane"])
    (mark,) = hidden.panel("plane").marks
    assert (mark.text, hidden.caption) == ("?", "")
    panel = hidden.panel("plane")
    assert (mark.x, mark.y) == (sum(panel.xlim) / 2, sum(panel.ylim) / 2)
    with pytest.raises(ValueError, match=r"expected covers out of \['plane', .* got \('plain',\); check the spelling"):
        HalfLab(seed=7, question=Question("half", "How much?", OPTIONS, right="1/2", covers=("plain",)))


def test_reply_may_wait_for_a_choice_of_the_lab():
    assert HalfLab().asks.get("after") is None
    with pytest.raises(ValueError, match="expected options of the lab's choices, got another for"):
        HalfLab(seed=7, question=asks(after={"seed": "seven"}))


def answer(lab, chosen):
    said = []
    lab.receive({"do": "predict", "with": [chosen], "seq": 1}, lambda reply, buffers: said.append(reply))
    assert said == [{"seq": 1}]


def test_prediction_stays_and_survives_a_new_kernel(record):
    lab = HalfLab()
    answer(lab, 1)
    assert (lab.asks["chosen"], lab.error, lab.waits) == (1, "", False)
    answer(lab, 2)
    assert lab.asks["chosen"] == 1 and "expected no earlier answer, got one; it stays" in lab.error
    assert [(e["kind"], e["name"], e["answer"], e["right"]) for e in record.entries()] == [
        ("prediction", "half", "1/2", False)
    ]
    assert HalfLab().asks["chosen"] == 1


def test_skipped_question_is_asked_again(record):
    lab = HalfLab()
    answer(lab, SKIPPED)
    assert not lab.waits and record.entries() == [] and HalfLab().waits


def test_unknown_option_is_refused():
    lab = HalfLab()
    answer(lab, 3)
    assert lab.waits and "expected the place of an option, got 3" in lab.error


def test_recorded_answer_that_is_no_option_any_more_is_asked_again(record):
    record.add(HalfLab().asks["lesson"], "prediction", "half", "2/3", True)
    assert HalfLab().waits


def test_question_belongs_to_the_state_a_lab_opens_in():
    assert HalfLab(seed=3).asks == {} and not HalfLab(seed=3).waits
    other = asks(right=lambda lab: lab.values["seed"] / 10)
    assert sealed(HalfLab(seed=7, question=other).asks)["right"] == 2


def test_right_is_of_the_lab_as_it_opens_whatever_was_steered_since(record):
    lab = HalfLab(seed=7, question=asks(right=lambda lab: lab.values["seed"] / 10))
    lab.set(seed=1)
    answer(lab, 2)
    assert record.entries()[0]["right"]


def test_lecturer_opens_everything(monkeypatch):
    monkeypatch.setenv("LABKIT_QUESTIONS", "open")
    lab = HalfLab()
    assert lab.asks["open"] and not lab.waits


def test_questions_are_read_without_widgets():
    code = (
        "import sys; sys.modules['ipywidgets'] = sys.modules['anywidget'] = sys.modules['matplotlib'] = None; "
        "from labkit.tutor.question import Question; from labkit.tutor.quick_check import QuickCheck; "
        "print(QuickCheck(__name__, [Question('a', 'Which?', {'x': 'so', 'y': 'so'}, right='x')]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "Quick check:\n1. Which? [x | y]\n", done.stderr
