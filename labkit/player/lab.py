"""The steered lab: a learner, data, views and controls on one card.

A lab writes ``heading``, ``steering`` (its controls), ``points`` (or ``data(values)``) and ``story(X, y, values)``.
Its state (values, painted points) is replaced as a whole, and only after its story could be told: a bad input, or the
notebook's stop button, leaves the lab as it was, and it says so. The browser draws a drag at once and asks for glances
(one picture) one at a time; the whole story is told when it ends. Both stay at the moment shown (``same_moment``).

``presets`` are states by name, each the values in which it differs from the first state; the card has a button for
each. ``still`` is the step whose picture stands for the lab where nothing plays.

A lab that answers clicks names the panels in ``clickable`` and writes ``click``; one with buttons writes ``press``.
Both return the control values that change. What the other controls do not say is kept in a ``Memory``; ``self.steps``
is the story that was clicked on, ``self.frame`` the scene that was shown. Whatever a click does, a control must do too,
for those who use the keyboard. Painted points are in ``painted``. ``player``: how a lab, NumPy alone, comes to a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step, thinned
from labkit.player import token
from labkit.player.actions import ACTIONS, ASKING, STAYING, copied, pasted
from labkit.player.controls import Control, described
from labkit.player.handout import data_text
from labkit.player.painted import Paints
from labkit.player.player import MOST_FRAMES, PROGRESS_EVERY, Asks, Player, Send, same_moment, summary_of
from labkit.player.request import Request
from labkit.player.state import Painted, PointSource, State, Steering
from labkit.render import canvas
from labkit.views.layout import Layout
from labkit.views.scene import Scene


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """A story and the view that shows its steps."""

    steps: Sequence[Step]
    picture: Callable[[Step], Scene]


class Lab(Paints, Player):
    """Abstract: see the module docstring."""

    name: str  # in tokens
    heading: str
    steering: tuple[Control, ...] = ()
    points: PointSource | None = None
    data_controls: tuple[str, ...] = ()  # moving one of these makes new data and drops painted points
    clickable: tuple[str, ...] = ()  # the panels that answer clicks; on the painter's plane its tools go first
    question: Asks | None = None  # of the lab as it opens by itself

    def data(self, values: dict) -> Painted:
        """The points for these control values; y holds class indices."""
        if self.points is None:
            raise self._unwritten("points, or data(self, values), which returns X and y")
        return self.points.drawn(values)

    def story(self, X: np.ndarray, y: np.ndarray, values: dict) -> Story:
        """The story of these points."""
        raise self._unwritten("story(self, X, y, values), which returns a Story")

    def press(self, values: dict, name: str) -> dict:
        """The control values that a button changes."""
        raise self._unwritten("press(self, values, name), which returns the values that change")

    def _unwritten(self, what: str) -> NotImplementedError:
        return NotImplementedError(f"{type(self).__name__}: write {what}")

    def __init__(self, *, question: Asks | None = None, **values):
        """``question`` is asked of a lab that opens with values of its own."""
        fresh = self.data_controls or (() if self.points is None else self.points.names)
        self.controlled = Steering(type(self).__name__, self.steering, fresh)
        self._send: Send | None = None  # while a request of the card is answered
        state = self.controlled.changed(self.controlled.first, values)
        self.opening = self._state = state  # what the lab began with
        self._past: list[State] = []
        self.steps, scenes, shown = self._drawn(state)
        super().__init__(scenes, title=self.heading, summary=summary_of(self.steps, scenes), steps=shown)
        self.change(values=state.values, controls=described(self.steering), clicks=list(self.clickable),
                    painter=self.painting)  # fmt: skip
        self.question = question or (None if values else self.question)
        self.asks = self.question.asked(self) if self.question else {}

    # ---- what a person or a test does

    def set(self, **values) -> None:
        """Move controls."""
        self._commit(self.controlled.changed(self._state, values), self.frame)

    def reset(self) -> None:
        """Back to the state that the lab began with; that can be undone too."""
        self._act("reset")

    def add(self, x: float, y: float, kind: int) -> None:
        """Paint one more point of class ``kind``."""
        self._act("add", x, y, kind)

    def move(self, index: int, x: float, y: float) -> None:
        self._act("move", index, x, y)

    def delete(self, index: int) -> None:
        self._act("delete", index)

    def draw(self, x: Sequence[float], y: Sequence[float]) -> None:
        """Draw a stroke through these places."""
        self._act("draw", list(x), list(y))

    def click_at(self, panel: str, x: float, y: float) -> None:
        """Click at a place of a panel of the frame that is shown."""
        self._act("click", panel, x, y)

    def choose(self, preset: str) -> None:
        """Take on a named state."""
        self._act("preset", preset)

    def press_button(self, name: str) -> None:
        self._act("press", name)

    def _act(self, action: str, *arguments) -> None:
        self._commit(ACTIONS[action](self, self._state, *arguments), self.frame if action in STAYING else None)

    def undo(self, shown: int | None = None) -> None:
        """Back to the state before the last change, at the moment of the frame that is ``shown``."""
        if not self._past:
            raise ValueError("undo: expected an earlier change, got none; nothing was changed yet")
        self._commit(self._past[-1], self.frame if shown is None else shown)
        del self._past[-2:]  # going back is not a change to go back to

    @property
    def token(self) -> str:
        """Data, seed, settings and step, to be pasted into this lab anywhere."""
        about = {"lab": self.name, "heading": self.heading, "frame": self.frame}
        return token.encode(about | copied(self._state))

    def restore(self, text: str) -> None:
        """Take on the state of a token."""
        saved = token.decode(text)
        if saved["lab"] != self.name:
            raise token.of_another_lab(self.heading, saved)
        with token.of_this_version():
            state = pasted(self, saved)
        self._commit(state, frame=saved["frame"])

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

    def reported(self, parts: Sequence) -> Iterator:
        """The parts of a long ``story`` one after the other, each when the one before it is done."""
        for done, part in enumerate(parts):
            self.progress(done, len(parts))
            yield part

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

    def _glance(self, state: State, shown: int, arrangement: str) -> tuple[dict, Scene]:
        """(which frame of how many, its picture) of the story of a state that may not last."""
        story = self.story(*self.points_of(state), state.values)
        if isinstance(story.picture, Layout) and isinstance(self._picture, Layout):
            story.picture.settle_as(self._picture)  # while a point is dragged, panels stay where they are
        frames = thinned(story.steps, MOST_FRAMES)
        frame = same_moment(shown, len(self.scenes), len(frames))
        scene = story.picture(story.steps[frames[frame]])
        arranged = getattr(scene, arrangement) if arrangement in canvas.OTHERS else None
        return {"frame": frame, "last": len(frames) - 1}, arranged() if arranged else scene

    def _commit(self, state: State, shown: int | None = None, *, frame: int | None = None) -> None:
        """Tell the new state's story; only if that works does it become the lab's. It stays at the moment of the frame
        that was ``shown``, or goes to ``frame``, or else to its end."""
        if state is self._state:  # a control was set to what it is
            return self.change(error="")
        steps, scenes, steps_shown = self._drawn(state)
        if frame is None:
            frame = len(scenes) - 1 if shown is None else same_moment(shown, len(self.scenes), len(scenes))
        self._play(scenes, summary_of(steps, scenes), frame, steps_shown, values=state.values, error="")
        self._past.append(self._state)
        self._state, self.steps = state, steps

    # ---- messages of the card

    def receive(self, message: dict, send: Send) -> None:
        """One request of the card: answered always, and an error is shown where the person looks."""
        reply, buffers, self._send = {"seq": message.get("seq") if isinstance(message, dict) else None}, [], send
        try:
            reply, buffers = self._answer(Request.of(message), reply)
            self.change(error="")
        except ValueError as error:
            self.change(error=str(error))
        except KeyboardInterrupt:  # the notebook's stop button, while a long story is told
            self.change(error="stopped: all is as it was before")
        except Exception as error:
            fault = f"{type(error).__name__}: {error} (a fault of this lab, not yours; your points are kept)"
            self.change(error=fault)
            raise
        finally:
            self._send = None
            send(reply, buffers)

    def _answer(self, request: Request, reply: dict) -> tuple[dict, list[bytes]]:
        action, arguments = request.action, request.values
        # Cards of one lab may show different frames.
        shown = self._existing(self.frame if request.frame is None else request.frame)
        if action in ("token", "click", "press"):
            self.change(frame=shown)
        if action == "token":
            return {**reply, "token": self.token}, []
        if action in ASKING:
            self.asks = ASKING[action](self, *arguments)
            return reply, []
        if action == "data":
            return {**reply, "text": data_text(self, *arguments)}, []
        if action in ("undo", "restore"):
            self.undo(shown) if action == "undo" else self.restore(*arguments)
            return reply, []
        state = ACTIONS[action](self, self._state, *arguments)
        if request.live:
            place, scene = self._glance(state, shown, request.arrangement)
            if action == "move" and self.rails:  # their sliders follow
                place["values"] = state.values
            return {**reply, "glance": place}, [canvas.plain([scene])]
        self._commit(state, shown if action in STAYING else None)
        return reply, []
