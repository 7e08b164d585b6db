"""The picture of every lab in the committed notebooks is the one that it draws."""

import json
from base64 import b64decode
from functools import cache
from pathlib import Path

import pytest
from render.pixels import disagreement, read

from labkit.lectures import all_labs
from tests.lectures.drive import fresh

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
OTHER = 0.00005  # of the pixels: less than a question mark, more than another machine makes


@cache
def committed() -> dict[str, tuple[str, bytes]]:
    """What a lab says in a notebook -> (the notebook, the picture beside it)."""
    found = {}
    for path in NOTEBOOKS.glob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for shown in (output.get("data", {}) for cell in cells for output in cell.get("outputs", ())):
            if "image/png" in shown:
                found["".join(shown["text/plain"])] = path.stem, b64decode(shown["image/png"])
    return found


@pytest.mark.parametrize("kind", all_labs(), ids=lambda lab: lab.name)
@pytest.mark.thorough
def test_picture_in_the_notebook_is_what_the_lab_draws(kind):
    lab = fresh(kind)
    if repr(lab) in committed():
        notebook, picture = committed()[repr(lab)]
        assert disagreement(read(picture), read(lab._still())) < OTHER, f"run make notebooks ONLY={notebook}"


def test_labs_are_found_in_the_notebooks():
    assert sum(repr(kind()) in committed() for kind in all_labs()[::9]) > 10
