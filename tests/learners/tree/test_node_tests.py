"""The tests that one node could ask: those of the lectures' tables, and a slow loop that tries every one."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from labkit.learners.tree import costs, criteria
from labkit.learners.tree.attributes import Attribute, Attributes
from labkit.learners.tree.node_tests import all_tests, best, table
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import EQUAL, MANY, THRESHOLD
from tests.golden import close, golden
from tests.learners.tree.nodes import node, random_node

MULTIWAY = Plan(criterion="entropy", multiway=True)
BINARY = Plan(criterion="entropy")


def of(name, plan, attribute=None, *, between_classes=False, **where):
    """The candidates of a lecture's node, only those of one attribute if it is named."""
    examples, attributes = node(name, **where)
    tests = all_tests(examples, plan, between_classes=between_classes)
    return [test for test in tests if attribute in (None, attributes[test.feature].name)]


def winner(name, plan, attribute=None, **where):
    return best(of(name, plan, attribute, **where), plan)


def words(test, name):
    return test.describe(node(name)[1]).replace(" \u2264 ", "<=").replace(" = ", "=")


# ---------------------------------------------------------------- the lectures' nodes


def test_candidates_of_humidity_are_all_thresholds_with_their_gains():
    tests = of("weather", MULTIWAY, "humidity")
    assert close([[test.threshold, test.gain] for test in tests], golden("WEA-09"))
    assert close(best(tests, MULTIWAY).threshold, golden("WEA-06"))
    assert close(best(tests, MULTIWAY).gain, golden("WEA-07"))


def test_candidates_of_the_weather_root_have_the_lectures_gains():
    assert close(winner("weather", MULTIWAY).gain, golden("WEA-02"))
    assert close(winner("weather", MULTIWAY, "windy").gain, golden("WEA-03"))
    assert close(winner("weather", MULTIWAY, "temp").gain, golden("WEA-05"))


def test_candidates_of_the_sunny_branch_have_the_lectures_gains():
    humidity = winner("weather", MULTIWAY, "humidity", outlook="Sunny")
    assert close(humidity.threshold, golden("WEA-10"))
    assert close(humidity.gain, golden("WEA-11"))
    temp = winner("weather", MULTIWAY, "temp", outlook="Sunny")
    assert close([temp.threshold, temp.gain], golden("WEA-12"))
    assert close(winner("weather", MULTIWAY, "windy", outlook="Sunny").gain, golden("WEA-13"))
    assert words(winner("weather", MULTIWAY, outlook="Sunny"), "weather") == "humidity<=77.5"


def test_candidates_of_the_rain_branch_lose_to_windy():
    for id, attribute in (("WEA-15", "temp"), ("WEA-16", "humidity")):
        test = winner("weather", MULTIWAY, attribute, outlook="Rain")
        assert close([test.threshold, test.gain], golden(id))
    assert words(winner("weather", MULTIWAY, outlook="Rain"), "weather") == "windy"


def test_candidates_between_classes_skip_thresholds_inside_one_class():
    """I-001-026: equal values are grouped; 0.1 and 0.3 cut nothing or inside one class."""
    shown = [t.threshold for t in of("rgb8", BINARY, "x2", between_classes=True)]
    assert shown == pytest.approx([0.05, 0.15, 0.45])
    assert [t.threshold for t in of("rgb8", BINARY, "x2")] == pytest.approx([-0.25, 0.05, 0.15, 0.3, 0.45])


def test_candidates_of_the_rgb_root_leave_the_lectures_entropies():
    left = {words(test, "rgb8"): test.after for test in of("rgb8", BINARY)}
    for id, test in (("RGB-01", "x1=red"), ("RGB-03", "x1=blue"), ("RGB-04", "x2<=0.05"), ("RGB-06", "x2<=0.45")):
        assert close(left[test], golden(id))
    assert words(winner("rgb8", BINARY), "rgb8") == golden("RGB-07").value


def test_candidates_of_the_rgb_nodes_below_leave_the_lectures_entropies():
    tests = of("rgb8", BINARY, x2=lambda x: x > 0.05)
    left = {words(test, "rgb8"): test.after for test in tests}
    for id, test in (("RGB-08", "x1=red"), ("RGB-09", "x1=green"), ("RGB-11", "x2<=0.15"), ("RGB-12", "x2<=0.45")):
        assert close(left[test], golden(id))
    assert words(best(tests, BINARY), "rgb8") == golden("RGB-13").value
    left = {words(test, "rgb8"): test.after for test in of("rgb8", BINARY, x2=lambda x: x > 0.15)}
    assert close(left["x1=green"], golden("RGB-15"))
    assert close(left["x2<=0.45"], golden("RGB-16"))


def test_best_of_equal_tests_is_the_lowest_feature_then_threshold():
    """The last node of rgb8 has a tie of three (I-001-028); in floating point their gains may differ."""
    tests = of("rgb8", BINARY, x2=lambda x: x > 0.15)
    tied = [test for test in tests if test.after == pytest.approx(0.5)]
    assert len(tied) >= 3
    assert best(tests, BINARY) is tied[0]
    jittered = [replace(test, merit=test.merit + 1e-14 * k) for k, test in enumerate(tests)]
    assert words(best(jittered, BINARY), "rgb8") == words(tied[0], "rgb8")


