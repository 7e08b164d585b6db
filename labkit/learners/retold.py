"""A learner inside a learner: its own steps, retold with the model that the outer learner makes of theirs.

Lectures 01 and 06. ``BayesDecision`` decides by the probabilities of another learner, ``BasisClassifier`` lets it learn
from phi(x): neither changes how it learns, so every number of its steps can be read here as there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MethodType

from labkit.core.story import Step, read


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RetoldStep(Step):
    """A step of the ``inner`` learner with an outer model; what it has not itself is read off the inner step."""

    inner: Step

    caption = read("inner.caption")

    def __getattr__(self, name: str):
        if name == "inner" or name.startswith("_"):  # a step that is being unpickled has no inner one yet
            raise AttributeError(name)
        return getattr(self.inner, name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *dir(self.inner)})


def retold(step: Step, model) -> RetoldStep:
    return RetoldStep(
        event=step.event, model=model, equation=step.equation, example=step.example, reason=step.reason, inner=step
    )


class where_inner_has:
    """Decorates a method that is there only where the learner or the model inside has one of that name.

    It is bound as any method is: scikit-learn's scorers, displays and ensembles ask for its name.
    """

    def __init__(self, inner: Callable[[object], object]):
        self._inner = inner

    def __call__(self, method: Callable):
        self._method, self.__doc__ = method, method.__doc__
        return self

    def __get__(self, outer, owner=None):
        if outer is None:
            return self._method
        getattr(self._inner(outer), self._method.__name__)  # an AttributeError where there is none
        return MethodType(self._method, outer)
