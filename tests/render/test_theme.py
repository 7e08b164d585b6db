import itertools
import json

import numpy as np
import pytest

from labkit.render import theme

THEMES = ("light", "dark")
# Machado, Oliveira and Fernandes (2009), full severity, on linear light.
SIGHT = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    "achromatopsia": np.tile([0.2126, 0.7152, 0.0722], (3, 1)),
}
GREY = "achromatopsia"  # shapes, dashes and borders tell apart what has one lightness
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def lab(color, sight):
    """CIE Lab of a hex colour as seen by an eye: distances in it are about those that people see."""
    c = theme.rgb(color) / 255
    light = SIGHT[sight] @ np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    t = TO_XYZ @ np.clip(light, 0, 1) / [0.9505, 1.0, 1.089]
    fx, fy, fz = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


@pytest.mark.parametrize("name", THEMES)
def test_theme_has_every_token_of_the_scene(name):
    tokens = {"ink", "muted", "grid", "control", "accent", "lit", "wrong", "surface", "card"}
    tokens |= {f"{kind}{k}" for kind in ("class", "edge", "tint") for k in range(8)} | {f"curve{k}" for k in range(6)}
    assert set(theme.COLORS[name]) == tokens


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("background", ["card", "surface"])
def test_text_can_be_read_in_every_colour_it_is_written_in(name, background):
    behind = theme.color(name, background)
    tokens = ["ink", "muted", "accent", "wrong", *(f"class{k}" for k in range(8)), *(f"curve{k}" for k in range(6))]
    assert all(theme.contrast(theme.color(name, token, text=True), behind) >= 4.5 for token in tokens)


@pytest.mark.parametrize("name", THEMES)
def test_ink_and_muted_text_can_be_read_on_every_region(name):
    for k in range(8):
        assert theme.contrast(theme.color(name, "ink"), theme.color(name, f"tint{k}")) >= 7
        assert theme.contrast(theme.color(name, "muted"), theme.color(name, f"tint{k}")) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_marks_stand_out_from_what_they_are_drawn_on(name):
    """3:1, as the guidelines ask: lines and bars from a panel and from what is lit, points by their edges from any
    region and from any probability."""
    colors = theme.COLORS[name]
    tokens = ["ink", "muted", "accent", "wrong", *(f"class{k}" for k in range(8)), *(f"curve{k}" for k in range(6))]
    assert min(theme.contrast(colors[token], colors[on]) for token in tokens for on in ("surface", "card")) >= 3
    shades = ["#" + bytes(row).hex() for row in theme.ramp(name, "probability")]
    tints = [colors[f"tint{k}"] for k in range(8)]
    for k in range(8):
        edge = colors[f"edge{k}"]
        assert min(theme.contrast(edge, behind) for behind in (*shades, *tints, colors["lit"])) >= 3, k
        assert edge != colors[f"class{k}"]  # points of one class that overlap stay apart


@pytest.mark.parametrize("name", THEMES)
def test_buttons_and_focus_rings_are_seen(name):
    for token in ("control", "accent"):
        assert min(theme.contrast(theme.color(name, token), theme.color(name, on)) for on in ("card", "surface")) >= 3


def test_contrast_agrees_with_the_guidelines_examples():
    assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert theme.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("name", THEMES)
def test_first_four_classes_stay_apart_for_every_eye(name, sight):
    seen = [lab(theme.color(name, f"class{k}"), sight) for k in range(2 if sight == GREY else 4)]
    least = {"tritanopia": 15, GREY: 8}.get(sight, 25)  # one in 10 000 eyes; shapes tell the classes apart as well
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) >= least


def test_colour_blind_simulation_can_tell_a_bad_palette():
    green, brown = (lab(color, "deuteranopia") for color in ("#5f8f2f", "#a07a2f"))
    assert np.linalg.norm(green - brown) < 25


def test_markers_are_eight_shapes_of_about_equal_weight():
    assert len(theme.MARKERS) == theme.CLASSES == 8
    for name, corners in list(theme.MARKERS.items())[1:]:
        x, y = corners.T
        area = abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
        assert 0.6 * np.pi <= area <= 1.05 * np.pi, name
        np.testing.assert_allclose(corners.mean(axis=0), 0, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("name", THEMES)
def test_probability_ramp_passes_the_background_between_the_classes(name):
    table = theme.ramp(name, "probability").astype(float)
    background = theme.rgb(theme.color(name, "surface"))
    assert np.abs(table[127:129] - background).max() <= 2
    for end, token in ((0, "class0"), (255, "class1")):
        hue = theme.rgb(theme.color(name, token))
        assert np.linalg.norm(table[end] - hue) < np.linalg.norm(background - hue)


@pytest.mark.parametrize("name", THEMES)
def test_height_ramp_goes_one_way_in_lightness(name):
    lightness = theme.ramp(name, "height").astype(float) @ [0.2126, 0.7152, 0.0722]
    assert (np.sign(np.diff(lightness[::8])) == (-1 if name == "light" else 1)).all()


def test_classes_ramp_is_the_tints():
    table = theme.ramp("light", "classes")
    assert table.shape == (256, 3) and table.dtype == np.uint8
    assert [tuple(row) for row in table[:8]] == [tuple(theme.rgb(theme.COLORS["light"][f"tint{k}"])) for k in range(8)]


def test_json_carries_the_same_look_to_the_browser():
    sent = json.loads(theme.as_json())
    for name in THEMES:
        assert sent[name]["colors"] == theme.COLORS[name]
        assert sent[name]["style"] == theme.STYLE
        assert len(sent[name]["markers"]) == 8
        assert bytes.fromhex(sent[name]["ramps"]["height"]) == theme.ramp(name, "height").tobytes()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: theme.color("light", "pink"), "expected a colour token, got 'pink'"),
        (lambda: theme.color("sepia", "ink"), "use 'light' or 'dark'"),
        (lambda: theme.ramp("light", "rainbow"), "expected a ramp, got 'rainbow'"),
    ],
)
def test_unknown_names_are_told_with_the_known_ones(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("name", THEMES)
def test_curves_and_classes_share_no_colour(name):
    curves, classes = ([theme.color(name, f"{kind}{k}") for k in range(n)] for kind, n in (("curve", 6), ("class", 8)))
    seen, others = ([lab(color, "normal") for color in colors] for colors in (curves, classes))
    assert min(np.linalg.norm(a - b) for a in seen for b in others) >= 20
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) >= 20
    assert min(theme.contrast(color, theme.color(name, "surface")) for color in curves) >= 3.0


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("name", THEMES)
def test_first_four_curves_stay_apart_for_every_eye(name, sight):
    """Less than classes, for their dash patterns differ too."""
    seen = [lab(theme.color(name, f"curve{k}"), sight) for k in range(4)]
    least = 5 if sight == GREY else 14
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) >= least
    assert len({tuple(dashes) for dashes in theme.STYLE["dashes"]}) == len(theme.STYLE["dashes"])


@pytest.mark.parametrize("name", THEMES)
def test_border_between_regions_is_seen_without_colour(name):
    """Tints of one lightness are told apart by the line between them, which is drawn in ink."""
    ink = lab(theme.color(name, "ink"), GREY)
    assert min(np.linalg.norm(ink - lab(theme.color(name, f"tint{k}"), GREY)) for k in range(8)) >= 50
