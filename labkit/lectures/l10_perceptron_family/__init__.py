"""Lecture 10: the perceptron's family, one lab a module."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".adaline": "AdalineLab",
        ".capacity": "CapacityLab",
        ".fuzzy": "FuzzyLab",
        ".ho_kashyap": "HoKashyapLab",
        ".pictures": "all_rivals best_borders chances delta_rule digit_scores labellings long_row one_pass penalties "
        "penguin_scores prototype_source update_source updates_by_hand vigilance_counts",
        ".prototypes": "PrototypesLab",
        ".questions": "progress quick_check",
        ".vigilance": "VigilanceLab",
    },
)
