"""A still picture of every learner whose lesson is still to come: its steps carry what the views need.

A family's module has ``PICTURES``: for each learner a function that tells a story, asserts what is to be seen in it,
and returns the scenes of a few of its moments.
"""

import importlib
import pkgutil
from itertools import pairwise

import numpy as np
import pytest
from render.pixels import assert_drawn, colours

import tests.pictures
from labkit.learners import all_learners
from labkit.render import canvas, matplotlib
from tools.course_index import built

HELPERS = {"test_pictures", "seen"}
FAMILIES = [module.name for module in pkgutil.iter_modules(tests.pictures.__path__) if module.name not in HELPERS]
PICTURES = {
    learner: draw
    for family in FAMILIES
    for learner, draw in importlib.import_module(f"tests.pictures.{family}").PICTURES.items()
}


def first_lecture(learner) -> str:
    """The number in "Lecture 04; ..." or "Lectures 04 and 05; ..." of the learner's module."""
    docstring = importlib.import_module(learner.__module__).__doc__
    line = next(line for line in docstring.splitlines() if line.startswith("Lecture"))
    return line.split()[1][:2]


def test_every_learner_of_a_lecture_without_a_lesson_has_a_picture():
    without = [kind for kind in all_learners() if first_lecture(kind) not in built()]
    missing = [kind.__name__ for kind in without if kind not in PICTURES]
    assert not missing, f"no picture in tests/pictures: {', '.join(missing)}"


@pytest.mark.parametrize("learner", PICTURES, ids=lambda learner: learner.__name__)
def test_story_of_learner_can_be_drawn(learner):
    scenes = PICTURES[learner]()
    assert scenes
    assert all(scene.caption for scene in scenes)
    images = [colours(matplotlib.png(scene)) for scene in scenes]
    for image in images:
        assert_drawn(image)
    assert not any(np.array_equal(a, b) for a, b in pairwise(images)), "two moments look the same"
    dark = colours(matplotlib.png(scenes[0], theme="dark"))
    assert_drawn(dark)
    assert not np.array_equal(images[0], dark)
    for scene in scenes:  # of several stories, which may differ in size
        assert len(canvas.unpack(canvas.pack([scene]))["frames"]) == 1