# ---------------------------------------------------------------- against a slow loop


def naive(examples, plan):
    """(kind, feature, threshold, child of every example, -1 where the value is missing) of every possible test."""
    for f, cells in enumerate(examples.cells.T):
        known = ~np.isnan(cells)
        values = sorted({c for c, w in zip(cells, examples.weights, strict=True) if w > 0 and c == c})
        if not examples.categorical[f]:
            for low, high in pairwise(values):
                t = (low + high) / 2
                yield THRESHOLD, f, t, np.where(known, (cells > t).astype(int), -1)
        elif plan.multiway and len(values) > 1:
            yield MANY, f, np.nan, np.array([values.index(c) if c in values else -1 for c in cells])
        elif len(values) > 1:
            for v in values:
                yield EQUAL, f, v, np.where(known, (cells != v).astype(int), -1)


def naive_scores(examples, child, criterion):
    """(class weights of the children, gain, merit) of one test."""
    inside = child >= 0
    split = np.zeros((child.max() + 1, examples.classes))
    np.add.at(split, (child[inside], examples.y[inside]), examples.weights[inside])
    known = examples.weights[inside].sum() / examples.weights.sum()
    gain = known * criteria.gain(split, criteria.impurity_of(criterion))
    return split, gain, known * criteria.merit(criterion, split)


@pytest.mark.parametrize("multiway", [False, True])
@pytest.mark.parametrize("criterion", ["entropy", "gini", "misclassification", "gain_ratio", "g_statistic"])
def test_candidates_equal_a_slow_loop_with_weights_and_missing_values(criterion, multiway):
    for seed in range(8):
        examples = random_node(seed)
        plan = Plan(criterion=criterion, multiway=multiway, min_leaf=2)
        expected = []
        for kind, f, t, child in naive(examples, plan):
            split, gain, merit = naive_scores(examples, child, criterion)
            if (np.bincount(child[(child >= 0) & (examples.weights > 0)]) >= 2).all():
                expected.append((kind, f, t, split, gain, merit))
        tests = all_tests(examples, plan)
        assert len(tests) == len(expected) > 5
        for test, (kind, f, t, split, gain, merit) in zip(tests, expected, strict=True):
            assert (test.kind, test.feature) == (kind, f)
            assert test.threshold == pytest.approx(t, nan_ok=True)
            assert test.children == pytest.approx(split)
            assert [test.gain, test.merit] == pytest.approx([gain, merit], abs=1e-12)
            assert test.gain == pytest.approx(test.known * (test.before - test.after))


@pytest.mark.parametrize("seed", range(8))
def test_candidates_of_numbers_take_off_variance(seed):
    examples = random_node(seed, classes=0)
    tests = all_tests(examples, Plan(criterion="variance", min_leaf=1))
    slow = list(naive(examples, Plan()))
    assert len(tests) == len(slow) > 5
    for test, (_, _, _, child) in zip(tests, slow, strict=True):
        w, after, before = examples.weights, 0.0, _variance(examples, child >= 0)
        for k in (0, 1):
            after += w[child == k].sum() / w[child >= 0].sum() * _variance(examples, child == k)
        assert [test.before, test.after] == pytest.approx([before, after])
        assert test.sizes == pytest.approx([w[child == 0].sum(), w[child == 1].sum()])


def _variance(examples, rows):
    return float(np.cov(examples.y[rows], aweights=examples.weights[rows], ddof=0))


