"""Models that are sums, fitted part by part to what the other parts leave over. Lecture 18.

learner           module             built from
Backfitting       backfitting        curves of one feature by smoothers, refitted in turn until nothing changes
ResidualFitting   residual_fitting   any learners of numbers, one after the other, none refitted
"""
