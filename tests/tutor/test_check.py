"""The framework of the self-checks: one line each, never an exception, never the answer."""

import numpy as np
import pytest

from labkit.tutor.check import close, exercise, exercises, same_results, shown, untouched


def _double(x):
    return 2 * x


@exercise("write my_double(x): twice x")
def double(my_double):
    cases = [(1.0,), (3.0,), (np.array([1.0, 2.0]),)]
    same_results(my_double, _double, cases, mistakes=[(lambda x: x * x, "that is x times x")], hint="add x to itself")
    return "twice x"


@pytest.fixture
def said(capsys):
    """What a check says first, and its first hint."""

    def line(check, *answers):
        reply = check(*answers)
        assert capsys.readouterr().out == "", "a check shows itself and prints nothing"
        return reply.says + "".join(f"; hint: {hint}" for hint in reply.hints[:1])

    return line


def test_untouched_function_or_name_is_not_attempted(said):
    def stub(x): ...

    def stub_with_docstring(x):
        """Twice x."""

    def stub_with_pass(x):
        pass

    def stub_with_return(x):
        """Twice x."""
        return None

    for answer in (None, stub, stub_with_docstring, stub_with_pass, stub_with_return):
        assert untouched(answer)
        assert said(double, answer) == "not attempted yet: write my_double(x): twice x"


def test_function_that_returns_a_constant_is_attempted():
    assert not untouched(lambda x: 0)
    assert not untouched(0)
    assert not untouched(np.zeros(2))


def test_right_answer_is_praised(said):
    assert said(double, lambda x: x + x) == "right: twice x"


def test_typical_mistake_gets_its_own_hint(said):
    assert said(double, lambda x: x**2) == "not yet: expected 2 for x = 1, got 1; hint: that is x times x"


def test_other_mistake_gets_the_general_hint(said):
    assert said(double, lambda x: x + 1 + (np.ndim(x) > 0)) == (
        "not yet: expected 6 for x = 3, got 4; hint: add x to itself"
    )


def test_missing_return_is_said(said):
    def forgets(x):
        x = x + x

    assert said(double, forgets) == (
        "not yet: expected a result, got None; hint: end every way through your function with return"
    )


def test_exception_is_one_line_that_names_the_line(said):
    def divides(x):
        return x / (x - x) if np.ndim(x) else 1 / 0

    line = divides.__code__.co_firstlineno + 1
    assert said(double, divides) == (
        f"not yet: expected a result for x = 1, got ZeroDivisionError: division by zero in line {line} "
        "(return x / (x - x) if np.ndim(x) else 1 / 0); hint: repair that line"
    )


def test_changed_argument_is_said(said):
    def in_place(x):
        x *= 2
        return x

    assert "expected x left as it was" in said(double, in_place)


@pytest.mark.parametrize("answer", [5, "text", object(), [1, 2], np.zeros(3)])
def test_answer_of_a_strange_kind_never_raises(said, answer):
    assert said(double, answer).startswith("not yet: expected a function, got ")


@pytest.mark.parametrize("result", ["text", object(), [1, [2, 3]], (1, 2), {}, np.nan, np.zeros((2, 2))])
def test_result_of_a_strange_kind_never_raises(said, result):
    assert said(double, lambda x: result).startswith("not yet: expected 2 for x = 1, got ")


def test_failure_of_the_check_itself_never_raises(said):
    @exercise("give my_number")
    def number(my_number):
        return f"{my_number + 1}"

    assert said(number, "one").startswith("not yet: expected an answer that can be checked, got TypeError: ")


def test_answers_that_are_half_filled_in_are_named(said):
    @exercise("give my_X and my_y")
    def pair(my_X, my_y):
        return "both"

    assert said(pair, None, None) == "not attempted yet: give my_X and my_y"
    assert said(pair, 1, None) == "not yet: expected all of my_X, my_y, got nothing in my_y; hint: fill in the rest"
    assert said(pair, 1) == "not yet: expected all of my_X, my_y, got 1 of 2 answers; hint: fill in the rest"
    assert said(pair, 1, 2) == "right: both"


def test_exercises_lists_the_checks_of_a_module():
    class Module:
        pass

    module = Module()
    module.other, module.double = len, double
    assert exercises(module) == {"double": double}


def test_close_compares_values_and_shapes():
    assert close([1, 2], np.array([1.0, 2.0 + 1e-9]))
    assert close((1, [2, 3]), [1, np.array([2, 3])])
    assert not close([1, 2], [[1, 2]])
    assert not close(1.0, 1.001)
    assert not close((1, 2), 1)
    assert not close((1, 2), (1, 2, 3))


def test_text_that_spells_a_number_is_no_number(said):
    assert not close("2", 2) and not close(["1", 2], [1, 2])
    assert shown("2") == "'2'"
    assert said(double, lambda x: "2") == "not yet: expected 2 for x = 1, got '2'; hint: add x to itself"


def test_shown_is_one_rounded_line():
    assert shown(np.array([[1.0, -0.0], [1 / 3, 2e6]])) == "[[1, 0], [0.3333, 2e+06]]"
    assert shown((1, [2.5])) == "(1, [2.5])"
    assert shown("text") == "'text'"
