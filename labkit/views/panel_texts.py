"""The texts of a panel: how they are printed, what room they need, and how they are cut or thinned to what there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from labkit.core.printed import printed
from labkit.views import style, text_fit
from labkit.views.axes import Ticks
from labkit.views.scene import EndLabel, Mark, Panel, Text

BETWEEN = 3.0  # units between two ticks at least
HANG = 6.0  # units that ticks may hang out of their part, into the gap beside it
NAMES = 0.4  # of the width of a part, at most, is for the names of its curves


class Room(NamedTuple):
    """What the texts around a box need on its four sides, in lecture mode."""

    left: float
    right: float
    top: float
    bottom: float

    @classmethod
    def of(cls, panel: Panel) -> Room:
        """Of a panel in its box. Ticks at the ends of the horizontal axis reach beyond it."""
        ticks = max((_tick(text) for _, text in panel.yticks), default=-style.TICK_GAP) + style.TICK_GAP
        left = ticks + (text_fit.height(style.TICK_SIZE) + style.TICK_GAP if panel.ylabel else 0.0)
        names = max((style.LABEL_GAP + text_fit.width(end.text, style.LABEL_SIZE) for end in panel.ends), default=0.0)
        title = style.TITLE_GAP + text_fit.height(style.TITLE_SIZE) * 0.8 if panel.title else 0.0
        line = style.TICK_GAP + text_fit.height(style.TICK_SIZE)
        below = (0.0, line, line + style.ROW_GAP * style.LECTURE_TEXT)[bool(panel.xticks) + bool(panel.xlabel)]
        before, after = _beyond(panel)
        return cls(max(left, before - HANG), max(names, after - HANG), title, below)


NO_ROOM = Room(0.0, 0.0, 0.0, 0.0)


def _tick(text: str) -> float:
    return text_fit.width(text, style.TICK_SIZE)


def _beyond(panel: Panel) -> tuple[float, float]:
    """How far the words of the horizontal axis reach out of the box, to the left and to the right."""
    at = _places(panel.xticks, panel.xlim, panel.box[2], panel.xlog)
    ends = [(x - _tick(text) / 2, x + _tick(text) / 2) for x, (_, text) in zip(at, panel.xticks, strict=True)]
    return max([0.0, *(-low for low, _ in ends)]), max([0.0, *(high - panel.box[2] for _, high in ends)])


def _places(ticks: Ticks, limits: tuple[float, float], length: float, log: bool) -> list[float]:
    """Where ticks are along an axis of so many units."""
    values = np.array([*limits, *(place for place, _ in ticks)], dtype=float)
    values = np.log10(values) if log else values
    return (length * (values[2:] - values[0]) / (values[1] - values[0])).tolist()


def in_print(panel: Panel) -> Panel:
    """The panel with all its texts as a reader sees them."""
    marks = tuple(map(_mark_in_print, panel.marks))
    return replace(
        panel,
        marks=panel.marks if marks == panel.marks else marks,  # what stays the same stays the same object
        classes=tuple(map(printed, panel.classes)),
        ends=tuple(replace(end, text=printed(end.text)) for end in panel.ends),
        xticks=tuple((place, printed(text)) for place, text in panel.xticks),
        yticks=tuple((place, printed(text)) for place, text in panel.yticks),
        **{name: printed(getattr(panel, name)) for name in ("title", "xlabel", "ylabel")},
    )


def _mark_in_print(mark: Mark) -> Mark:
    if isinstance(mark, Text):
        text = mark.text if mark.mono else printed(mark.text)  # code stays as it is written
        return mark if text == mark.text else replace(mark, text=text)
    items = getattr(mark, "items", None)
    texts = tuple(map(printed, items.texts)) if items else ()
    return replace(mark, items=replace(items, texts=texts)) if items and texts != items.texts else mark


def fitted(panel: Panel, room: Room, width: float) -> Panel:
    """The panel in its box, its texts cut and its ticks thinned to what there is room for; ``width`` is that of the
    part of the page that it has."""
    _, _, wide, tall = panel.box
    ends = tuple(_named(end, NAMES * width - style.LABEL_GAP) for end in panel.ends)
    across = [_tick(text) for _, text in panel.xticks]
    up = [text_fit.height(style.TICK_SIZE) * 0.8] * len(panel.yticks)
    return replace(
        panel,
        ends=ends,
        names=(panel.names[0] or panel.xlabel, panel.names[1] or panel.ylabel),
        title=text_fit.fitted(panel.title, wide + room.right, style.TITLE_SIZE, bold=True),
        xlabel=text_fit.fitted(panel.xlabel, wide + room.left, style.TICK_SIZE),
        ylabel=text_fit.fitted(panel.ylabel, tall + room.top + room.bottom, style.TICK_SIZE),
        xticks=_thinned(panel.xticks, across, _places(panel.xticks, panel.xlim, wide, panel.xlog)),
        yticks=_thinned(panel.yticks, up, _places(panel.yticks, panel.ylim, tall, panel.ylog)),
    )


def _named(end: EndLabel, room: float) -> EndLabel:
    text = text_fit.fitted(end.text, room, style.LABEL_SIZE)
    return end if text == end.text else replace(end, text=text)


def _thinned(ticks: Ticks, lengths: Sequence[float], at: Sequence[float]) -> Ticks:
    """Every so many-th, so that there is a gap between each two."""
    for every in range(1, len(ticks)):
        near = pairwise(zip(at[::every], lengths[::every], strict=True))
        if all(abs(x1 - x0) >= (length0 + length1) / 2 + BETWEEN for (x0, length0), (x1, length1) in near):
            return ticks[::every]
    return ticks[:1]
