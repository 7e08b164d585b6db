"""The player: a story sent once, then played, stepped, scrubbed and looped by the browser alone.

A player is a plain object. What a card shows of it are the attributes named in ``SHOWN``; a host carries them to the
card and is told of every change (``widget.Card`` in a notebook, ``desk.Desk`` over bytes). Without a browser a player
speaks too: a still picture (``image/png``) and one deterministic line (``text/plain``) stand beside the live view in
every notebook, on a printed page, for a screen reader and for nbval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from labkit.core import inputs
from labkit.core.printed import printed
from labkit.core.story import Step, thinned
from labkit.render import canvas
from labkit.views.scene import Panel, Scene, Text

SHOWN = ("title", "payload", "frame", "summary", "controls", "values", "presets", "painter", "clicks", "error", "asks")
MOST_FRAMES = 300  # the most that is sent of a long story
PROGRESS_EVERY = 25  # frames between two reports of progress

Send = Callable[[dict, list[bytes]], None]


class Host(Protocol):
    """What carries a player to its card."""

    def update(self, changed: dict) -> None:
        """Take over new values of what is shown, all at once."""


class Asks(Protocol):
    """A question on the lab's card, asked before anything can be steered: ``tutor.question.Question``."""

    def asked(self, lab: Player) -> dict:
        """What the card shows of it: plain data, with "text", "options", the panels it "covers", what was "chosen" and
        whether it is "open"."""

    def answered(self, asked: dict, chosen: int) -> dict:
        """The same after an answer."""

    def with_class(self, asked: dict) -> dict:
        """The same with what a class chose."""


class Player:
    """Plays scenes. ``summary`` is the one line that says how the story ended; ``still`` is the step whose picture
    stands for the story, counted from the end where it is negative. ``steps`` are the steps that the scenes show, None
    where it is all of them."""

    still = -1
    host: Host | None = None
    # What only a lab fills in; a plain player has nothing to steer.
    controls: Sequence[dict] = ()
    values: dict = {}  # noqa: RUF012  replaced as a whole, never altered
    presets: Mapping[str, dict] = {}
    painter: dict = {}  # noqa: RUF012
    clicks: Sequence[str] = ()
    error = ""
    asks: dict = {}  # noqa: RUF012

    def __init__(self, scenes: Sequence[Scene], *, title: str, summary: str, frame: int = 0,
                 steps: Sequence[int] | None = None):  # fmt: skip
        self.title = title
        self._play(scenes, summary, frame, steps)

    def __setattr__(self, name: str, value) -> None:
        if name in SHOWN:
            if name == "frame":
                inputs.number("frame", value, least=0, most=len(self.scenes) - 1, whole=True)
            self.change(**{name: value})
        else:
            super().__setattr__(name, value)

    def change(self, **changed) -> None:
        """Show new values; the card never shows half a change."""
        new = {name: value for name, value in changed.items() if getattr(self, name, None) != value}
        vars(self).update(changed)
        if new and self.host is not None:
            self.host.update(new)

    def receive(self, message: dict, send: Send) -> None:
        """Answer one request of the card."""
        self.change(error=f"{self.title}: expected a lab, got a picture that only plays; there is nothing to steer")
        send({"seq": message.get("seq")}, [])

    def _play(self, scenes, summary: str, frame: int, steps: Sequence[int] | None = None, **changed) -> None:
        payload = canvas.pack(scenes)  # first, because it may refuse
        self.scenes = tuple(scenes)
        self._steps_shown = range(len(self.scenes)) if steps is None else steps
        self.change(payload=payload, summary=summary, frame=self._existing(frame), **changed)

    def _existing(self, frame: int) -> int:
        return min(max(frame, 0), len(self.scenes) - 1)

    @property
    def waits(self) -> bool:
        """Whether its question is still open; what it shows in a notebook must not answer it."""
        return bool(self.asks) and self.asks["chosen"] is None and not self.asks["open"]

    def __repr__(self) -> str:
        said = f"{self.asks['text']} [{' | '.join(self.asks['options'])}]" if self.waits else self.summary
        return f"{self.title}: {said}"

    def png(self, frame: int | None = None, **options) -> bytes:
        """One frame, or else the still, as a picture; ``theme``, ``scale`` and ``lecture`` as in the renderer."""
        from labkit.render import matplotlib  # not before a picture is wanted: labs run without it

        if frame is None:
            frame = self.still_frame
        inputs.number("frame", frame, least=-len(self.scenes), most=len(self.scenes) - 1, whole=True)
        return matplotlib.png(self.scenes[frame], title=self.title, **options)

    @property
    def still_frame(self) -> int:
        """The frame of the step ``still``, or of the nearest one that is shown."""
        steps = self._steps_shown
        wanted = self.still if self.still >= 0 else steps[-1] + 1 + self.still
        return min(range(len(steps)), key=lambda k: abs(steps[k] - wanted))

    def _still(self) -> bytes:
        """What stands for it in a notebook: while it waits for an answer, the first frame without what it covers."""
        if not self.waits:
            return self.png()
        from labkit.render import matplotlib

        return matplotlib.png(covered(self.scenes[0], self.asks["covers"]), title=self.title)

    def _repr_mimebundle_(self, **kwargs):
        from labkit.player import widget  # not before it is shown in a notebook

        data, metadata = widget.card_of(self)._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": repr(self), "image/png": self._still()}, metadata


def covered(scene: Scene, names: Sequence[str]) -> Scene:
    """The scene with a question mark in these panels, and without the sentence that would tell their answer."""
    panels = [_hidden(panel) if panel.name in names else panel for panel in scene.panels]
    return replace(scene, panels=tuple(panels), caption="" if names else scene.caption)


def _hidden(panel: Panel) -> Panel:
    x = math.sqrt(math.prod(panel.xlim)) if panel.xlog else sum(panel.xlim) / 2
    y = math.sqrt(math.prod(panel.ylim)) if panel.ylog else sum(panel.ylim) / 2
    return replace(panel, marks=(Text(x, y, "?", "muted", size=22.0, anchor="center"),), ends=())


def play(trace: Sequence[Step], view: Callable[[Step], Scene], *, title: str, most: int = MOST_FRAMES) -> Player:
    """A player for any story: ``play(learner.trace(X, y), view, title="...")``. Long stories are thinned and say so."""
    shown = thinned(trace, most)
    scenes = [view(trace[i]) for i in shown]
    return Player(scenes, title=title, summary=summary_of(trace, scenes), steps=shown)


def same_moment(frame: int, before: int, after: int) -> int:
    """Where a story of ``after`` frames is when one of ``before`` frames was at ``frame``: at the same step, or at the
    same share of the way where their lengths differ. One that was at its end stays there, one that was not begun yet
    shows how it ends."""
    if frame in (0, before - 1):
        return after - 1
    return frame if before == after else round(frame / (before - 1) * (after - 1))


def summary_of(trace: Sequence[Step], scenes: Sequence[Scene]) -> str:
    """One line: how many steps, how many are shown, how it ended: in the words of the last step or, where it has none,
    of its picture. A single picture is no story: its own words say what it shows."""
    if not len(trace):
        raise ValueError("story: expected at least one step, got none; a story has a first step")
    last, picture = trace[-1], printed(scenes[-1].caption or trace[-1].caption)
    if len(trace) == 1:
        return picture
    thin = "" if len(scenes) == len(trace) else f" ({len(scenes)} shown)"
    return f"{len(trace)} steps{thin}; {printed(last.caption) if last.tells else picture}"
