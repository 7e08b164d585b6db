"""Exercises of lecture 17, missing values and costs; deck 000 "Handling Missing Attribute Values - 1" to "- 4" and
deck 003 "DECISION TREE EXTENSIONS".
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.tutor.check import NotYet, exercise, same_results, shown

DRY = 77.5  # the threshold of the weather tree below Sunny
ROUNDING = 1e-9
MISSING = ("None", "?", "nan")  # as text


def _entropy(counts):
    p = np.asarray(counts) / np.sum(counts)
    return -float(np.sum(p * np.log2(np.where(p > 0, p, 1.0))))


def _gain_of(factor="known", before="known", after="known"):
    """C4.5's gain; wrong where one of its three parts is taken of "all" examples."""

    def gain(children, unknown):
        known = children.sum(axis=0)
        counts = {"known": known, "all": known + unknown}
        left = sum(child.sum() / counts[after].sum() * _entropy(child) for child in children)
        return counts[factor].sum() / counts["all"].sum() * (_entropy(counts[before]) - left)

    return gain


def _scored_cases():
    yield np.array([[3.0, 0], [3, 2], [2, 3]]), np.array([1.0, 0])  # the weather table without one outlook
    yield np.array([[4.0, 1], [1, 6]]), np.array([3.0, 1])
    yield np.array([[2.0, 2, 1], [5, 1, 0]]), np.array([0.0, 2, 2])
    yield np.array([[6.0, 2], [1, 3]]), np.array([0.0, 0])


@exercise("write my_gain(children, unknown): C4.5's gain in bits, from class counts per branch and of the unknown")
def known_gain(my_gain):
    """``my_gain(children, unknown)`` -> a number; children: a row of class counts for each branch."""
    mistakes = [
        (_gain_of(factor="all"), "the examples whose value is unknown have gained nothing: what of them?"),
        (_gain_of(before="all"), "the entropy before the test, too, is that of the known examples"),
        (_gain_of(factor="all", before="all"), "the test is scored on the known examples, before as well as after"),
        (_gain_of("all", "all", "all"), "the shares of the branches must add up to 1: shares of which examples?"),
        (_gain_of(after="all"), "the shares of the branches must add up to 1: shares of which examples?"),
    ]
    hint = "entropy before minus weighted entropy after, all of known examples (0 log2 0 is 0), times the share known"
    same_results(my_gain, _gain_of(), _scored_cases(), mistakes=mistakes, hint=hint)
    return "an attribute that is often unknown has to be so much the better"


def _answer(W, leaves):
    return (W / W.sum()) @ (leaves / leaves.sum(axis=1, keepdims=True))


def _spread_cases():
    yield np.array([5.0, 4, 5]), np.array([[0.0, 3], [4, 0], [0, 2]])  # the slides' case
    yield np.array([8.0, 2]), np.array([[1.0, 1], [3, 1]])
    yield np.array([2.0, 3.5]), np.array([[2.0, 0, 1], [0, 0.5, 0.5]])


@exercise("write my_answer(W, leaves): the class shares of a case that goes down every branch, with weights as W")
def spread_answer(my_answer):
    """``my_answer(W, leaves)`` -> shares; leaves: a row of class counts for the leaf where each part ends."""
    mistakes = [
        (
            lambda W, leaves: leaves.sum(axis=0) / leaves.sum(),
            "a part counts as much as its branch weighs, however few examples its leaf has",
        ),
        (
            lambda W, leaves: (leaves / leaves.sum(axis=1, keepdims=True)).mean(axis=0),
            "the branches are not equally likely: W says how likely",
        ),
        (
            lambda W, leaves: W @ (leaves / leaves.sum(axis=1, keepdims=True)),
            "the parts of one case add up to one case, and the shares to 1",
        ),
        (
            lambda W, leaves: W @ leaves / (W @ leaves).sum(),
            "of a leaf take the shares of its classes: its counts would weigh it a second time",
        ),
        (
            lambda W, leaves: np.bincount(leaves.argmax(axis=1), W / W.sum(), minlength=leaves.shape[1]),
            "a leaf of 2 against 1 is less sure than one of 3 against 0: keep its shares, do not let it vote",
        ),
    ]
    hint = "for every branch: its share of W, times the shares of the classes in its leaf; then add up"
    same_results(my_answer, _answer, _spread_cases(), mistakes=mistakes, hint=hint)
    return "each leaf speaks with the weight of its part of the case"


def _straight(left, other):
    least = min(left.mean(), 1 - left.mean())
    return (least - np.mean(left != other)) / least


def _association(left, other):
    return max(_straight(left, other), _straight(left, ~other))


def _answered_cases():
    tennis = data.load("tennis")
    yield tennis["humidity"] == "high", tennis["temperature"] != "cool"
    rng = np.random.default_rng(17)
    for size, noise in ((0.3, 0.1), (0.7, 0.2), (0.3, 0.9), (0.7, 0.95)):
        left = rng.random(20) < size
        yield left, left ^ (rng.random(20) < noise)


