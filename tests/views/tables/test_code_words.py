"""Words of bits: what differs, what is nearest, and where a click goes."""

import numpy as np
import pytest
from views.marks import of, step, texts

from labkit.views.scene import Boxes
from labkit.views.tables.code_words import Received, code_words

CODE = np.array([[1, 1, np.nan], [0, np.nan, 1], [np.nan, 0, 0]])  # one against one
SIZE = (400.0, 180.0)


def panel_of(bits, flipped=(), code=CODE, nearest=1, size=SIZE):
    mask = np.isin(np.arange(len(bits)), flipped)
    word = Received(np.array(bits), mask, np.arange(len(code)) / 2 + 0.5, nearest)
    return code_words(code, list("ABCDE"), lambda step: word)(step(), size)


def test_words_frame_the_bits_that_differ_from_the_received_word():
    panel = panel_of([0, 0, 1])
    assert len(of(panel, Boxes, stroke="wrong")) == 3  # both of A, the last of C
    assert len(of(panel, Boxes, fill="lit")) == 1
    assert texts(panel, anchor="right") == ["distance", "0.5", "1", "1.5"]
    assert texts(panel, bold=True)[-3:] == ["0", "0", "1"]
    assert "1" in texts(panel, anchor="right", bold=True), "the least distance stands out"


def test_words_mark_flipped_bits_and_leave_out_what_is_not_learned():
    panel = panel_of([0, 0], flipped=[1])
    assert len(of(panel, Boxes, stroke="accent")) == 1
    assert len(of(panel, Boxes, stroke="wrong")) == 2
    assert texts(panel, color="accent") == ["2"], "the newest bit"
    empty = panel_of([])
    assert not of(empty, Boxes, fill="lit") and not of(empty, Boxes, stroke="wrong")
    assert texts(empty, anchor="right") == ["distance"]


@pytest.mark.parametrize("size", [SIZE, (464.0, 216.0), (552.0, 216.0)])
def test_every_bit_is_written_in_a_box_of_one_size_inside_the_panel(size):
    code = np.arange(75).reshape(5, 15) % 2
    panel = panel_of([0, 1, 1] * 3, code=code, size=size)
    bits = [box for box in of(panel, Boxes) if box.radius == 4.0 and box.fill != "lit"]
    assert len(bits) == 6 * 15
    assert np.ptp([box.x1 - box.x0 for box in bits]) < 1e-6
    assert min(box.x0 for box in bits) >= 0 and max(box.x1 for box in bits) <= size[0]
    assert min(box.y0 for box in bits) >= 0 and max(box.y1 for box in bits) <= size[1]
    assert [text for text in texts(panel, anchor="center") if text in "01"].count("0") >= 37


@pytest.mark.parametrize("bit", [0, 1, 2])
def test_click_finds_the_received_bit_under_it(bit):
    panel = panel_of([0, 0, 1])
    frame = of(panel, Boxes, stroke="muted")[bit]
    x, y = (frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2
    assert panel.target_at(x, y) == str(bit + 1)
    assert panel.target_at(x, SIZE[1] - 30.0) == ""  # a class's word
    assert panel.target_at(2.0, y) == panel.target_at(SIZE[0] - 2.0, y) == ""
