"""How much room words take, and what is left of them where there is less."""

import pytest

from labkit.render.matplotlib import draw
from labkit.render.pen import Pen
from labkit.render.theme import STYLE
from labkit.views import text_fit
from labkit.views.scene import Scene


@pytest.mark.parametrize(
    "text",
    ["petal length \u2264 -0.3721", "outlook", "WWW", "n 14 \u00b7 gain 0.247", "9 : 5", "12 leaves", "x1\u2264-.37",
     "colour = denim\u2026", "Illinois (fit)", "GDOQ %@#"],
)  # fmt: skip
@pytest.mark.parametrize("bold", [False, True])
def test_estimated_width_is_never_less_than_the_drawn_one(text, bold):
    figure = draw(Scene((), width=400, height=40), scale=8.0)  # large, so that letters are not fitted to pixels
    pen = Pen(figure, figure.dpi_scale_trans, "light", True)
    assert pen.width(pen.write(text, 0, 0, size=10, bold=bold)) <= text_fit.width(text, 10, bold=bold)
    assert STYLE["lectureText"] == text_fit.LECTURE


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (100, "x1 \u2264 -0.3721"),
        (84, "x1 \u2264 -0.372"),
        (76, "x1 \u2264 -0.37"),
        (64, "x1\u2264-0.37"),
        (56, "x1\u2264-.37"),
        (42, "\u2264-.37"),
        (31, "-.37"),
        (22, "x\u2026"),
        (5, ""),
    ],
)
def test_questions_lose_digits_before_they_lose_words(room, expected):
    assert text_fit.question_fitted("x1 \u2264 -0.3721", room, 9.0) == expected


@pytest.mark.parametrize("room", range(40, 130, 5))
def test_threshold_between_whole_numbers_is_not_rounded_to_one_of_them(room):
    shown = text_fit.question_fitted("humidity \u2264 77.5", room, 9.0)
    assert shown.endswith(("77.5", "\u2026"))


def test_long_name_is_cut_before_its_threshold_is_left_alone():
    shown = [text_fit.question_fitted("petal length \u2264 77.5", room, 9.0) for room in (200, 90, 50, 35)]
    assert shown == ["petal length \u2264 77.5", "petal\u2026\u226477.5", "\u226477.5", "77.5"]
    assert text_fit.question_fitted("outlook = sunny", 60, 9.0) == "outloo\u2026"  # a word says little alone


def test_words_are_cut_to_fit_with_an_ellipsis():
    for room in range(5, 120, 5):
        text = text_fit.fitted("temperature", room, 9.0)
        assert text_fit.width(text, 9.0) <= room and (text in ("", "temperature") or text.endswith("\u2026"))


def test_condition_is_written_with_fewer_digits_where_room_is_short():
    assert text_fit.question_fitted("x1 > -0.3721", 63.0, 10.0) == "x1>-.37"
    assert text_fit.question_fitted("x1 \u2264 0.5095", 62.0, 10.0) in ("x1\u22640.51", "x1\u2264.51")
