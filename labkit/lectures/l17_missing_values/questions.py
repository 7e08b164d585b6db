"""What lesson 17 asks before it shows."""

from labkit.tutor.question import Question

day_with_a_gap = Question("outlook = ?, humidity = 85, windy. Will they play?", ("Yes", "No", "it is a tie"))
attributes_alike = Question(
    "Which remedy profits most when the attributes resemble each other?", ("fill", "surrogates", "fractions")
)
