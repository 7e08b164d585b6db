"""The framework of the self-checks: plain replies, never an exception, never the answer."""

import signal
import sys
import threading
import time

import numpy as np
import pytest

from labkit.lectures.l20_adaboost import exercises as lecture20
from labkit.tutor.check import NotYet, close, exercise, exercises, same_results, shown, slips, untouched
from labkit.tutor.record import Record
from labkit.tutor.sheet import Sheet
from labkit.tutor.time_limit import TimeUp, time_limit


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


def test_close_takes_a_missing_number_for_a_missing_one():
    assert close(np.array([1.0, np.nan]), np.array([1.0, np.nan]))
    assert not close(np.array([1.0, np.nan]), np.array([1.0, 2.0]))


def test_close_compares_values_and_shapes():
    assert close([1, 2], np.array([1.0, 2.0 + 1e-9]))
    assert close((1, [2, 3]), [1, np.array([2, 3])])
    assert not close([1, 2], [[1, 2]])
    assert not close(1.0, 1.001)
    assert not close((1, 2), 1)


def test_close_compares_parts_of_unequal_shape():
    """A vector beside a matrix, as long as the matrix has rows."""
    one = np.array([0.5, 0.5]), np.eye(2)
    assert close(one, (np.array([0.5, 0.5]), np.eye(2))) and close(one, [[0.5, 0.5], [[1, 0], [0, 1]]])
    assert not close(one, one[::-1]) and not close(one, (one[0], 2 * one[1]))
    assert not close((1, 2), (1, 2, 3))


def test_text_that_spells_a_number_is_no_number(said):
    assert not close("2", 2) and not close(["1", 2], [1, 2])
    assert shown("2") == "'2'"
    assert said(double, lambda x: "2") == "not yet: expected 2 for x = 1, got '2'; hint: add x to itself"


def test_shown_is_one_rounded_line():
    assert shown(np.array([[1.0, -0.0], [1 / 3, 2e6]])) == "[[1, 0], [0.3333, 2e+06]]"
    assert shown((1, [2.5])) == "(1, [2.5])"
    assert shown("text") == "'text'"


# ---- hints, parts, cases


def _mean(X, w, *, total=False, plain=False):
    w = np.ones(len(X)) if plain else w
    return (w @ X) / (1 if total else w.sum())


LARGE, SMALL = (np.arange(12.0).reshape(4, 3), np.arange(1.0, 5)), (np.eye(2), np.array([3.0, 1.0]))


@exercise("write my_mean(X, w): the weighted mean of the rows")
def mean(my_mean):
    mistakes = slips(_mean, total="that is a sum", plain="all rows count alike there")
    same_results(my_mean, _mean, [LARGE, SMALL], mistakes=mistakes, hint="the last line", how="divide by the weights")
    return "each row as its weight says"


def test_hints_come_one_at_a_time_and_never_run_out():
    reply = mean(lambda X, w: w @ X)
    assert "hint" not in repr(reply)
    assert repr(reply.hint()).splitlines()[1:] == ["hint 1 of 3: that is a sum"]
    assert repr(reply.hint()).splitlines()[2] == "hint 2 of 3: the last line"
    assert repr(reply.hint()) == repr(reply.hint()) and "hint 3 of 3: divide by the weights" in repr(reply)


def test_two_slips_at_once_are_both_named():
    assert mean(lambda X, w: X.sum(axis=0)).hints[0] == "two things: (1) that is a sum; (2) all rows count alike there"
    assert mean(lambda X, w: X.mean(axis=0)).hints[0] == "all rows count alike there"


def test_smallest_failing_case_comes_first():
    assert (
        mean(lambda X, w: w @ X).says
        == "not yet: expected [0.75, 0.25] for X = [[1, 0], [0, 1]], w = [3, 1], got [3, 1]"
    )


def test_long_case_is_shown_by_its_parts_after_the_hint():
    reply = mean(lambda X, w: _mean(X, w) + (len(X) > 2)).hint()
    assert reply.says == "not yet: expected another result in the case below, got yours"
    lines = repr(reply).splitlines()
    assert lines[1:5] == ["right already: 1 of 2 cases", "hint 1 of 2: the last line", "X:", "    [[0, 1, 2],"]
    assert lines[-3:] == ["w: [1, 2, 3, 4]", "expected: [6, 7, 8]", "got: [7, 8, 9]"]


def test_right_part_of_a_tuple_is_praised():
    @exercise("write my_pair(x): x and its square")
    def pair(my_pair):
        same_results(my_pair, lambda x: (x, x * x), [(2.0,), (3.0,)], hint="multiply", parts=("the number",))
        return "both"

    assert pair(lambda x: (x, x)).good == "the number is right"
    assert pair(lambda x: (0, x * x)).good == "part 2 of the result is right"
    assert pair(lambda x: (0, 0)).good == "" and pair(lambda x: x).good == ""
    assert pair.passed(lambda x: (x, x**2)) and pair.passed(lambda x: [x, x**2])


# ---- never for ever


def test_endless_loop_ends_with_a_sentence_that_names_the_line():
    @exercise("write my_count(n)", seconds=0.1)
    def count(my_count):
        same_results(my_count, lambda n: n, [(3,)], hint="count")
        return "counted"

    def endless(n):
        try:
            while True:
                n += 1
        except Exception:
            return n

    reply = count(endless)
    assert reply.says.startswith("not yet: expected a result for n = 3 within 0.1 seconds, got a longer wait in line ")
    assert reply.hints == ("does this loop end?",)


def test_endless_check_ends_as_well():
    @exercise("give my_number", seconds=0.1)
    def number(my_number):
        while True:
            pass

    assert "within 0.1 seconds" in number(3).says


