"""Impurities and merits of lecture 15: the numbers of four decks, the identities between criteria, and SciPy."""

import numpy as np
import pytest
from scipy import stats

from labkit.core import data
from labkit.learners.tree import criteria
from labkit.learners.tree.costs import nunez, tan_schlimmer
from labkit.learners.tree.criteria import entropy, gain, gain_ratio, gini, misclassification, split_information
from labkit.learners.tree.stopping import chi_square
from tests.golden import close, golden
from tests.learners.tree.nodes import node

IMPURITIES = (entropy, gini, misclassification)
GAIN_OVER_ENTROPY = ("TEN-24", "TEN-25", "TEN-26", "TEN-27")
ASKED = ("outlook", "temperature", "humidity", "wind")
P = np.array([0.5, 0.3, 0.2])


def counts(name, **where):
    """(classes,): how many examples of each class the node has."""
    examples, _ = node(name, **where)
    return np.bincount(examples.y, minlength=examples.classes).astype(float)


def children(name, attribute, **where):
    """(children, classes) of one branch per value."""
    values = np.unique(data.load(name)[attribute])
    split = np.array([counts(name, **{attribute: value}, **where) for value in values])
    return split[split.sum(axis=1) > 0]


def cut(name, yes, **where):
    """(2, classes) of a binary test; ``yes`` is like {"x1": "red"} or {"x2": condition}."""
    inside = counts(name, **where, **yes)
    return np.array([inside, counts(name, **where) - inside])


def left(split, impurity):
    return impurity(split.sum(axis=0)) - gain(split, impurity)


def random_children(seed, children=2, classes=3):
    return np.random.default_rng(seed).integers(0, 20, (children, classes)) + 0.25


# ---------------------------------------------------------------- impurities


@pytest.mark.parametrize(("id", "classes"), [("IMP-01", 2), ("IMP-02", 3), ("IMP-03", 4), ("IMP-04", 10)])
def test_impurities_are_largest_for_equal_classes(id, classes):
    largest = [impurity(np.ones(classes)) for impurity in IMPURITIES]
    assert close(largest, golden(id))
    rng = np.random.default_rng(classes)
    other = rng.dirichlet(np.ones(classes), 200).T
    assert all((impurity(other) < top).all() for impurity, top in zip(IMPURITIES, largest, strict=True))


def test_impurities_of_three_classes_are_the_lectures():
    assert close([impurity(P) for impurity in IMPURITIES], golden("IMP-05"))


def test_gini_is_the_sum_over_ordered_pairs_without_a_half():
    """E-001-01: the half belongs to the unordered pairs."""
    ordered = sum(P[i] * P[j] for i in range(3) for j in range(3) if i != j)
    unordered = sum(P[i] * P[j] for i in range(3) for j in range(i))
    assert close([gini(P), unordered], golden("IMP-06"))
    assert gini(P) == pytest.approx(ordered)


def test_gini_of_two_classes_is_twice_the_variance_of_the_label():
    """E-000-40."""
    labels = np.repeat([0, 1], [7, 12])
    assert gini(np.bincount(labels)) == pytest.approx(2 * np.var(labels))


@pytest.mark.parametrize("impurity", IMPURITIES)
def test_impurities_of_pure_nodes_are_zero_without_a_sign(impurity):
    assert impurity(np.array([4.0, 0.0])) == 0.0
    assert not np.signbit(impurity(np.array([4.0, 0.0])))


@pytest.mark.parametrize("seed", range(10))
def test_entropy_equals_scipys(seed):
    weights = np.random.default_rng(seed).random((5, 4)) * [1, 0, 3, 10]
    weights[0] += 0.1
    assert entropy(weights) == pytest.approx(stats.entropy(weights, base=2))


def test_entropies_of_the_tennis_nodes_are_the_lectures():
    assert close(entropy(counts("tennis")), golden("TEN-01"))
    assert close(entropy(counts("tennis", wind="weak")), golden("TEN-02"))
    assert close(entropy(counts("tennis", wind="strong")), golden("TEN-03"))
    assert close(entropy(counts("tennis", outlook="sunny")), golden("TEN-08"))
    assert close(entropy(counts("tennis", outlook="overcast")), golden("TEN-15"))
    assert close(entropy(counts("weather")), golden("WEA-01"))
    assert close(entropy(counts("rgb8")), golden("RGB-00"))


# ---------------------------------------------------------------- gains


