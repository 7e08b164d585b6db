"""Decoding: half the hinge loss counts wrong bits, and ties are ties whatever rounding does."""

import numpy as np

from labkit.core import data
from labkit.learners import LogitBoost, OutputCodes
from labkit.learners.many_classes.decoding import half_hinge, nearness, nudge, tied


def test_half_the_hinge_loss_counts_a_wrong_bit_as_one():
    assert half_hinge(np.array([1.0, -1.0, 0.0, 0.5, 3.0, -3.0])).tolist() == [0, 1, 0.5, 0.25, 0, 2]


def test_classes_that_only_rounding_tells_apart_are_equally_near():
    of_two = np.array([[0.1 + 0.2, 0.3, 0.4], [0.3, 0.1 + 0.2, 0.3]])
    assert nearness(of_two).tolist() == [0.0, 0.0, 0.4 - 0.3]
    of_three = np.array([[0.4], [0.1 + 0.2], [0.3]])
    assert nearness(of_three).argmax(axis=-1).tolist() == [1]


def test_ties_are_seen_through_rounding():
    assert tied(np.array([[0.1 + 0.2, 0.3], [0.3, 0.2], [0.0, 0.0]]), axis=1).tolist() == [True, False, True]


def test_scores_take_less_off_a_distance_than_half_the_smallest_difference():
    """Two distances differ by a half at least; scores of any size, and none at all, keep to less."""
    scores = np.array([[1e-300, -1e-300, 0.0], [5.0, -1e9, 2.0], [0.0, 0.0, 0.0]])
    taken = nudge(scores, axis=1)
    assert np.ptp(taken, axis=1).max() < 0.5
    assert taken[2].tolist() == [0.0, 0.0, 0.0]
    assert np.array_equal(taken.argsort(axis=1)[:2], scores.argsort(axis=1)[:2])


def test_boosted_bits_are_decoded_by_their_scores():
    """An ensemble of ensembles, whose members only have scores."""
    X, y = data.blobs(90, spread=0.45, seed=1)
    learner = OutputCodes(learner=LogitBoost(rounds=5), code="one-vs-rest", decoding="loss").fit(X, y)
    scores = np.column_stack([learner.model_.member(b).decision_function(X) for b in range(3)])
    bits = (scores > 0).astype(int)
    np.testing.assert_array_equal(learner.model_.received(X), bits)
    alone = np.flatnonzero(bits.sum(axis=1) == 1)
    assert len(alone) > 60
    np.testing.assert_array_equal(learner.predict(X)[alone], scores[alone].argmax(axis=1))
