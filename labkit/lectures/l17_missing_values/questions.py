"""What lesson 17 asks before it shows."""

from labkit.tutor.prompt import Prompt

day_with_a_gap = Prompt("outlook = ?, humidity = 85, windy. Will they play?", ("Yes", "No", "it is a tie"))
attributes_alike = Prompt(
    "Which remedy profits most when the attributes resemble each other?", ("fill", "surrogates", "fractions")
)
