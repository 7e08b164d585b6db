"""What a person may steer in a lab: sliders, choices, switches, buttons. Plain descriptions; the card draws them.

A button has no value: it acts, and the lab says which values change. A memory has a value but is not drawn: it keeps
what was done by clicks and buttons, so that undo and tokens know it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from labkit.core import inputs

MOST_LETTERS = 4000  # of a memory: a token stays short


@dataclass(frozen=True, slots=True)
class Slider:
    """A number between two bounds; a whole ``step`` from a whole ``low`` makes it a whole number."""

    name: str
    label: str
    low: float
    high: float
    step: float
    default: float
    only: tuple[str, tuple[str, ...]] | None = None  # (another control, the values with which this one matters)
    live: bool = True  # told while it slides; False where that takes long: only when it is let go
    kind: str = field(default="slider", init=False)

    def check(self, value):
        whole = isinstance(self.step, int) and isinstance(self.low, int)
        inputs.number(self.name, value, least=self.low, most=self.high, whole=whole)
        return int(value) if whole else float(value)

    def nearest(self, value: float) -> float:
        """Of the places where it can stand."""
        inside = min(max(value, self.low), self.high)
        return min(round(self.low + round((inside - self.low) / self.step) * self.step, 10), self.high)

    @property
    def extremes(self) -> tuple:
        """What a test drives it through."""
        return self.low, self.default, self.high


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    name: str
    label: str
    options: tuple[str, ...]
    default: str
    only: tuple[str, tuple[str, ...]] | None = None  # as of a slider
    kind: str = field(default="choice", init=False)

    def check(self, value):
        inputs.option(self.name, value, self.options)
        return value

    @property
    def extremes(self) -> tuple:
        return self.options


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    name: str
    label: str
    default: bool = False
    kind: str = field(default="switch", init=False)

    def check(self, value):
        inputs.option(self.name, value, (False, True))
        return bool(value)

    @property
    def extremes(self) -> tuple:
        return False, True


@dataclass(frozen=True, slots=True)
class Memory:
    """Short text that belongs to the state; what it may say is for the lab to check when it tells its story."""

    name: str
    default: str = ""
    forgets: tuple[str, ...] = ()  # moving one of these controls empties it
    kind: str = field(default="memory", init=False)

    def check(self, value):
        if not isinstance(value, str) or len(value) > MOST_LETTERS:
            got = f"{len(value)} letters" if isinstance(value, str) else repr(value)
            raise ValueError(f"{self.name}: expected at most {MOST_LETTERS} letters of text, got {got}; start anew")
        return value

    @property
    def extremes(self) -> tuple:
        return (self.default,)


@dataclass(frozen=True, slots=True)
class Button:
    """Acts when it is pressed; it has no value."""

    name: str
    label: str
    only: tuple[str, tuple[str, ...]] | None = None  # as of a slider
    kind: str = field(default="button", init=False)


Valued = Slider | Choice | Switch | Memory
Control = Valued | Button


def described(controls) -> list[dict]:
    """What the card needs to draw them."""
    return [asdict(control) for control in controls if not isinstance(control, Memory)]
