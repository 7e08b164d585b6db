"""What lesson 21 asks before it shows."""

from labkit.tutor.prompt import Prompt

wrong_after_10_trees = Prompt("Who is wrong most often after 10 trees?", ("bagging", "random forest", "boosting"))
wrong_after_200_trees = Prompt(
    "And who is wrong least often after 200 trees?", ("bagging", "random forest", "boosting")
)
worse_with_more_trees = Prompt(
    "Who is worse after 200 trees than after 40, in each of three runs?",
    ("all three", "bagging", "random forest", "boosting", "nobody"),
)
