"""Weight space: the way so far, and where it should lead."""

from dataclasses import dataclass

import numpy as np
from views.marks import of, texts

from labkit.core.story import UPDATE, Step
from labkit.views.plane.weight_path import LONG, RECENT, WeightPath
from labkit.views.scene import Path

SIZE = (120.0, 120.0)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Moved(Step):
    w: np.ndarray


def story(path):
    """Steps whose weights have the constant input first."""
    return [Moved(event=UPDATE, model=None, w=np.array([9.0, *w])) for w in path]


def test_weight_path_shows_the_way_so_far_and_the_goal_as_a_ray():
    steps = story([[0.0, 0.0], [1.0, 0.5], [0.5, 1.5]])
    view = WeightPath(steps, goal=np.array([7.0, 0.0, 2.0]))
    panel = view(steps[1], SIZE)
    (trail,) = of(panel, Path, dots=True)
    ray = next(mark for mark in of(panel, Path) if mark.dash)
    assert trail.x.tolist() == [0.0, 1.0]
    assert ray.x.tolist() == [0.0, 0.0] and ray.y[1] > panel.ylim[1]
    assert texts(panel) == ["w*"]


def test_weight_path_shows_only_the_latest_moves_of_a_long_way():
    path = np.random.default_rng(0).normal(size=(LONG + 1, 2))
    steps = story(path)
    (trail,) = of(WeightPath(steps)(steps[60], SIZE), Path, dots=True)
    np.testing.assert_allclose(trail.x, path[60 - RECENT : 61, 0], rtol=1e-6)


def test_step_that_is_not_of_the_story_stands_at_its_end():
    steps = story([[0.0, 0.0], [1.0, 0.5]])
    (trail,) = of(WeightPath(steps)(Step(event="stop", model=None), SIZE), Path, dots=True)
    assert trail.x.tolist() == [0.0, 1.0]
