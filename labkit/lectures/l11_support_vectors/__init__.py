"""Lecture 11: support vector machines, the widest street and what holds it; kernels, which lift it without lifting."""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".": "exercises exercises_more",
        ".slack": "SlackLab",
        ".gamma": "GammaLab",
        ".kernels": "KernelLab",
        ".lift": "LiftLab",
        ".pairs": "PairsLab",
        ".pictures": "score_source slack_by_hand street_by_hand tumour_scores twenty_birds",
        ".pictures_more": "digit_scores leave_one_out many_features move_source three_numbers xor_by_hand",
        ".product": "ProductLab",
        ".questions": "progress quick_check",
        ".street": "StreetLab",
        ".touch": "TouchLab",
    },
)
