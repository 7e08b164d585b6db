"""The steered lab: a learner, data, views and controls on one card.

A lab writes ``heading``, ``steering`` (its controls), ``data(values)`` and ``tell(X, y, values)``; everything a
person does to it is here. The state (values, painted points) is replaced as a whole, and only after its story could
be told: a bad input leaves the lab as it was and says why. The browser draws a drag at once and asks for glances
(the last picture only) one at a time; the whole story is told again when the drag ends.

A lab may also answer clicks: it names the panels in ``clickable`` and writes ``click``; and it may have buttons, which
it answers in ``press``. Both return the control values that change. What cannot be told from the other controls is
kept in a ``Memory``; ``self.steps`` is the story that was clicked on, ``self.frame`` the scene that was shown. Whatever
a click does, a control must do too, for those who use the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.core.story import Step, thinned
from labkit.player import painting, token
from labkit.player.controls import Control, described
from labkit.player.state import State, Steering
from labkit.player.widget import Player, summary_of
from labkit.render import canvas
from labkit.views.scene import Scene

FRAMES = 300  # the most that is sent of a long story
PROGRESS_EVERY = 50  # frames between two reports of progress


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """A story and the view that shows its steps."""

    steps: Sequence[Step]
    view: Callable[[Step], Scene]


class Lab(Player):
    """Abstract: see the module docstring."""

    name: str  # in tokens
    heading: str
    steering: tuple[Control, ...] = ()
    data_controls: tuple[str, ...] = ()  # moving one of these makes new data and drops painted points
    classes: tuple[str, ...] = ()  # what the painter paints; empty: nothing is painted
    clickable: tuple[str, ...] = ()  # the panels that answer clicks; on the painter's plane its tools go first
    points_answer: bool = False  # whether a click on a painted point, which is no drag, is for the lab as well

    def data(self, values: dict) -> tuple[np.ndarray, np.ndarray]:
        """The points for these control values; y holds class indices."""
        raise self._unwritten("data(self, values), which returns X and y")

    def tell(self, X: np.ndarray, y: np.ndarray, values: dict) -> Telling:
        """The story of these points."""
        raise self._unwritten("tell(self, X, y, values), which returns a Telling")

    def click(self, values: dict, panel: str, x: float, y: float) -> dict:
        """The control values that a click changes; the place is in the panel's coordinates."""
        raise self._unwritten("click(self, values, panel, x, y), which returns the values that change")

    def press(self, values: dict, name: str) -> dict:
        """The control values that a button changes."""
        raise self._unwritten("press(self, values, name), which returns the values that change")

    def deleted(self, values: dict, index: int) -> dict:
        """The control values that change when a painted point is gone and those after it move up."""
        return {}

    def _unwritten(self, what: str) -> NotImplementedError:
        return NotImplementedError(f"{type(self).__name__}: write {what}")

    def __init__(self, **values):
        self._steering = Steering(type(self).__name__, self.steering, self.data_controls)
        state = self._steering.changed(self._steering.first, values)
        self._state, self._past = state, []
        self.steps, scenes, summary = self._told(state)
        super().__init__(scenes, title=self.heading, summary=summary)
        self.controls, self.values = described(self.steering), state.values
        painter = {"panel": "plane", "classes": list(self.classes), "answers": self.points_answer}
        self.painter = painter if self.classes else {}
        self.clicks = list(self.clickable)
        self.on_msg(self._receive)

    # ---- what a person or a test does

    def set(self, **values) -> None:
        """Move controls."""
        self._commit(self._steering.changed(self._state, values))

    def add(self, x: float, y: float, kind: int) -> None:
        """Paint one more point of class ``kind``."""
        self._commit(self._added(self._state, x, y, kind))

    def move(self, index: int, x: float, y: float) -> None:
        self._commit(self._moved(self._state, index, x, y))

    def delete(self, index: int) -> None:
        self._commit(self._deleted(self._state, index))

    def click_at(self, panel: str, x: float, y: float) -> None:
        """Click at a place of a panel."""
        self._commit(self._clicked(self._state, panel, x, y))

    def press_button(self, name: str) -> None:
        self._commit(self._pressed(self._state, name))

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
        state = self._steering.changed(self._steering.first, saved["values"])
        if "points" in saved:
            state = replace(state, points=painting.pasted(saved["points"], len(self.classes)))
        self._commit(state, saved["frame"])

    # ---- states

    def _points(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        return self.data(state.values) if state.points is None else state.points

    def _steered(self, state: State, name: str, value) -> State:
        return self._steering.moved(state, name, value)

    def _clicked(self, state: State, panel: str, x, y) -> State:
        inputs.option("panel", panel, self.clickable)
        for axis, value in (("x", x), ("y", y)):
            inputs.number(axis, value)
        return self._steering.changed(state, self.click(dict(state.values), panel, float(x), float(y)))

    def _pressed(self, state: State, name: str) -> State:
        return self._steering.changed(state, self.press(dict(state.values), self._steering.button(name)))

    def _painted(self, state: State) -> painting.Painted:
        if not self.classes:
            raise ValueError(f"{self.heading}: expected a lab with paintable points, got one without; use its controls")
        return painting.paintable(*self._points(state))

    def _added(self, state: State, x, y, kind) -> State:
        return replace(state, points=painting.added(self._painted(state), len(self.classes), x, y, kind))

    def _moved(self, state: State, index, x, y) -> State:
        return replace(state, points=painting.moved(self._painted(state), index, x, y))

    def _deleted(self, state: State, index) -> State:
        left = replace(state, points=painting.deleted(self._painted(state), index))
        return self._steering.changed(left, self.deleted(dict(left.values), index))

    # ---- telling

    def progress(self, done: int, total: int) -> None:
        """Say how far a long ``tell`` is; the card shows it as a bar if it waits."""
        if self.comm is not None:
            self.send({"progress": [done, total]})

    def _told(self, state: State) -> tuple[Sequence[Step], list[Scene], str]:
        telling = self.tell(*self._points(state), state.values)
        shown = thinned(telling.steps, FRAMES)
        scenes = []
        for k, i in enumerate(shown):
            scenes.append(telling.view(telling.steps[i]))
            if k % PROGRESS_EVERY == PROGRESS_EVERY - 1:
                self.progress(k + 1, len(shown))
        return telling.steps, scenes, summary_of(telling.steps, len(shown))

    def _glance(self, state: State) -> Scene:
        telling = self.tell(*self._points(state), state.values)
        return telling.view(telling.steps[-1])

    def _commit(self, state: State, frame: int | None = None) -> None:
        """Tell the new state's story; only if that works does it become the lab's."""
        if state is self._state:  # a control was set to what it is
            self.error = ""
            return
        steps, scenes, summary = self._told(state)
        with self.hold_sync():
            self._show(scenes, summary, len(scenes) - 1 if frame is None else frame)
            self.values, self.error = state.values, ""
        self._past.append(self._state)
        self._state, self.steps = state, steps

    # ---- messages of the card

    _ACTIONS: ClassVar = {"add": _added, "move": _moved, "delete": _deleted, "set": _steered,
                          "click": _clicked, "press": _pressed}  # fmt: skip

    def _receive(self, _widget, message: dict, _buffers) -> None:
        """One request of the card: answered always, and an error is shown where the person looks."""
        reply, buffers = {"seq": message.get("seq")}, None
        try:
            reply, buffers = self._answer(message, reply)
            self.error = ""
        except ValueError as error:
            self.error = str(error)
        except Exception as error:
            self.error = f"{type(error).__name__}: {error} (a fault of this lab, not yours; your points are kept)"
            raise
        finally:
            self.send(reply, buffers)

    def _answer(self, message: dict, reply: dict) -> tuple[dict, list[bytes] | None]:
        action, arguments = message["do"], message.get("with", [])
        if action in ("token", "click"):  # about what is shown, and cards of one lab may show different frames
            self.frame = self._existing(int(message.get("frame", self.frame)))
        if action == "token":
            return {**reply, "token": self.token}, None
        if action in ("undo", "restore"):
            getattr(self, action)(*arguments)
            return reply, None
        state = self._ACTIONS[action](self, self._state, *arguments)
        if message.get("live"):
            return {**reply, "glance": True}, [canvas.plain([self._glance(state)])]
        self._commit(state)
        return reply, None
