"""The record: only where it is named, appended by several kernels, never lost."""

import subprocess
import sys

import pytest

from labkit.tutor.record import Record, lesson_of
from tools import serve

ANSWER = ("20_adaboost", "exercise", "one_round", "right", True)


@pytest.fixture
def record(tmp_path):
    return Record(tmp_path / "mine" / "progress.jsonl")


def test_nothing_is_recorded_unless_a_place_is_named(tmp_path, monkeypatch):
    monkeypatch.delenv("LABKIT_RECORD", raising=False)
    monkeypatch.chdir(tmp_path)
    here = Record.here()
    assert here.add(*ANSWER) == "" and here.entries() == [] and here.note == "" and not list(tmp_path.iterdir())


def test_answers_are_appended_and_the_last_one_counts(record):
    record.add(*ANSWER[:3], "wrong", False)
    record.add(*ANSWER)
    record.add(*ANSWER)  # said already
    assert [entry["answer"] for entry in record.entries()] == ["wrong", "right"]
    assert record.last(*ANSWER[:3])["right"] and record.last("09", "exercise", "one_round") is None


def test_missing_record_begins_anew(record):
    record.add(*ANSWER)
    record.path.unlink()
    assert record.entries() == []
    record.add(*ANSWER)
    assert len(record.entries()) == 1


@pytest.mark.parametrize("damage", [b"\x00\xff garbage", b'{"lesson": "20', b"[1, 2]", b'{"lesson": 3}'])
def test_damaged_record_is_put_aside_and_what_is_readable_kept(record, damage):
    record.add(*ANSWER)
    text = record.path.read_bytes() + damage + b"\n"
    record.path.write_bytes(text)
    record.add("09_perceptron", "prediction", "rate", "constant", True)
    assert [entry["name"] for entry in record.entries()] == ["one_round", "rate"]
    assert (record.path.parent / "progress.damaged-1.jsonl").read_bytes() == text
    assert record.note == "Damaged lines of the record were put aside in progress.damaged-1.jsonl; the rest was kept."
    assert len(list(record.path.parent.iterdir())) == 2  # and no file is left over


def test_record_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    said = Record(tmp_path / "file" / "progress.jsonl").add(*ANSWER)
    assert said.startswith("Your answer stands, but is not recorded") and "\n" not in said


def test_several_kernels_write_at_once(record):
    code = (
        "import sys; from pathlib import Path; from labkit.tutor.record import Record\n"
        "for k in range(50): Record(Path(sys.argv[1])).add('20', 'exercise', f'{sys.argv[2]}-{k}', 'right', True)"
    )
    line = [sys.executable, "-c", code, str(record.path)]
    kernels = [subprocess.Popen([*line, name]) for name in "ab"]
    assert [kernel.wait() for kernel in kernels] == [0, 0]
    assert len({entry["name"] for entry in record.entries()}) == 100 and record.note == ""


def test_lesson_of_a_module():
    assert (
        lesson_of("labkit.lectures.l20_adaboost.rounds") == lesson_of("labkit.lectures.l20_adaboost") == "20_adaboost"
    )
    assert lesson_of("__main__") == "__main__"


@pytest.mark.parametrize("mode, record", [("student", str(serve.RECORD)), ("author", None)])
def test_only_a_students_kernels_record(mode, record, monkeypatch):
    monkeypatch.setenv("LABKIT_RECORD", "somewhere")  # of a terminal inside a student's JupyterLab
    assert serve.environment(mode).get("LABKIT_RECORD") == record
