"""The lectures, one folder each: its labs (one a file), questions, exercises and the pictures its pages show.

A page imports its lecture alone, ``from labkit.lectures import l09_perceptron as lesson``. What several lectures use is
in ``shared``.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages


def all_labs() -> tuple[type, ...]:
    """Every lab class by name, but for abstract ones, which have none: what the tests drive. Imports them all."""
    from labkit.player.lab import Lab  # not before it is asked for: the self-test runs without NumPy

    for module in walk_packages(__path__, prefix=f"{__name__}."):
        import_module(module.name)
    own = (lab for lab in _below(Lab) if lab.__module__.startswith(f"{__name__}.") and hasattr(lab, "name"))
    return tuple(sorted(own, key=lambda lab: lab.name))


def _below(kind: type) -> set[type]:
    children = kind.__subclasses__()
    return set(children).union(*map(_below, children))
