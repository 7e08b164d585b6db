"""What scikit-learn expects of an estimator's hyper-parameters, without importing scikit-learn."""

from __future__ import annotations

import inspect
from typing import Self

import numpy as np


class Manners:
    """Hyper-parameters are the keywords of ``__init__``, kept as they are given."""

    @classmethod
    def _names(cls) -> list[str]:
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

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
                    f"expected one of {self._names()}; check the spelling"
                )
            if inner:
                getattr(self, name).set_params(**{inner: value})
            else:
                setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = {n: p.default for n, p in inspect.signature(type(self).__init__).parameters.items()}
        given = [f"{n}={v!r}" for n, v in self.get_params(deep=False).items() if not _same(v, defaults[n])]
        return f"{type(self).__name__}({', '.join(given)})"

    def _tags(self, kind: str, *, taught: bool = True, **parts):
        from sklearn.utils import InputTags, Tags, TargetTags  # only called by scikit-learn, so it is there

        return Tags(estimator_type=kind, target_tags=TargetTags(required=taught), input_tags=InputTags(), **parts)


def _same(value, default) -> bool:
    if isinstance(value, tuple) and isinstance(default, tuple):
        return len(value) == len(default) and all(map(_same, value, default))
    return value is default or (type(value) is type(default) and np.isscalar(value) and value == default)
