"""Words of bits: what differs, what is nearest, and where a click goes."""

import numpy as np
import pytest

from labkit.core.story import UPDATE, Step
from labkit.views.code_words import CodeWords, Received
from labkit.views.scene import Box, Text

CODE = np.array([[1, 1, np.nan], [0, np.nan, 1], [np.nan, 0, 0]])  # one against one
BOX = (0.0, 0.0, 400.0, 180.0)


def panel_of(bits, flipped=(), distances=(1.5, 0.5, 1.0), nearest=1):
    mask = np.isin(np.arange(len(bits)), flipped)
    word = Received(np.array(bits), mask, np.array(distances), nearest)
    view = CodeWords(CODE, ["A", "B", "C"], lambda step: word, box=BOX)
    return view, view(Step(event=UPDATE, model=None))


def of(panel, kind, **wanted):
    found = [mark for mark in panel.marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def test_words_frame_the_bits_that_differ_from_the_received_word():
    _, panel = panel_of([0, 0, 1])
    assert len(of(panel, Box, stroke="wrong")) == 3  # both of A, the last of C
    assert len(of(panel, Box, fill="lit")) == 1
    assert [text.text for text in of(panel, Text, anchor="right")] == ["distance", "1.5", "0.5", "1"]
    assert [text.text for text in of(panel, Text, bold=True)][-3:] == ["0", "0", "1"]


def test_words_mark_flipped_bits_and_leave_out_what_is_not_learned():
    _, panel = panel_of([0, 0], flipped=[1])
    assert len(of(panel, Box, stroke="accent")) == 1
    assert len(of(panel, Box, stroke="wrong")) == 2
    _, empty = panel_of([])
    assert not of(empty, Box, fill="lit") and not of(empty, Box, stroke="wrong")
    assert [text.text for text in of(empty, Text, anchor="right")] == ["distance"]


def test_everything_stays_inside_the_panel():
    for code in (CODE, np.ones((5, 15))):
        word = Received(np.ones(code.shape[1], dtype=int), np.zeros(code.shape[1], bool), np.ones(len(code)), 0)
        panel = CodeWords(code, list("ABCDE"), lambda step, word=word: word, box=BOX)(Step(event=UPDATE, model=None))
        corners = np.array([[box.x0, box.y0, box.x1, box.y1] for box in of(panel, Box)])
        assert corners.min() >= 0 and (corners[:, 2] <= BOX[2]).all() and (corners[:, 3] <= BOX[3]).all()


@pytest.mark.parametrize("bit", [0, 1, 2])
def test_click_finds_the_received_bit_under_it(bit):
    view, panel = panel_of([0, 0, 1])
    frame = of(panel, Box, stroke="muted")[bit]
    assert (frame.x0 + frame.x1) / 2 == view.middle(bit)
    assert view.bit_at(view.middle(bit), (frame.y0 + frame.y1) / 2) == bit
    assert view.bit_at(view.middle(bit), BOX[3] - 30.0) is None  # a class's word
    assert view.bit_at(2.0, (frame.y0 + frame.y1) / 2) is None
    assert view.bit_at(BOX[2] - 2.0, (frame.y0 + frame.y1) / 2) is None
