"""Many classes by learners of two: one class against the rest, one against one, output codes. Lectures 07 and 21.

``output_codes`` has the learners, ``coding`` says which word a class has, ``decoding`` which class a word means.
"""

from labkit.core.exports import exported

__getattr__, __dir__, __all__ = exported(
    __name__,
    {
        ".coding": "code_of correctable exhaustive least_distance one_vs_one one_vs_rest random_code",
        ".decoding": "CodedModel nearness",
        ".output_codes": "BitStep OneVsOne OneVsRest OutputCodes TaskStep duels",
    },
)
