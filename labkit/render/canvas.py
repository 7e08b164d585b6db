"""Scenes -> one binary payload that ``canvas.js`` draws: the whole story, sent once.

The payload is zlib-compressed (``DecompressionStream("deflate")`` in the browser). Inside:

    bytes 0..3   length n of the header, little-endian
    n bytes      the header, JSON, padded with spaces so that what follows starts at a multiple of 4
    the rest     the arrays, each starting at a multiple of 4

    header = {width, height, arrays: [[type, offset, shape], ...], defaults: {type: {...}}, marks: [...], panels: [...],
              frames: [{caption, panels: [index, ...]}, ...], others: {arrangement: {size, frames}, ...}}

What does not change between frames is sent once: arrays are pooled by identity and then by content, marks and
panels by what they say. ``others`` are the same frames arranged for a narrow card and for a screen. A mark lists its
arrays under ``arrays`` by index, ``keys`` and ``values`` of its items among them, and leaves out what is as in
``defaults``; a panel lists its marks by index.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import Any, get_args

import numpy as np

from labkit.render import theme
from labkit.views.scene import Mark, Panel, Scene

OTHERS = ("narrow", "lecture")  # arrangements of a scene
_TYPES = {"f": np.dtype("<f4"), "u": np.dtype("u1")}
_COLORS = ("color", "fill", "stroke", "surface")  # fields that hold a token, or nothing
_FIELDS = {cls: tuple(f.name for f in fields(cls)) for cls in (*get_args(Mark), Panel)}
_DEFAULTS = {
    cls: {f.name: None if f.name == "items" else f.default for f in fields(cls) if f.default is not MISSING}
    for cls in get_args(Mark)
}


def pack(scenes: Sequence[Scene]) -> bytes:
    """The payload of a whole story, compressed."""
    return zlib.compress(plain(scenes, both=True), level=1)  # higher levels cost more than they save


def plain(scenes: Sequence[Scene], *, both: bool = False) -> bytes:
    """Not compressed, for one picture in a hurry, because a browser decompresses only asynchronously; with ``both``
    also as a narrow card and a screen in a lecture show it."""
    scenes = list(scenes)
    _check(scenes)
    pool = _Pool()
    frames = _frames(scenes, pool)
    there = [name for name in OTHERS if both and all(getattr(scene, name) for scene in scenes)]
    arranged = {name: [getattr(scene, name)() for scene in scenes] for name in there}
    others = {name: _arranged(same, pool) for name, same in arranged.items()}
    _check_colors(*pool.marks.items, *pool.panels.items)
    header = {
        "width": scenes[0].width,
        "height": scenes[0].height,
        "arrays": pool.arrays.items,
        "defaults": {cls.__name__: values for cls, values in _DEFAULTS.items()},
        "marks": pool.marks.items,
        "panels": pool.panels.items,
        "frames": frames,
        "others": others,
    }
    return b"".join([*_encoded(header), *pool.chunks])


def _frames(scenes: Sequence[Scene], pool: _Pool) -> list[dict[str, Any]]:
    return [{"caption": scene.caption, "panels": [pool.panel(panel) for panel in scene.panels]} for scene in scenes]


def _arranged(scenes: Sequence[Scene], pool: _Pool) -> dict[str, Any]:
    _check(scenes)
    return {"size": [scenes[0].width, scenes[0].height], "frames": _frames(scenes, pool)}


def _check(scenes: list[Scene]) -> None:
    if not scenes:
        raise ValueError("expected at least one scene, got none; a story has a first step")
    sizes = {(scene.width, scene.height) for scene in scenes}
    if len(sizes) > 1:
        raise ValueError(f"expected scenes of one size, got {sorted(sizes)}; give them the same width and height")


def _check_colors(*items: dict[str, Any]) -> None:
    """The browser would draw an unknown token in whatever colour came before."""
    tokens = {item[name] for item in items for name in _COLORS if item.get(name)}
    for token in tokens | {end[2] for item in items for end in item.get("ends", ())}:
        theme.color("light", token)  # says which tokens there are


def _encoded(header: dict[str, Any]) -> tuple[bytes, bytes]:
    try:
        text = json.dumps(header, allow_nan=False, default=_plain, separators=(",", ":")).encode()
    except ValueError as error:
        raise ValueError(
            "expected finite limits, ticks and corners, got NaN or infinity; only arrays may hold NaN"
        ) from error
    text += b" " * (-len(text) % 4)
    return len(text).to_bytes(4, "little"), text


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"expected numbers and text in a scene, got {type(value).__name__}; convert it in the view")


class _Numbered:
    """Distinct items in order of arrival, each found again by its key."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._index: dict[Any, int] = {}

    def add(self, key: Any, make: Any) -> int:
        if key not in self._index:
            self._index[key] = len(self.items)
            self.items.append(make())
        return self._index[key]


