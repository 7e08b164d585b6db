"""Lecture 08: Bayesian logistic regression, all lines instead of the best one."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".bounds": "BoundsLab",
        ".entropy": "EntropyLab",
        ".lines": "LinesLab",
        ".pictures": "by_hand em_source patient_scores same_ninety",
        ".pictures_more": "bent_border challenger convex_in_square evidence_table from_above jensen_table many_classes",
        ".predictive": "PredictiveLab",
        ".probit": "ProbitLab",
        ".questions": "progress quick_check",
        ".tangent": "TangentLab",
        ".variational": "VariationalLab",
    },
)
