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
from types import FrameType

PATIENCE = 4.0  # seconds on the wall for each second of processor time
AGAIN = 0.2  # seconds until it is raised once more, if it was swallowed


class TimeUp(BaseException):
    """Not an Exception, so that ``except Exception`` does not swallow it; a bare ``except`` meets it again."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises ``TimeUp`` inside when the time is over."""
    has_timer = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    if not has_timer or threading.current_thread() is not threading.main_thread():
        yield
        return

    holder, traced = sys._getframe(2), sys.gettrace()  # whose ``with`` this is, and a debugger

    def stop(_, frame: FrameType) -> None:
        time_up = TimeUp(f"{seconds:g} seconds")  # the same of both: what a student reads depends on no clock
        _end_in_next_line(frame, holder, time_up)
        raise time_up

    worked = _timer(signal.SIGVTALRM, signal.ITIMER_VIRTUAL, seconds, stop)
    waited = _timer(signal.SIGALRM, signal.ITIMER_REAL, PATIENCE * seconds, stop)
    try:
        with worked, waited:
            yield
    finally:
        sys.settrace(traced)


def _end_in_next_line(frame: FrameType, holder: FrameType, time_up: TimeUp) -> None:
    """Whatever calls of the student's run then, their next line raises too: so an ``except:`` cannot go on."""

    def refuse(_, event: str, __) -> None:
        if event == "line":
            raise time_up

    sys.settrace(lambda *_: None)  # calls that are new are left alone
    while frame not in (holder, None):
        frame.f_trace = refuse
        frame = frame.f_back


@contextmanager
def _timer(number: int, clock: int, seconds: float, stop: Callable) -> Iterator[None]:
    before = signal.signal(number, stop)
    signal.setitimer(clock, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(clock, 0)
        signal.signal(number, before)
