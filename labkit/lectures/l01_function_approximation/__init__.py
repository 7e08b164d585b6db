"""Lecture 01: what a posterior is, why least squares finds it, and what to decide when mistakes cost differently."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".coding": "SimplexLab",
        ".costs": "CostsLab",
        ".curve": "CurveLab",
        ".pictures": "case_by_hand decision_source heart_scores test_by_hand thousand_people three_decisions",
        ".pictures_more": "calibration other_priors reject_curve three_losses two_codings",
        ".questions": "progress quick_check",
        ".screening": "ScreeningLab",
    },
)
