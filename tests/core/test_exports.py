"""What a page reaches through its lecture: loaded when asked for, refused by name."""

import subprocess
import sys

import pytest

from labkit.core.exports import exported
from labkit.lectures import l09_perceptron as lesson


def test_name_is_what_its_module_has():
    from labkit.learners import Perceptron
    from labkit.lectures.l09_perceptron.updates import UpdatesLab

    assert lesson.Perceptron is Perceptron and lesson.UpdatesLab is UpdatesLab
    assert lesson.exercises.__name__ == "labkit.lectures.l09_perceptron.exercises"


def test_names_are_listed_for_completion():
    assert dir(lesson) == lesson.__all__ and {"ConvergenceLab", "exercises", "quick_check"} <= set(dir(lesson))


def test_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(AttributeError, match=r"l09_perceptron has no 'Perzeptron': expected one of .*Perceptron"):
        _ = lesson.Perzeptron


def test_name_that_its_module_lacks_is_refused():
    find, _, _ = exported("labkit.lectures.l09_perceptron", {"labkit.core.data": "no_such_name"})
    with pytest.raises(ModuleNotFoundError, match="no_such_name"):
        find("no_such_name")


def test_trouble_in_a_module_is_said_through_a_package_that_passes_its_names_on(tmp_path, monkeypatch):
    inner = tmp_path / "passes_on"
    inner.mkdir()
    inner.joinpath("__init__.py").write_text(
        "from labkit.core.exports import exported\n"
        "__getattr__, __dir__, __all__ = exported(__name__, {'.broken': 'name'})\n"
    )
    inner.joinpath("broken.py").write_text("None.what_it_lacks\n")
    monkeypatch.syspath_prepend(tmp_path)
    find, _, _ = exported("labkit.learners", {"passes_on": "name"})
    with pytest.raises(AttributeError, match="what_it_lacks"):
        find("name")


def test_self_test_runs_where_numpy_and_the_widgets_are_missing():
    """The first cell of the course says what is missing; it must not fail for that reason itself."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['numpy', 'ipywidgets', 'anywidget', 'matplotlib'])); "
        "from labkit.lectures import l00_start_here as lesson; lesson.self_test()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and "Python 3.11 or newer" in done.stdout, done.stderr
