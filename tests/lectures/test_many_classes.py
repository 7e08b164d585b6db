"""The lab of output codes, lectures 07 and 21: what its picture claims. I-000-017, I-000-116."""

import numpy as np
import pytest

from labkit.core.story import START, STOP
from labkit.learners.many_classes import coding
from labkit.lectures.l07_many_classes import CodesLab
from labkit.lectures.l07_many_classes.codes import NAMES
from labkit.views.scene import RING, Boxes, Field, Points, Text
from tests.golden import close, golden


def marks(scene, panel, kind):
    return [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]


def of_class(lab, name):
    """An example of this class, from 1, whose bits are all received right."""
    X, y = lab.data(lab.values)
    model = lab.steps[-1].model
    right = (model.received(X) == model.code[y]).all(axis=1)
    return int(np.flatnonzero(right & (NAMES[y] == name))[0]) + 1


def test_codes_lab_decodes_the_word_of_the_lecture_with_a_bit_flipped():
    lab = CodesLab()
    lab.set(example=of_class(lab, "C"))
    lab.set(bit=1)
    lab.press_button("flip")
    distances = [text for text in marks(lab.scenes[-1], "code", Text) if text.anchor == "right"][1:]
    assert close(np.array([float(text.text) for text in distances]), golden("ECO-04"))
    assert "the trees say 1011001, 1 flipped; nearest is C at 1: right" in lab.scenes[-1].caption


@pytest.mark.parametrize(("classes", "name"), [(3, "ECO-01"), (4, "ECO-02")])
def test_codes_lab_says_what_the_code_corrects(classes, name):
    bits, distance, corrected = golden(name).value
    title = f"{bits:g} bits, least distance {distance:g}: corrects {corrected:g}"
    assert CodesLab(classes=classes).scenes[0].panel("code").title == title


def test_codes_lab_numbers_of_tasks_are_those_of_the_lecture():
    rest, one = golden("ECO-05").value[0]
    assert len(CodesLab(code="one-vs-rest").steps) == rest + 2
    assert len(CodesLab(code="one-vs-one").steps) == one + 2


def test_codes_lab_click_on_a_received_bit_flips_it_and_back():
    lab = CodesLab()
    start = lab.payload
    frame = [box for box in marks(lab.scenes[-1], "code", Boxes) if box.stroke == "muted"][4]
    middle = (frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2
    lab.click_at("code", *middle)
    assert lab.values["flips"] == "5" and "1 flipped" in lab.scenes[-1].caption
    lab.click_at("code", *middle)
    assert lab.values["flips"] == "" and lab.values["bit"] == 5 and lab.payload == start


def test_codes_lab_click_on_the_plane_looks_at_the_nearest_example():
    lab = CodesLab()
    lab.press_button("flip")
    X, _ = lab.data(lab.values)
    lab.click_at("plane", *(X[17] + 1e-4))
    assert lab.values["example"] == 18 and lab.values["flips"] == ""


def test_codes_lab_every_single_flip_is_corrected_and_two_need_not_be():
    lab = CodesLab()
    lab.set(example=of_class(lab, "B"))
    for bit in range(1, 8):
        lab.set(flips=f"{bit}")
        assert lab.scenes[-1].caption.endswith("nearest is B at 1: right")
    lab.set(flips="1 2")
    assert "(the first is taken)" in lab.scenes[-1].caption


def test_codes_lab_tells_one_bit_after_the_other():
    lab = CodesLab()
    assert [step.bit for step in lab.steps] == [*range(8), 7]
    X, _ = lab.data(lab.values)
    word = lab.steps[-1].model.received(X[[0]])[0]
    code = coding.exhaustive(4)
    assert (lab.steps[0].event, lab.steps[-1].event) == (START, STOP)
    for step, scene in zip(lab.steps[1:], lab.scenes[1:], strict=True):
        shown = [text.text for text in marks(scene, "code", Text) if text.anchor == "right"][1:]
        assert list(map(float, shown)) == np.abs(code[:, : step.bit] - word[: step.bit]).sum(axis=1).tolist()
        assert len(marks(scene, "trees", Field)) == step.bit


def test_codes_lab_refuses_what_are_no_bits():
    with pytest.raises(ValueError, match="expected numbers of bits, got 'one'"):
        CodesLab(flips="one")


def test_codes_lab_rings_the_example_that_is_looked_at():
    (points,) = marks(CodesLab(example=7).scenes[-1], "plane", Points)
    assert np.flatnonzero(points.flag & RING).tolist() == [6]


def test_codes_lab_click_beside_the_received_bits_changes_nothing():
    lab = CodesLab()
    start = lab.payload
    lab.click_at("code", 1.0, 1.0)
    assert lab.payload == start
