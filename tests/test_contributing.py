"""CONTRIBUTING.md is true and fits a page."""

import re
from pathlib import Path

import pytest

from tests.test_rooms import MAY_IMPORT
from tools import new_lecture

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`((?:[\w.]+/)+[\w.]*)`", TEXT)))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder that `make lecture` writes the page's example into."""
    root = tmp_path_factory.mktemp("made")
    (root / "course").mkdir()
    (root / "course" / "inventory.csv").write_text("lecture,deck,slide\n")
    new_lecture.make("24", "k_means", root)
    return root


def test_contributing_fits_a_page():
    assert len(TEXT.splitlines()) <= 90 and len(TEXT.split()) <= 750, "shorten CONTRIBUTING.md: it is read in one go"


@pytest.mark.parametrize("name", [name for name in NAMED if not name.startswith("...")])
def test_contributing_names_only_what_is_there(made, name):
    places = (ROOT, ROOT / "labkit", ROOT / "labkit" / "learners", made)
    is_engine = name == "engine/"  # of any family
    assert is_engine or any((place / name).exists() for place in places), f"CONTRIBUTING.md names {name}: mend it"


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make ([a-z]+)", TEXT))))
def test_contributing_names_only_make_targets(target):
    assert re.search(rf"^{target}: ##", (ROOT / "Makefile").read_text(), re.M), f"there is no make {target}"


def test_contributing_draws_the_rooms_as_they_are():
    drawn = {f"`{line}`" for line in ("core <- learners", "core <- views <- render <- player <- tutor")}
    assert all(line in TEXT for line in drawn)
    assert MAY_IMPORT["player"] == {"core", "views", "render"} and MAY_IMPORT["tutor"] == MAY_IMPORT["player"] | {
        "player"
    }
    assert MAY_IMPORT["lectures"] == set(MAY_IMPORT) - {"lectures", "command"}
