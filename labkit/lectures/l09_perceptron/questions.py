"""What lesson 09 asks before it shows."""

from labkit.tutor.question import Question

updates_for_six_points = Question(
    "How many updates until all six points are right?", ("2", "6", "12", "it never stops")
)
slowest_rate = Question(
    "Which rate needs the most updates on the points below?", ("constant", "optimal", "relaxation", "normalised")
)
