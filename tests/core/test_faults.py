"""An exception in one line, with the line where it happened."""

from labkit.core.faults import failure, first_line


def caught(function):
    try:
        function()
    except Exception as error:
        return error


def test_first_line_drops_the_rest_of_a_message():
    assert first_line(ValueError("wrong\nand more")) == "ValueError: wrong"
    assert first_line(ValueError()) == "ValueError"


def test_failure_names_the_line_of_the_function_that_failed():
    def fails():
        return [][1]

    line = fails.__code__.co_firstlineno + 1
    assert failure(caught(fails), fails) == f"IndexError: list index out of range in line {line} (return [][1])"


def test_failure_of_code_without_source_is_its_first_line():
    names = {}
    exec("def fails():\n    raise KeyError('k')", names)
    assert failure(caught(names["fails"]), names["fails"]) == "KeyError: 'k' in line 2"
    assert failure(ValueError("wrong"), len) == "ValueError: wrong"
