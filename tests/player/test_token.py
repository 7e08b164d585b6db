"""State tokens: what goes in comes out, and nothing else is let in."""

import base64
import json
import zlib

import pytest

from labkit.player import token

STATE = {"lab": "09-convergence", "values": {"seed": 7, "rate": "constant", "gap": 0.1}, "frame": 3}
TOKEN = token.encode(STATE)


def forged(content, *, pack=lambda content: zlib.compress(json.dumps(content).encode())):
    """A token with a right checksum around any content."""
    body = base64.urlsafe_b64encode(pack(content)).decode().rstrip("=")
    return f"{token.PREFIX}.{body}.{token._checksum(body)}"


@pytest.mark.parametrize("points", [None, [[0.123, -1.0, 0], [2.5, 1e-3, 1]]])
def test_token_gives_back_the_state(points):
    state = STATE if points is None else {**STATE, "points": points}
    assert token.decode(token.encode(state)) == state


def test_token_is_one_short_word_and_the_same_every_time():
    assert token.encode(STATE) == TOKEN == token.encode(dict(reversed(STATE.items())))
    assert len(TOKEN) < 200 and TOKEN.isascii() and " " not in TOKEN


def test_token_may_be_pasted_with_spaces_around():
    assert token.decode(f"\n  {TOKEN} \t") == STATE


@pytest.mark.parametrize("at", range(len(token.PREFIX) + 1, len(TOKEN)))
def test_token_with_one_letter_changed_is_refused(at):
    changed = TOKEN[:at] + ("A" if TOKEN[at] != "A" else "B") + TOKEN[at + 1 :]
    with pytest.raises(ValueError, match=r"^state token: expected .*, got .*; copy"):
        token.decode(changed)


@pytest.mark.parametrize(
    "text", ["", " ", "labkit1", "labkit1.", "labkitten." + TOKEN[8:], "hello", "ä" * 5000, None, 7]
)
def test_foreign_text_is_refused_in_one_short_line(text):
    with pytest.raises(ValueError, match="expected text that starts with 'labkit1'") as refusal:
        token.decode(text)
    assert len(str(refusal.value)) < 150


def test_token_of_another_version_is_refused_as_such():
    with pytest.raises(ValueError, match=r"expected one of version 'labkit1', got one of 'labkit2'; open it where"):
        token.decode("labkit2." + TOKEN[8:])


@pytest.mark.parametrize("length", range(9, len(TOKEN), 7))
def test_truncated_token_is_refused(length):
    with pytest.raises(ValueError, match="got a damaged one"):
        token.decode(TOKEN[:length])


@pytest.mark.parametrize(
    "content",
    [
        None,
        5,
        [],
        "text",
        {},
        {"values": {}, "frame": 0},
        {**STATE, "lab": 9},
        {**STATE, "values": None},
        {**STATE, "values": [["seed", 7]]},
        {**STATE, "frame": "3"},
        {**STATE, "frame": None},
        {**STATE, "frame": True},
        {**STATE, "frame": 1.5},
        {**STATE, "heading": 3},
        {**STATE, "points": None},
        {**STATE, "points": 5},
        {**STATE, "points": [1, 2, 3]},
        {**STATE, "points": [[0, 0]]},
        {**STATE, "points": [[0, 0, 1, 1]]},
    ],
)
def test_hand_made_token_with_other_content_is_refused(content):
    with pytest.raises(ValueError, match=r"^state token: expected the state of a lab, got .*; copy it from a lab$"):
        token.decode(forged(content))


@pytest.mark.parametrize(
    "raw",
    [b"", b"not zlib", zlib.compress(b"not json"), zlib.compress(b"\xff\xfe"), zlib.compress(b"[" * 100_000)],
)
def test_hand_made_token_that_is_no_json_is_refused(raw):
    with pytest.raises(ValueError, match=r"expected the state of a lab|expected text that starts"):
        token.decode(forged(raw, pack=bytes))


def test_token_that_unpacks_to_more_than_fits_is_refused():
    bomb = zlib.compress(b'{"lab": "' + b"x" * (token.MOST_CHARACTERS + 1) + b'"}')
    assert len(bomb) < 10_000
    with pytest.raises(ValueError, match="expected the state of a lab"):
        token.decode(forged(bomb, pack=bytes))
