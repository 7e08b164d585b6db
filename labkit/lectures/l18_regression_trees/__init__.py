"""Lecture 18: trees that answer with numbers, what greed costs, and sums of functions that take turns."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".backfit": "BackfitLab",
        ".boxes": "BoxesLab",
        ".cheapest": "CheapestLab",
        ".correlated": "CorrelatedLab",
        ".cuts": "CutsLab",
        ".greed": "GreedLab",
        ".outlier": "OutlierLab",
        ".outside": "OutsideLab",
        ".pictures": "error_by_hand growing_source mixtures_scores picture_of_mixtures",
        ".pictures_more": "additive_scores half_sweeps_by_hand leaves_compared",
        ".questions": "progress quick_check",
        ".stages": "StagesLab",
        ".staircase": "StaircaseLab",
    },
)
