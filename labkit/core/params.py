"""Hyper-parameters: declared as the fields of a learner, checked in one place, seen by scikit-learn.

    class Perceptron(HasScores, Classifier):
        rate: str = params.option("constant", RATES)
        margin: float = params.number(0.0, least=0)
        start: np.ndarray | None = None

The fields are the keywords of ``__init__`` and are kept as they are given; what a field may be is checked when the
learner is used, as scikit-learn wants it. A plain default is not checked here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Self, dataclass_transform

import numpy as np

from labkit.core import inputs
from labkit.core.scikit_learn import repair


def number(default, *, nothing: bool = False, **bounds):
    """A number within bounds, see ``inputs.number``; with ``nothing``, or None."""
    return checked(default, lambda name, value: (nothing and value is None) or inputs.number(name, value, **bounds))


def whole(default: int | None, *, least: int | None = None, most: int | None = None, nothing: bool = False):
    """A whole number; with ``nothing``, or None."""
    return number(default, least=least, most=most, whole=True, nothing=nothing)


def seed(default: int = 0):
    """Of all random numbers of a learner."""
    return whole(default, least=0)


def option(default, allowed: tuple, others: str = "", *, unless: type | tuple[type, ...] = ()):
    """One of a few words; or a value of the type ``unless``, which ``others`` describes."""
    return checked(
        default, lambda name, value: isinstance(value, unless) or inputs.option(name, value, allowed, others)
    )


def switch(default: bool):
    return option(default, (False, True))


def checked(default, check: Callable[[str, object], object]):
    """A field of any kind; ``check(name, value)`` raises where a value cannot work."""
    return field(default=default, metadata={"check": check})


@dataclass_transform(kw_only_default=True, field_specifiers=(number, whole, seed, option, switch, checked))
class Params:
    """What scikit-learn expects of an estimator's hyper-parameters, without importing scikit-learn."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        dataclass(cls, kw_only=True, eq=False, repr=False)

    def __new__(cls, *given, **params):
        """Refuse what ``__init__`` would refuse too, in words that help."""
        known = cls._names()
        if given:
            raise TypeError(
                f"{cls.__name__}: expected hyper-parameters by keyword ({', '.join(known)}), got {given[0]!r} without "
                f"one; write its name before it"
            )
        for name in params:
            if name not in known:
                wanted = f"expected keywords out of {', '.join(known)}" if known else "expected no keyword"
                raise TypeError(f"{cls.__name__}: {wanted}, got {name!r}; {repair(name, known)}")
        return super().__new__(cls)

    @classmethod
    def _names(cls) -> list[str]:
        return [each.name for each in fields(cls) if each.init]

    def _check_params(self) -> None:
        """Raise a ValueError for a hyper-parameter that its declaration does not allow."""
        for each in fields(self):
            if "check" in each.metadata:
                each.metadata["check"](each.name, getattr(self, each.name))

    def get_params(self, deep: bool = True) -> dict:
        """The hyper-parameters by name; with ``deep``, those of a learner inside a learner too."""
        params = {name: getattr(self, name) for name in self._names()}
        if deep:
            for name, value in list(params.items()):
                if hasattr(value, "get_params") and not isinstance(value, type):
                    params |= {f"{name}__{inner}": v for inner, v in value.get_params().items()}
        return params

    def set_params(self, **params) -> Self:
        for name, value in params.items():
            name, _, inner = name.partition("__")
            if name not in self._names():
                raise ValueError(
                    f"Invalid parameter {name!r} for {type(self).__name__}: "
                    f"expected one of {self._names()}; {repair(name, self._names())}"
                )
            if inner:
                getattr(self, name).set_params(**{inner: value})
            else:
                setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = {each.name: each.default for each in fields(self)}
        given = [f"{n}={v!r}" for n, v in self.get_params(deep=False).items() if not _same(v, defaults[n])]
        return f"{type(self).__name__}({', '.join(given)})"

    def _tags(self, kind: str, *, taught: bool = True, **parts):
        from sklearn.utils import InputTags, Tags, TargetTags  # only called by scikit-learn, so it is there

        targets, examples = TargetTags(required=taught), InputTags(sparse=True)
        return Tags(estimator_type=kind, target_tags=targets, input_tags=examples, **parts)


class Checked:
    """For other dataclasses whose fields are declared in this way: they are checked when one is made."""

    __slots__ = ()
    __post_init__ = Params._check_params


def _same(value, default) -> bool:
    if isinstance(value, tuple) and isinstance(default, tuple):
        return len(value) == len(default) and all(map(_same, value, default))
    return value is default or (type(value) is type(default) and np.isscalar(value) and value == default)
