"""Lecture 04: classes as Gaussians, when their border is straight, and naive Bayes."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".birds": "BirdLab",
        ".buyers": "BuyerLab",
        ".densities": "DensityLab",
        ".families": "FamilyLab",
        ".naive": "NaiveLab",
        ".pictures": "bird_scores discriminant_source penguin_picture ten_points_by_hand vote_confidence",
        ".pictures_more": "determinants likelihoods quadratic_form softmax_bases tennis_by_hand three_classes "
        "two_kinds",
        ".questions": "progress quick_check",
        ".shapes": "ShapeLab",
    },
)
