"""Lecture 09: the perceptron, its convergence theorem, its learning rates, and the linear program."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        "labkit.learners": "Perceptron",
        ".": "exercises exercises_more",
        ".convergence": "ConvergenceLab",
        ".penguins": "two_species",
        ".pictures": "first_lines how_long penguin_picture penguin_scores rule_source six_points_by_hand",
        ".pictures_more": "and_in_two_codings bounds_on_and least_slacks one_update_each reflections tumour_scores "
        "wandering weight_way",
        ".program": "ProgramLab",
        ".questions": "progress quick_check",
        ".rates": "RatesLab",
        ".updates": "UpdatesLab",
    },
)
