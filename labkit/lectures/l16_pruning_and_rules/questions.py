"""What lesson 16 asks before it shows."""

from labkit.tutor.prompt import Prompt

fresh_error = Prompt("No training error. On fresh cases this tree is wrong on about", ("0 %", "16 %", "24 %", "50 %"))
significant_root = Prompt(
    "Tennis: is the root's split by outlook (the best of all tests) significant at 5 %?", ("yes", "no")
)
weakest_link = Prompt(
    "The weather tree: 5 leaves, no errors in 14 cases. As leaves its nodes outlook (the root), "
    "windy and humidity would get 5, 2 and 2 cases wrong. Which is the weakest link?",
    ("outlook", "windy", "humidity", "windy and humidity"),
)
