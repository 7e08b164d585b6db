"""What an exception of a student's code says in one line, with the line where it happened."""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Callable


def first_line(error: Exception) -> str:
    """``ValueError: what is wrong``, without the rest of a long message."""
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__


def failure(error: Exception, function: Callable) -> str:
    """The exception, and the line of the function's own file (or notebook cell) that led to it."""
    return first_line(error) + line_of(error, function)


def line_of(error: BaseException, function: Callable) -> str:
    """`` in line 3 (while True:)``, where the function was when it was stopped; nothing if it was not there."""
    code = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code is not None and frame.filename == code.co_filename]
    if not own:
        return ""
    source = linecache.getline(own[-1].filename, own[-1].lineno).strip()
    return f" in line {own[-1].lineno}" + (f" ({source})" if source else "")
