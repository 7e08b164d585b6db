"""Labs for a host without widgets, such as Python in a page: opened, steered and answered over bytes.

A request is JSON, by a ``key`` that the host chooses for each lab:

    {"key": k, "open": "labkit.lectures.l09_perceptron:ConvergenceLab", "token": a state or ""}
    {"key": k, "message": what the card says: {"do", "with", "frame", "live", "arrangement", "seq"}}
    {"key": k, "close": true}

An answer is a message and the bytes that belong to it; the reply to a message that may have changed the lab has its new
token, so that a host can open it again as it was:

    uint32       length of the JSON (little-endian)
    JSON         {"key": k, "buffers": lengths, "token": perhaps, ...} and one of
                 "changed": new values of what is shown; "payload" is then the place of its bytes among the buffers
                 "content": what the lab says to the card
                 "failed":  one sentence
    the rest     the buffers
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from reprlib import repr as shortened

from labkit.core.faults import first_line
from labkit.player import token
from labkit.player.lab import Lab
from labkit.player.player import SHOWN, Player

HOME = "labkit.lectures."  # where labs live


class Desk:
    """Answers requests; ``send`` takes an answer's bytes to the host, several for one request where there is more to
    say."""

    def __init__(self, send: Callable[[bytes], None]):
        self._send, self._labs = send, {}

    def receive(self, request: bytes) -> None:
        """Every request is answered; one that fails leaves all labs as they were."""
        key = None
        try:
            asked = json.loads(request)
            key = _key(asked)
            self._answer(key, asked)
        except Exception as error:  # whatever it is, the person must hear of it
            self._send(packed({"key": key, "failed": first_line(error)}))

    def _answer(self, key: str, asked: dict) -> None:
        if "open" in asked:
            self._labs[key] = opened = _Opened(key, made(asked["open"], asked.get("token", "")), self._send)
            opened.update({name: getattr(opened.lab, name) for name in SHOWN})
        elif key not in self._labs:
            raise ValueError(f"key: expected that of an open lab, got {key!r}; open it first")
        elif "close" in asked:
            del self._labs[key]
        else:
            self._labs[key].lab.receive(asked.get("message"), self._labs[key].say)


def _key(asked) -> str:
    if not isinstance(asked, dict) or not isinstance(asked.get("key"), str):
        raise ValueError(f'request: expected an object with a "key" of text, got {shortened(asked)}; reload the page')
    return asked["key"]


class _Opened:
    """The host of one lab."""

    def __init__(self, key: str, lab: Lab, send: Callable[[bytes], None]):
        self.key, self.lab, self._send = key, lab, send
        lab.host = self

    def update(self, changed: dict) -> None:
        buffers = [changed["payload"]] if "payload" in changed else []
        changed = changed | ({"payload": 0} if buffers else {})
        self._send(packed({"key": self.key, "changed": changed}, buffers))

    def say(self, content: dict, buffers: list[bytes]) -> None:
        settled = "seq" in content and "glance" not in content
        self._send(
            packed({"key": self.key, "content": content, **({"token": self.lab.token} if settled else {})}, buffers)
        )


def home_of(player: Player) -> tuple[str, str]:
    """(home, token) that ``made`` makes the same lab of; nothing of what cannot be made by name."""
    kind = type(player)
    if not isinstance(player, Lab) or getattr(sys.modules[kind.__module__], kind.__name__, None) is not kind:
        return "", ""
    if not kind.__module__.startswith(HOME):
        return "", ""
    as_it_is = player.token
    as_made = player.values == player.controlled.first.values and "points" not in token.decode(as_it_is)
    return f"{kind.__module__}:{kind.__name__}", "" if as_made else as_it_is


def made(home: str, state: str = "") -> Lab:
    """The lab "module:Class" in the state of a token, if one is given."""
    module, _, name = str(home).partition(":")
    try:
        kind = getattr(import_module(module), name, None) if module.startswith(HOME) else None
    except ModuleNotFoundError:
        kind = None
    if not (isinstance(kind, type) and issubclass(kind, Lab)):
        raise ValueError(f"open: expected a lab such as {HOME}l09_perceptron:ConvergenceLab, got {home!r}; check it")
    lab = kind()
    if state:
        lab.restore(state)
    return lab


def packed(message: dict, buffers: Sequence[bytes] = ()) -> bytes:
    header = json.dumps({**message, "buffers": [len(each) for each in buffers]}).encode()
    return struct.pack("<I", len(header)) + header + b"".join(buffers)
