"""Predict first: committed once, compared later, the same text on every run."""

import pytest

from labkit.tutor.predict import Predict


@pytest.fixture
def ask():
    return Predict("How many updates?", ("6", "18", "it never stops"))


def test_untouched_prediction_reads_the_same_on_every_run(ask):
    line = "Predict: How many updates? [6 | 18 | it never stops] not predicted yet"
    assert repr(ask) == line
    assert ask._repr_mimebundle_()["text/plain"] == line
    assert ask.reveal("18") == "not predicted; it is: 18"
    assert ask.reveal(18, because="the gap is narrow") == "not predicted; it is: 18 (the gap is narrow)"


def test_committed_prediction_is_fixed_and_shown(ask):
    ask._choice.value = "6"
    ask._button.click()
    assert ask.prediction == "6"
    assert ask._choice.disabled and ask._button not in ask._foot.children
    assert "you predicted: 6" in ask._said.value
    assert repr(ask).endswith("predicted: 6")
    with pytest.raises(ValueError, match="expected no earlier prediction, got '6'; it stays"):
        ask.commit("18")


def test_reveal_compares_with_what_happened(ask):
    ask.commit("6")
    assert ask.reveal("18", because="why") == "you predicted: 6; it is: 18 (why)"
    assert ask.reveal("6") == "as predicted: 6"


def test_commit_without_a_choice_asks_for_one(ask):
    ask._button.click()
    assert ask.prediction is None
    assert "choose an answer first" in ask._said.value


def test_unknown_answers_are_refused(ask):
    with pytest.raises(ValueError, match="expected one of 6, 18, it never stops, got '7'"):
        ask.commit("7")
    with pytest.raises(ValueError, match=r"got '7'; add it as an option"):
        ask.reveal("7")


@pytest.mark.parametrize("options", [(), ("one",), ("same", "same")])
def test_options_must_be_two_different_ones(options):
    with pytest.raises(ValueError, match="at least two different answers"):
        Predict("?", options)


def test_question_is_text_not_markup():
    ask = Predict("is w < 0 & b > 0?", ("yes", "no"))
    assert "w &lt; 0 &amp; b" in ask.children[0].value
