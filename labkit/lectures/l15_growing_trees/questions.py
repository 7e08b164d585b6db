"""What lesson 15 asks before it shows."""

from labkit.tutor.prompt import Prompt

first_attribute = Prompt("Which attribute tells most about play?", ("outlook", "temperature", "humidity", "wind"))
greedy_leaves = Prompt("Four leaves are enough for XOR. How many does greedy growth use here?", ("4", "5", "7", "8"))
