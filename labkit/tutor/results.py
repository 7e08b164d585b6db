"""A student's function held against a reference, case by case, the smallest first."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from labkit.core.faults import failure, line_of
from labkit.tutor.time_limit import TimeUp
from labkit.tutor.values import block, close, shown

LONGEST = 90  # letters of a case that is told in one sentence


class NotYet(Exception):
    """An answer that is not right yet. ``hint`` is the first one to be asked for, ``more`` are those after it; ``good``
    says what is right already; ``rows`` are the parts of a case that is too long for a sentence, (name, text)."""

    def __init__(self, *, expected: str, got: str, hint: str, more: Sequence[str] = (), good: str = "",
                 rows: Sequence[tuple[str, str]] = ()):  # fmt: skip
        super().__init__(f"expected {expected}, got {got}")
        self.hints, self.good, self.rows = tuple(filter(None, (hint, *more))), good, tuple(rows)


def same_results(
    function: Callable, reference: Callable, cases: Iterable[tuple], *, mistakes: Sequence[tuple[Callable, str]] = (),
    hint: str, how: str = "", parts: Sequence[str] = ()
) -> None:  # fmt: skip
    """Hold a student's function against the reference.

    ``mistakes`` are (wrong function, what is wrong); where one gives the student's results, its sentence is the first
    hint. ``hint`` says where to look, ``how`` what to do. ``parts`` names what a tuple holds, for praise.
    """
    if not callable(function):
        raise NotYet(expected="a function", got=type(function).__name__, hint="pass the function without calling it")
    cases = sorted(cases, key=_size)  # the earlier of equals first
    results = [call(function, case, reference) for case in cases]
    expected = [reference(*case) for case in cases]
    right = [close(*both) for both in zip(results, expected, strict=True)]
    if all(right):
        return
    named = [sentence for mistake, sentence in mistakes if _gives(mistake, cases, results)][:1]
    k = right.index(False)
    raise NotYet(
        **_told(reference, cases[k], expected[k], results[k]),
        hint=(named or [hint])[0],
        more=[hint, how] if named else [how],
        good=_praise(results, expected, right, parts),
    )


def slips(function: Callable, **sentences: str) -> list[tuple[Callable, str]]:
    """``mistakes`` of independent slips: each alone and every two at once. ``function`` takes a switch for each:

    ``slips(_round, doubled="that is twice too large", raw="do the weights sum to 1?")`` calls it with ``doubled=True``.
    """
    alone = [(partial(function, **{name: True}), sentence) for name, sentence in sentences.items()]
    both = [
        (partial(function, **{one: True, other: True}), f"two things: (1) {sentences[one]}; (2) {sentences[other]}")
        for one, other in combinations(sentences, 2)
    ]
    return alone + both


def call(function: Callable, case: tuple, reference: Callable):
    """The student's result; an exception, a missing return and a changed argument are said in one line each."""
    given = copy.deepcopy(case)
    try:
        result = function(*given)
    except TimeUp as error:
        expected = f"a result for {_named(reference, case)} within {error}"
        raise NotYet(
            expected=expected, got=f"a longer wait{line_of(error, function)}", hint="does this loop end?"
        ) from None
    except Exception as error:
        expected = f"a result for {_named(reference, case)}"
        raise NotYet(expected=expected, got=failure(error, function), hint="repair that line") from None
    if result is None:
        raise NotYet(expected="a result", got="None", hint="end every way through your function with return")
    for name, before, after in zip(_names(reference), case, given, strict=True):
        if not close(after, before):
            hint = "a += b changes an array where it stands; write a = a + b, or copy it first"
            raise NotYet(expected=f"{name} left as it was", got=f"a function that changes {name}", hint=hint)
    return result


def _gives(mistake: Callable, cases: Sequence[tuple], results: Sequence) -> bool:
    return all(close(result, mistake(*case)) for result, case in zip(results, cases, strict=True))


def _size(case: tuple) -> int:
    """How many numbers and words a case holds."""
    return sum(np.asarray(part, dtype=object).size for part in case)


def _told(reference: Callable, case: tuple, expected, got) -> dict:
    """A short case in one sentence; a longer one by its parts."""
    texts = {"expected": f"{shown(expected)} for {_named(reference, case)}", "got": shown(got)}
    if len("".join(texts.values())) <= LONGEST and "\n" not in block(expected):
        return texts
    rows = [(name, block(value)) for name, value in zip(_names(reference), case, strict=True)]
    rows += [("expected", block(expected)), ("got", block(got))]
    return {"expected": "another result in the case below", "got": "yours", "rows": rows}


def _praise(results: list, expected: list, right: list[bool], parts: Sequence[str]) -> str:
    """What is right already: parts of a tuple in all cases, or some of the cases."""
    if all(isinstance(each, tuple) for each in (*results, *expected)):
        size = min(map(len, (*results, *expected)))
        pairs = list(zip(results, expected, strict=True))
        whole = [i for i in range(size) if all(close(one[i], other[i]) for one, other in pairs)]
        names = [parts[i] if i < len(parts) else f"part {i + 1} of the result" for i in whole]
        if names:
            return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} right"
    return f"{sum(right)} of {len(right)} cases" if any(right) else ""


def _named(reference: Callable, case: tuple) -> str:
    return ", ".join(f"{name} = {shown(value)}" for name, value in zip(_names(reference), case, strict=True))


def _names(reference: Callable) -> list[str]:
    """What the arguments of a case are called; the switches of ``slips`` are no arguments."""
    parameters = inspect.signature(reference).parameters.values()
    return [each.name for each in parameters if each.kind is not each.KEYWORD_ONLY]