def test_code_that_only_waits_is_stopped_as_well():
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TimeUp, match=r"^0\.02 seconds$"), time_limit(0.02):
        while True:
            time.sleep(60)
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_time_limit_is_over_when_it_is_over_and_absent_elsewhere():
    with time_limit(0.05):
        pass
    with pytest.raises(TimeUp), time_limit(0.05):
        while True:
            pass
    ended = []

    def beside():
        with time_limit(0.01):
            ended.append(sum(range(10**6)))

    thread = threading.Thread(target=beside)
    thread.start()
    thread.join()
    assert ended


def test_bare_except_does_not_swallow_the_time_limit():
    def stubborn():
        failures, ends = 0, time.monotonic() + 5
        while time.monotonic() < ends:
            try:
                sum(k for k in range(10**5))
            except:  # noqa: E722  what students write
                failures += 1

    debugger = sys.gettrace()
    with pytest.raises(TimeUp), time_limit(0.1):
        stubborn()
    assert sys.gettrace() is debugger


# ---- grading, recording


def test_passed_is_true_or_false_and_records_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("LABKIT_RECORD", str(tmp_path / "record.jsonl"))
    monkeypatch.setenv("LABKIT_GRADING", "1")
    assert double.passed(lambda x: 2 * x) is True
    assert double.passed(lambda x: x) is False and double.passed(None) is False
    assert not list(tmp_path.iterdir())


def test_grading_raises_unless_the_answer_is_right(monkeypatch):
    monkeypatch.setenv("LABKIT_GRADING", "1")
    assert double(lambda x: 2 * x).status == "right"
    with pytest.raises(AssertionError, match="not yet: expected 2 for x = 1, got 1"):
        double(lambda x: x)
    with pytest.raises(AssertionError, match="not attempted yet"):
        double(None)


def test_attempts_are_recorded_and_stubs_are_not(tmp_path, monkeypatch):
    monkeypatch.setenv("LABKIT_RECORD", str(tmp_path / "record.jsonl"))
    for answer in (None, lambda x: x, lambda x: 2 * x):
        double(answer)
    entries = Record(tmp_path / "record.jsonl").entries()
    assert [(entry["name"], entry["answer"], entry["right"]) for entry in entries] == [
        ("double", "add x to itself", False),
        ("double", "right", True),
    ]


# ---- find the bug


def _given(x):
    total = [value + 1 for value in (x,)]
    return x + total[0]


@exercise("mend my_twice(x): twice x", given=_given)
def twice(my_twice):
    same_results(my_twice, _double, [(1.0,), (3.0,)], hint="which line adds the 1?")
    return "twice x"


def test_bug_that_stands_as_it_was_is_not_mended_yet():
    def copied(x):
        """Twice x, said the page."""
        # a comment

        total = [value + 1 for value in (x,)]
        return x + total[0]

    def renamed(x):
        total = [value + 0 for value in (x,)]
        return x + total[0]

    assert repr(twice(copied)) == repr(twice(None)) == "not mended yet: mend my_twice(x): twice x"
    assert twice(renamed).status == "right"
    assert twice(lambda x: x).status == "wrong"


# ---- the card


def test_card_gives_hints_a_solution_and_the_exercise_on_request():
    reply = lecture20.one_round(lambda w, wrong: (1.0, w))
    sheet = Sheet(reply)
    assert (sheet.content["status"], sheet.content["hints"], sheet.content["sources"]) == ("wrong", [], [])
    left = sheet.content["hints_left"]
    sheet._answer(reply, {"do": "hint"})
    assert (len(sheet.content["hints"]), sheet.content["hints_left"]) == (1, left - 1)
    sheet._answer(reply, {"do": "solution"})
    sheet._answer(reply, {"do": "reset"})
    assert [source["of"] for source in sheet.content["sources"]] == ["solution", "reset"]
    assert "np.log" in sheet.content["sources"][0]["text"] and "np.log" not in sheet.content["sources"][1]["text"]
    sheet._answer(reply, {"do": "solution"})  # again: it goes
    assert [source["of"] for source in sheet.content["sources"]] == ["reset"]
    data, _ = reply._repr_mimebundle_()
    assert data["text/plain"] == repr(reply)


def test_solution_that_is_nowhere_is_said():
    assert double(None).solution().text.startswith("# no solution was found here")
    assert double(None).reset().text.startswith("# the page was not found here")


# ---- values


def test_lists_texts_and_dictionaries_are_compared():
    assert close(["b", "a"], ["b", "a"]) and not close(["b", "a"], ["a", "b"])
    assert close(("a", [1.0]), ("a", [1.0 + 1e-9])) and not close("a", ["a"])
    assert close({"a": 1}, {"a": 1.0}) and not close({"a": 1}, {"b": 1})
    assert close([1, (2, 3)], [1, (2, 3)]) and close(np.array(["a"]), ["a"])


def test_lists_texts_and_truth_values_are_shown_tidily():
    assert shown([("a", 1 / 3), ("b", 2)]) == "[('a', 0.3333), ('b', 2)]"
    assert shown(np.array([True, False])) == "[True, False]" and shown((1,)) == "(1,)"
    assert shown(np.array(["a", "b"])) == "['a', 'b']" and shown({"a": np.float64(0.5)}) == "{'a': 0.5}"
    assert len(shown(np.arange(500.0))) < 60 and shown(None) == "None"


def test_hints_of_an_author_come_in_order():
    @exercise("give my_number")
    def number(my_number):
        raise NotYet(expected="7", got=shown(my_number), hint="larger", more=["a prime"], good="it is odd")

    reply = number(5)
    assert (reply.says, reply.good, reply.hints) == ("not yet: expected 7, got 5", "it is odd", ("larger", "a prime"))
