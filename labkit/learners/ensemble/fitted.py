"""What a fitted ensemble is asked for by the names that scikit-learn's users know; read from the model, never stored.

Lectures 19 to 21. Inventory: I-000-102, I-000-104.

    estimators_              the members' models, in their order (of gradient boosting one row a round)
    feature_importances_     shares of what the trees' splits gain on each attribute, see ``importance``
    n_iter_                  rounds of the model
    estimator_weights_, estimator_errors_                of AdaBoost: alpha and epsilon of each round
    oob_error_, oob_score_                               of bags, on examples out of bag
    code_book_                                           of output codes

An attribute that the members do not have, such as the importances of lines, is no attribute: ``hasattr`` says False.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.ensemble import importance


def fitted_model(learner):
    """The model of a fitted learner."""
    if not hasattr(learner, "model_"):
        raise inputs.not_fitted(learner)
    return learner.model_


class KnowsMembers:
    """For ensembles whose members can be asked one by one."""

    @property
    def estimators_(self) -> list:
        """The models of the members."""
        model = fitted_model(self)
        return [model.member(b) for b in range(model.members)]


class KnowsImportances(KnowsMembers):
    """For ensembles whose members may be trees."""

    @property
    def feature_importances_(self) -> np.ndarray:
        """Of every attribute the share of what splits on it gain; all 0 where nothing was split."""
        return importance.shares(self._falls().sum(axis=0))

    def _falls(self) -> np.ndarray:
        model = fitted_model(self)
        return importance.falls(model, self.n_features_in_)


class KnowsRounds(KnowsImportances):
    """For boosting."""

    @property
    def n_iter_(self) -> int:
        """Rounds of the model; fewer than were asked for where the story stopped early."""
        return fitted_model(self).members


class KnowsOutOfBag(KnowsImportances):
    """For bags."""

    @property
    def oob_error_(self) -> float:
        """Of all members, on examples out of bag: the share decided wrongly, or the mean squared error."""
        return float(fitted_model(self).ensemble.oob_error[-1])

    @property
    def oob_score_(self) -> float:
        """The share of examples out of bag that is decided right, or the share of the variance of y explained."""
        bag = fitted_model(self).ensemble
        return 1 - self.oob_error_ / (1.0 if bag.classes is not None else float(np.var(bag.data.y)) or 1.0)
