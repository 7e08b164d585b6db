"""Every lab can be read: no text meets another or leaves the picture, however large text is and narrow the card; on a
screen of 1280 x 720 the last row reads all of it."""

from importlib import import_module
from pkgutil import walk_packages

import pytest
from render.writing import faults

from labkit import lectures
from labkit.core.printed import printed
from labkit.lectures import all_labs
from labkit.render.theme import STYLE
from labkit.tutor.question import Question
from labkit.tutor.quick_check import QuickCheck
from labkit.views.scene import Text
from labkit.views.style import LABEL_SIZE, TICK_SIZE, TITLE_SIZE
from tests.lectures.drive import fresh

STAGE = 1249, 516  # pixels of a screen of 1280 x 720 that a caption of two lines, an answer and the transport leave
SMALLEST = 720 / 40  # pixels of a text that the last row can read


@pytest.mark.thorough
@pytest.mark.parametrize("kind", all_labs(), ids=lambda kind: kind.name)
def test_texts_of_the_lab_stay_apart_in_lecture_mode(kind):
    lab = fresh(kind)
    for scene in (lab.scenes[len(lab.scenes) // 2], lab.scenes[-1]):
        screen = scene.lecture()
        assert not faults(scene.narrow(), lecture=True)
        assert not faults(screen, lecture=True, least=SMALLEST / enlarged(screen))


@pytest.mark.parametrize("kind", all_labs(), ids=lambda kind: kind.name)
def test_last_row_reads_every_text_of_the_lab(kind):
    scenes = fresh(kind).scenes
    for scene in scenes[:: -(-len(scenes) // 8)]:
        screen = scene.lecture()
        most = STYLE["lectureText"] * STYLE["lectureStretch"] * enlarged(screen)
        texts = [mark for panel in screen.panels for mark in panel.marks if isinstance(mark, Text)]
        small = [f"{text.text!r}: {text.size * most:.1f}" for text in texts if round(text.size * most) < SMALLEST]
        assert not small, f"pixels: {small}"
        assert min(TITLE_SIZE, TICK_SIZE, LABEL_SIZE) * most >= SMALLEST


def enlarged(scene):
    """Pixels of a unit of the scene there."""
    return min(STAGE[0] / scene.width, STAGE[1] / scene.height)


def asked():
    """Every question of the course, on a lab or in a quick check."""
    modules = [part.name for part in walk_packages(lectures.__path__, "labkit.lectures.") if "questions" in part.name]
    things = [thing for name in modules for thing in vars(import_module(name)).values()]
    checks = [question for thing in things if isinstance(thing, QuickCheck) for question in thing.questions]
    return [*checks, *(thing for thing in things if isinstance(thing, Question))]


def test_questions_and_presets_have_minus_signs_and_per_cents_as_in_print():
    texts = [text for each in asked() for text in (each.text, *each.options, *each.options.values())]
    texts += [text for lab in all_labs() for text in (lab.heading, *lab.presets)]
    assert len(texts) > 2000
    assert [text for text in texts if printed(text) != text] == []
