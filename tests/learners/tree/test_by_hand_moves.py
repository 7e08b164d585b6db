"""The moves of a person who grows a tree: their words, and what may be done next."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import STOP, UPDATE
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.by_hand import hand_story
from labkit.learners.tree.hand_moves import ANEW, GROW, NEXT, OPEN, SPLIT, THEIRS, HandMove, Moves
from labkit.learners.tree.plan import Plan, TreeExamples

TENNIS = data.load("tennis")
X = TENNIS.without("day", "play")
ATTRIBUTES = Attributes.of(X)
CLASSES, Y = np.unique(TENNIS["play"], return_inverse=True)
EXAMPLES = TreeExamples(ATTRIBUTES.cells(X), Y, 2, ATTRIBUTES.categorical)
OUTLOOK, HUMIDITY = HandMove(0), HandMove(2)


def story(moves, chosen=2):
    return hand_story(EXAMPLES, Plan("entropy", True), ATTRIBUTES, CLASSES, moves.moves, finish=moves.finished,
                      judged=moves.judged, chosen=chosen)  # fmt: skip


def after(*acts):
    moves = Moves()
    for act in acts:
        moves = moves.after(act, story(moves))
    return moves


@pytest.mark.parametrize("moves", [Moves(), Moves((OUTLOOK, HandMove(3, 0.5))), Moves((HUMIDITY,), judged=True),
                                   Moves((), finished=True)])  # fmt: skip
def test_moves_are_read_as_they_are_written(moves):
    assert Moves.read(str(moves)) == moves


def test_words_of_moves():
    assert str(Moves((HUMIDITY, HandMove(1, 0.05)), judged=True)) == "2: 1:0.05 ?"
    with pytest.raises(ValueError, match=r"move: expected a feature and a value .* got 'x'; start anew"):
        Moves.read("2: x")


def test_split_asks_the_chosen_test_and_waits_at_the_verdict():
    assert after(SPLIT) == Moves((HUMIDITY,), judged=True)
    assert [step.event for step in story(after(SPLIT))] == [UPDATE]
    assert [step.event for step in story(after(SPLIT, NEXT))] == [UPDATE, OPEN]


def test_criterions_test_is_asked_or_takes_the_place_of_the_last():
    assert after(THEIRS) == Moves((OUTLOOK,), judged=True)
    assert after(SPLIT, THEIRS) == Moves((OUTLOOK,))


def test_criterion_grows_the_rest():
    moves = after(SPLIT, GROW)
    assert moves == Moves((HUMIDITY,), finished=True) and story(moves)[-1].event == STOP


def test_anew_forgets_all():
    assert after(SPLIT, NEXT, SPLIT, ANEW) == Moves()


def test_moves_that_no_node_could_ask_are_dropped():
    lost = Moves((OUTLOOK, HandMove(0), HUMIDITY))  # outlook cannot be asked twice
    assert lost.after(SPLIT, story(lost)).moves[:1] == (OUTLOOK,) and len(lost.after(SPLIT, story(lost)).moves) == 2


@pytest.mark.parametrize(
    ("before", "act", "message"),
    [
        ((), NEXT, "expected a split to go on from, got a node that waits for its test; choose a test"),
        ((SPLIT,), SPLIT, "expected an open node, got a split that was just made; press next node"),
        ((GROW,), THEIRS, "expected an open node, got a whole tree; start anew, or undo"),
        ((), "guess", "act: expected"),
    ],
)
def test_act_out_of_turn_says_what_to_do(before, act, message):
    with pytest.raises(ValueError, match=message):
        after(*before, act)
