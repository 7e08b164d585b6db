"""What lesson NN asks before it shows."""

from labkit.tutor.prompt import Prompt

after_an_update = Prompt(
    "The line has just turned because of one point. Can another point be wrong now that was right before?",
    ("yes", "no"),
)
