"""What a self-check is: it prints one line (not attempted yet, not yet, or right), and never raises.

An exercise leaves a function that returns nothing or a name that is None; its check is a function made by ``exercise``:

    @exercise("write my_double(x): twice x")
    def double(my_double):
        same_results(my_double, _double, cases, mistakes=[(_square, "that is x times x")], hint="add x to itself")
        return "twice x, for every x"

The parameters bear the student's names. A check says what it expected of one case, what came and a hint; the hint
comes from the typical mistake whose results are the student's, so it speaks of what is wrong and not of the answer.
"""

from __future__ import annotations

import copy
import dis
import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps

import numpy as np

from labkit.core.faults import failure, first_line

TOLERANCE = 1e-6  # relative and absolute: a student may round, or sum in another order
EMPTY_BODY = {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}


class NotYet(Exception):
    """An answer that is not right yet."""

    def __init__(self, *, expected: str, got: str, hint: str):
        super().__init__(f"expected {expected}, got {got}; hint: {hint}")


def exercise(task: str) -> Callable:
    """Make a check of a function that raises ``NotYet``, or returns the sentence of praise."""

    def decorate(examine: Callable[..., str]) -> Callable[..., None]:
        @wraps(examine)
        def check(*answers) -> None:
            print(_verdict(examine, task, answers))

        check.task = task
        return check

    return decorate


def exercises(module) -> dict[str, Callable]:
    """The checks of a lecture's module, in the order in which they stand there."""
    return {name: made for name, made in vars(module).items() if hasattr(made, "task")}


def _verdict(examine: Callable[..., str], task: str, answers: tuple) -> str:
    names = list(inspect.signature(examine).parameters)
    missing = [name for name, answer in zip(names, answers, strict=False) if untouched(answer)]
    if len(missing) == len(answers):
        return f"not attempted yet: {task}"
    try:
        if missing or len(answers) != len(names):
            got = f"nothing in {', '.join(missing)}" if missing else f"{len(answers)} of {len(names)} answers"
            raise NotYet(expected=f"all of {', '.join(names)}", got=got, hint="fill in the rest")
        return f"right: {examine(*answers)}"
    except NotYet as reply:
        return f"not yet: {reply}"
    except Exception as error:  # an answer of a strange kind may fail anywhere; a notebook must run on
        return f"not yet: expected an answer that can be checked, got {first_line(error)}; hint: {task}"


def untouched(answer) -> bool:
    """None, or a function whose body does nothing: it only returns None."""
    if not inspect.isfunction(answer):
        return answer is None
    body = list(dis.get_instructions(answer))
    constants = [step.argval for step in body if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return {step.opname for step in body} <= EMPTY_BODY and constants == [None]


def same_results(
    function: Callable,
    reference: Callable,
    cases: Iterable[tuple],
    *,
    mistakes: Sequence[tuple[Callable, str]] = (),
    hint: str,
) -> None:
    """Hold a student's function against the reference, case by case; ``mistakes`` are (wrong function, its hint)."""
    cases = list(cases)
    if not callable(function):
        raise NotYet(expected="a function", got=type(function).__name__, hint="pass the function without calling it")
    results = [call(function, case, reference) for case in cases]
    wrong = [k for k, case in enumerate(cases) if not close(results[k], reference(*case))]
    if not wrong:
        return
    for mistake, its_hint in mistakes:
        if all(close(result, mistake(*case)) for result, case in zip(results, cases, strict=True)):
            hint = its_hint
            break
    case = cases[wrong[0]]
    expected = f"{shown(reference(*case))} for {_named(reference, case)}"
    raise NotYet(expected=expected, got=shown(results[wrong[0]]), hint=hint)


def call(function: Callable, case: tuple, reference: Callable):
    """The student's result; an exception, a missing return and a changed argument are said in one line each."""
    given = copy.deepcopy(case)
    try:
        result = function(*given)
    except Exception as error:
        expected = f"a result for {_named(reference, case)}"
        raise NotYet(expected=expected, got=failure(error, function), hint="repair that line") from None
    if result is None:
        raise NotYet(expected="a result", got="None", hint="end every way through your function with return")
    for name, before, after in zip(inspect.signature(reference).parameters, case, given, strict=True):
        if not close(after, before):
            hint = "a += b changes an array where it stands; write a = a + b, or copy it first"
            raise NotYet(expected=f"{name} left as it was", got=f"a function that changes {name}", hint=hint)
    return result


def close(one, other) -> bool:
    """Equal up to rounding, in value and shape; results in several parts are compared part by part."""
    if isinstance(one, tuple) or isinstance(other, tuple):
        sized = hasattr(one, "__len__") and hasattr(other, "__len__")
        return sized and len(one) == len(other) and all(map(close, one, other))
    try:
        one, other = numbers(one), numbers(other)
    except (TypeError, ValueError):
        return False
    return one.shape == other.shape and np.allclose(one, other, rtol=TOLERANCE, atol=TOLERANCE)


def numbers(value) -> np.ndarray:
    """An answer as an array of numbers. A text that spells a number is no number: "2" + "2" is "22"."""
    if np.asarray(value).dtype.kind in "US":
        raise TypeError("expected numbers, got text")
    return np.asarray(value, dtype=float)


def shown(value) -> str:
    """A value on one line, rounded for reading."""
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    try:
        array = numbers(value)
    except (TypeError, ValueError):
        return repr(value)
    text = np.array2string(array, separator=", ", formatter={"float_kind": lambda x: f"{x + 0.0:.4g}"})
    return " ".join(text.split())


def _named(reference: Callable, case: tuple) -> str:
    names = inspect.signature(reference).parameters
    return ", ".join(f"{name} = {shown(value)}" for name, value in zip(names, case, strict=True))
