"""Many classes by learners of two: one class against the rest, one against one, output codes. Lectures 07 and 21.

learner                   module           built from
OneVsRest, OneVsOne       one_vs           output_codes, coding
OutputCodes               output_codes     coding (which word a class has), decoding (which class a word means)
"""
