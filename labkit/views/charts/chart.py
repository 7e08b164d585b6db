"""One chart for all stories: lines that grow with the story, bounds, bands, bars, stems, points and functions.

    Chart(trace, x="update", xlabel="updates n").band(low, high).bound(high, "|w| at most").line("norm", "|w|")

A chart is its layers, drawn in the order of the calls. What a layer shows is a number of every step by its name, a
function of a step, or an array. The k-th line has the k-th curve colour and the k-th dash pattern; a bound is muted
and takes a pattern that no line has. Where the horizontal axis is the story, a cursor stands at the step; what is
there has the ``key`` of the story, such as "round", by which other panels show the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from labkit.core.story import Step, Trace, thinned
from labkit.views import scene, style, text_fit
from labkit.views.axes import Ticks, log_limits, log_ticks, ticks, value_limits
from labkit.views.charts import places
from labkit.views.charts.layers import Layer, fixed, said
from labkit.views.charts.places import Function, Read, column, reader
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.scene import DASHED, SOLID, Boxes, EndLabel, Mark, Panel, Path, Points, Segments, codes, coordinates

CURVES = PATTERNS = 6  # colours and dash patterns that lines have
EXAMPLES = Items("example")
NAMED = 16  # more bars than this are not named one by one


class Chart:
    """``(step, size) -> Panel``. ``story`` is a trace with its places ``x`` (a name, or a function of a step; None
    counts the steps), or it is the places themselves; ``at`` says where among them a step is. Without a story, ``xlim``
    says what is seen. ``title`` and ``ylim`` may be functions of a step; then ``counts`` says that values are whole.
    """

    def __init__(self, story=None, *, x: Read | None = None, at: Read | None = None, title="", xlabel="", ylabel="",
                 xlim=None, ylim=None, xticks: Ticks | None = None, yticks: Ticks | None = None, xlog=False, ylog=False,
                 key="", cursor=True, counts=False, classes: Sequence[str] = (), name="chart"):  # fmt: skip
        self.title, self.xlabel, self.ylabel, self.name, self._classes = title, xlabel, ylabel, name, tuple(classes)
        self.xlog, self.ylog, self._ylim, self._xticks, self._yticks = xlog, ylog, ylim, xticks, yticks
        self._story = story if isinstance(story, Trace) else None
        self._x, self._at = places.story_places(story, x, at)
        self._shared = coordinates(self._x)  # by all lines and all steps
        self._follows, self._may_point = at is not None or x is not None, cursor  # whether the axis is the story
        self.key = key or next((name for name in (x, at) if isinstance(name, str)), "")
        self.xlim = xlim or (places.span(self._x) if len(self._x) and (x is not None or self._story is None) else None)
        self._layers: list[Layer] = []
        self._labels: Sequence[str] | Callable[[Step], Sequence[str]] | None = None
        self._lines = self._bounds = 0
        self._counts = counts  # whether all values are whole numbers

    @property
    def sized(self) -> bool:
        """Words below bars are cut to what there is room for."""
        return self._labels is not None

    def __call__(self, step: Step, size: Size) -> Panel:
        ylim = self._limits(step)
        marks = [mark for layer in self._layers for mark in layer.draw(step)]
        at = float(self._at(step)) if self._follows else None
        if self._cursor:
            marks.append(Segments(at, ylim[0], at, ylim[1], "accent", 2.0))
        return Panel(
            self.xlim, ylim, tuple(marks), name=self.name, title=said(self.title, step),
            xlabel=self.xlabel, ylabel=self.ylabel, xlog=self.xlog, ylog=self.ylog,
            xticks=self._across(step, size), yticks=self._up(ylim), at=at, classes=self._classes,
            ends=tuple(layer.name(step) for layer in self._layers if layer.name),
        )  # fmt: skip

    @property
    def _cursor(self) -> bool:
        return self._follows and self._may_point

    # ---- layers

    def line(self, values: Read, label="", *, whole=False, color="", width=2.0, items: Items | None = None) -> Chart:
        """One number at every place, drawn up to the cursor, or ``whole``; its name goes with its end."""
        y, (color, dash) = self._numbers(values), self._look(color, None)
        path = Path(self._shared, coordinates(y), color, width, dash, items=items or self._items(label))
        self._follows |= not whole
        reached = (lambda step: None) if whole else self._reached
        return self._add(lambda step: [replace(path, upto=reached(step))], lambda: y,
                         label and (lambda step: EndLabel(places.latest(y, reached(step)), label, color)))  # fmt: skip

    def bound(self, values: Read, label="") -> Chart:
        """What lines are compared with: a theory, a limit, the best there is; one number, or one at every place."""
        y, which = self._numbers(values), self._bounds
        path = Path(self._shared, coordinates(y), "muted", 1.6, items=self._items(label))
        self._bounds += 1
        return self._add(lambda step: [replace(path, dash=self._free_pattern(which))], lambda: y,
                         label and fixed(places.latest(y), label, "muted"))  # fmt: skip

    def level(self, y: float, label="", *, color="muted", dash=DASHED, width=1.6) -> Chart:
        """A height that matters, all across."""
        return self._add(lambda step: [Segments(self.xlim[0], y, self.xlim[1], y, color, width, dash)],
                         lambda: np.array([y]), label and fixed(y, label, color))  # fmt: skip

    def band(self, low: Read, high: Read) -> Chart:
        """The region between two numbers at every place."""
        low, high = self._numbers(low), self._numbers(high)
        region = scene.band(self._x, low, high)
        return self._add(lambda step: [region], lambda: np.append(low, high))

    def bars(self, heights: Read, *, x=None, kind=None, labels: Read = (), color="curve0", width=0.8,
             hollow=False, items: Items | None = None) -> Chart:  # fmt: skip
        """A bar for each of a few things; ``kind`` where they are examples of classes. NaN is no bar."""
        read = reader(heights)
        named = callable(labels) or len(labels) > 0
        items = items or (Items() if kind is None or named else EXAMPLES)
        look = {"fill": color, "kind": None if kind is None else codes(kind)}
        look |= {"stroke": color, "opacity": 0.25} if hollow else {}
        self._labels = labels if named else self._labels
        self._xticks = self._xticks or (() if x is None else None)  # things have names or none

        made: dict[int, Boxes] = {}  # by how many there are: where they stand is sent once

        def draw(step: Step) -> list[Mark]:
            heights = np.asarray(read(step), dtype=float)
            tops = np.clip(heights, *self._limits(step))
            self.xlim = self.xlim or (-0.6, max(len(tops), 1) - 0.4)
            if len(tops) not in made:
                made[len(tops)] = scene.bars(np.arange(len(tops)) if x is None else x, tops, width=width, **look)
            cut = (tops != heights) & np.isfinite(heights)
            told = replace(items, values=coordinates(heights)) if cut.any() else items
            return [replace(made[len(tops)], y1=coordinates(tops), items=told)]

        return self._add(draw, lambda: self._every(heights)).level(0.0, color="grid", dash=SOLID, width=1.0)

    def stems(self, x, top: Read, base: Read = 0.0, *, items: Items | None = None) -> Chart:
        """An upright line at each place, from the base to the top."""
        x, top, base = coordinates(x), reader(top), reader(base)
        return self._add(lambda step: [Segments(x, column(base(step)), x, column(top(step)), "curve1", items=items)])

    def points(self, x: Read, y: Read, *, kind=None, size=5.0, editable=False, items=EXAMPLES) -> Chart:
        """Examples, of one class or of the classes ``kind``."""
        read_x, read_y, kind = reader(x), reader(y), codes(np.zeros(np.shape(x)) if kind is None else kind)

        def draw(step: Step) -> list[Mark]:
            places = coordinates(read_x(step)), coordinates(read_y(step))
            return [Points(*places, kind, size=size, editable=editable, items=items)]

        return self._add(draw, lambda: self._every(y))

    def function(self, f: Function, label="", *, said="", flat=False, color="", dash=None, width=2.2) -> Chart:
        """The graph of f; ``flat`` where it jumps and is level in between. A cursor reads its value off."""
        color, dash = self._look(color, dash)
        path = Path(*self._graph(f, flat), color, width, dash, items=Items(label=said or label))

        def draw(step: Step) -> list[Mark]:
            read = [np.array([self._at(step)], dtype=float)] if self._cursor else []
            return [path, *(Path(coordinates(at), coordinates(f(at)), color, dots=True) for at in read)]

        def name(step: Step) -> EndLabel:
            if not self._cursor:
                return EndLabel(float(path.y[-1]), label, color)
            value = float(f(np.array([self._at(step)], dtype=float))[0])
            return EndLabel(value, f"{label}: {value:.2f}", color)

        return self._add(draw, lambda: path.y, label and name)

    def model(self, of: Callable[[Step], Function | None], label="", *, said="", flat=True, color="ink", dash=SOLID,
              width=2.4, parts=places.PLACES) -> Chart:  # fmt: skip
        """The graph of ``of(step)``, a function of every step, or None; in so many straight parts."""

        def name(step: Step) -> EndLabel:
            f = of(step)
            return EndLabel(0.0 if f is None else float(f(np.array([self.xlim[1]]))[0]), label, color)

        def draw(step: Step) -> list[Mark]:
            f = of(step)
            items = Items(label=said or label)
            return [] if f is None else [Path(*self._graph(f, flat, parts), color, width, dash, items=items)]

        return self._add(draw, name=label and name)

    def marks(self, draw: Callable[[Step], Iterable[Mark]]) -> Chart:
        """Anything else."""
        return self._add(draw)

    def _add(self, draw, values=lambda: np.empty(0), name=None) -> Chart:
        self._layers.append(Layer(draw, values, name or None))
        return self

    def _look(self, color: str, dash: int | None) -> tuple[str, int]:
        """Of the next line, as far as it is not said; that of class k has the k-th pattern."""
        if color:
            return color, dash or (int(color[5:]) % PATTERNS if color.startswith("class") else SOLID)
        k = self._lines
        self._lines += 1
        return f"curve{k % CURVES}", k % PATTERNS if dash is None else dash

    def _free_pattern(self, which: int) -> int:
        """Of that bound."""
        free = range(max(self._lines, DASHED), PATTERNS) or range(DASHED, PATTERNS)
        return free[which % len(free)]

    # ---- numbers and axes

    def _numbers(self, values: Read) -> np.ndarray:
        """One at every place."""
        if not len(self._x):
            raise ValueError("x: expected at least one place, got none; draw curves of a story with a step to show")
        self.xlim = self.xlim or places.span(self._x)
        if self._story is not None and places.is_read(values):
            return self._story.curve(values)
        return np.broadcast_to(np.asarray(values, dtype=float), self._x.shape)

    def _items(self, label: str) -> Items:
        """The places have the story's own numbers, such as rounds."""
        return Items(self.key, self._shared if self.key else 0, label)

    def _every(self, what: Read) -> np.ndarray:
        """What it is at any step of the story."""
        if not places.is_read(what):
            return np.ravel(what)
        read, steps = reader(what), self._story or Trace(())
        return np.concatenate([np.empty(0), *(np.ravel(read(steps[i])) for i in thinned(steps))])

    def _reached(self, step: Step) -> int:
        return int(np.searchsorted(self._x, float(self._at(step)), side="right"))

    def _graph(self, f: Function, flat: bool, parts=places.PLACES) -> tuple[np.ndarray, np.ndarray]:
        return places.graph(f, self.xlim, flat=flat, log=self.xlog, parts=parts)

    def _limits(self, step: Step) -> tuple[float, float]:
        if self._ylim is None:
            found = np.concatenate([np.empty(0), *(np.ravel(layer.values()) for layer in self._layers)])
            self._ylim = log_limits(found) if self.ylog else value_limits(found)
            self._counts = bool((found[np.isfinite(found)] % 1 == 0).all())
        return said(self._ylim, step)

    def _up(self, ylim: tuple[float, float]) -> Ticks:
        if self._yticks is not None:
            return self._yticks
        return log_ticks(*ylim, most=4) if self.ylog else ticks(*ylim, most=4, whole=self._counts)

    def _across(self, step: Step, size: Size) -> Ticks:
        if self._labels is not None:
            words = said(self._labels, step)
            room = size[0] / (self.xlim[1] - self.xlim[0])
            named = words if len(words) <= NAMED else ()
            return tuple((float(k), text_fit.fitted(word, room, style.TICK_SIZE)) for k, word in enumerate(named))
        if self._xticks is not None:
            return self._xticks
        if self.xlog:
            return log_ticks(*self.xlim)
        return ticks(*self.xlim, whole=bool(len(self._x) and (self._x % 1 == 0).all()))
