"""The names that a package offers; each is loaded when it is first asked for.

So ``import labkit.learners`` is quick however many learners there are, a page opens quickly, the self-test runs where a
library is missing, and a lab runs where there are no widgets.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType


class Package(ModuleType):
    """A package whose names stay what they are: loading the module ``candidates`` does not hide the function in it."""

    def __setattr__(self, name: str, value) -> None:
        if not (isinstance(value, ModuleType) and name in self.__all__):
            super().__setattr__(name, value)


def exported(package: str, homes: dict[str, str]) -> tuple[Callable, Callable, list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a package: its names, module by module.

    ``homes`` is module -> its names, spaces between them; ``.rates`` is a module of the package's own. A name that its
    home lacks is a module of that home, as those of ``.`` are.
    """
    home_of = {name: module for module, names in homes.items() for name in names.split()}

    def __getattr__(name: str):
        if name not in home_of:
            raise AttributeError(f"{package} has no {name!r}: expected one of {', '.join(home_of)}")
        home = home_of[name]
        if home != ".":
            module = import_module(home, package)
            # `hasattr` would hide what goes wrong where that is a package which loads the name in its turn.
            if name in vars(module) or name in getattr(module, "__all__", ()):
                return getattr(module, name)
        return import_module(f"{home.rstrip('.')}.{name}", package)

    if package in sys.modules:
        sys.modules[package].__class__ = Package
    return __getattr__, lambda: sorted(home_of), sorted(home_of)
