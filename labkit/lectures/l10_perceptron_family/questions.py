"""What lesson 10 asks before it shows."""

from labkit.tutor.question import Question

more_vigilance = Question(
    "More vigilance: what happens to the number of updates?", ("fewer", "the same", "more", "it depends")
)
border_of_prototypes = Question("One prototype per class. Can the border between two classes bend?", ("yes", "no"))
twice_the_inputs = Question(
    "Ten inputs instead of five: at how many random points is the chance one half?",
    ("about the same", "about twice as many", "about four times as many"),
)
