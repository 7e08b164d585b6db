"""What a lecture steers: a lab is a learner, data, views and controls; one module (or sub-package) a lecture."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages


def all_labs() -> tuple[type, ...]:
    """Every lab class by name, but for abstract ones, which have none: what the tests drive. Imports them all."""
    from labkit.player.lab import Lab  # not before it is asked for: it loads the widgets

    for module in walk_packages(__path__, prefix=f"{__name__}."):
        import_module(module.name)
    own = (lab for lab in _below(Lab) if lab.__module__.startswith(f"{__name__}.") and hasattr(lab, "name"))
    return tuple(sorted(own, key=lambda lab: lab.name))


def _below(kind: type) -> set[type]:
    children = kind.__subclasses__()
    return set(children).union(*map(_below, children))
