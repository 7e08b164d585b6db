"""The single members of an ensemble: each in its own place, asked once, the newest framed."""

import numpy as np
import pytest
from views.marks import at, of, step, texts

from labkit.views.plane.members import MemberGrid
from labkit.views.scene import Boxes, Field

X = np.random.default_rng(0).uniform(-1, 1, (12, 2))
SIZE = (400.0, 320.0)


class Many:
    """Member b says "b" right of b / 20."""

    asked = 0

    def member(self, b):
        self.asked += 1

        class One:
            def predict(self, points):
                return np.array(["a", "b"])[(points[:, 0] > b / 20).astype(int)]

        return One()


def grid(**more):
    return MemberGrid(X, np.array(["a", "b"] * 6), at, limits=((-1, 1), (-1, 1)), **more)


def test_grid_shows_each_member_in_its_own_place_and_asks_it_once():
    model, view = Many(), grid()
    three, five = view(step(3, model), SIZE), view(step(5, model), SIZE)
    assert len(of(three, Field)) == 3 and len(of(five, Field)) == 5 and model.asked == 5
    assert all(a is b for a, b in zip(of(three, Field), of(five, Field), strict=False))
    places = [field.extent for field in of(five, Field)]
    assert len(set(places)) == 5
    share = [field.values.mean() for field in of(five, Field)]
    assert share == pytest.approx([0.5 - b / 40 for b in range(5)], abs=0.02)


def test_grid_begins_again_when_it_is_full_and_frames_the_newest():
    panel = grid(columns=2, rows=2)(step(5, Many()), SIZE)
    assert sorted(texts(panel)) == ["2", "3", "4", "5"]
    (frame,) = of(panel, Boxes, stroke="accent")
    newest = of(panel, Field)[-1].extent
    assert (frame.x0, frame.x1, frame.y0, frame.y1) == newest and newest[0] == 0.0


def test_grid_stays_within_its_panel_and_bears_no_member():
    panel = grid()(step(12, Many()), SIZE)
    for field in of(panel, Field):
        x0, x1, y0, y1 = field.extent
        assert 0 <= x0 < x1 <= 400.0 and 0 <= y0 < y1 <= 320.0
    assert grid()(step(0, Many()), SIZE).marks == ()


def test_grid_holds_other_features_at_a_case():
    class Wide:
        def member(self, b):
            return self

        def predict(self, cases):
            return np.where(cases[:, 2] > 0, "b", "a")

    (field,) = of(grid(through=[0.0, 0.0, 1.0])(step(1, Wide()), SIZE), Field)
    assert (field.values == 1).all()


@pytest.mark.parametrize("able", [True, False])
def test_grid_asks_a_member_for_its_classes_where_it_has_them(able):
    class Member:
        classes = np.array(["a", "b"])

        def member(self, b):
            return self

        def class_grid(self, x, y, through=None):
            assert through.tolist() == [0.0, 0.0, 1.0]
            return (y[:, None] + 0 * x > 0).astype(int) if able else None

        def predict(self, cases):
            return np.where(cases[:, 1] > 0, "a", "b")

    (field,) = of(grid(through=[0.0, 0.0, 1.0])(step(1, Member()), SIZE), Field)
    assert (field.values[-1] == able).all() and (field.values[0] != able).all()
