"""Learners whose answers are features of another one, as a ``ColumnTransformer`` of scikit-learn takes them."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np


class Transforms(ABC):
    """For learners without a teacher that say more of an example than its group."""

    @abstractmethod
    def transform(self, X) -> np.ndarray:
        """(examples, features)"""

    def fit_transform(self, X, y=None) -> np.ndarray:
        return self.fit(X).transform(X)

    def __sklearn_tags__(self):
        from sklearn.utils import TransformerTags  # only called by scikit-learn, so it is there

        tags = super().__sklearn_tags__()
        tags.transformer_tags = TransformerTags()
        return tags
