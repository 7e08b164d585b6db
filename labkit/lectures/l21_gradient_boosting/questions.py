"""What lesson 21 asks before it shows."""

from labkit.tutor.prompt import Prompt

second_stump = Prompt("What does the second stump take off the 1?", ("nothing", "about a third", "all of it"))
best_step = Prompt("Which step ends with the least error on fresh cases?", ("1", "0.5", "0.3", "0.1 or less"))
