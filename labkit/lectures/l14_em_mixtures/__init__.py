"""Lecture 14: expectation-maximisation, with two coins and with clouds of points."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".bound": "BoundLab",
        ".climb": "ClimbLab",
        ".clouds": "CloudsLab",
        ".collapse": "CollapseLab",
        ".hard": "HardLab",
        ".pictures": "envelopes first_round known_coins loop_source penguins_without_names species_and_components",
        ".pictures_more": "doughnut_density five_letters how_many ten_numbers",
        ".questions": "progress quick_check",
        ".shares": "SharesLab",
    },
)
