"""Lecture 15: choose the splits yourself, and watch a tree and its regions grow."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".first_question": "FirstQuestionLab",
        ".growth": "GrowthLab",
        ".impurities": "ImpurityLab",
        ".pictures": "crab_scores gain_source mushroom_scores photo_tree tennis_gains tennis_tree two_splits",
        ".pictures_more": "buyers four_classes greedy_and_smallest humidity_gaps looking_back named_days "
        "noisy_tests rgb_impurities rgb_levels stopping two_tests weather_tree",
        ".point_split": "PointSplitLab",
        ".questions": "progress quick_check",
        ".split": "SplitLab",
    },
)
