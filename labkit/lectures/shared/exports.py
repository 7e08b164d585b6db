"""The names of a lecture that its pages use; each is loaded when it is first asked for.

So a page opens quickly, the self-test runs where a library is missing, and a lab runs where there are no widgets.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def exported(lecture: str, homes: dict[str, str]) -> tuple[Callable, Callable, list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a lecture: its names, module by module.

    ``homes`` is module -> its names, spaces between them; ``.rates`` is a module of the lecture's own. The name
    ``progress`` in ``.`` is the lecture's own progress: a page calls ``lesson.progress()``.
    """
    home_of = {name: module for module, names in homes.items() for name in names.split()}

    def __getattr__(name: str):
        if name not in home_of:
            raise AttributeError(f"{lecture} has no {name!r}: expected one of {', '.join(home_of)}")
        home = home_of[name]
        if (home, name) == (".", "progress"):
            return import_module("labkit.tutor.progress").Progress(lecture)
        if home == "." or not hasattr(module := import_module(home, lecture), name):
            return import_module(f"{home.rstrip('.')}.{name}", lecture)
        return getattr(module, name)

    return __getattr__, lambda: sorted(home_of), sorted(home_of)
