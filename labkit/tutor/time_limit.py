"""A limit of a few seconds for a student's code, so that an endless loop ends with a sentence.

Counted is the processor time of this process: a slow or busy machine ends nobody's answer. Code that only waits uses
none, so that the clock on the wall counts as well, more patiently. Where there are no such timers (Windows,
WebAssembly, outside the main thread) there is no limit, and the kernel is interrupted by hand.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 4.0  # seconds on the wall for each second of processor time


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
        raise TimeUp(f"{seconds:g} seconds")  # the same of both: what a student reads depends on no clock

    worked = _timer(signal.SIGVTALRM, signal.ITIMER_VIRTUAL, seconds, stop)
    waited = _timer(signal.SIGALRM, signal.ITIMER_REAL, PATIENCE * seconds, stop)
    with worked, waited:
        yield


@contextmanager
def _timer(number: int, clock: int, seconds: float, stop: Callable) -> Iterator[None]:
    before = signal.signal(number, stop)
    signal.setitimer(clock, seconds)
    try:
        yield
    finally:
        signal.setitimer(clock, 0)
        signal.signal(number, before)
