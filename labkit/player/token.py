"""The whole state of a lab as one short text that can be copied, pasted and put in a lecture.

token = "labkit1." + base64url(zlib(JSON)) + "." + checksum
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

FAMILY = "labkit"
PREFIX = FAMILY + "1"  # the number is the version of this format
MOST_CHARACTERS = 2_000_000  # characters of JSON: a hand-made token must not fill the memory


def encode(state: dict) -> str:
    raw = zlib.compress(json.dumps(state, sort_keys=True, separators=(",", ":")).encode(), level=9)
    body = base64.urlsafe_b64encode(raw).decode().rstrip("=")
    return f"{PREFIX}.{body}.{_checksum(body)}"


def decode(token: str) -> dict:
    """The state; a damaged or foreign token, or one made by hand with other content, is refused in one sentence."""
    prefix, _, rest = str(token).strip().partition(".")
    body, _, checksum = rest.partition(".")
    if prefix != PREFIX and prefix.startswith(FAMILY) and prefix[len(FAMILY) :].isdigit():
        raise ValueError(
            f"state token: expected one of version {PREFIX!r}, got one of {prefix!r}; open it where it was copied, or "
            "set the lab by hand and copy its state here"
        )
    if prefix != PREFIX or not body:
        raise ValueError(f"state token: expected text that starts with {PREFIX!r}, got {_short(token)}; copy it again")
    if not body.isascii() or checksum != _checksum(body):
        raise ValueError(
            f"state token: expected an unchanged token, got a damaged one ({_short(token)}); copy all of it again"
        )
    return _checked(_unpacked(body))


def of_another_lab(heading: str, state: dict) -> ValueError:
    """The refusal of a state that belongs elsewhere, in the words on the cards."""
    other = state.get("heading") or state["lab"]
    return ValueError(f'state token: expected a state of "{heading}", got one of "{other}"; paste it there')


@contextmanager
def of_this_version() -> Iterator[None]:
    """Values that a lab refuses were copied from a lab with other controls."""
    try:
        yield
    except ValueError as error:
        raise ValueError(
            f"state token: expected values of this lab's controls, got others ({error}); it was copied from another "
            "version of this lab, and nothing was changed"
        ) from None


def _unpacked(body: str):
    try:
        raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        return json.loads(zlib.decompressobj().decompress(raw, MOST_CHARACTERS))
    except (ValueError, zlib.error, RecursionError):
        raise _foreign("something else") from None


def _checked(state) -> dict:
    """The state, if every part has the type that ``encode`` gave it; whether the values fit is for the lab to say."""
    if not isinstance(state, dict):
        raise _foreign(f"a {type(state).__name__}")
    for name, kind in (("lab", str), ("values", dict), ("frame", int)):
        if type(state.get(name)) is not kind:
            raise _foreign(f"{name} = {_short(state.get(name))}")
    if not isinstance(state.get("heading", ""), str):  # older tokens have none
        raise _foreign(f"heading = {_short(state['heading'])}")
    points = state.get("points", [])
    if not isinstance(points, list) or not all(isinstance(row, list) and len(row) == 3 for row in points):
        raise _foreign(f"points = {_short(points)}")
    return state


def _foreign(what: str) -> ValueError:
    return ValueError(f"state token: expected the state of a lab, got {what}; copy it from a lab")


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"


def _short(token: str) -> str:
    text = str(token).strip()
    return repr(text if len(text) <= 24 else text[:21] + "...")
