"""One view made of others: with more marks on top, for a part of the step, under another title, or by turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from labkit.core.story import Step
from labkit.views.layout import Size, View
from labkit.views.scene import Mark, Panel


class Overlay:
    """The panel of ``view`` with the marks of ``more(step)`` on top."""

    def __init__(self, view: View, more: Callable[[Step], Iterable[Mark]]):
        self.view, self.more, self.sized = view, more, getattr(view, "sized", False)

    def __call__(self, step: Step, size: Size) -> Panel:
        panel = self.view(step, size)
        return replace(panel, marks=(*panel.marks, *self.more(step)))


class Of:
    """The panel of ``view`` for ``part(step)``, such as one of several stories told together; drawn once for each part,
    so that a story that waits travels once."""

    def __init__(self, view: View, part: Callable[[Step], Step]):
        self.view, self.part, self.sized = view, part, getattr(view, "sized", False)
        self._drawn: dict[tuple[int, Size], tuple[Step, Panel]] = {}  # the step stays alive, so its id is its own

    def __call__(self, step: Step, size: Size) -> Panel:
        part = self.part(step)
        if (id(part), size) not in self._drawn:
            self._drawn[id(part), size] = part, self.view(part, size)
        return self._drawn[id(part), size][1]


class Titled:
    """The panel of ``view`` under the title ``title(step)``."""

    def __init__(self, view: View, title: Callable[[Step], str]):
        self.view, self.title, self.sized = view, title, getattr(view, "sized", False)

    def __call__(self, step: Step, size: Size) -> Panel:
        return replace(self.view(step, size), title=self.title(step))


class Either:
    """The panel of the view ``which(step)``: one of several that take turns at one place, under one name."""

    sized = True

    def __init__(self, which: Callable[[Step], View]):
        self.which = which

    def __call__(self, step: Step, size: Size) -> Panel:
        return self.which(step)(step, size)
