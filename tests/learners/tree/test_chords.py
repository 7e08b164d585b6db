"""The chord of a split under the curve of an impurity."""

import numpy as np
import pytest

from labkit.core.story import START, STOP
from labkit.learners.tree.chords import IMPURITIES, ChordStep, chord_steps, impurity
from labkit.learners.tree.criteria import gain


def test_gap_under_the_curve_is_the_gain_of_the_split():
    step = ChordStep(event="update", model=None, P=0.25, d=0.25)
    assert step.gain("misclassification") == pytest.approx(0, abs=1e-12)
    assert step.gain("Gini") == pytest.approx(2 * 0.25**2)  # G is a parabola: 2 P (1 - P)
    assert step.gain("entropy") == pytest.approx(0.811278124459 - 0.5)
    assert ChordStep(event="update", model=None, P=0.3, d=0.3).gain("misclassification") == pytest.approx(0.1)


@pytest.mark.parametrize("name", IMPURITIES)
def test_gain_of_a_chord_is_that_of_the_criteria(name):
    step = ChordStep(event="update", model=None, P=0.4, d=0.15)
    children = np.array([[0.25, 0.75], [0.55, 0.45]])
    assert step.gain(name) == pytest.approx(gain(children, IMPURITIES[name]))


def test_children_move_apart_until_one_is_pure():
    steps = chord_steps(0.7, 4)
    assert (steps[0].event, steps[-1].event, len(steps)) == (START, STOP, 5)
    assert (np.diff(steps.curve("d")) > 0).all() and steps[-1].d == pytest.approx(0.3)
    for name in IMPURITIES:
        assert (np.diff(steps.curve(lambda step, name=name: step.gain(name))) > -1e-12).all()


def test_impurity_is_largest_for_equal_shares_and_zero_for_pure_nodes():
    shares = np.linspace(0, 1, 11)
    for name in IMPURITIES:
        values = impurity(name, shares)
        assert values.argmax() == 5 and values[[0, -1]].tolist() == [0, 0]


@pytest.mark.parametrize("steps", [0, 1, 2.5])
def test_story_needs_two_steps(steps):
    with pytest.raises(ValueError, match="steps: expected a whole number >= 2"):
        chord_steps(0.3, steps)
