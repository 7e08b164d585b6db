"""README.md is true: what it names exists, and its pictures are light enough for a first screen."""

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tools import make_picture

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
STEPS = {"borders": 16, "perceptron": 20, "pruning": 6, "boosting": 16}  # at least so many frames
LIMITS = {f"docs/{name}.gif": 600_000 for name in STEPS} | {
    "docs/lab_light.png": 250_000,
    "docs/lab_dark.png": 250_000,
}


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)]+)\)", README))))
def test_readme_links_lead_somewhere(link):
    assert (ROOT / link).is_file()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"make ([a-z]+)", README))))
def test_readme_names_only_make_targets(target):
    assert re.search(rf"^{target}: ##", (ROOT / "Makefile").read_text(), re.M)


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
