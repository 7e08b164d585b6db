"""The map of the start page says how far one is."""

import pytest

from labkit.core.course_map import SHADE
from labkit.lectures.l00_start_here import course_map
from labkit.tutor import progress
from labkit.tutor.record import Record


@pytest.fixture
def record(tmp_path, monkeypatch):
    monkeypatch.setenv("LABKIT_RECORD", str(tmp_path / "progress.jsonl"))
    return Record.here()


def shaded(kind):
    return course_map().picture().count(f'fill-opacity="{SHADE[kind]}"')


def test_nothing_answered_leaves_the_map_as_it_is(record):
    assert course_map().progress == {} and shaded("") == 22


def test_lessons_are_shaded_as_they_are_answered(record):
    record.add("20_adaboost", "prediction", "left_wrong", "none", True)  # no question of that lecture
    assert course_map().progress == {}
    found = {each.lesson: each.names for each in progress.lessons()}
    for kind, names in found["09_perceptron"].items():
        for name in names:
            record.add("09_perceptron", kind, name, "b", False)
    record.add("20_adaboost", "quick check", min(found["20_adaboost"]["quick check"]), "a", True)
    assert set(course_map().progress) == {"09_perceptron", "20_adaboost"} <= set(course_map().pages.values())
    assert (shaded("begun"), shaded("done")) == (1, 1)
    told = course_map().progress["20_adaboost"].told
    assert told.startswith("predictions: 0 of ") and "quick questions: 1 of 4, 1 right" in told
