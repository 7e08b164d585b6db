"""Reports of a class: what it found hard, without names; files that are no reports are named and left out."""

import csv
import json

import pytest

from labkit.command import reports
from labkit.command.main import main
from labkit.tutor import classroom, progress
from labkit.tutor.classroom import handed_in


def entry(name, answer, right, kind="prediction", lesson="20_adaboost"):
    return {"lesson": lesson, "kind": kind, "name": name, "answer": answer, "right": right}


ANNE = [
    entry("border", "half-way", False),
    entry("border", "nearer", True),
    entry("round", "use ln", False, "exercise"),
]
BERT = [
    entry("border", "nearer", True),
    entry("round", "use ln", False, "exercise"),
    entry("round", "right", True, "exercise"),
]
CLEO = [entry("border", "nearer", True)]


def hand_in(folder, name, answers, **changed):
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"report": "labkit progress", "answers": answers} | changed))
    return path


def test_hardest_comes_first_and_first_answers_are_counted():
    table = reports.class_table([ANNE, BERT, CLEO])
    assert table["name"].tolist() == ["round", "border"]
    assert table["students"].tolist() == [2, 3]
    assert table["right_at_first"].tolist() == [0, 2] and table["right_at_last"].tolist() == [1, 3]
    assert table["answers"].tolist() == ["2x use ln", "2x nearer; 1x half-way"]


def test_class_report_names_bad_files_and_no_students(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    files = [hand_in(tmp_path, "anne", ANNE), hand_in(tmp_path, "bert", BERT)]
    (half := tmp_path / "half.json").write_text(files[0].read_text()[:40])
    old = hand_in(tmp_path, "old", None)
    other = hand_in(tmp_path, "other", [], report="something else")
    assert main(["report", *map(str, [*files, half, old, other])]) == 0
    said, written = capsys.readouterr().out, (tmp_path / "class.csv").read_text()
    assert "2 reports of 5 files" in said
    assert "half.json: expected a report, got a file that is damaged" in said
    assert "old.json: expected a list of answers" in said and "other.json: expected a report of labkit" in said
    assert "anne" not in written and written.splitlines()[0] == ",".join(reports.COLUMNS)


def test_lines_of_another_version_are_left_out(tmp_path):
    odd = hand_in(tmp_path, "odd", [*CLEO, {"lesson": 20}, "text"])
    assert len(handed_in(odd)) == 1


@pytest.mark.parametrize("field", ["lesson", "kind", "name"])
def test_no_cell_of_the_table_is_a_formula(tmp_path, field):
    odd = hand_in(tmp_path, "odd", [*CLEO, CLEO[0] | {field: '=HYPERLINK("http://x")', "answer": "=1+1"}])
    reports.of_class([odd, hand_in(tmp_path, "more", [entry("border", "=1+1", False)])], tmp_path / "class.csv")
    lines = (tmp_path / "class.csv").read_text(encoding="utf-8").splitlines()
    cells = [cell for row in csv.reader(lines) for cell in row]
    assert not [cell for cell in cells if cell.startswith(tuple("=+-@"))] and "1x =1+1" in "".join(cells)


def test_names_of_the_course_are_plain_enough_for_it():
    said = [(made.lesson, kind, *names) for made in progress.lessons() for kind, names in made.names.items()]
    assert len(said) > 60 and all(classroom.PLAIN.fullmatch(word) for words in said for word in words)


def test_class_of_one_is_a_class_and_writes_nothing_among_its_files(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "class"
    folder.mkdir()
    mine = folder / f"{'a' * 32}.jsonl"
    mine.write_text(json.dumps(CLEO[0]) + "\n")
    monkeypatch.chdir(tmp_path)
    assert main(["report", str(mine)]) == 0
    assert "1 report of 1 file" in capsys.readouterr().out
    assert list(folder.iterdir()) == [mine] and (tmp_path / "class.csv").is_file()


def test_no_report_at_all_is_an_error(tmp_path, capsys):
    (empty := tmp_path / "empty.json").write_text("")
    assert main(["report", str(empty)]) == 1
    assert "expected reports" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["work/progress.jsonl", "labkit-lessons/progress.jsonl"])
def test_a_record_that_is_not_there_says_how_it_begins(tmp_path, monkeypatch, capsys, path):
    monkeypatch.chdir(tmp_path)
    assert main(["report", path]) == 1
    assert "begins with your first answer" in capsys.readouterr().err
