"""What lesson 21 asks before it shows."""

from labkit.tutor.question import Question

second_stump = Question("What does the second stump take off the 1?", ("nothing", "about a third", "all of it"))
best_step = Question("Which step ends with the least error on fresh cases?", ("1", "0.5", "0.3", "0.1 or less"))
