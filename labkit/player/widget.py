"""The card in a notebook: an anywidget that carries a player to the browser and its requests back."""

from __future__ import annotations

import json
from importlib.resources import files
from uuid import uuid4

import anywidget
import traitlets

from labkit.player import desk
from labkit.player.player import SHOWN, Player
from labkit.render import theme

# Plain scripts, joined to one module in this order.
SCRIPTS = (
    "parts.js", "wire.js", "painter.js", "plane_keys.js", "items.js", "hover.js", "transport.js", "steering.js",
    "question.js", "svg.js", "share.js", "lecture.js", "numbers.js", "keys.js", "card.js",
)  # fmt: skip


def source(package: str, *names: str) -> str:
    return "\n".join(files(package).joinpath(name).read_text(encoding="utf-8") for name in names)


class Shown(anywidget.AnyWidget):
    """A widget that its script can find: by ``own_id`` it listens to the kernel (``listen`` in parts.js)."""

    own_id = traitlets.Unicode("").tag(sync=True)

    def __init__(self, **state):
        name = uuid4().hex
        super().__init__(model_id=name, own_id=name, **state)


class Card(Shown):
    """The host of one player: its traits are what the player shows, and how ``desk`` makes the same lab."""

    _esm = source("labkit.render", "canvas.js") + source("labkit.player", *SCRIPTS)
    _css = source("labkit.player", "card.css", "question.css")

    title = traitlets.Unicode("").tag(sync=True)
    payload = traitlets.Bytes(b"").tag(sync=True)
    frame = traitlets.Int(0).tag(sync=True)
    summary = traitlets.Unicode("").tag(sync=True)
    controls = traitlets.List([]).tag(sync=True)
    values = traitlets.Dict({}).tag(sync=True)
    presets = traitlets.Dict({}).tag(sync=True)
    painter = traitlets.Dict({}).tag(sync=True)
    clicks = traitlets.List([]).tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    asks = traitlets.Dict({}).tag(sync=True)
    home = traitlets.Unicode("").tag(sync=True)
    token = traitlets.Unicode("").tag(sync=True)
    themes = traitlets.Dict(json.loads(theme.as_json())).tag(sync=True)

    def __init__(self, player: Player):
        home, token = desk.home_of(player)
        super().__init__(home=home, token=token, **{name: getattr(player, name) for name in SHOWN})
        self.observe(lambda change: player.change(frame=player._existing(change["new"])), "frame")
        self.on_msg(lambda _widget, message, _buffers: player.receive(message, self.send))
        player.host = self

    def update(self, changed: dict) -> None:
        with self.hold_sync():  # one message
            for name, value in changed.items():
                self.set_trait(name, value)


def card_of(player: Player) -> Card:
    """Its card, which may be shown more than once."""
    return player.host if isinstance(player.host, Card) else Card(player)
