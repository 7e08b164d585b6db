"""Lecture 19: the bootstrap, bagging and random forests."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".bootstrap": "BootstrapLab",
        ".forest": "ForestLab",
        ".importance": "ImportanceLab",
        ".pictures": "average_curves crab_scores mail_scores out_of_bag_by_hand out_of_bag_source spread_of_trees "
        "stability two_trees",
        ".pictures_more": "columns_to_draw few_trees majorities roots_of_tennis who_gains",
        ".questions": "progress quick_check",
        ".strength_lab": "StrengthLab",
    },
)