def test_candidates_of_numbers_far_from_zero_keep_their_digits():
    examples = random_node(3, classes=0)
    far = TreeExamples(examples.cells, examples.y + 1e8, 0, examples.categorical, examples.weights)
    gains = [[test.gain for test in all_tests(e, Plan(criterion="variance"))] for e in (examples, far)]
    assert gains[0] == pytest.approx(gains[1], rel=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_candidates_between_classes_always_hold_the_best(seed):
    """Fayyad and Irani: no threshold inside one class beats all those between classes."""
    examples = random_node(seed, classes=2, missing=0.0)
    for criterion in ("entropy", "gini"):
        plan = Plan(criterion=criterion, min_leaf=1)
        few, all_ = all_tests(examples, plan, between_classes=True), all_tests(examples, plan)
        assert len(few) < len(all_)
        assert best(few, plan).gain == pytest.approx(best(all_, plan).gain)


# ---------------------------------------------------------------- rules of choosing


def made(*columns, y, categorical=False):
    cells = np.column_stack(columns).astype(float)
    y = np.asarray(y)
    return TreeExamples(cells, y, int(y.max()) + 1, np.full(cells.shape[1], categorical))


def test_best_by_gain_ratio_looks_only_at_gains_of_at_least_the_average():
    """C4.5 at the weather root: temp <= 84 has the largest ratio of all, but a gain below the average."""
    plan = replace(MULTIWAY, criterion="gain_ratio")
    tests = of("weather", plan)
    assert words(max(tests, key=lambda test: test.merit), "weather") == "temp<=84"
    assert words(best(tests, plan), "weather") == "outlook"


def test_best_by_gain_ratio_takes_of_each_attribute_the_test_with_the_largest_gain():
    plan = replace(MULTIWAY, criterion="gain_ratio")
    tests = of("weather", plan, "humidity")
    assert max(test.merit for test in tests) == tests[0].merit > best(tests, plan).merit
    assert best(tests, plan).threshold == 82.5


def test_best_allows_zero_gain_but_no_less_than_asked():
    """XOR: no test gains, and yet one must be asked (CCX-04)."""
    xor = made([0, 0, 1, 1], [0, 1, 0, 1], y=[0, 1, 1, 0])
    assert best(all_tests(xor, BINARY), BINARY).feature == 0
    asks = Plan(criterion="entropy", min_gain=0.01)
    assert best(all_tests(xor, asks), asks) is None


def test_best_of_no_test_is_none():
    constant = made([1, 1, 1], y=[0, 1, 0])
    for criterion in ("entropy", "gain_ratio"):
        assert best(all_tests(constant, Plan(criterion=criterion)), Plan(criterion=criterion)) is None


def test_candidates_of_missing_values_alone_do_not_exist():
    assert all_tests(made([np.nan, np.nan], [1, 2], y=[0, 1]), BINARY)[0].feature == 1
    assert all_tests(made([np.nan, np.nan], [np.nan, 2], y=[0, 1]), BINARY) == []


def test_candidates_score_known_values_by_their_share():
    """A perfect test of 3 in 4 cases gains 3/4 of its bits; half-split counts the unknown case for neither half."""
    examples = made([0, 1, 1, np.nan], y=[0, 1, 1, 1])
    (test,) = all_tests(examples, BINARY)
    assert test.known == 0.75
    assert test.gain == pytest.approx(0.75 * criteria.entropy(np.array([1.0, 2.0])))
    (test,) = all_tests(examples, Plan(criterion="half_split"))
    assert test.merit == pytest.approx(1 / 4 - 1 / 2)


def test_candidates_count_examples_against_the_least_leaf_whatever_they_weigh():
    examples = replace(made(range(10), y=[0, 1] * 5), weights=np.full(10, 0.5))
    assert [test.sizes.min() for test in all_tests(examples, Plan(min_leaf=3))] == [1.5, 2.0, 2.5, 2.0, 1.5]


def test_candidates_keep_neighbouring_floats_apart():
    low = 1.0
    high = np.nextafter(low, 2.0)
    (test,) = all_tests(made([low, high], y=[0, 1]), BINARY)
    assert low <= test.threshold < high


def test_best_with_costs_prefers_the_cheap_attribute():
    """Humidity gains more than wind, until asking for it costs enough (I-003-037)."""
    examples, attributes = node("tennis")
    for price, first in ((1.0, "humidity"), (20.0, "wind")):
        prices = costs.checked({"outlook": 1000, "humidity": price}, attributes.names)
        plan = replace(MULTIWAY, costs=prices)
        assert attributes[best(all_tests(examples, plan), plan).feature].name == first


def test_best_with_costs_is_the_same_in_every_currency():
    """Large prices make small merits; they are not ties. Tests that gain nothing are, whatever they cost."""
    examples, attributes = node("tennis")
    prices = costs.checked([1e10, 1e9, 1e9, 1e9], attributes.names)
    for scale in (1.0, 1e-9):
        plan = replace(MULTIWAY, costs=prices * scale)
        assert attributes[best(all_tests(examples, plan), plan).feature].name == "humidity"
    xor = made([0, 0, 1, 1], [0, 1, 0, 1], y=[0, 1, 1, 0])
    plan = replace(BINARY, costs=np.array([5.0, 1.0]))
    assert best(all_tests(xor, plan), plan).feature == 0


def test_candidates_of_thousands_of_categories_stay_small():
    n = 5000
    examples = TreeExamples(np.arange(n, dtype=float)[:, None], np.arange(n) % 2, 2, np.array([True]))
    tests = all_tests(examples, BINARY)
    assert len(tests) == n
    assert all(test.sizes.tolist() == [1, n - 1] for test in tests[::500])


# ---------------------------------------------------------------- for readers


def test_table_shows_every_test_with_what_it_does():
    examples, attributes = node("tennis")
    shown = table(all_tests(examples, MULTIWAY), attributes)
    assert shown["test"].tolist() == ["outlook", "temperature", "humidity", "wind"]
    assert shown["before"] - shown["after"] == pytest.approx(shown["gain"])
    assert shown["sizes"].tolist() == ["4 / 5 / 5", "4 / 4 / 6", "7 / 7", "6 / 8"]


def test_candidate_asks_in_the_words_of_its_attributes():
    attributes = Attributes((Attribute("x"), Attribute("colour", ("blue", "red"))))
    cells = np.array([[0.0, 0.0], [1.0, 1.0]])
    examples = TreeExamples(cells, np.array([0, 1]), 2, attributes.categorical)
    asked = [test.describe(attributes) for test in all_tests(examples, BINARY)]
    assert asked == ["x \u2264 0.5", "colour = blue", "colour = red"]
