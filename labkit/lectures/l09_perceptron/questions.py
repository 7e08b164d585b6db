"""What lesson 09 asks before it shows."""

from labkit.tutor.prompt import Prompt

updates_for_six_points = Prompt("How many updates until all six points are right?", ("2", "6", "12", "it never stops"))
slowest_rate = Prompt(
    "Which rate needs the most updates on the points below?", ("constant", "optimal", "relaxation", "normalised")
)
