"""Views side by side: ``rows`` and ``columns`` hand out the room of a picture, so that no lab knows a coordinate.

A view is a callable ``(step, size) -> Panel``; ``size`` is the width and height in units that its box will have. Most
views draw in data coordinates and do not look at it; one that measures its own room, such as a tree or a table, says
``sized = True`` and is asked again for a narrow card and for a screen.

    columns(square(plane), rows(chart, columns(weights, code), weights=(2, 1)), shape=2.2)

Each part first gets the room that its title, ticks and labels need, at the size of lecture mode; what is left is its
box. Of the parts side by side, those with an ``aspect`` (width / height of the box) take the width that follows from
it, the others share the rest by their weights. On a narrow card all parts stand below each other in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from labkit.core.printed import printed
from labkit.core.story import Step
from labkit.views.narrow import narrow_boxes
from labkit.views.panel_texts import NAMES, NO_ROOM, Room, fitted, in_print
from labkit.views.scene import Panel, Scene
from labkit.views.style import EDGE, GAP, SCREEN, WIDTH

SHAPE = 16 / 7  # width / height of a picture that does not say
LEAST = 40.0  # units of a box that is still seen

Size = tuple[float, float]
Box = tuple[float, float, float, float]
Boxes = tuple[list[Box], Size]  # of the parts, and how large the picture is


class View(Protocol):
    def __call__(self, step: Step, size: Size) -> Panel: ...


@dataclass(eq=False)
class Part:
    """One view in the layout, and what is known of its room once a step was shown."""

    view: View
    aspect: float | None = None  # width / height of its box
    room: Room = NO_ROOM
    width: float = WIDTH  # with the texts around it, on a wide card
    axis: tuple | None = None  # its horizontal axis, if that is the story
    _shown: dict[int, tuple[Step, Panel]] = field(default_factory=dict)  # a panel serves both arrangements

    @property
    def parts(self) -> list[Part]:
        return [self]

    def width_of(self, height: float) -> float | None:
        """The width that follows from a height, if it does."""
        inner = height - self.room.top - self.room.bottom
        return None if self.aspect is None else self.aspect * inner + self.room.left + self.room.right

    def height_of(self, width: float) -> float | None:
        inner = width - self.room.left - self.room.right
        return None if self.aspect is None else inner / self.aspect + self.room.top + self.room.bottom

    def place(self, x: float, y: float, width: float, height: float) -> list[Box]:
        """Its box within a rectangle, at the upper left."""
        room = self.room
        wide, tall = max(width - room.left - room.right, LEAST), max(height - room.top - room.bottom, LEAST)
        if self.aspect is not None:
            wide, tall = min(wide, tall * self.aspect), min(tall, wide / self.aspect)
        return [(x + room.left, y + room.top, wide, tall)]

    def settle(self, step: Step, box: Box) -> None:
        """Measures the room of its texts; ``box`` is all the room there is."""
        self.width = box[2]
        panel = self._panel(step, box)
        room, self.axis = Room.of(panel), None if panel.at is None else (panel.xlim, panel.xlog)
        self.room = room._replace(right=min(room.right, NAMES * self.width))

    def panel(self, step: Step, box: Box) -> Panel:
        return fitted(self._panel(step, box), self.room, self.width)

    def _panel(self, step: Step, box: Box) -> Panel:
        if getattr(self.view, "sized", False):
            return in_print(self.view(step, box[2:])).placed(box)
        if id(step) not in self._shown:
            self._shown[id(step)] = step, in_print(self.view(step, box[2:]))
        return self._shown[id(step)][1].placed(box)


@dataclass(eq=False)
class Layout:
    """Parts below each other (``upright``) or side by side; called with a step, the whole picture."""

    children: list[Part | Layout]
    upright: bool
    weights: Sequence[float]
    shape: float | None
    caption: Callable[[Step], str]
    _boxes: tuple[Boxes, Boxes, Boxes] | None = None  # wide, narrow, and for a screen

    def __post_init__(self):
        parts, weights = len(self.children), len(self.weights)
        if weights not in (0, parts):
            raise ValueError(f"weights: expected one for each of {parts} parts, got {weights}; or leave them out")

    @property
    def parts(self) -> list[Part]:
        return [part for child in self.children for part in child.parts]

    def __call__(self, step: Step) -> Scene:
        wide, narrow, screen = self.settled(step)
        caption = printed(self.caption(step))

        def arranged(boxes: Boxes, *others) -> Scene:
            return Scene(self._panels(step, boxes[0]), caption, *boxes[1], *others)

        return arranged(wide, lambda: arranged(narrow), lambda: arranged(screen))

    def settled(self, step: Step) -> tuple[Boxes, Boxes, Boxes]:
        """The boxes, which stay the same for all steps of a story; this one says what room the texts need."""
        if self._boxes is None:
            size = WIDTH, self._height
            for part, box in zip(self.parts, self._filled(size), strict=True):
                part.settle(step, box)
            for parts in self._stacks():
                left = max(part.room.left for part in parts)
                for part in parts:
                    alike = [each for each in parts if each is part or (each.axis and each.axis == part.axis)]
                    part.room = part.room._replace(left=left, right=max(each.room.right for each in alike))
            wide = self._filled(size)
            screen = SCREEN[0], round(min(SCREEN[1], SCREEN[0] / WIDTH * self._height))
            self._boxes = (wide, size), narrow_boxes(self.parts, wide), (self._centred(screen), screen)
        return self._boxes

    def settle_as(self, other: Layout) -> None:
        """Take over the boxes of another picture of such parts: nothing moves, and nothing is measured again."""
        alike = [part.aspect for part in self.parts] == [part.aspect for part in other.parts]
        if alike and self._height == other._height and other._boxes is not None:
            self._boxes = other._boxes
            for part, settled in zip(self.parts, other.parts, strict=True):
                part.room, part.width = settled.room, settled.width

    def _panels(self, step: Step, boxes: list[Box]) -> tuple[Panel, ...]:
        return tuple(part.panel(step, box) for part, box in zip(self.parts, boxes, strict=True))

    @property
    def _height(self) -> float:
        return round(WIDTH / (self.shape or SHAPE))

    def _filled(self, size: Size) -> list[Box]:
        """The boxes in a picture of this size."""
        return self.place(EDGE, EDGE, size[0] - 2 * EDGE, size[1] - 2 * EDGE)

    def _centred(self, size: Size) -> list[Box]:
        """The same in the middle of it, where squares leave room at the right."""
        boxes = self._filled(size)
        end = max(box[0] + box[2] + part.room.right for part, box in zip(self.parts, boxes, strict=True))
        left = max(size[0] - EDGE - end, 0.0) / 2
        return [(x + left, y, width, height) for x, y, width, height in boxes]

    def _stacks(self) -> list[list[Part]]:
        """Views below each other begin at one line; those along the same story end at one line too."""
        own = [child for child in self.children if isinstance(child, Part) and child.aspect is None]
        deeper = [stack for child in self.children if isinstance(child, Layout) for stack in child._stacks()]
        return [own, *deeper] if self.upright and len(own) > 1 else deeper

    def width_of(self, height: float) -> float | None:
        """What follows from the shape; or from the parts, where each has its own width."""
        if self.shape is not None:
            return self.shape * height
        if self.upright:
            return None
        widths = [child.width_of(height) for child in self.children]
        return None if None in widths else sum(widths) + GAP * (len(widths) - 1)

    def height_of(self, width: float) -> float | None:
        if self.shape is not None:
            return width / self.shape
        if self.upright:
            heights = [child.height_of(width) for child in self.children]
            return None if None in heights else sum(heights) + GAP * (len(heights) - 1)
        return _height_of_row(self.children, width - GAP * (len(self.children) - 1))

    def place(self, x: float, y: float, width: float, height: float) -> list[Box]:
        long = (height if self.upright else width) - GAP * (len(self.children) - 1)
        across = width if self.upright else height
        wanted = [child.height_of(across) if self.upright else child.width_of(across) for child in self.children]
        boxes = []
        for child, length in zip(self.children, _shared(wanted, self.weights, long), strict=True):
            boxes += child.place(x, y, width, length) if self.upright else child.place(x, y, length, height)
            x, y = (x, y + length + GAP) if self.upright else (x + length + GAP, y)
        return boxes


def _height_of_row(children: Sequence[Part | Layout], width: float) -> float | None:
    """The height at which parts side by side, each with an aspect, are as wide as there is room."""
    if not all(isinstance(child, Part) and child.aspect for child in children):
        return None
    rooms = sum(child.room.left + child.room.right for child in children)
    return (width - rooms) / sum(child.aspect for child in children) + max(c.room.top + c.room.bottom for c in children)


def _shared(wanted: Sequence[float | None], weights: Sequence[float], total: float) -> list[float]:
    """The lengths of parts: what they want, the rest by weight; where that is too much, all by their share of it."""
    weights = weights or [1.0] * len(wanted)
    fixed = sum(length for length in wanted if length is not None)
    free = sum(weight for length, weight in zip(wanted, weights, strict=True) if length is None)
    if fixed > total or (free and fixed > 0.8 * total):
        fair = total / sum(weights)
        return [fair * weight for weight in weights] if free else [length * total / fixed for length in wanted]
    return [(total - fixed) * weight / free if length is None else length
            for length, weight in zip(wanted, weights, strict=True)]  # fmt: skip


def shaped(view: View, aspect: float) -> Part:
    """The view in a box whose width is ``aspect`` times its height."""
    return Part(view, aspect)


def square(view: View) -> Part:
    return Part(view, 1.0)


def _caption(step: Step) -> str:
    return step.caption


def rows(*parts, weights: Sequence[float] = (), shape: float | None = None, caption=_caption) -> Layout:
    """Below each other. ``weights`` are their shares of the height, ``shape`` is width / height of the whole."""
    return Layout([_part(each) for each in parts], True, weights, shape, caption)


def columns(*parts, weights: Sequence[float] = (), shape: float | None = None, caption=_caption) -> Layout:
    """Side by side. ``weights`` are their shares of the width, ``shape`` is width / height of the whole."""
    return Layout([_part(each) for each in parts], False, weights, shape, caption)


def _part(each) -> Part | Layout:
    return each if isinstance(each, Part | Layout) else Part(each)


def small_multiples(*views: View, columns: int = 3, **options) -> Layout:
    """Views of one kind in a grid of squares, read row by row."""
    lines = [views[k : k + columns] for k in range(0, len(views), columns)]
    return rows(*(Layout([square(view) for view in line], False, (), None, _caption) for line in lines), **options)
