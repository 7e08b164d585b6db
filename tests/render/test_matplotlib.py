import subprocess
import sys
from dataclasses import fields, replace
from typing import get_args

import numpy as np
import pytest
from matplotlib import rcParams
from render.gallery import classes, empty, flags, gallery, perceptron, points, scene
from render.pixels import centre, edges, like, read

from labkit.render import theme
from labkit.render.matplotlib import HEADER, draw, png
from labkit.views.scene import Boxes, Mark, Panel, Path, Scene


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("name", gallery())
def test_png_draws_every_scene_of_the_gallery(name, look):
    shown = gallery()[name]
    picture = read(png(shown, theme=look, lecture=look == "dark"))
    assert picture.shape == (shown.height, shown.width, 3)
    assert like(picture, theme.color(look, "card"), 0)[0, 0]


def test_gallery_shows_every_option_of_every_mark():
    """What has one value in all scenes would be drawn by either renderer as it likes."""
    panels = [panel for shown in gallery().values() for panel in shown.panels]
    things = [*panels, *(mark for panel in panels for mark in panel.marks)]
    for kind in (Panel, *get_args(Mark)):
        shown = [thing for thing in things if isinstance(thing, kind)]
        for field in fields(kind):
            values = {repr(getattr(thing, field.name)) for thing in shown}
            assert len(values) > 1 or field.name == "targets", f"no scene of the gallery varies {field.name} of {kind}"
    assert {mark.dash for mark in things if isinstance(mark, Path)} == set(range(4))


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("width, height", [(960, 420), (481, 301), (333, 74)])
def test_png_has_scale_pixels_to_the_unit(width, height, scale):
    picture = read(png(Scene((), width=width, height=height), scale=scale))
    assert picture.shape[:2] == (int(height * scale), int(width * scale))


def test_png_is_the_same_bytes_every_time_and_names_no_software():
    first = png(perceptron(), title="Perceptron")
    assert first == png(perceptron(), title="Perceptron")
    assert b"Software" not in first and b"tIME" not in first


def test_panel_box_is_exactly_where_the_scene_says():
    assert edges(like(read(png(scene())), theme.color("light", "surface"), 1)) == (40, 40, 400, 260)


def test_points_are_where_the_equations_put_them():
    picture = read(png(points(), scale=2))
    for k in range(8):
        expected = 2 * np.array([40 + (1 + k) / 10 * 360, 40 + (6 - 1 - k % 4) / 6 * 220])  # (1), (2)
        found = centre(like(picture, theme.color("light", f"class{k}")), expected, 30)
        np.testing.assert_allclose(found, expected, atol=0.5)


def test_field_has_its_first_row_at_the_bottom():
    picture = read(png(classes()))
    assert like(picture, theme.color("light", "tint0"), 1)[250, 45]
    assert like(picture, theme.color("light", "tint1"), 1)[50, 45]


def test_title_adds_a_line_above_and_leaves_the_picture_alone():
    plain, titled = read(png(perceptron())), read(png(perceptron(), title="Perceptron"))
    np.testing.assert_array_equal(titled[int(HEADER) :], plain)
    assert (titled[: int(HEADER)] != titled[0, 0]).any()


def test_long_caption_stays_inside_the_picture():
    wordy = replace(perceptron(), caption="a very long sentence " * 8)
    line = read(png(wordy, title="Perceptron"))[: int(HEADER)]
    assert (line[:, -10:] == line[0, 0]).all()


def test_lecture_draws_larger_points_in_the_same_places():
    plain, large = (like(read(png(flags(), lecture=lecture)), theme.color("light", "class0")) for lecture in (0, 1))
    assert large.sum() > 1.3 * plain.sum()
    at = (40 + 36, 40 + 220 * 4 / 6)
    np.testing.assert_allclose(centre(plain, at, 12), centre(large, at, 12), atol=0.3)


def test_figure_keeps_its_geometry_when_saved_at_another_resolution(tmp_path):
    draw(scene()).savefig(tmp_path / "large.png", dpi=144)
    picture = read((tmp_path / "large.png").read_bytes())
    assert edges(like(picture, theme.color("light", "surface"), 1)) == (80, 80, 800, 520)


def test_drawing_leaves_matplotlib_as_it_was():
    before = dict(rcParams)
    png(perceptron())
    assert dict(rcParams) == before
    code = "import sys, labkit.render.matplotlib; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    "options, message",
    [({"theme": "sepia"}, "use 'light' or 'dark'"), ({"scale": 0}, "expected a scale above 0, got 0")],
)
def test_bad_options_are_told(options, message):
    with pytest.raises(ValueError, match=message):
        png(empty(), **options)


def test_unknown_colour_token_is_told():
    panel = Panel((0, 1), (0, 1), (Boxes(0, 0, 1, 1, fill="red"),), box=(0, 0, 10, 10))
    with pytest.raises(ValueError, match="expected a colour token, got 'red'"):
        png(Scene((panel,)))
