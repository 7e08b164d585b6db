"""The player: a story sent once, then played, stepped, scrubbed and looped by the browser alone.

Without a browser it speaks too: a still picture (``image/png``) and one deterministic line (``text/plain``) stand
beside the live view in every notebook, on a printed page, for a screen reader and for nbval.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.resources import files

import anywidget
import traitlets

from labkit.core import inputs
from labkit.core.story import Step, thinned
from labkit.render import canvas, matplotlib, theme
from labkit.views.scene import Scene


def _source(package: str, *names: str) -> str:
    return "\n".join(files(package).joinpath(name).read_text(encoding="utf-8") for name in names)


class Player(anywidget.AnyWidget):
    """Plays scenes. ``summary`` is the one line that says how the story ended."""

    _esm = _source("labkit.render", "canvas.js") + _source("labkit.player", "wire.js", "painter.js", "card.js")
    _css = _source("labkit.player", "card.css")

    title = traitlets.Unicode("").tag(sync=True)
    story = traitlets.Bytes(b"").tag(sync=True)
    frame = traitlets.Int(0).tag(sync=True)
    themes = traitlets.Dict(json.loads(theme.as_json())).tag(sync=True)
    summary = traitlets.Unicode("").tag(sync=True)
    # What only a lab fills in; a plain player has nothing to steer.
    controls = traitlets.List([]).tag(sync=True)
    values = traitlets.Dict({}).tag(sync=True)
    painter = traitlets.Dict({}).tag(sync=True)
    clicks = traitlets.List([]).tag(sync=True)  # the panels that answer clicks
    error = traitlets.Unicode("").tag(sync=True)

    def __init__(self, scenes: Sequence[Scene], *, title: str, summary: str, frame: int = 0):
        super().__init__(title=title)
        self._show(scenes, summary, frame)

    def _show(self, scenes: Sequence[Scene], summary: str, frame: int) -> None:
        story = canvas.pack(scenes)  # first, because it may refuse
        self.scenes = tuple(scenes)
        with self.hold_sync():  # one message, so that the card never shows half a change
            self.story, self.summary = story, summary
            self.frame = self._existing(frame)

    def _existing(self, frame: int) -> int:
        return min(max(frame, 0), len(self.scenes) - 1)

    def __repr__(self) -> str:
        return f"{self.title}: {self.summary}"

    def still(self, frame: int = -1, **options) -> bytes:
        """One frame as a PNG; ``theme``, ``scale`` and ``lecture`` as in the matplotlib renderer."""
        inputs.number("frame", frame, least=-len(self.scenes), most=len(self.scenes) - 1, whole=True)
        return matplotlib.png(self.scenes[frame], title=self.title, **options)

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": repr(self), "image/png": self.still()}, metadata


def play(trace: Sequence[Step], view: Callable[[Step], Scene], *, title: str, most: int = 300) -> Player:
    """A player for any story: ``play(learner.trace(X, y), view, title="...")``. Long stories are thinned and say so."""
    shown = thinned(trace, most)
    scenes = [view(trace[i]) for i in shown]
    return Player(scenes, title=title, summary=summary_of(trace, len(shown)))


def summary_of(trace: Sequence[Step], shown: int) -> str:
    """One line: how many steps, how many are shown, how it ended."""
    if not len(trace):
        raise ValueError("story: expected at least one step, got none; a story has a first step")
    count = "1 step" if len(trace) == 1 else f"{len(trace)} steps"
    thin = "" if shown == len(trace) else f" ({shown} shown)"
    return f"{count}{thin}; {trace[-1].caption}"
