"""Every lab can be read: no text meets another or leaves the picture, however large text is and narrow the card."""

import pytest
from render.writing import faults

from labkit.lectures import all_labs
from tests.lectures.drive import fresh


@pytest.mark.parametrize("kind", all_labs(), ids=lambda kind: kind.name)
def test_texts_of_the_lab_stay_apart_in_lecture_mode(kind):
    lab = fresh(kind)
    for scene in (lab.scenes[len(lab.scenes) // 2], lab.scenes[-1]):
        for shown in (scene, scene.narrow()):
            assert not faults(shown, lecture=True)
