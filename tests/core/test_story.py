"""Steps are frozen; a trace is a sequence of them with curves."""

from dataclasses import FrozenInstanceError, dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from labkit.core.story import (
    SOLVED,
    START,
    STOP,
    UPDATE,
    Step,
    Trace,
    aligned,
    counted,
    first_divergence,
    read,
    spent,
    thinned,
    together,
    weights,
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Counted(Step):
    errors: int | None = None


def story():
    yield Counted(event=START, model=None)
    for errors in (3, 1, 0):
        yield Counted(event=UPDATE, model=None, errors=errors)
    yield Counted(event=STOP, model=None, errors=0, reason="no mistake is left")


def test_property_that_reads_elsewhere_has_code_as_python_3_13_wants_of_a_dataclass_with_slots():
    w = read("model.w", doc="The weights.")
    assert w.fget.__code__ and w.__doc__ == "The weights."
    assert w.fget(SimpleNamespace(model=SimpleNamespace(w=3))) == 3


def test_step_cannot_be_changed():
    step = next(story())
    with pytest.raises(FrozenInstanceError):
        step.errors = 5
    with pytest.raises((AttributeError, TypeError)):
        step.note = "slots take no new names"


def test_step_compares_by_identity():
    first, second = (next(story()) for _ in range(2))
    assert first == first
    assert first != second


def test_caption_says_why_a_story_stopped():
    assert Trace(story())[-1].caption == "stop: no mistake is left"
    assert Trace(story())[0].caption == "start"


def test_trace_is_a_sequence():
    trace = Trace(story())
    assert len(trace) == 5
    assert [step.event for step in trace] == [START, UPDATE, UPDATE, UPDATE, STOP]
    assert trace[-1].event == STOP
    assert isinstance(trace[1:3], Trace)
    assert trace[1:3][0] is trace[1]
    assert trace[2] in trace
    with pytest.raises(IndexError):
        trace[5]


def test_trace_repr_is_one_line_that_says_how_it_ended():
    assert repr(Trace(story())) == "Trace of 5 steps, stop: no mistake is left"
    assert repr(Trace([])) == "Trace of 0 steps"


def test_curve_reads_a_name_or_a_function_and_is_read_only():
    trace = Trace(story())
    np.testing.assert_array_equal(trace.curve("errors"), [np.nan, 3, 1, 0, 0])
    np.testing.assert_array_equal(trace.curve(lambda step: len(step.event)), [5, 6, 6, 6, 4])
    assert not trace.curve("errors").flags.writeable


def test_curve_of_an_unknown_name_lists_those_it_has():
    with pytest.raises(ValueError, match=r"expected a number that Counted has \(.*errors.*\), got 'loss'"):
        Trace(story()).curve("loss")


def test_curve_does_not_hide_a_fault_in_a_person_s_function():
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'w'"):
        Trace(story()).curve(lambda step: step.model.w)


@pytest.mark.parametrize("value", [np.zeros(2), [1, 2], "3", 1j])
def test_curve_of_what_is_no_single_number_is_refused(value):
    with pytest.raises(ValueError, match=r"curve: expected one number per step from the function, got .*; take one"):
        Trace(story()).curve(lambda step: value)
    with pytest.raises(ValueError, match="expected one number per step from 'event', got str"):
        Trace(story()).curve("event")


@pytest.mark.parametrize("value", [True, np.bool_(True), np.float32(1), np.array(1.0)])
def test_curve_takes_any_single_number(value):
    assert Trace(story()).curve(lambda step: value).tolist() == [1.0] * 5


def test_together_tells_stories_side_by_side_and_the_ended_wait():
    one = Trace([Step(event=SOLVED, model=None)])
    both = together([one, Trace(story())])
    assert [moment.event for moment in both] == [START, UPDATE, UPDATE, UPDATE, STOP]
    assert all(moment.steps[0] is one[0] for moment in both)
    assert both[1].caption == "step 1: 1 of 2 stories go on"
    assert both[-1].caption == "stop after 4 steps: all 2 stories have ended"


def test_step_without_words_of_its_own_leaves_them_to_the_picture():
    both = together([Trace(story()), Trace(story())])
    assert not both[-1].tells and not Step(event=SOLVED, model=None).tells
    assert Step(event=STOP, model=None, reason="no mistake").tells


def test_together_of_closed_forms_is_solved():
    (moment,) = together([Trace([Step(event=SOLVED, model=None)])] * 2)
    assert (moment.event, moment.caption) == (SOLVED, "solved: all 2 stories have ended")


@pytest.mark.parametrize("traces", [[], [Trace([])], [Trace(story()), Trace([])]])
def test_together_of_nothing_is_refused(traces):
    with pytest.raises(ValueError, match="together: expected at least one story of at least one step"):
        together(traces)


def test_aligned_story_is_where_it_was_at_that_moment():
    """Clocks 0, 3, 4 of one story, asked by steps of another."""
    slow = Trace(Counted(event=UPDATE, model=None, errors=errors) for errors in (0, 3, 4))
    at = aligned(slow, lambda step: step.errors)
    asked = [Counted(event=UPDATE, model=None, errors=errors) for errors in (0, 2, 3, 4, 9, -1)]
    assert [at(step).errors for step in asked] == [0, 0, 3, 4, 4, 0]  # before its first step it has not begun


@pytest.mark.parametrize("most", [2, 3])
def test_thinned_keeps_both_ends_however_few(most):
    chosen = thinned(range(100), most)
    assert (chosen[0], chosen[-1], len(chosen)) == (0, 99, most)


def test_thinned_to_fewer_than_both_ends_is_refused():
    with pytest.raises(ValueError, match="most: expected a whole number >= 2, got 1"):
        thinned(range(100), 1)


@pytest.mark.parametrize("length", [0, 1, 2, 299, 300, 301, 5000])
def test_thinned_keeps_first_and_last_and_the_order(length):
    chosen = thinned(range(length), most=300)
    assert len(chosen) == min(length, 300)
    assert chosen == sorted(set(chosen))
    if length:
        assert (chosen[0], chosen[-1]) == (0, length - 1)


def record(*vectors):
    return [SimpleNamespace(w=np.array(v, dtype=float)) for v in vectors]


def test_first_divergence_is_the_first_step_that_differs():
    one = record([0, 0], [1, 0], [1, 2])
    assert first_divergence(one, record([0, 0], [1, 0], [1, 2])) is None
    assert first_divergence(one, record([0, 0], [1, 1], [1, 2])) == 1
    assert first_divergence(one, record([0, 0, 0])) == 0
    assert first_divergence([], []) is None


def test_first_divergence_of_a_shorter_story_is_its_end():
    one = record([0, 0], [1, 0], [1, 2])
    assert first_divergence(one, one[:2]) == first_divergence(one[:2], one) == 2


def test_first_divergence_forgives_rounding_and_compares_what_it_is_told_to():
    one, other = record([0.1 + 0.2]), record([0.3])
    assert first_divergence(one, other) is None
    assert first_divergence(one, other, tol=0) == 0
    assert first_divergence(record([1, 5]), record([1, 7]), of=lambda step: step.w[0]) is None


@pytest.mark.parametrize("name", ["w", "W", "prototypes", "weights"])
def test_weights_are_found_on_the_step_or_its_model(name):
    values = np.array([1.0, 2.0])
    for step in (SimpleNamespace(**{name: values}), SimpleNamespace(model=SimpleNamespace(**{name: values}))):
        found = weights(step)
        np.testing.assert_array_equal(found, values)
        assert found is not values


def test_weights_of_a_step_without_any_says_which_names_are_known():
    with pytest.raises(ValueError, match="expected weights called w, W, prototypes, weights"):
        weights(SimpleNamespace(model=None))


def test_captions_count_in_words():
    assert [counted(n, "mistake") for n in (0, 1, 2)] == ["0 mistakes", "1 mistake", "2 mistakes"]
    assert spent(1) == "the budget of 1 iteration is spent"
    assert spent(30, "epoch") == "the budget of 30 epochs is spent"