@pytest.mark.parametrize(
    ("id", "attribute", "where"),
    [
        ("TEN-04", "wind", {}),
        ("TEN-05", "outlook", {}),
        ("TEN-06", "humidity", {}),
        ("TEN-07", "temperature", {}),
        ("TEN-09", "temperature", {"outlook": "sunny"}),
        ("TEN-10", "humidity", {"outlook": "sunny"}),
        ("TEN-11", "wind", {"outlook": "sunny"}),
        ("TEN-12", "temperature", {"outlook": "rain"}),
        ("TEN-14", "wind", {"outlook": "rain"}),
    ],
)
def test_information_gain_of_tennis_is_the_lectures(id, attribute, where):
    assert close(gain(children("tennis", attribute, **where)), golden(id))


@pytest.mark.parametrize(("id", "attribute"), [("TEN-29", "temperature"), ("TEN-30", "humidity"), ("TEN-31", "wind")])
def test_gini_gain_of_tennis_is_the_lectures(id, attribute):
    assert close(gain(children("tennis", attribute), gini), golden(id))


def test_weighted_gini_of_buys_computer_is_the_lectures():
    assert close(gini(np.array([2.0, 3.0])), golden("BUY-01"))
    assert close(gini(counts("buys_computer")), golden("BUY-06"))
    for id, attribute in (("BUY-02", "student"), ("BUY-03", "credit_rating"), ("BUY-04", "age"), ("BUY-05", "income")):
        assert close(left(children("buys_computer", attribute), gini), golden(id))


def test_buys_computer_is_tennis_in_other_words():
    tennis, buys = node("tennis")[0], node("buys_computer")[0]
    pairs = [sorted(zip(t, b, strict=True)) for t, b in zip(tennis.cells.T, buys.cells.T, strict=True)]
    one_to_one = all(len(set(pair)) == len({t for t, _ in pair}) == len({b for _, b in pair}) for pair in pairs)
    assert (one_to_one and (tennis.y == buys.y).all()) == golden("BUY-12").value
    assert close(gain(children("buys_computer", "age")), golden("BUY-08"))
    assert close(gain(children("buys_computer", "income")), golden("BUY-09"))


def test_information_gain_of_the_flu_table_puts_contact_first():
    asked = ("contact", "feeding", "close_living", "gender")
    assert close([gain(children("avian_flu", attribute)) for attribute in asked], golden("AVI-02"))


def test_gini_gain_of_the_counter_example_is_zero_for_both_useful_attributes():
    assert close([gain(children("cart_counterexample", a), gini) for a in "abc"], golden("CCX-04"))


@pytest.mark.parametrize(("id", "impurity"), [("RGB-18", entropy), ("RGB-19", gini), ("RGB-20", misclassification)])
def test_impurity_left_by_the_six_root_tests_is_the_lectures(id, impurity):
    tests = [{"x1": colour} for colour in ("red", "green", "blue")]
    tests += [{"x2": lambda x, t=t: x <= t} for t in (0.05, 0.15, 0.45)]
    assert close([left(cut("rgb8", test), impurity) for test in tests], golden(id))


def test_misclassification_gain_is_zero_for_an_informative_test():
    """E-000-41: entropy and Gini see what misclassification does not."""
    split = cut("rgb8", {"x2": lambda x: x <= 0.05})
    assert gain(split, misclassification) == pytest.approx(0.0)
    assert gain(split, entropy) > 0.2
    assert gain(split, gini) > 0.09


@pytest.mark.parametrize("seed", range(10))
def test_gain_is_zero_exactly_where_the_children_have_equal_shares(seed):
    split = random_children(seed)
    alike = np.outer([1.0, 2.5], split[0])
    for impurity in (entropy, gini):
        assert gain(alike, impurity) == pytest.approx(0.0, abs=1e-12)
        assert gain(split, impurity) > 1e-6


# ---------------------------------------------------------------- other merits


def test_split_information_of_tennis_is_the_lectures():
    assert close(split_information(children("tennis", "temperature")), golden("TEN-17"))
    assert close(split_information(children("tennis", "humidity")), golden("TEN-18"))


@pytest.mark.parametrize(("id", "attribute"), [("TEN-20", "outlook"), ("TEN-21", "temperature"), ("TEN-23", "wind")])
def test_gain_ratio_divides_by_the_split_information(id, attribute):
    assert close(gain_ratio(children("tennis", attribute)), golden(id))


def test_gain_ratio_of_the_weather_outlook_is_the_lectures():
    assert close(gain_ratio(children("weather", "outlook")), golden("WEA-28"))


