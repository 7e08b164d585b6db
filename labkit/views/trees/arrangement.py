"""Where the nodes of a drawn tree go: side by side without crossings, each level as detailed as it has room for.

The tidy drawing of Reingold and Tilford: subtrees are pushed together until their outlines are one slot apart at some
level, and a parent stands over the middle of its children. So all nodes of a level are at least a slot apart, and
levels with few nodes have room for large ones. If the whole tree does not fit, its far branches are folded:
the deepest first, and of one level those which fewest examples reach.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

FULL, BRIEF, GLYPH = range(3)
HEIGHTS = (46.0, 27.0, 14.0)  # of a node, by detail
LEAST_WIDTH = (70.0, 34.0, 9.0)
STUB_WIDTH = 15.0  # what a number of two digits needs
WIDEST, COMFORT = 150.0, 88.0  # of a node; COMFORT is what most questions need
SLOT_GAP = 5.0  # between neighbours
LABELLED, BARE = 27.0, 13.0  # least distance from the level above, with and without answers on the branches
LABEL_WIDTH = 21.0  # what the word "yes" needs
STRETCH = 40.0  # how much longer branches may become where there is room
WIDEST_SLOT = 210.0

Children = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Level:
    """Units from the top of the drawing."""

    top: float
    detail: int  # the most that its nodes show
    labelled: bool  # whether the branches that lead here have room for their answers


@dataclass(frozen=True, slots=True)
class Arrangement:
    """``x`` places the middle of every node that is shown; those of ``folded`` have more below than is shown."""

    x: dict[int, float]
    width: dict[int, float]
    children: Children
    levels: tuple[Level, ...]
    folded: frozenset[int]


def arranged(tree, split: np.ndarray, width: float, height: float) -> Arrangement:
    """Of a tree whose nodes are split where the mask says so, in a room of so many units."""
    inner = sorted(np.flatnonzero(split).tolist(), key=lambda node: (tree.depth[node], -tree.weight[node]))
    best, low, high = _tried(tree, [], inner, width, height), 1, len(inner)
    trial = len(inner)  # mostly all fit
    while low <= high:
        found = _tried(tree, inner[:trial], inner, width, height)
        if found is None:
            high = trial - 1
        else:
            best, low = found, trial + 1
        trial = (low + high + 1) // 2
    return best


def _tried(tree, shown: Sequence[int], inner: Sequence[int], width: float, height: float) -> Arrangement | None:
    """The layout that shows these splits, if they fit."""
    children = {node: list(tree.children(node)) for node in shown}
    slots = tidy(children)
    places = np.array(list(slots.values()))
    slot = min(width / (np.ptp(places) + 1), WIDEST_SLOT)
    folded = frozenset(node for node in inner if node in slots and node not in children)
    if slot - SLOT_GAP < (STUB_WIDTH if folded else LEAST_WIDTH[GLYPH]):
        return None
    middle = (places.max() + places.min()) / 2
    x = dict(zip(slots, ((places - middle) * slot + width / 2).tolist(), strict=True))
    widths = _widths(tree.depth, x, width)
    levels = _levels(widths, height)
    every = {node: wide for level in widths for node, wide in level.items()}
    return Arrangement(x, every, children, levels, folded) if levels else None


def tidy(children: Children) -> dict[int, float]:
    """The place of every node under the root 0, in slots."""
    order = [0]
    for node in order:
        order += children.get(node, ())
    beside: dict[int, float] = {0: 0.0}  # how far right of its parent a node is
    outlines: dict[int, tuple[list[float], list[float]]] = {}
    for node in reversed(order):
        left, right, places = [], [], []
        for child in children.get(node, ()):
            its_left, its_right = outlines.pop(child)
            shift = max((a - b + 1.0 for a, b in zip(right, its_left, strict=False)), default=0.0)
            places.append(shift)
            left += [shift + place for place in its_left[len(left) :]]
            right = [shift + place for place in its_right] + right[len(its_right) :]
        middle = (places[0] + places[-1]) / 2 if places else 0.0
        beside.update((child, place - middle) for child, place in zip(children.get(node, ()), places, strict=True))
        outlines[node] = [0.0, *(place - middle for place in left)], [0.0, *(place - middle for place in right)]
    for node in order:
        for child in children.get(node, ()):
            beside[child] += beside[node]  # a parent comes before its children
    return beside


def _widths(depth: np.ndarray, x: Mapping[int, float], width: float) -> list[dict[int, float]]:
    """For each level how wide its nodes may be: half way to their neighbours, or to the edges."""
    levels: dict[int, list[int]] = {}
    for node in sorted(x, key=x.get):
        levels.setdefault(int(depth[node]), []).append(node)
    widths = []
    for level in sorted(levels):
        places = np.array([x[node] for node in levels[level]])
        apart = np.diff(places, prepend=-places[0], append=2 * width - places[-1])  # their images beyond the edges
        room = np.minimum(apart[:-1], apart[1:]) - SLOT_GAP
        alike = np.minimum(room, max(room.min(), COMFORT)).clip(max=WIDEST)  # no wider than others if not needed
        widths.append(dict(zip(levels[level], alike.tolist(), strict=True)))
    return widths


def detail_of(width: float) -> int:
    """What a node so wide has room for."""
    return next(detail for detail in (FULL, BRIEF, GLYPH) if width >= LEAST_WIDTH[detail] or detail == GLYPH)


def _levels(widths: Sequence[dict[int, float]], height: float) -> tuple[Level, ...]:
    """As detailed as most of their nodes have room for, the upper ones first; nothing if they do not fit."""
    details = [detail_of(float(np.median(list(level.values())))) for level in widths]
    rooms = [0.0, *(LABELLED if min(level.values()) >= LABEL_WIDTH else BARE for level in widths[1:])]
    every = reversed(range(len(widths)))
    lower = reversed(range(len(widths) // 2 + 1, len(widths)))  # the upper half stays readable
    for depth, detail, room in [*((d, BRIEF, LABELLED) for d in every), *((d, GLYPH, BARE) for d in lower)]:
        if _total(details, rooms) > height:
            details[depth], rooms[depth] = max(details[depth], detail), min(rooms[depth], room)
    spare = height - _total(details, rooms)
    if spare < 0:
        return ()
    longer = min(spare / max(len(widths) - 1, 1), STRETCH)
    levels, top = [], 0.0
    for detail, room in zip(details, rooms, strict=True):
        top += room + (longer if levels else 0.0)
        levels.append(Level(top, detail, labelled=room == LABELLED))
        top += HEIGHTS[detail]
    return tuple(levels)


def _total(details: Sequence[int], rooms: Sequence[float]) -> float:
    return sum(HEIGHTS[detail] for detail in details) + sum(rooms)
