"""What scikit-learn's users read of a fitted learner (``coef_``, ``n_iter_``): read-only, declared in a line each."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from labkit.core import inputs


def fitted(read: str | Callable, doc: str) -> property:
    """An attribute of a fitted learner: where it lies, as in "model_.means", or a function of the learner.

    Where nothing lies there the attribute is not there either, as ``hasattr`` says.
    """
    find = attrgetter(read) if isinstance(read, str) else read

    def asked(learner):
        if not hasattr(learner, "model_"):
            raise inputs.not_fitted(learner)
        return find(learner)

    return property(asked, doc=doc)
