"""What lesson 19 asks before it shows."""

from labkit.tutor.prompt import Prompt

majority_of_25 = Prompt("How often is the majority of 25 wrong?", ("35 %", "about 20 %", "about 6 %", "less than 1 %"))
larger_m = Prompt(
    "Which problem wants the larger m?", ("all twelve tell a little", "two tell everything", "both the same")
)
