"""Lecture 20: AdaBoost round by round, and the losses that boosting goes down."""

from labkit.lectures.shared.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.core": "course data",
        "labkit.core.table": "Table",
        "labkit.learners": "AdaBoost CART LogitBoost OutputCodes",
        "labkit.learners.ensemble.losses": "MARGIN_LOSSES log2_loss zero_one zero_one_of_slide",
        "labkit.learners.ensemble.engine.stumps": "StumpSearch",
        ".": "exercises questions",
        ".losses": "LossLab",
        ".rounds": "AdaBoostLab",
    },
)
