"""Steps are frozen; a trace is a sequence of them with curves."""

from dataclasses import FrozenInstanceError, dataclass
from types import SimpleNamespace

import numpy as np
import pytest

from labkit.core.story import START, STOP, UPDATE, Step, Trace, first_divergence, thinned, weights


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Counted(Step):
    errors: int | None = None


def story():
    yield Counted(event=START, model=None)
    for errors in (3, 1, 0):
        yield Counted(event=UPDATE, model=None, errors=errors)
    yield Counted(event=STOP, model=None, errors=0, reason="no mistake is left")


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


@pytest.mark.parametrize("length", [0, 1, 2, 299, 300, 301, 5000])
def test_thinned_keeps_first_and_last_and_the_order(length):
    chosen = thinned(range(length), most=300)
    assert len(chosen) == min(length, 300)
    assert chosen == sorted(set(chosen))
    if length:
        assert (chosen[0], chosen[-1]) == (0, length - 1)


def told(*vectors):
    return [SimpleNamespace(w=np.array(v, dtype=float)) for v in vectors]


def test_first_divergence_is_the_first_step_that_differs():
    one = told([0, 0], [1, 0], [1, 2])
    assert first_divergence(one, told([0, 0], [1, 0], [1, 2])) is None
    assert first_divergence(one, told([0, 0], [1, 1], [1, 2])) == 1
    assert first_divergence(one, told([0, 0, 0])) == 0
    assert first_divergence([], []) is None


def test_first_divergence_of_a_shorter_story_is_its_end():
    one = told([0, 0], [1, 0], [1, 2])
    assert first_divergence(one, one[:2]) == first_divergence(one[:2], one) == 2


def test_first_divergence_forgives_rounding_and_compares_what_it_is_told_to():
    one, other = told([0.1 + 0.2]), told([0.3])
    assert first_divergence(one, other) is None
    assert first_divergence(one, other, tol=0) == 0
    assert first_divergence(told([1, 5]), told([1, 7]), of=lambda step: step.w[0]) is None


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
