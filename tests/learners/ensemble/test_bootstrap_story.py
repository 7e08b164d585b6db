"""Bootstrap samples drawn one example after the other: the urn of lecture 19."""

import numpy as np
import pytest

from labkit.core.story import START, STOP, UPDATE, Trace
from labkit.learners.ensemble.bagging import draws
from labkit.learners.ensemble.bootstrap import bootstrap_steps, left_out


def test_first_sample_is_drawn_example_by_example():  # I-000-102
    trace = Trace(bootstrap_steps(10, 3, seed=6))
    drawn = [step.newest for step in trace[1:11]]
    assert np.array_equal(np.bincount(drawn, minlength=10), trace[11].drawn)
    assert [int(step.drawn.sum()) for step in trace[1:11]] == list(range(1, 11))
    assert [step.complete for step in trace] == [0] * 11 + [1, 2, 3, 3]
    assert trace[1].caption == f"sample 1: draw 1 is example {drawn[0] + 1}; it goes back into the urn"


def test_samples_are_those_of_a_bag_of_the_same_seed():
    trace = Trace(bootstrap_steps(12, 8, seed=2))
    whole = [step for step in trace if step.event == UPDATE and step.newest is None]
    assert np.array_equal([step.drawn for step in whole], draws(12, 8, 2))
    for step in whole:
        assert f"{np.count_nonzero(step.drawn == 0)} of 12 examples" in step.caption


@pytest.mark.parametrize("seed", range(4))
def test_caption_says_when_an_example_comes_again(seed):
    before = set()
    for step in Trace(bootstrap_steps(14, 1, seed))[1:15]:
        assert (step.newest in before) == ("time" in step.caption or "once more" in step.caption)
        before.add(step.newest)
    assert len(before) < 14


def test_story_starts_with_nothing_and_ends_with_what_is_expected():
    trace = Trace(bootstrap_steps(14, 5, seed=0))
    assert (trace[0].event, trace[-1].event) == (START, STOP)
    assert not trace[0].drawn.any()
    assert trace[-1].reason.endswith(f"{left_out(14):.1%} expected")


def test_bootstrap_story_replays_and_is_read_only():
    one, other = (Trace(bootstrap_steps(9, 2, seed=4)) for _ in range(2))
    assert [step.caption for step in one] == [step.caption for step in other]
    assert not any(step.drawn.flags.writeable for step in one)


@pytest.mark.parametrize("wrong", [{"examples": 0}, {"samples": 0}, {"seed": -1}])
def test_bootstrap_story_refuses_at_the_call(wrong):
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))}: expected a whole number"):
        bootstrap_steps(**{"examples": 5, "samples": 2, "seed": 0, **wrong})
