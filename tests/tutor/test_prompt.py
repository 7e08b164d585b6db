"""A question is plain data; asking it makes a card, a new one each time."""

import subprocess
import sys

import pytest

from labkit.tutor.prompt import Prompt

QUESTION = Prompt("Heads or tails?", ("heads", "tails"))


def test_asking_makes_a_card_with_its_text_and_options():
    card = QUESTION.ask()
    assert (card.question, card.options) == (QUESTION.text, QUESTION.options)


def test_asking_again_begins_again():
    first = QUESTION.ask()
    first.commit("heads")
    assert QUESTION.ask().prediction is None


def test_question_with_one_answer_is_refused_when_asked():
    with pytest.raises(ValueError, match="at least two different answers"):
        Prompt("Heads?", ("heads",)).ask()


def test_questions_are_read_without_widgets():
    code = (
        "import sys; sys.modules['ipywidgets'] = sys.modules['anywidget'] = None; "
        "from labkit.lectures.l09_perceptron import questions; print(next(iter(questions.slowest_rate.options)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "constant\n", done.stderr
