"""The card of the tutor in a notebook: an anywidget that carries a quick check or a checked exercise to the browser."""

from __future__ import annotations

import json

import traitlets

from labkit.player.widget import Shown, source
from labkit.render import theme
from labkit.tutor.shown import ShownOnSheet


class Sheet(Shown):
    """The host of one plain object."""

    _esm = source("labkit.player", "parts.js", "question.js") + source("labkit.tutor", "sheet.js")
    _css = source("labkit.player", "card.css", "question.css")

    content = traitlets.Dict({}).tag(sync=True)
    themes = traitlets.Dict(json.loads(theme.as_json())).tag(sync=True)

    def __init__(self, shown: ShownOnSheet):
        super().__init__(content=shown.content())
        self.on_msg(lambda _widget, message, _buffers: self._answer(shown, message))

    def _answer(self, shown: ShownOnSheet, message: dict) -> None:
        try:
            self.content = {**shown.receive(self.content, message), "error": ""}
        except ValueError as error:
            self.content = {**self.content, "error": str(error)}
