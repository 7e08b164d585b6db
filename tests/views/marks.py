"""What a test reads off a panel."""

from dataclasses import fields

import numpy as np

from labkit.core.story import UPDATE, Step
from labkit.views import text_fit
from labkit.views.scene import Panel, Text


def step(k=0, model=None, event=UPDATE, **more):
    return Step(event=event, model=model, example=k, **more)


def alike(a, b) -> None:
    """Asserts that two marks are the same in all that they say."""
    for field in fields(a):
        if field.name != "items" or a.items is None:
            np.testing.assert_array_equal(getattr(a, field.name), getattr(b, field.name), err_msg=field.name)
            continue
        assert a.items.words == b.items.words
        for (name, one), (_, other) in zip(a.items.arrays, b.items.arrays, strict=True):
            np.testing.assert_array_equal(one, other, err_msg=name)


def at(step):
    return step.example


def of(panel: Panel, kind: type, **wanted) -> list:
    """The marks of one kind, with these values."""
    found = [mark for mark in panel.marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def texts(panel: Panel, **wanted) -> list[str]:
    return [mark.text for mark in of(panel, Text, **wanted)]


def ends(panel: Panel) -> list[str]:
    """The names of its curves."""
    return [end.text for end in panel.ends]


def inside(panel: Panel, text: Text) -> bool:
    return panel.xlim[0] <= text.x <= panel.xlim[1] and panel.ylim[0] <= text.y <= panel.ylim[1]


def span(text: Text) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 that a text takes at most, in a panel measured in units."""
    wide, tall = text_fit.width(text.text, text.size, bold=text.bold), 0.8 * text_fit.LECTURE * text.size
    left = text.x - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[text.anchor]
    return left, text.y - tall / 2, left + wide, text.y + tall / 2


def apart(a, b, least=0.0) -> bool:
    """Whether two rectangles x0, y0, x1, y1 do not meet."""
    return a[2] + least <= b[0] or b[2] + least <= a[0] or a[3] + least <= b[1] or b[3] + least <= a[1]
