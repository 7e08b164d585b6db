"""Exercises of the main page of lecture 17; deck 000 "Handling Missing Attribute Values - 1" to "- 4"."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.lectures.l17_missing_values.common import mushrooms
from labkit.tutor.check import NotYet, exercise, same_results, shown, slips

DRY = 77.5  # the threshold of the weather tree below Sunny
ROUNDING = 1e-9
MISSING = ("None", "?", "nan")  # as text


# ---------------------------------------------------------------- 1: the answer of a spread case


def _answer(W, leaves):
    return (W / W.sum()) @ (leaves / leaves.sum(axis=1, keepdims=True))


def _spread_cases():
    yield np.array([5.0, 4, 5]), np.array([[0.0, 3], [4, 0], [0, 2]])  # the slides' case
    yield np.array([8.0, 2]), np.array([[1.0, 1], [3, 1]])
    yield np.array([2.0, 3.5]), np.array([[2.0, 0, 1], [0, 0.5, 0.5]])


def _spread_mistakes():
    def slipped(W, leaves, *, equal=False, total=False, vote=False):
        shares = np.eye(leaves.shape[1])[leaves.argmax(axis=1)] if vote else leaves / leaves.sum(axis=1, keepdims=True)
        W = np.ones(len(W)) if equal else W
        return W @ shares / (1 if total else W.sum())

    return [
        (
            lambda W, leaves: leaves.sum(axis=0) / leaves.sum(),
            "a part counts as much as its branch weighs, however few examples its leaf has",
        ),
        (
            lambda W, leaves: W @ leaves / (W @ leaves).sum(),
            "of a leaf take the shares of its classes: its counts would weigh it a second time",
        ),
        *slips(
            slipped,
            equal="the branches are not equally likely: W says how likely",
            total="the parts of one case add up to one case, and the shares to 1",
            vote="a leaf of 2 against 1 is less sure than one of 3 against 0: keep its shares, do not let it vote",
        ),
    ]


@exercise("write my_answer(W, leaves): the class shares of a case that goes down every branch, with weights as W")
def spread_answer(my_answer):
    """``my_answer(W, leaves)`` -> shares; leaves: a row of class counts for the leaf where each part ends."""
    hint = "for every branch: its share of W, times the shares of the classes in its leaf; then add up"
    how = "divide each row of leaves by its sum, divide W by its sum; then W @ rows adds up"
    same_results(my_answer, _answer, _spread_cases(), mistakes=_spread_mistakes(), hint=hint, how=how)
    return "each leaf speaks with the weight of its part of the case"


# ---------------------------------------------------------------- 2: find the bug


def _filled(train, test):
    return np.where(np.isnan(test), np.nanmean(train, axis=0), test)


def _filled_given(train, test):
    return np.where(np.isnan(test), np.nanmean(test, axis=0), test)


def _filling_cases():
    train = np.array([[1.0, 10], [3, np.nan], [8, 40]])
    yield train, np.array([[np.nan, 50.0], [7, np.nan]])
    yield train, np.array([[np.nan, 20.0], [4, 20]])
    yield train, np.array([[2.0, 30.0]])


@exercise("mend filled(train, test): the gaps of test filled as a deployed tree would", given=_filled_given)
def filling(filled):
    """``filled(train, test)`` -> test without gaps; both are arrays with nan for what is missing."""
    mistakes = [
        (lambda train, test: np.where(np.isnan(test), np.nanmean(np.concatenate([train, test]), axis=0), test),
         "still the answer to one new case depends on which other new cases came with it"),
        (lambda train, test: np.where(np.isnan(test), np.nanmean(train), test), "every column has its own mean"),
        (lambda train, test: np.where(np.isnan(test), np.nanmedian(train, axis=0), test), "the mean, not the median"),
        (lambda train, test: np.where(np.isnan(test), 0.0, test), "zero is a value like any other, and a rare one"),
        (lambda train, test: np.broadcast_to(np.nanmean(train, axis=0), test.shape),
         "what is known of a case stays as it is"),
    ]  # fmt: skip
    hint = "suppose a single new case arrives, and its first value is missing: whose mean is there to take?"
    same_results(filled, _filled, _filling_cases(), mistakes=mistakes, hint=hint,
                 how="what is usual is learned once, from the training examples")  # fmt: skip
    return "the same case now gets the same answer, whoever comes with it"


# ---------------------------------------------------------------- 3: on real data

MANY = 150  # of the 172 poisonous mushrooms that the tree called edible
HOW_UNSEEN = "table['stalk_root'] == None marks the rows with a gap; np.setdiff1d says which values only they have"


@exercise("find my_column and my_values, such as 'habitat' and ['waste']: what no complete row has")
def unseen(my_column, my_values):
    """A column of the mushroom table, and values of it."""
    X, y, gap = mushrooms()
    if my_column not in X.names:
        got = shown(my_column)
        raise NotYet(expected="a column of the mushroom table", got=got, hint="data.load('mushroom').names has them")
    values = [my_values] if isinstance(my_values, str) else list(my_values)
    chosen = np.isin(X[my_column].astype(str), values)
    if (chosen & ~gap).any():
        got = f"{int((chosen & ~gap).sum())} complete rows that have them"
        hint = "the tree has seen these: choose values that occur only in rows with a gap"
        raise NotYet(expected="values that no complete row has", got=got, hint=hint, more=[HOW_UNSEEN])
    poisonous = int((chosen & (y == "poisonous")).sum())
    if poisonous < MANY:
        good = "no complete row has them" if chosen.any() else ""
        hint = "go through the columns: compare the values of the complete rows with those of all rows"
        expected = f"values of at least {MANY} poisonous mushrooms"
        raise NotYet(expected=expected, got=f"{poisonous}", good=good, hint=hint, more=[HOW_UNSEEN])
    return f"{poisonous} poisonous mushrooms have this, and not one complete row: nobody could have learned it"


# ---------------------------------------------------------------- 4: two remedies, two answers


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
