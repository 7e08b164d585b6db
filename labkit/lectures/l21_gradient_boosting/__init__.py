"""Lecture 21: boosting by residuals and gradients, small steps, and what one cut gains."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".concrete": "beyond_the_data concrete_scores",
        ".gain": "GainLab",
        ".pictures": "round_source rounds_by_hand six_points",
        ".pictures_more": "brakes codes five_classes logit_round next_gains one_leaf stop_or_prune tree_source "
        "wrong_labels",
        ".plane": "PlaneBoostLab",
        ".price": "PriceLab",
        ".questions": "progress quick_check",
        ".residuals": "ResidualLab",
        ".shrinkage": "ShrinkageLab",
    },
)
