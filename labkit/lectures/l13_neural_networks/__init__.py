"""Lecture 13: networks of units, from XOR by hand to digits; and networks of bumps."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".borders": "BordersLab",
        ".bumps": "BumpsLab",
        ".fold": "FoldLab",
        ".noise": "NoiseLab",
        ".pictures": "backward_source digit_scores one_line what_the_units_say",
        ".pictures_more": "bits_a_second dictionaries exact_bumps radial_values sigmoid_bump",
        ".questions": "progress quick_check",
        ".sharpen": "SharpenLab",
        ".stopping": "StoppingLab",
        ".there_and_back": "PassLab",
        ".twins": "TwinsLab",
    },
)
