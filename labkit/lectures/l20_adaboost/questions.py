"""What lesson 20 asks before it shows."""

from labkit.tutor.prompt import Prompt

weight_of_the_wrong = Prompt(
    "The three wrong points weighed 3/10 together. And in the next round?", ("3/10", "1/2", "7/10", "all of it")
)