@exercise("write my_association(left, other): lambda of a surrogate, straight or flipped, whichever is better")
def association(my_association):
    """``my_association(left, other)`` -> lambda; what the test and its surrogate say of each example, True is left."""

    def over(base):
        return lambda left, other: 1 - min(np.mean(left != other), np.mean(left == other)) / base(left.mean())

    mistakes = [
        (_straight, "a test that is nearly always wrong makes a fine surrogate: ask for its opposite"),
        (over(lambda p: 1.0), "that is the agreement; how much of it has the blind rule, which needs no surrogate?"),
        (over(lambda p: max(p, 1 - p)), "the blind rule sends all to the larger branch: how often is it wrong?"),
        (over(lambda p: p), "left need not be the smaller branch"),
        (over(lambda p: 1 - p), "left need not be the larger branch"),
    ]
    hint = "the share of disagreements saved, out of the blind rule's min(p_L, p_R)"
    same_results(my_association, _association, _answered_cases(), mistakes=mistakes, hint=hint)
    return "1 for a copy, 0 for no help, whatever the sizes of the branches"


@exercise("find my_case, such as {'outlook': 'Sunny', 'humidity': 80}, on which fill-in and fractions disagree")
def disagreement(my_case):
    """A dict of what is known of a case; checked on the weather table's tree of five leaves."""
    case = _known_values(my_case)
    filled, spread = _yes_of({**_usual(), **case}), _yes_of(case)
    if abs(spread - 0.5) < ROUNDING:
        hint = "half and half is no answer: learn one value more"
        raise NotYet(expected="an answer of the fractions", got="P(Yes) = 1/2", hint=hint)
    if (filled > 0.5) == (spread > 0.5):
        complete = not set(_usual()) - set(case)
        hint = (
            "a complete case is the same for both"
            if complete
            else "which outlook is filled in? find the values for which that branch answers unlike the others together"
        )
        got = f"{'Yes' if filled > 0.5 else 'No'} from both, P(Yes) = {shown(filled)} and {shown(spread)}"
        raise NotYet(expected="different answers", got=got, hint=hint)
    return f"filled in P(Yes) is {shown(filled)}, spread it is {shown(spread)}"


def _known_values(my_case) -> dict:
    """As text and numbers, without what is missing in one of the usual spellings: None, "?" or not a number."""
    if not isinstance(my_case, dict):
        hint = "names and values in braces, what is missing is left out"
        raise NotYet(expected="a dict", got=type(my_case).__name__, hint=hint)
    case = {str(name).lower(): value for name, value in my_case.items() if str(value) not in MISSING}
    strange = sorted(set(case) - {"outlook", "temp", "humidity", "windy"})
    if strange:
        hint = "the attributes are outlook, temp, humidity, windy"
        raise NotYet(expected="attributes of the weather table", got=strange[0], hint=hint)
    case = {name: float(value) if name in ("temp", "humidity") else str(value) for name, value in case.items()}
    for name in {"outlook", "windy"} & set(case):
        levels = data.load("weather").column(name).levels
        if case[name] not in levels:
            raise NotYet(expected=f"{name} out of {', '.join(levels)}", got=case[name], hint="look at the table")
    return case


def _usual() -> dict:
    """What fill-in puts: the most frequent category, the first of equals; the mean."""
    table = data.load("weather")
    usual = {"humidity": float(table["humidity"].mean())}
    for name in ("outlook", "windy"):
        values, counts = np.unique(table[name], return_counts=True)
        usual[name] = str(values[counts.argmax()])
    return usual


def _yes_of(case: dict) -> float:
    """P(Yes), spread over every branch that the case cannot choose."""
    table = data.load("weather")
    yes, dry, windy = table["class"] == "Yes", table["humidity"] <= DRY, table["windy"] == "True"
    total = 0.0
    for outlook in ("Sunny", "Overcast", "Rain"):
        here = table["outlook"] == outlook
        weight = float(case["outlook"] == outlook) if "outlook" in case else here.mean()
        if outlook == "Sunny" and "humidity" in case:
            here = here & (dry == (case["humidity"] <= DRY))
        if outlook == "Rain" and "windy" in case:
            here = here & (windy == (case["windy"] == "True"))
        total += weight * yes[here].mean()  # an unknown value spreads over both leaves, which is their parent's share
    return total


def _price(gain, rival_gain, rival_cost):
    return rival_cost * gain**2 / rival_gain**2


@exercise("write my_price(gain, rival_gain, rival_cost): the cost at which both tests have Tan and Schlimmer's merit")
def break_even(my_price):
    """``my_price(gain, rival_gain, rival_cost)`` -> the cost of the test with ``gain``."""
    mistakes = [
        (lambda gain, rival_gain, rival_cost: rival_cost * gain / rival_gain, "the gain enters squared"),
        (
            lambda gain, rival_gain, rival_cost: rival_cost * rival_gain**2 / gain**2,
            "the better test may cost more than its rival, not less",
        ),
        (lambda gain, rival_gain, rival_cost: gain**2 / rival_gain**2, "a dear rival allows you a higher price"),
        (
            lambda gain, rival_gain, rival_cost: (2**gain - 1) / (2**rival_gain - 1) * (rival_cost + 1) - 1,
            "that is the price by Nunez's rule",
        ),
    ]
    cases = [(0.24675, 0.15184, 1.0), (0.24675, 0.04813, 2.0), (0.2, 0.4, 3.0), (0.5, 0.25, 0.5)]
    hint = "write gain^2 / cost for both tests, set them equal, solve for the cost"
    same_results(my_price, _price, cases, mistakes=mistakes, hint=hint)
    return "twice the gain is worth four times the price"
