"""Lecture 06: logistic regression, from a curve bent by hand to Newton, and what happens without a minimum."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".bases": "BasesLab",
        ".curve": "SigmoidLab",
        ".gap": "GapLab",
        ".irls": "ReweightedLab",
        ".mails": "PathsLab",
        ".pictures": "at_31 first_fit loss_source picture_of_flights race_table tumour_scores",
        ".pictures_more": "bends conventions exact_search one_pass pass_source three_bases three_steps zero_or_not",
        ".questions": "progress quick_check",
        ".race": "RaceLab",
        ".surfaces": "SurfacesLab",
    },
)