@pytest.mark.parametrize(("id", "attribute"), list(zip(GAIN_OVER_ENTROPY, ASKED, strict=True)))
def test_gain_over_class_entropy_is_another_criterion(id, attribute):
    """E-000-24: this is what the slide's right-hand side says."""
    split = children("tennis", attribute)
    coefficient = gain(split) / entropy(split.sum(axis=0))
    assert close(coefficient, golden(id))
    assert abs(coefficient - gain_ratio(split)) > 1e-3


def test_gain_ratio_of_a_split_that_sends_all_one_way_is_zero():
    assert gain_ratio(np.array([[3.0, 4.0], [0.0, 0.0]])) == 0.0


def test_g_statistic_of_tennis_is_the_lectures_and_scipys():
    split = children("tennis", "outlook")
    assert close(criteria.g_statistic(split), golden("TEN-35"))
    theirs = stats.chi2_contingency(split, correction=False, lambda_="log-likelihood").statistic
    assert criteria.g_statistic(split) == pytest.approx(theirs)


def test_twoing_of_tennis_is_the_lectures():
    assert close(criteria.twoing(cut("tennis", {"outlook": "sunny"})), golden("TEN-36"))


def test_half_split_of_tennis_is_the_lectures():
    assert close(-criteria.half_split(cut("tennis", {"wind": "weak"})), golden("TEN-40"))


@pytest.mark.parametrize("seed", range(10))
def test_gini_gain_of_two_classes_is_twice_the_twoing(seed):
    split = random_children(seed, classes=2)
    assert gain(split, gini) == pytest.approx(2 * criteria.twoing(split))


@pytest.mark.parametrize("seed", range(10))
def test_twoing_is_the_best_gini_gain_over_all_superclasses(seed):
    """Its name: of all ways to join the classes into two, the one that the split separates best."""
    split = random_children(seed, classes=5)
    joined = [[c for c in range(5) if m >> c & 1] for m in range(1, 31)]
    gains = [gain(np.column_stack([split[:, j].sum(1), np.delete(split, j, 1).sum(1)]), gini) for j in joined]
    assert max(gains) == pytest.approx(2 * criteria.twoing(split))


@pytest.mark.parametrize("criterion", criteria.CRITERIA)
def test_merit_of_many_splits_at_once_is_that_of_each(criterion):
    splits = [random_children(seed) for seed in range(6)]
    together = criteria.merit(criterion, np.stack(splits, axis=-1))
    assert together == pytest.approx([float(criteria.merit(criterion, split)) for split in splits])
    assert len(set(together.round(12))) == 6


# ---------------------------------------------------------------- lists


def test_criteria_take_lists():
    assert criteria.gini([6, 1]) == pytest.approx(12 / 49) and criteria.entropy([7, 7]) == 1.0
    assert criteria.misclassification([6, 1]) == pytest.approx(1 / 7)
    split = [[30, 10], [10, 30]]
    for function in (criteria.gain, criteria.gain_ratio, criteria.g_statistic, criteria.twoing, criteria.half_split,
                     criteria.split_information, chi_square):  # fmt: skip
        assert function(split) == function(np.array(split)) == function(np.array(split, dtype=float))
    assert criteria.gain(split, criteria.gini) == pytest.approx(0.125)
    assert criteria.merit("twoing", split) == criteria.twoing(split)
    assert nunez([1, 2], [1, 3]).tolist() == [0.5, 0.75] and tan_schlimmer([2], [4]).tolist() == [1.0]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: criteria.gini([]), "counts: expected a weight for each class, got"),
        (lambda: criteria.gini(3), "counts: expected a weight for each class, got 3"),
        (lambda: criteria.entropy([-1, 2]), "counts: expected weights of classes, none below 0, got -1"),
        (lambda: criteria.entropy([np.nan, 2]), "counts: expected weights of classes, none below 0, got nan"),
        (lambda: criteria.gini(["a", "b"]), "counts: expected numbers, got text such as 'a'"),
        (lambda: criteria.gini([[1], [2, 3]]), "counts: expected rows of equal length"),
        (lambda: criteria.gain([30, 10]), "children: expected a row of class weights for each child, got"),
        (lambda: chi_square([30, 10]), "children: expected a row of class weights for each child, got"),
        (lambda: criteria.twoing([[1, 2]] * 3), "children: expected 2 of them, got 3"),
        (lambda: criteria.half_split([[1, 2]]), "children: expected 2 of them, got 1"),
        (lambda: criteria.merit("size", [[1, 2], [2, 1]]), "criterion: expected one of 'entropy'"),
    ],
)
def test_criteria_refuse_nonsense(call, says):
    with pytest.raises(ValueError, match=says):
        call()
