"""Which tests are left out: those of a browser where there is none, and by `make check` what was not touched."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.run_tests import left_out, touched

ROOT = Path(__file__).resolve().parent.parent
PLAIN = ("-p", "no:cacheprovider", "-p", "no:nbval", "-p", "no:xdist")


@pytest.fixture
def run_without_browser(tmp_path):
    (tmp_path / "test_it.py").write_text("def test_it(page): pass\ndef test_other(): pass\n")
    line = [sys.executable, "-m", "pytest", "-p", "conftest", *PLAIN, "--rootdir", tmp_path]

    def run(ci):
        paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
        variables = os.environ | {"PATH": "", "PYTHONPATH": paths, "CI": ci}
        return subprocess.run([*line, tmp_path], cwd=tmp_path, env=variables, capture_output=True, text=True)

    return run


def test_missing_browser_leaves_tests_out_and_says_so_in_one_line(run_without_browser):
    done = run_without_browser(ci="")
    assert done.returncode == 0, done.stdout
    said = [line for line in done.stdout.splitlines() if line.startswith("left out")]
    assert len(said) == 1 and "1 browser tests (test_it.py)" in said[0] and "apt-get install" in said[0]


def test_missing_browser_fails_where_ci_is_true(run_without_browser):
    done = run_without_browser(ci="true")
    assert done.returncode == 1
    assert done.stdout.count("no Chromium on PATH") == 1, done.stdout  # said once, not once for every test


FETCHER = """
def test_it(fetching): fetching("the moon")
def test_other(fetching): fetching("the moon")
"""


@pytest.mark.parametrize(("ci", "asked", "left_out"), [("", "", 2), ("true", "", 0), ("", "1", 0)])
def test_what_fetches_much_is_left_out_in_one_line_unless_asked_for(tmp_path, ci, asked, left_out):
    (tmp_path / "test_it.py").write_text(FETCHER)
    line = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path]
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    variables = os.environ | {"PYTHONPATH": paths, "CI": ci, "LABKIT_SITE": asked}
    said = subprocess.run(line, cwd=tmp_path, env=variables, capture_output=True, text=True).stdout
    assert len([row for row in said.splitlines() if row.startswith("left out")]) == bool(left_out)
    assert (f"{left_out} skipped" if left_out else "2 passed") in said and ("the moon" in said) == bool(left_out)


def test_families_and_lectures_are_told_by_their_files():
    files = ["labkit/learners/svm/smo.py", "tests/learners/tree/test_growth.py", "labkit/lectures/l20_adaboost/x.py"]
    pages = ["course/02_more.py", "course/solutions/19_forests.py", "tests/course/test_14_em_mixtures.py"]
    others = ["labkit/learners/__init__.py", "labkit/core/data.py", "tests/lectures/test_labs.py", "README.md"]
    assert touched(files + others) == {"svm", "tree", "l20_adaboost"}
    assert touched(pages) == {"l02_nearest_neighbours", "l19_forests", "l14_em_mixtures"}
    assert touched(others) == set()


SUITE = """
from pathlib import Path
import pytest
from labkit.learners import SVM, CART
from labkit.lectures.l09_perceptron import ConvergenceLab

@pytest.mark.parametrize("kind", [SVM, CART])
def test_learner(kind): pass

@pytest.mark.thorough
@pytest.mark.parametrize("kind", [ConvergenceLab])
def test_all_of_a_lab(kind): pass

@pytest.mark.parametrize("kind", [ConvergenceLab])
def test_some_of_a_lab(kind): pass

@pytest.mark.thorough
@pytest.mark.parametrize("page", [Path("course/09_more.py"), Path("course/20_more.py")])
def test_all_of_a_page(page): pass

@pytest.mark.parametrize("page", [Path("course/20_more.py")])
def test_some_of_a_page(page): pass

def test_other(): pass
"""


@pytest.mark.parametrize("names, count", [("", 3), ("svm,l09_perceptron", 8)])
def test_check_runs_what_was_touched_and_what_is_quick(tmp_path, names, count):
    (tmp_path / "test_it.py").write_text(SUITE)
    for file in ("learners/svm/test_svm.py", "learners/tree/test_tree.py", "course/test_09_perceptron.py",
                 "course/test_20_adaboost.py", "test_tools.py"):  # fmt: skip
        path = tmp_path / "tests" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("def test_it(): pass\n")
    line = [sys.executable, "-m", "pytest", "-p", "conftest", *PLAIN, f"--touched={names}"]
    variables = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    done = subprocess.run([*line, "--rootdir", tmp_path, tmp_path], cwd=tmp_path, env=variables,
                          capture_output=True, text=True)  # fmt: skip
    assert f"{count} passed" in done.stdout, done.stdout


def test_what_was_left_out_is_said_once_at_the_end():
    parts = ["..s\nleft out, as it fetches much: a Hub\n2 passed", "left out, as it fetches much: a Hub", "3 passed"]
    assert left_out(parts) == ["left out, as it fetches much: a Hub"]
