"""Simulated annealing: the rule, the story, and what it finds where descent is stuck (I-002-006)."""

import re
from itertools import pairwise
from math import exp, inf, nan

import numpy as np
import pytest
from scipy.optimize import dual_annealing

from labkit.learners.descent.annealing import SimulatedAnnealing, acceptance
from labkit.learners.descent.objective import PlainObjective
from labkit.learners.descent.step import downhill
from labkit.learners.descent.surfaces import Surface, surface

EGGS = surface("egg box")


def test_acceptance_is_the_lecture_rule():  # I-002-006
    assert acceptance(-3.0, 0.5) == acceptance(0.0, 0.5) == 1.0
    assert acceptance(1.0, 0.5) == pytest.approx(exp(-2.0))
    assert acceptance(1.0, 0.0) == acceptance(1e300, 1e-300) == acceptance(nan, 1.0) == acceptance(inf, 1.0) == 0.0
    assert acceptance(5.0, 1e12) == pytest.approx(1.0)


def test_every_step_keeps_the_rule():
    annealing = SimulatedAnnealing(temperature=2.0, cooling=0.5, stay=50, width=0.7, seed=1)
    trace = downhill(EGGS, annealing, (4.0, 5.0), max_iterations=300)
    for before, step in pairwise(trace[:-1]):
        assert step.temperature == 2.0 * 0.5 ** ((step.iteration - 1) // 50)
        assert step.probability == pytest.approx(min(1.0, exp(-(step.proposed_loss - before.loss) / step.temperature)))
        np.testing.assert_array_equal(step.w, step.proposed if step.accepted else before.w)
        assert step.best_loss == min(before.best_loss, step.loss)
        assert step.accepted or step.probability < 1
    assert trace[-1].loss == trace[-1].best_loss == trace.curve("loss")[:-1].min()
    np.testing.assert_array_equal(trace[-1].w, trace[-1].best)


def test_taken_climbs_are_as_many_as_their_probabilities_say():
    trace = downhill(EGGS, SimulatedAnnealing(cooling=1.0, stay=1, seed=3), (0.0, 0.0), max_iterations=3000)[1:-1]
    p, taken = trace.curve("probability"), np.array([step.accepted for step in trace])
    assert abs(taken.sum() - p.sum()) < 4 * np.sqrt((p * (1 - p)).sum())
    assert 0.1 < taken[p < 1].mean() < 0.9


def test_walk_at_one_temperature_visits_as_boltzmann_says():
    """On w^2 / 2 the places are normal with variance T."""
    f = PlainObjective(lambda w: float(w @ w) / 2, None)
    trace = downhill(f, SimulatedAnnealing(temperature=0.5, cooling=1.0, width=1.5, seed=0), [0.0], max_iterations=8000)
    assert trace.curve(lambda step: step.w[0] ** 2).mean() == pytest.approx(0.5, rel=0.1)


def test_annealing_finds_the_lowest_minimum_where_descent_is_stuck():
    stuck = downhill(EGGS, "bfgs", EGGS.start)[-1]
    best = dual_annealing(lambda w: EGGS.at(w).value, EGGS.box, rng=0, maxiter=200).fun
    annealing = [SimulatedAnnealing(temperature=1.0, cooling=0.97, width=1.0, seed=seed) for seed in range(5)]
    found = [downhill(EGGS, one, EGGS.start, max_iterations=3000)[-1].loss for one in annealing]
    assert stuck.loss > 0.4
    assert np.median(found) < best + 0.02


def test_cold_annealing_is_stuck_too():
    cold = SimulatedAnnealing(temperature=1e-9, width=0.3)
    assert downhill(EGGS, cold, EGGS.start, max_iterations=2000)[-1].loss == pytest.approx(0.46981, abs=1e-3)


def test_start_in_a_local_minimum_does_not_end_the_story():
    start = downhill(EGGS, "newton", (3.0, 3.0), tolerance=1e-12)[-1].w
    assert len(downhill(EGGS, SimulatedAnnealing(), start, max_iterations=25)) == 27


def test_jumps_and_places_without_a_value_are_stood():
    def mistakes(w):
        return float(np.count_nonzero(np.sign(w[0] + 2.5) != 1)) if w[0] < 3 else nan

    trace = downhill(PlainObjective(mistakes, None), SimulatedAnnealing(width=4.0), [-4.0], max_iterations=200)
    assert trace[-1].loss == 0.0
    assert max(step.w[0] for step in trace) < 3
    assert any(np.isnan(step.proposed_loss) for step in trace[1:])


def test_walk_leaves_a_start_without_a_value():
    trace = downhill(Surface(lambda x, y: np.log(x) ** 2 + y**2), SimulatedAnnealing(), (-1.0, 1.0), max_iterations=100)
    taken = next(step for step in trace[1:] if step.accepted)
    assert (taken.probability, np.isfinite(taken.best_loss)) == (1.0, True)
    assert trace[-1].loss == np.nanmin(trace.curve("loss"))


def test_same_seed_is_the_same_walk_and_captions_tell_it():
    one, two, other = (downhill(EGGS, SimulatedAnnealing(seed=s), (1.0, 1.0), max_iterations=30) for s in (1, 1, 2))
    assert [step.caption for step in one] == [step.caption for step in two]
    assert one[5].caption != other[5].caption
    assert one[0].caption == f"start: loss {one[0].loss:.6g}"
    refused = next(step for step in one[1:] if not step.accepted)
    assert re.search(r": loss \S+ proposed, probability \S+ at temperature 1: refused; best ", refused.caption)
    assert one[-1].caption == "stop after 30 iterations: the budget of 30 iterations is spent; best 0.5592"
    assert not one[3].w.flags.writeable


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"temperature": 0}, "temperature: expected a number > 0"),
        ({"cooling": 1.1}, "cooling: expected a number > 0 and <= 1"),
        ({"stay": 0}, "stay: expected a whole number >= 1"),
        ({"width": -1}, "width: expected a number > 0"),
        ({"seed": 0.5}, "seed: expected a whole number >= 0"),
    ],
)
def test_bad_settings_are_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        SimulatedAnnealing(**settings)
