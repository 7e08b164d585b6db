"""nbgrader itself grades what students may hand in. One lesson here; `make grades` takes all of them."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from labkit.command import answers, assignments

pytest.importorskip("nbgrader", reason="nbgrader is not installed: `make grades` does it")

ROOT = Path(__file__).resolve().parents[2]
LESSONS = os.environ.get("GRADED_LESSONS", "05_more").split()
SECONDS = 10  # in place of 120: a loop is waited for


@pytest.fixture(scope="module", params=LESSONS)
def graded(request, tmp_path_factory):
    """Student -> points, after a whole round of nbgrader; and the points that can be reached."""
    lesson, course = request.param, tmp_path_factory.mktemp("course")
    assignments.write(ROOT / "notebooks", course, [lesson], say=print)
    settings = course / "nbgrader_config.py"
    settings.write_text(settings.read_text().replace("= 120", f"= {SECONDS}"))
    nbgrader(course, "generate_assignment", lesson)
    released = json.loads((course / "release" / lesson / f"{lesson}.ipynb").read_text(encoding="utf-8"))
    for student, cells in handed_in(lesson, released["cells"]).items():
        folder = course / "submitted" / student / lesson
        folder.mkdir(parents=True)
        (folder / f"{lesson}.ipynb").write_text(json.dumps(released | {"cells": cells}), encoding="utf-8")
    nbgrader(course, "autograde", lesson, fails=True)  # it says so of the one that exits
    nbgrader(course, "export")
    with (course / "grades.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    points = {cell["metadata"]["nbgrader"]["grade_id"]: cell["metadata"]["nbgrader"]["points"]
              for cell in released["cells"] if cell["metadata"].get("nbgrader", {}).get("grade")}  # fmt: skip
    return {row["student_id"]: float(row["score"]) for row in rows}, list(points.values())


def nbgrader(course, *words, fails=False):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # where its `alembic` is
    done = subprocess.run([sys.executable, "-m", "nbgrader", *words], cwd=course, env=os.environ | {"PATH": path},
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert fails or done.returncode == 0, done.stderr[-2000:]


def handed_in(lesson, cells):
    """Student -> the cells of a submission."""
    main_page = next(path.stem for path in (ROOT / "course").glob(f"{lesson[:2]}_*.py") if "more" not in path.stem)
    solution = next(
        filter(Path.is_file, (ROOT / "course" / "solutions" / f"{name}.py" for name in (lesson, main_page)))
    )
    places = [place.start for place in answers.places(cells).values()]
    right = dict.fromkeys(places, solution.read_text(encoding="utf-8"))
    return {
        "unsolved": cells,
        "solved": _with(cells, right),
        "half": _with(cells, {places[0]: right[places[0]]}),  # what follows is as it was delivered
        "loops": _with(cells, right | {places[0]: "while True:\n    pass"}),
        "exits": _with(cells, right | {places[-1]: "import os\nos._exit(0)"}),
        "edits": [{**cell, "source": "pass"} if answers.checks(cell) else cell for cell in cells],
    }


def _with(cells, sources):
    return [{**cell, "source": sources[place]} if place in sources else cell for place, cell in enumerate(cells)]


def test_points_are_those_of_what_is_right(graded):
    scores, points = graded
    assert scores["solved"] == sum(points) and scores["half"] == points[0]
    assert scores["unsolved"] == 0


def test_a_loop_costs_its_points_and_an_edited_check_gives_none(graded):
    scores, points = graded
    assert scores["loops"] == sum(points[1:])
    assert scores["edits"] == 0


def test_code_that_exits_gets_nothing_and_hurts_nobody(graded):
    scores, _ = graded
    assert scores["exits"] == 0 and len(scores) == 6
