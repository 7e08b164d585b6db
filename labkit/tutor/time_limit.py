"""A limit of a few seconds for a student's code, so that an endless loop ends with a sentence.

Counted is the processor time of this process: a slow or busy machine ends nobody's answer. Where there is no such timer
(Windows, WebAssembly, outside the main thread) there is no limit, and the kernel is interrupted by hand.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TimeUp(BaseException):
    """Not an Exception: a student's own ``except`` must not swallow it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises ``TimeUp`` inside when the time is over."""
    has_timer = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    if not has_timer or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_) -> None:
        raise TimeUp(f"{seconds:g} seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
