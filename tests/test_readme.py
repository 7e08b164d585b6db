"""README.md and docs/ are true: what they name exists. README's pictures are light enough for a first screen."""

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from labkit.command import main
from tools import make_picture

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
STEPS = {"borders": 16, "perceptron": 20, "pruning": 6, "boosting": 16}  # at least so many frames
LIMITS = {f"docs/{name}.gif": 600_000 for name in STEPS} | {
    "docs/lab_light.png": 250_000,
    "docs/lab_dark.png": 250_000,
}


DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"`([^`\n]+)`|^    (.+)$", re.M)
each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)


def commands(path, program):
    """What stands after the program's name, in code."""
    said = ["".join(parts) for parts in CODE.findall(path.read_text(encoding="utf-8"))]
    return [words for line in said for words in re.findall(rf"^(?:[A-Z_]+=\S+ )*{program} (.+)", line)]


@each_document
def test_links_lead_somewhere(path):
    links = re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("https://") and not (path.parent / link).is_file()] == []


@each_document
def test_only_make_targets_are_named(path):
    makefile = (ROOT / "Makefile").read_text()
    assert [
        words for words in commands(path, "make") if not re.search(rf"^{words.split()[0]}: ##", makefile, re.M)
    ] == []


@each_document
def test_only_words_of_the_command_are_named(path):
    for words in commands(path, "labkit"):
        plain = [word for word in words.split() if word != "report" and not word.startswith("$")]
        main._parser().parse_known_args(["report", *plain] if words.startswith("report") else plain)


@each_document
def test_only_files_of_the_project_are_named(path):
    named = re.findall(
        r"`((?:tools|docs|deploy|tests|labkit|course|\.github)/[\w./-]+)`", path.read_text(encoding="utf-8")
    )
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_lecturers_read_how_many_students_and_all_ways_for_them():
    text = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    assert len(commands(ROOT / "docs" / "teaching.md", "labkit")) > 5
    assert all(word in text for word in ("laptops", "a Hub", "JupyterLite", "the course's site", "thirty waited"))


@pytest.mark.parametrize("name", LIMITS)
def test_pictures_are_shown_and_small(name):
    assert f"]({name})" in README
    assert (ROOT / name).stat().st_size <= LIMITS[name]


@pytest.mark.parametrize("name", STEPS)
def test_animation_moves_at_its_stated_width(name):
    with Image.open(ROOT / "docs" / f"{name}.gif") as picture:
        assert picture.width == make_picture.WIDTH and picture.n_frames >= STEPS[name]


def test_common_colours_survive_the_palette():
    pixels = np.random.default_rng(0).integers(0, 256, (2, 40, 40, 3), dtype=np.uint8)  # thousands of colours
    pixels[:, :20] = (243, 244, 248)
    frames = make_picture.in_one_palette(pixels)
    for frame, before in zip(frames, pixels, strict=True):
        assert np.array_equal(np.asarray(frame.convert("RGB"))[:20], before[:20])
