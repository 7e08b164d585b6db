"""Many classes by learners of two: one class against the rest, one against one, output codes. Lectures 07 and 21.

``output_codes`` has the learners, ``coding`` says which word a class has, ``decoding`` which class a word means.
"""
