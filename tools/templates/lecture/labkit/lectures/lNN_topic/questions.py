"""What lesson NN asks before it shows."""

from labkit.tutor.question import Question

after_an_update = Question(
    "The line has just turned because of one point. Can another point be wrong now that was right before?",
    ("yes", "no"),
)