class _Pool:
    """Everything the frames share: the scenes outlive it, so that ``id`` names an object."""

    def __init__(self) -> None:
        self.arrays, self.marks, self.panels = _Numbered(), _Numbered(), _Numbered()
        self.chunks: list[bytes] = []
        self._seen: dict[int, int] = {}  # id of an array, a mark or a panel -> its index
        self._end = 0

    def array(self, array: np.ndarray) -> int:
        return self._once(array, self._new_array)

    def mark(self, mark: Mark) -> int:
        return self._once(mark, self._new_mark)

    def panel(self, panel: Panel) -> int:
        return self._once(panel, self._new_panel)

    def _once(self, thing: Any, add: Any) -> int:
        if id(thing) not in self._seen:
            self._seen[id(thing)] = add(thing)
        return self._seen[id(thing)]

    def _new_array(self, array: np.ndarray) -> int:
        kind = "u" if array.dtype == np.uint8 else "f"
        data = np.ascontiguousarray(array, dtype=_TYPES[kind]).tobytes()
        key = (kind, array.shape, hashlib.blake2b(data, digest_size=16).digest())
        return self.arrays.add(key, lambda: self._append(kind, array.shape, data))

    def _append(self, kind: str, shape: tuple[int, ...], data: bytes) -> list[Any]:
        at = self._end
        self.chunks.append(data + bytes(-len(data) % 4))
        self._end += len(self.chunks[-1])
        return [kind, at, list(shape)]

    def _new_mark(self, mark: Mark) -> int:
        values = [(name, getattr(mark, name)) for name in _FIELDS[type(mark)]]
        items = getattr(mark, "items", None)
        if items is not None:
            values = [*values[:-1], ("items", items.words), *items.arrays]
        arrays = tuple((name, self.array(value)) for name, value in values if isinstance(value, np.ndarray))
        usual = _DEFAULTS[type(mark)]
        rest = tuple(
            (name, value) for name, value in values
            if not isinstance(value, np.ndarray) and (name not in usual or value != usual[name])
        )  # fmt: skip
        kind = type(mark).__name__
        return self.marks.add((kind, arrays, rest), lambda: {"type": kind, **dict(rest), "arrays": dict(arrays)})

    def _new_panel(self, panel: Panel) -> int:
        values = {name: getattr(panel, name) for name in _FIELDS[Panel]}
        values["marks"] = tuple(self.mark(mark) for mark in panel.marks)
        values["ends"] = tuple((end.y, end.text, end.color) for end in panel.ends)
        values["targets"] = tuple((t.name, t.x0, t.y0, t.x1, t.y1) for t in panel.targets)
        return self.panels.add(tuple(values.values()), lambda: values)


def unpack(payload: bytes) -> dict[str, Any]:
    """The story as ``canvas.js`` sees it: frames of panels of marks, equal things being the same object."""
    data = zlib.decompress(payload)
    start = 4 + int.from_bytes(data[:4], "little")
    header = json.loads(data[4:start])
    arrays = [_view(data, start + at, _TYPES[kind], shape) for kind, at, shape in header["arrays"]]
    own = [{name: arrays[index] for name, index in mark.pop("arrays").items()} for mark in header["marks"]]
    marks = [header["defaults"][mark["type"]] | mark | its for mark, its in zip(header["marks"], own, strict=True)]
    panels = [panel | {"marks": [marks[index] for index in panel["marks"]]} for panel in header["panels"]]
    for frames in (header["frames"], *(other["frames"] for other in header["others"].values())):
        for frame in frames:
            frame["panels"] = [panels[index] for index in frame["panels"]]
    return header | {"arrays": arrays, "marks": marks, "panels": panels}


def _view(data: bytes, at: int, dtype: np.dtype, shape: list[int]) -> np.ndarray:
    return np.frombuffer(data, dtype, count=int(np.prod(shape)), offset=at).reshape(shape)
