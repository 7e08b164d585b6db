"""The pictures in the committed notebooks are those that the labs and the pages draw."""

import json
import re
from base64 import b64decode
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from render.pixels import disagreement, read

from labkit.lectures import all_labs
from tests.lectures.drive import fresh

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("[0-9][0-9]_*.ipynb"))
LESSON = re.compile(r"from labkit\.lectures import (\w+) as lesson")
ONE_PICTURE = re.compile(r"lesson\.(\w+)\(.*\)")  # all that a cell says
OTHER = 0.00005  # of the pixels: less than a question mark, more than another machine makes
LABS = all_labs()


def pictures(path: Path) -> list[tuple[str, str, bytes]]:
    """What a cell says, and its output's text and picture."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    shown = [("".join(cell["source"]).strip(), output.get("data", {})) for cell in cells
             for output in cell.get("outputs", ())]  # fmt: skip
    return [(source, "".join(data["text/plain"]), b64decode(data["image/png"])) for source, data in shown
            if "image/png" in data]  # fmt: skip


@cache
def of_labs() -> dict[str, tuple[str, bytes]]:
    """What a lab says in a notebook -> (the notebook, the picture beside it)."""
    return {text: (path.stem, picture) for path in NOTEBOOKS for _, text, picture in pictures(path)}


@pytest.mark.parametrize("kind", LABS, ids=lambda lab: lab.name)
@pytest.mark.thorough
def test_picture_of_a_lab_in_its_notebook_is_what_it_draws(kind):
    lab = fresh(kind)
    if repr(lab) in of_labs():
        notebook, picture = of_labs()[repr(lab)]
        assert disagreement(read(picture), read(lab._still())) < OTHER, f"run make notebooks ONLY={notebook}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_other_pictures_in_a_notebook_are_what_its_page_draws(path):
    names, lesson = {lab.__name__ for lab in LABS}, LESSON.search(path.read_text(encoding="utf-8"))
    for source, _, picture in pictures(path):
        if (call := ONE_PICTURE.fullmatch(source)) and call[1] not in names:
            shown = eval(source, {"lesson": import_module(f"labkit.lectures.{lesson[1]}")})
            assert disagreement(read(picture), read(shown._still())) < OTHER, f"run make notebooks ONLY={path.stem}"


def test_pictures_are_found():
    assert sum(repr(kind()) in of_labs() for kind in LABS[::9]) > 10
    assert sum(bool(ONE_PICTURE.fullmatch(source)) for path in NOTEBOOKS for source, *_ in pictures(path)) > 100
