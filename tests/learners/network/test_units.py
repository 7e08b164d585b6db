"""Threshold units: gates, XOR by two layers (I-002-019, I-001-003), pigeons and computers (I-002-017)."""

from itertools import product

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP
from labkit.learners import LeastMeanSquares
from labkit.learners.network.units import (
    GATES,
    OLD_COMPUTER,
    PIGEON,
    XOR,
    ThresholdNetwork,
    ThresholdUnit,
    bit_operations,
    truth_table,
)
from labkit.views.plane.fields import centres
from tests.golden import close, golden

TABLES = {"and": [0, 0, 0, 1], "or": [0, 1, 1, 1], "not": [1, 0], "nand": [1, 1, 1, 0], "nor": [1, 0, 0, 0]}


@pytest.mark.parametrize("name", TABLES)
def test_gate_has_its_truth_table(name):
    X, said = truth_table(GATES[name])
    assert said.tolist() == TABLES[name]
    assert X.tolist()[0] == [0] * len(X[0])
    assert X.tolist()[-1] == [1] * len(X[0])


def test_unit_fires_on_its_threshold():
    unit = ThresholdUnit([2.0, -1.0], 3.0)
    np.testing.assert_array_equal(unit.predict([[2, 1], [2, 1.001], [1, -1], [0, 0]]), [1, 0, 1, 0])


def test_no_single_unit_computes_xor_but_fourteen_other_functions():
    """Weights -2 .. 2 and thresholds in halves reach every function of two bits that a line can cut."""
    halves = np.arange(-4.5, 5.0, 0.5)
    found = {
        tuple(truth_table(ThresholdUnit(w, theta))[1].tolist())
        for w in product(range(-2, 3), repeat=2)
        for theta in halves
    }
    assert len(found) == 14
    assert set(product((0, 1), repeat=4)) - found == {(0, 1, 1, 0), (1, 0, 0, 1)}


def test_two_layers_compute_xor():
    X, said = truth_table(XOR)
    assert close(said, golden("MLP-07"))
    table = data.load("xor")
    np.testing.assert_array_equal(XOR.predict(table.numeric("x1", "x2")), table["y"])
    hidden, output = XOR.outputs(X)
    assert hidden.tolist() == [[0, 0], [1, 0], [1, 0], [1, 1]], "four corners become three points"
    np.testing.assert_array_equal(output[:, 0], said)


def test_gates_in_layers_compute_xor_too():
    network = ThresholdNetwork(((GATES["or"], GATES["nand"]), (GATES["and"],)))
    assert truth_table(network)[1].tolist() == golden("MLP-07").value


def test_layers_may_be_lists_and_are_kept_as_they_were():
    hidden = [GATES["or"], GATES["nand"]]
    network = ThresholdNetwork([hidden, [GATES["and"]]])
    hidden.pop()
    assert truth_table(network)[1].tolist() == golden("MLP-07").value


def test_pass_tells_every_layer():
    first, hidden, last = XOR.pass_steps([1, 1])
    assert (first.event, last.event) == (START, STOP)
    assert hidden.sums.tolist() == [2, 2]
    assert hidden.fired.tolist() == [1, 1]
    assert last.sums.tolist() == [0]
    assert last.fired.tolist() == [0]
    assert [step.caption for step in (first, hidden, last)] == [
        "start: the inputs are 1, 1",
        "layer 1: the sums 2, 2 give 1, 1",
        "output: the sum 0 gives 0",
    ]
    assert not hidden.fired.flags.writeable


def test_unit_and_network_can_be_drawn():
    x, y = centres((-0.5, 1.5), 20), centres((-1.0, 2.0), 30)
    cases = np.array([(a, b) for b in y for a in x])
    np.testing.assert_array_equal(XOR.score_grid(x, y).ravel() > 0, XOR.predict(cases) == 1)
    for unit in XOR.layers[0]:
        A, b, owner = unit.linear_scores
        np.testing.assert_array_equal(owner[(cases @ A.T + b).argmax(axis=1)], unit.predict(cases))
        normal, offset = unit.hyperplane
        np.testing.assert_array_equal(cases @ normal + offset >= 0, unit.predict(cases) == 1)


def test_pigeon_and_old_computer():
    """E-002-01: 2 * 10^14 for the computer, where the slide prints 10 * 10^14."""
    speeds = [bit_operations(**PIGEON), bit_operations(**OLD_COMPUTER)]
    np.testing.assert_allclose(speeds, golden("HOP-01").value, rtol=1e-12)
    assert speeds[1] / speeds[0] == pytest.approx(10)


def test_delta_rule_of_the_linear_unit():
    """DLT-01: a unit without threshold that learns by the delta rule is ``LeastMeanSquares``."""
    steps = list(LeastMeanSquares(learning_rate=0.1, max_sweeps=1).steps([[1.0], [2.0], [3.0]], [2.0, 3.0, 5.0]))
    assert close([step.w.tolist() for step in steps[1:4]], golden("DLT-01"))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ThresholdUnit([], 1), "w: expected a list of numbers"),
        (lambda: ThresholdUnit([1, np.inf], 1), "w: expected a list of numbers"),
        (lambda: ThresholdUnit([1, 1], np.nan), "theta: expected a number"),
        (lambda: ThresholdNetwork(()), "layers: expected layers of units"),
        (lambda: ThresholdNetwork([[]]), "layers: expected layers of units"),
        (lambda: ThresholdNetwork([GATES["or"]]), "layers: expected lists of ThresholdUnits"),
        (lambda: ThresholdNetwork([["or"]]), "layers: expected lists of ThresholdUnits"),
        (lambda: XOR.pass_steps([[1, 0], [0, 1]]), "x: expected one case, got 2"),
        (lambda: ThresholdNetwork(((GATES["and"], GATES["or"]),)), "layers: expected layers of units and one"),
        (lambda: ThresholdNetwork(((GATES["and"],), (GATES["or"],))), "expected 1 weights in each unit of layer 2"),
        (lambda: XOR.predict([[1, 0, 1]]), "X has 3 features, but ThresholdUnit is expecting 2"),
        (lambda: truth_table(ThresholdUnit(np.ones(20), 1)), "inputs: expected a whole number"),
        (lambda: bit_operations(1e9, 0.0), "cycle: expected a number > 0"),
    ],
)
def test_bad_units_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
