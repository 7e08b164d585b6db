"""Lessons as assignments: every exercise is marked, stars are points, and the rest of the lesson is as it was."""

import json
from pathlib import Path

import pytest

from labkit.command import answers, assignments
from labkit.command.main import main

ROOT = Path(__file__).resolve().parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_exercise_has_an_answer_a_locked_check_and_points_by_its_stars(path):
    lesson = json.loads(path.read_text(encoding="utf-8"))
    made = assignments.assignment(lesson)
    marks = [cell["metadata"]["nbgrader"] for cell in made["cells"] if "nbgrader" in cell["metadata"]]
    exercises = answers.places(lesson["cells"])
    assert {mark["grade_id"] for mark in marks if mark["solution"]} == {f"answer_{name}" for name in exercises}
    checks = [mark for mark in marks if mark["grade"]]
    assert {mark["grade_id"] for mark in checks} == set(exercises)
    assert all(mark["locked"] and 1 <= mark["points"] <= 3 for mark in checks)
    headings = [answers.source(cell) for cell in lesson["cells"] if cell["cell_type"] == "markdown"]
    assert assignments.points(made) == sum(text.count("★") for text in headings)
    assert [answers.source(cell) for cell in made["cells"]] == [answers.source(cell) for cell in lesson["cells"]]
    assert not any(cell.get("outputs") for cell in made["cells"])


def test_assignments_are_written_once_with_settings_that_stay(tmp_path, capsys):
    assert main(["assignments", str(tmp_path), "05"]) == 0
    assert {path.name for path in (tmp_path / "source").iterdir()} == {"05_fisher_discriminant", "05_more"}
    settings = tmp_path / "nbgrader_config.py"
    assert "LABKIT_GRADING" in settings.read_text()
    settings.write_text("# mine")
    main(["assignments", str(tmp_path), "05"])
    assert settings.read_text() == "# mine"
    assert "05_fisher_discriminant: " in capsys.readouterr().out


@pytest.mark.parametrize("name", ["99", "glossary"])
def test_a_lesson_without_exercises_is_refused(tmp_path, capsys, name):
    assert main(["assignments", str(tmp_path), name]) == 1
    assert f"expected lessons with exercises, got {name}" in capsys.readouterr().err
