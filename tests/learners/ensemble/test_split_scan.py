"""The scan over the cuts of a node: the lecture's numbers, and every sum counted by hand."""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.core.story import START, STOP, Trace
from labkit.learners.ensemble.losses import Squared
from labkit.learners.ensemble.second_order import omega, scan_steps, split_gains
from tests.golden import close, golden


def six_points(**prices):
    table = load("gbm6")
    return Trace(scan_steps(table["x"], -table["y"], np.ones(6), **prices))


def test_scan_finds_the_split_of_the_lecture():
    """I-000-113."""
    last = six_points()[-1]
    node, best = last.node, last.best
    assert close(np.array([node.thresholds[best], node.gains[best]]), golden("GBM-04"))
    assert close(node.scores(best), golden("GBM-05"))
    assert close(six_points(gamma=0.5)[-1].node.structure(best), golden("GBM-06"))
    assert last.caption == "stop after 5 cuts: the node is split at x = 3.5, which gains 3.4955"


def test_scan_tries_every_cut_from_left_to_right():
    trace = six_points()
    assert [step.cut for step in trace] == [0, 1, 2, 3, 4, 5, 5]
    assert (trace[0].event, trace[-1].event) == (START, STOP)
    assert [step.split for step in trace] == [None, 0, 1, 2, 3, 4, 2]
    assert [step.best for step in trace] == [None, 0, 1, 2, 2, 2, 2]
    assert trace[0].caption == "start: as one leaf: G = -19.5, H = 6, structure score -27.1607"
    assert trace[2].caption.endswith("gain 2.781, the best so far")
    assert trace[4].caption.endswith("less than at x = 3.5")


@pytest.mark.parametrize("seed", range(5))
def test_gain_is_what_the_split_takes_off_the_structure_score(seed):
    rng = np.random.default_rng(seed)
    x, g, h = rng.integers(8, size=30), rng.normal(size=30), rng.uniform(0.1, 1, 30)
    last = Trace(scan_steps(x, g, h, gamma=0.3, lam=2.0))[-1]
    node = last.node
    thresholds, gains = split_gains(x, g, h, 0.3, 2.0)
    assert np.array_equal(node.thresholds, thresholds) and np.array_equal(node.gains, gains)
    for cut, gain in enumerate(gains):
        assert node.structure() - node.structure(cut) == pytest.approx(gain)
        left = x <= thresholds[cut]
        assert node.sums(cut) == pytest.approx(np.array([[g[s].sum(), h[s].sum()] for s in (left, ~left)]))
        w = np.where(left, *node.scores(cut))
        loss = (g * w + h * w**2 / 2).sum() + omega(node.scores(cut), 0.3, 2.0)  # the structure score is its minimum
        assert loss == pytest.approx(node.structure(cut))


def test_node_stays_a_leaf_where_no_cut_pays():
    last = six_points(gamma=4.0)[-1]
    assert last.node.gains.max() < 0 and last.split is None and last.best is not None
    assert "stays a leaf, for even x = 3.5 gains -0.5045" in last.caption
    assert last.node.scores(last.split) == pytest.approx([19.5 / 7])


def test_equal_values_leave_nothing_to_cut():
    first, last = scan_steps([2.0, 2.0], [1.0, -1.0], 1.0)
    assert first.event == START and last.split is None and last.best is None
    assert last.caption == "stop after 0 cuts: the node stays a leaf, for all its examples have the same value"


def test_steps_keep_copies_and_inputs_are_checked_at_the_call():
    x = np.arange(3.0)
    step = next(scan_steps(x, -x, 1.0))
    x[0] = 9.0
    assert step.node.x[0] == 0.0 and not step.node.g.flags.writeable
    with pytest.raises(ValueError, match="x, g, h: expected as many of each"):
        scan_steps([1.0, 2.0], [1.0], [1.0, 2.0, 3.0])


def test_scan_takes_the_slopes_of_the_squared_loss_as_they_come():
    x, y = np.arange(6.0), np.array([1.0, 2.0, 0.0, 5.0, 4.0, 6.0])
    plain, given = (Trace(scan_steps(x, *slopes)) for slopes in (Squared().slopes(y, np.zeros(6)), (-y, np.ones(6))))
    assert [step.caption for step in plain] == [step.caption for step in given]
