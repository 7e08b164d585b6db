"""The whole state of a lab as one short text that can be copied, pasted and put in a lecture.

token = "labkit1." + base64url(zlib(JSON)) + "." + checksum
"""

from __future__ import annotations

import base64
import json
import zlib

PREFIX = "labkit1"


def encode(state: dict) -> str:
    raw = zlib.compress(json.dumps(state, sort_keys=True, separators=(",", ":")).encode(), level=9)
    body = base64.urlsafe_b64encode(raw).decode().rstrip("=")
    return f"{PREFIX}.{body}.{_checksum(body)}"


def decode(token: str) -> dict:
    """The state; a damaged or foreign token is refused in one sentence."""
    prefix, _, rest = str(token).strip().partition(".")
    body, _, checksum = rest.partition(".")
    if prefix != PREFIX or not body:
        raise ValueError(f"state token: expected text that starts with {PREFIX!r}, got {_short(token)}; copy it again")
    if checksum != _checksum(body):
        raise ValueError(
            f"state token: expected an unchanged token, got a damaged one ({_short(token)}); copy all of it again"
        )
    raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    return json.loads(zlib.decompress(raw))


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"


def _short(token: str) -> str:
    text = str(token).strip()
    return repr(text if len(text) <= 24 else text[:21] + "...")
