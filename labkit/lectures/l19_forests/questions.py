"""What lesson 19 asks before it shows."""

from labkit.tutor.question import Question

majority_of_25 = Question(
    "How often is the majority of 25 wrong?", ("35 %", "about 20 %", "about 6 %", "less than 1 %")
)
larger_m = Question(
    "Which problem wants the larger m?", ("all twelve tell a little", "two tell everything", "both the same")
)
