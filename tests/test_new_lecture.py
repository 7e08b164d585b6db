"""`make lecture`: what it makes passes the tests of the course, and what it cannot make it refuses in a sentence."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import course_index, new_lecture

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("labkit", "course", "tests", "tools")
LESSON = "24_k_means"
MADE = {
    f"course/{LESSON}.py",
    f"course/solutions/{LESSON}.py",
    f"course/teaching/{LESSON}.md",
    *(f"labkit/lectures/l{LESSON}/{name}.py" for name in ("__init__", "exercises", "k_means", "pictures", "questions")),
    f"tests/lectures/test_{LESSON}.py",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the project with a new lecture in it."""
    root = tmp_path_factory.mktemp("house")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    (root / "notebooks").mkdir()
    assert {path.relative_to(root).as_posix() for path in new_lecture.make("24", "k_means", root)} == MADE
    return root


def run(house, *arguments):
    done = subprocess.run([sys.executable, *arguments], cwd=house, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_new_lecture_is_clean(house):
    made = [name for name in MADE if name.endswith(".py")]
    run(house, "-m", "ruff", "check", "--no-cache", *made)
    run(house, "-m", "ruff", "format", "--check", "--no-cache", *made)


def test_new_lecture_keeps_the_rules_of_lessons_exercises_and_labs(house):
    rules = ("test_lesson_sources.py", "test_solutions.py", "lectures/test_exercises.py", "lectures/test_labs.py")
    chosen = ["-k", "24 or different_names", *(f"tests/{name}" for name in rules)]
    plain = ["-q", "-p", "no:cacheprovider", "-p", "no:nbval"]
    said = run(house, "-m", "pytest", *plain, *chosen, f"tests/lectures/test_{LESSON}.py",
               "tests/lectures/test_no_coordinates.py")  # fmt: skip
    assert int(said.split(" passed")[0].split()[-1]) > 40


def test_lecture_beyond_the_decks_leaves_the_index_as_it_is(house):
    assert course_index.table(house) == course_index.table()


def test_new_lecture_becomes_a_notebook_that_is_fresh(house):
    run(house, "tools/build_notebooks.py", "24")
    assert (house / "notebooks" / f"{LESSON}.ipynb").exists()
    run(house, "tools/build_notebooks.py", "--check", "24")


def test_teaching_page_of_a_lecture_of_the_decks_names_its_rows(tmp_path):
    shutil.copytree(ROOT / "course", tmp_path / "course", ignore=lambda folder, names: set(names) - {"inventory.csv"})
    for folder in ("labkit", "tests"):
        (tmp_path / folder).mkdir()
    new_lecture.make("02", "nearest_neighbours", tmp_path)
    rows = [row for row in course_index.rows(tmp_path) if row.lecture == "02"]
    assert rows and all(row.named and row.lesson == "02_nearest_neighbours" for row in rows)


@pytest.mark.parametrize("number", ["", "9", "00", "024", "ab", "2_"])
def test_number_of_other_than_two_digits_is_refused(tmp_path, capsys, number):
    assert new_lecture.main([number, "k_means"], tmp_path) == 1
    assert f"expected NN as two digits from 01, got {number!r}" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("slug", ["", "KMeans", "k-means", "k means", "_k", "k_", "1st", "class", "data", "k" * 31])
def test_slug_that_is_no_short_word_is_refused(tmp_path, capsys, slug):
    assert new_lecture.main(["24", slug], tmp_path) == 1
    assert f"expected SLUG as a short snake_case word, got {slug!r}" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["course/24_other.py", "labkit/lectures/l24_k_means"])
def test_number_that_is_taken_is_refused(tmp_path, capsys, name):
    (tmp_path / name).mkdir(parents=True)
    assert new_lecture.main(["24", "k_means"], tmp_path) == 1
    assert f"got 24, which has {name}; choose another NN" in capsys.readouterr().err


def test_file_in_the_way_is_refused_and_nothing_is_written(tmp_path, capsys):
    answers = tmp_path / "course" / "solutions" / f"{LESSON}.py"
    answers.parent.mkdir(parents=True)
    answers.write_text("mine = 1\n")
    assert new_lecture.main(["24", "k_means"], tmp_path) == 1
    assert f"expected no such file yet, got course/solutions/{LESSON}.py" in capsys.readouterr().err
    assert answers.read_text() == "mine = 1\n" and not (tmp_path / "labkit").exists()


def test_it_says_what_it_made_and_what_to_do_next(tmp_path, capsys):
    (tmp_path / "course").mkdir()
    shutil.copy(ROOT / "course" / "inventory.csv", tmp_path / "course")
    assert new_lecture.main(["24", "k_means"], tmp_path) == 0
    said = capsys.readouterr().out
    assert all(f"made {name}\n" in said for name in MADE) and "make notebooks ONLY=24" in said and "make test" in said
