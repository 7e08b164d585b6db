"""What the pages of the site hold of labs and exercises, and what their Python is packed of; no browser is needed."""

import ast
import builtins
import gzip
import io
import zipfile

import pytest

from labkit.lectures.l09_perceptron import ConvergenceLab, quick_check
from labkit.player.desk import home_of, made
from labkit.tutor import cells as cells_of
from tools import build_notebooks, site_labs, site_python

LESSONS = [path for path in build_notebooks.lessons([]) if ".exercises" in path.read_text(encoding="utf-8")]


def checks(notebook):
    return [k for k, cell in enumerate(notebook.cells) if cell.source.startswith("lesson.exercises")]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_check_is_sent_with_all_that_its_answer_needs(lesson):
    cells = build_notebooks.convert(lesson).cells
    for k in checks(build_notebooks.convert(lesson)):
        found = site_labs.exercise_at(cells, k)
        parts = found["exercise"]
        bound = set(dir(builtins)).union(*map(cells_of.made_in, (*parts["before"], parts["answer"])))
        names = {each.id for each in ast.walk(ast.parse(parts["check"])) if isinstance(each, ast.Name)}
        assert names <= bound
        assert found["place"][0] < k == found["place"][1]


def test_card_knows_how_the_same_lab_is_made():
    assert home_of(ConvergenceLab()) == ("labkit.lectures.l09_perceptron.convergence:ConvergenceLab", "")
    lab = ConvergenceLab(gap=0.3)
    lab.add(0.1, 0.1, 0)
    again = made(*home_of(lab))
    assert again.values == lab.values and len(again.examples[0]) == len(lab.examples[0])


def test_lab_that_is_made_on_the_page_has_no_home():
    class Own(ConvergenceLab):
        pass

    assert home_of(Own()) == ("", "")


def test_data_may_stand_in_a_script_and_holds_no_script_of_its_own():
    entry = site_labs.entry_of({"state": {"_esm": "script", "content": quick_check.content()}})
    text = site_labs.script_json(site_labs.page_data("x", {"quick-check": entry | {"text": "</script>"}}))
    assert "</script" not in text and "_esm" not in text


def test_labkit_asks_nothing_of_what_the_pages_leave_out_of_the_standard_library(tmp_path):
    site_python._gather_labkit(tmp_path)
    asked = set()
    for path in (tmp_path / "labkit").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asked |= {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
            asked |= {node.module or ""} if isinstance(node, ast.ImportFrom) else set()
    parts = {each.partition(".")[0] for each in asked}
    assert "json" in parts and not [each for each in parts if site_python.STDLIB_LEFT_OUT.match(f"{each}.py")]
    assert not [each for each in parts if site_python.STDLIB_LEFT_OUT.match(f"{each}/")]
    assert (tmp_path / "labkit" / "core" / "tables" / "penguins.csv").exists()
    assert (tmp_path / "labkit" / "course" / "solutions" / "09_perceptron.py").exists()


def test_packed_python_is_a_zip_that_is_the_same_every_time(tmp_path):
    (tmp_path / "labkit").mkdir()
    (tmp_path / "labkit" / "a.py").write_text("a = 1")
    one, two = tmp_path / "one.bin", tmp_path / "two.bin"
    for target in (one, two):
        site_python._pack_together(tmp_path / "labkit", target)
    assert one.read_bytes() == two.read_bytes()
    packed = zipfile.ZipFile(io.BytesIO(gzip.decompress(one.read_bytes())))
    assert packed.read("a.py") == b"a = 1" and packed.getinfo("a.py").compress_type == zipfile.ZIP_STORED


def test_missing_node_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="expected node on PATH, got none"):
        site_python._compile(tmp_path, tmp_path)
