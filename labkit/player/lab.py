"""The steered lab: a learner, data, views and controls on one card.

A lab writes ``heading``, ``steering`` (its controls), ``points`` (or ``data(values)``) and ``story(X, y, values)``.
Its state (values, painted points) is replaced as a whole, and only after its story could be told: a bad input leaves
the lab as it was and says why. The browser draws a drag at once and asks for glances (the last picture only) one at a
time; the whole story is told again when the drag ends.

``presets`` are states by name, each the values in which it differs from the first state; the card has a button for
each. ``still`` is the step whose picture stands for the lab where nothing plays.

A lab that answers clicks names the panels in ``clickable`` and writes ``click``; one with buttons writes ``press``.
Both return the control values that change. What the other controls do not say is kept in a ``Memory``; ``self.steps``
is the story that was clicked on, ``self.frame`` the scene that was shown. Whatever a click does, a control must do too,
for those who use the keyboard. A lab needs NumPy alone; see ``player`` for how it comes to a card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from labkit.core.story import Step, thinned
from labkit.player import token
from labkit.player.actions import ACTIONS, Click, pasted
from labkit.player.controls import Control, described
from labkit.player.player import MOST_FRAMES, Asks, Player, Send, summary_of
from labkit.player.state import Painted, State, Steering
from labkit.render import canvas
from labkit.views.layout import Layout
from labkit.views.scene import Scene

PROGRESS_EVERY = 50  # frames between two reports of progress


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """A story and the view that shows its steps."""

    steps: Sequence[Step]
    picture: Callable[[Step], Scene]


class PointSource(Protocol):
    """Where the points of a lab come from: X and class indices y."""

    names: tuple[str, ...]  # the controls that make new points

    def drawn(self, values: dict) -> Painted: ...


class Lab(Player):
    """Abstract: see the module docstring."""

    name: str  # in tokens
    heading: str
    steering: tuple[Control, ...] = ()
    points: PointSource | None = None
    data_controls: tuple[str, ...] = ()  # moving one of these makes new data and drops painted points
    classes: tuple[str, ...] = ()  # what the painter paints; empty: nothing is painted
    clickable: tuple[str, ...] = ()  # the panels that answer clicks; on the painter's plane its tools go first
    question: Asks | None = None  # of the lab as it opens by itself
    points_answer: bool = False  # whether a click on a painted point, which is no drag, is for the lab as well

    def data(self, values: dict) -> Painted:
        """The points for these control values; y holds class indices."""
        if self.points is None:
            raise self._unwritten("points, or data(self, values), which returns X and y")
        return self.points.drawn(values)

    def story(self, X: np.ndarray, y: np.ndarray, values: dict) -> Story:
        """The story of these points."""
        raise self._unwritten("story(self, X, y, values), which returns a Story")

    def click(self, values: dict, at: Click) -> dict:
        """The control values that a click changes."""
        raise self._unwritten("click(self, values, at), which returns the values that change")

    def press(self, values: dict, name: str) -> dict:
        """The control values that a button changes."""
        raise self._unwritten("press(self, values, name), which returns the values that change")

    def deleted(self, values: dict, index: int) -> dict:
        """The control values that change when a painted point is gone and those after it move up."""
        return {}

    def _unwritten(self, what: str) -> NotImplementedError:
        return NotImplementedError(f"{type(self).__name__}: write {what}")

    def __init__(self, *, question: Asks | None = None, **values):
        """``question`` is asked of a lab that opens with values of its own."""
        fresh = self.data_controls or (() if self.points is None else self.points.names)
        self.controlled = Steering(type(self).__name__, self.steering, fresh)
        self._send: Send | None = None  # while a request of the card is answered
        state = self.controlled.changed(self.controlled.first, values)
        self._state, self._past = state, []
        self.steps, scenes, shown = self._drawn(state)
        super().__init__(scenes, title=self.heading, summary=summary_of(self.steps, len(shown)), steps=shown)
        painter = {"panel": "plane", "classes": list(self.classes), "answers": self.points_answer}
        self.change(values=state.values, controls=described(self.steering), clicks=list(self.clickable),
                    painter=painter if self.classes else {})  # fmt: skip
        self.question = question or (None if values else self.question)
        self.asks = self.question.asked(self) if self.question else {}

    # ---- what a person or a test does

    def set(self, **values) -> None:
        """Move controls."""
        self._commit(self.controlled.changed(self._state, values))

    def add(self, x: float, y: float, kind: int) -> None:
        """Paint one more point of class ``kind``."""
        self._act("add", x, y, kind)

    def move(self, index: int, x: float, y: float) -> None:
        self._act("move", index, x, y)

    def delete(self, index: int) -> None:
        self._act("delete", index)

    def click_at(self, panel: str, x: float, y: float) -> None:
        """Click at a place of a panel of the frame that is shown."""
        self._act("click", panel, x, y)

    def choose(self, preset: str) -> None:
        """Take on a named state."""
        self._act("preset", preset)

    def press_button(self, name: str) -> None:
        self._act("press", name)

    def _act(self, action: str, *arguments) -> None:
        self._commit(ACTIONS[action](self, self._state, *arguments))

    def undo(self) -> None:
        """Back to the state before the last change."""
        if not self._past:
            raise ValueError("undo: expected an earlier change, got none; nothing was changed yet")
        self._commit(self._past[-1])
        del self._past[-2:]  # going back is not a change to go back to

    @property
    def token(self) -> str:
        """Data, seed, settings and step, to be pasted into this lab anywhere."""
        state = {"lab": self.name, "values": self._state.values, "frame": self.frame}
        if self._state.points is not None:
            X, y = self._state.points
            state["points"] = [[float(a), float(b), int(k)] for (a, b), k in zip(X, y, strict=True)]
        return token.encode(state)

    def restore(self, text: str) -> None:
        """Take on the state of a token."""
        saved = token.decode(text)
        if saved["lab"] != self.name:
            raise ValueError(f"state token: expected one of lab {self.name!r}, got {saved['lab']!r}; open that lab")
        state = self.controlled.changed(self.controlled.first, saved["values"])
        if "points" in saved:
            state = replace(state, points=pasted(self, saved["points"]))
        self._commit(state, saved["frame"])

    @property
    def examples(self) -> Painted:
        """The points that are shown: X and class indices y."""
        return self.points_of(self._state)

    def points_of(self, state: State) -> Painted:
        return self.data(state.values) if state.points is None else state.points

    # ---- the story

    def progress(self, done: int, total: int) -> None:
        """Say how far a long ``story`` is; the card shows it as a bar if it waits."""
        if self._send is not None:
            self._send({"progress": [done, total]}, [])

    def _drawn(self, state: State) -> tuple[Sequence[Step], list[Scene], Sequence[int]]:
        """(all steps, the scenes, which steps they show)."""
        story = self.story(*self.points_of(state), state.values)
        shown = thinned(story.steps, MOST_FRAMES)
        scenes = []
        for k, i in enumerate(shown, start=1):
            scenes.append(story.picture(story.steps[i]))
            if k % PROGRESS_EVERY == 0:
                self.progress(k, len(shown))
        self._picture = story.picture
        return story.steps, scenes, shown

    def _glance(self, state: State, narrow: bool) -> Scene:
        story = self.story(*self.points_of(state), state.values)
        if isinstance(story.picture, Layout) and isinstance(self._picture, Layout):
            story.picture.settle_as(self._picture)  # while a point is dragged, panels stay where they are
        scene = story.picture(story.steps[-1])
        return scene.narrow() if narrow and scene.narrow else scene

    def _commit(self, state: State, frame: int | None = None) -> None:
        """Tell the new state's story; only if that works does it become the lab's."""
        if state is self._state:  # a control was set to what it is
            self.change(error="")
            return
        steps, scenes, shown = self._drawn(state)
        frame = len(scenes) - 1 if frame is None else frame
        self._play(scenes, summary_of(steps, len(shown)), frame, shown, values=state.values, error="")
        self._past.append(self._state)
        self._state, self.steps = state, steps

    # ---- messages of the card

    def receive(self, message: dict, send: Send) -> None:
        """One request of the card: answered always, and an error is shown where the person looks."""
        reply, buffers, self._send = {"seq": message.get("seq")}, [], send
        try:
            reply, buffers = self._answer(message, reply)
            self.change(error="")
        except ValueError as error:
            self.change(error=str(error))
        except Exception as error:
            fault = f"{type(error).__name__}: {error} (a fault of this lab, not yours; your points are kept)"
            self.change(error=fault)
            raise
        finally:
            self._send = None
            send(reply, buffers)

    def _answer(self, message: dict, reply: dict) -> tuple[dict, list[bytes]]:
        action, arguments = message["do"], message.get("with", [])
        if action in ("token", "click"):  # about what is shown, and cards of one lab may show different frames
            self.change(frame=self._existing(int(message.get("frame", self.frame))))
        if action == "token":
            return {**reply, "token": self.token}, []
        if action == "predict":
            self.asks = self.question.answered(self.asks, *arguments)
            return reply, []
        if action in ("undo", "restore"):
            getattr(self, action)(*arguments)
            return reply, []
        state = ACTIONS[action](self, self._state, *arguments)
        if message.get("live"):
            return {**reply, "glance": True}, [canvas.plain([self._glance(state, bool(message.get("narrow")))])]
        self._commit(state)
        return reply, []
