"""What lesson 10 asks before it shows."""

from labkit.tutor.prompt import Prompt

more_vigilance = Prompt(
    "More vigilance: what happens to the number of updates?", ("fewer", "the same", "more", "it depends")
)
border_of_prototypes = Prompt("One prototype per class. Can the border between two classes bend?", ("yes", "no"))
twice_the_inputs = Prompt(
    "Ten inputs instead of five: at how many random points is the chance one half?",
    ("about the same", "about twice as many", "about four times as many"),
)
