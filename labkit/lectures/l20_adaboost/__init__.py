"""Lecture 20: AdaBoost round by round, and what a wrong label does to it."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".losses": "LossLab",
        ".pictures": "best_stump endings first_rules five_classes four_clouds loss_values margins_later other_orders "
        "pulls round_source rounds_by_hand spam_scores wrong_labels",
        ".questions": "progress quick_check",
        ".rounds": "RoundsLab",
        ".vote": "AdaBoostLab",
    },
)
