"""What a person imports is in the family: its learners, and everything else that lectures and lessons use."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import labkit.learners
from labkit.learners import all_learners

ROOT = Path(labkit.__file__).resolve().parent
FAMILIES = sorted(path.parent.name for path in (ROOT / "learners").glob("*/__init__.py"))
TAKEN_FROM = [*(ROOT / "lectures").rglob("*.py"), *(ROOT.parent / "course").rglob("*.py")]


def family(name):
    return importlib.import_module(f"labkit.learners.{name}")


def taken_names():
    """(family, module, name) of everything that lectures and lessons take from the modules of a family."""
    for path in TAKEN_FROM:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("labkit.learners."):
                _, _, home, *module = node.module.split(".")
                if home in FAMILIES and module:
                    yield from ((home, ".".join(module), alias.name) for alias in node.names)


@pytest.mark.parametrize(("home", "module", "name"), sorted(set(taken_names())))
def test_what_lectures_use_is_importable_from_its_family(home, module, name):
    assert name in family(home).__all__, f"name {name} in labkit/learners/{home}/__init__.py"
    there = importlib.import_module(f"labkit.learners.{home}.{module}")
    assert getattr(family(home), name) is getattr(there, name)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_name_of_a_family_is_there(name):
    package = family(name)
    for each in package.__all__:
        assert not isinstance(getattr(package, each), type(labkit)), f"{each} is a module"
    assert dir(package) == package.__all__


def test_every_learner_is_in_its_family():
    for kind in all_learners():
        assert getattr(family(kind.__module__.split(".")[2]), kind.__name__) is kind


def test_names_of_the_issue_are_where_one_looks():
    from labkit.learners.descent import GradientDescent
    from labkit.learners.selection import compare
    from labkit.learners.svm import RBF, SVM
    from labkit.learners.tree import chi_square, entropy, gain, gini

    assert all(map(callable, (GradientDescent, compare, RBF, SVM, chi_square, entropy, gain, gini)))
    assert labkit.load is importlib.import_module("labkit.core.data").load


def test_loading_a_module_does_not_hide_the_function_that_has_its_name():
    for home, name in (("selection", "learning_curve"), ("svm", "smo")):
        module = importlib.import_module(f"labkit.learners.{home}.{name}")
        assert getattr(family(home), name) is getattr(module, name)
        assert sys.modules[module.__name__] is module


@pytest.mark.parametrize("package", ["labkit", "labkit.learners", "labkit.learners.tree", "labkit.learners.svm"])
def test_importing_a_package_loads_nothing_but_itself(package):
    code = f"import sys, {package}; print('numpy' in sys.modules, *[m for m in sys.modules if m.startswith('labkit')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    numpy, *loaded = done.stdout.split()
    above = {".".join(package.split(".")[: k + 1]) for k in range(package.count(".") + 1)}
    assert numpy == "False" and set(loaded) == above | {"labkit.core", "labkit.core.exports"}


def test_unknown_name_of_a_family_is_refused_with_the_known_ones():
    with pytest.raises(ImportError, match="cannot import name 'ginny'"):
        from labkit.learners.tree import ginny  # noqa: F401
    with pytest.raises(AttributeError, match=r"labkit.learners.tree has no 'ginny': expected one of .*gini"):
        _ = family("tree").ginny
