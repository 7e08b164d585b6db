"""One call for a node: how two columns fall together, and all tests."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.criteria import gain, gini
from labkit.learners.tree.node_tables import candidates, crosstab
from labkit.learners.tree.node_tests import all_tests
from labkit.learners.tree.plan import Plan
from tests.golden import close, golden
from tests.learners.tree.nodes import node

TENNIS = data.load("tennis")
X, Y = TENNIS.without("day", "play"), TENNIS["play"]


def test_crosstab_counts_pairs_and_is_what_a_gain_takes():
    both = crosstab(TENNIS["outlook"], Y)
    assert both.rows == ("overcast", "rain", "sunny") and both.columns == ("no", "yes")
    assert both.counts.tolist() == [[0, 4], [2, 3], [3, 2]] and both["sunny"].tolist() == [3, 2]
    assert close(float(gain(both)), golden("TEN-05"))
    assert repr(both).splitlines()[1].split() == ["overcast", "0", "4"]
    assert "overcast" in both._repr_html_() and len(both) == 3


def test_crosstab_takes_lists_weights_and_gaps():
    both = crosstab(["a", None, "b", "a"], [1, 1, 0, 0], sample_weight=[1, 5, 2, 3])
    assert both.counts.tolist() == [[3, 1], [2, 0]] and both.columns == (0, 1)
    assert crosstab([1.0, np.nan, 2.0], ["x", "x", "y"]).counts.tolist() == [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match="expected one target per example"):
        crosstab([1, 2], [1])
    with pytest.raises(ValueError, match="expected one of 'a', 'b', got 'c'"):
        both["c"]
    with pytest.raises(ValueError, match="rows in which both values are known, got none"):
        crosstab([None], ["a"])


@pytest.mark.parametrize("criterion", ["twoing", "gini", "entropy", "gain_ratio"])
def test_candidates_are_those_of_the_grower(criterion):
    examples, attributes = node("tennis")
    found = candidates(X, Y, criterion=criterion)
    expected = all_tests(examples, Plan(criterion))
    assert [test.merit for test in found] == [test.merit for test in expected]
    assert found.questions == [test.describe(attributes) for test in expected]
    assert found["merit"].tolist() == [test.merit for test in expected]
    assert found.best in tuple(found) and repr(found) == repr(found.table)


def test_candidates_of_many_branches_of_lists_and_of_numbers():
    found = candidates(X, Y, "entropy", tests="multiway")
    assert found.questions == list(X.names) and close(found[0].gain, golden("TEN-05"))
    points = candidates([[0.0, 5], [1, 5], [2, 6]], ["a", "a", "b"], between_classes=True)
    assert points.questions == ["x1 \u2264 1.5", "x2 \u2264 5.5"]
    assert points[0].gain == pytest.approx(float(gini([2, 1]))) and len(points[:1]) == 1
    numbers = candidates([[0.0], [1], [2]], [1.0, 1.5, 7], "variance")
    assert numbers.best.describe(Attributes.of(np.zeros((1, 1)))) == "x1 \u2264 1.5"


def test_candidates_refuse_what_they_do_not_know():
    with pytest.raises(ValueError, match="criterion: expected one of 'entropy'"):
        candidates(X, Y, "size")
    with pytest.raises(ValueError, match="tests: expected one of 'binary', 'multiway', 'subsets', got 'many'"):
        candidates(X, Y, tests="many")
    with pytest.raises(ValueError, match="tests: expected binary ones for twoing"):
        candidates(X, Y, "twoing", tests="multiway")
    with pytest.raises(ValueError, match="expected one target per example"):
        candidates(Table.from_dict({"a": [1, 2]}), [0, 1, 1])
