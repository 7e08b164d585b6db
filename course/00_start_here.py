# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # Start here
#
# This is a course on supervised learning that you *see and steer*. Every algorithm tells its story step by step: you play it, stop it, step back,
# drag the data under its feet, and read the line of source that just acted. It follows five lecture decks; eight of its twenty-two lectures are
# written, the others follow; their learners are in `labkit.learners` already.
#
# **In this notebook**
#
# - does your installation work? One line for each thing, OK or what to do;
# - how to steer a lab, in two minutes;
# - the lectures, and where every algorithm is: slide, module, test, lesson.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Does everything work?
#
# Run this cell (Shift + Enter). A line that is not OK says what to do.

# %% slideshow={"slide_type": "skip"}
from labkit.lectures import l00_start_here as lesson

lesson.self_test()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How to steer a lab
#
# Run the next cell and you have a lab. If you see a picture that does not react, the cell has not been run yet.
#
# | you want to | do |
# |---|---|
# | play, pause | the triangle, or the space bar |
# | one step on or back | the arrow keys |
# | first or last step | Home, End |
# | go anywhere | drag the long slider |
# | play faster, again and again, larger for a lecture | `1×`, the loop, the screen |
# | move a point | drag it; the learner refits while you drag |
# | add a point | choose *add* with a class's mark, then click in the plane |
# | delete a point | right-click it, or choose it and press Delete |
# | take a change back | *undo* |
# | show somebody what you see | *copy state*; they press *paste state* in the same lab |
#
# Filled marks are on the right side, hollow ones on the wrong side. The ring is around the example just used.

# %% slideshow={"slide_type": "subslide"}
lab = lesson.ConvergenceLab()
lab

# %% [markdown] slideshow={"slide_type": "subslide"}
# A lab is an ordinary object. What the mouse does, a line of code does too:

# %% slideshow={"slide_type": "subslide"}
lab.set(gap=0.02, order="random")
print(lab)
lab.undo()
print(lab)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How to work through a lesson
#
# 1. **Predict first.** Commit to an answer before you run it. Lessons compare later what you thought with what happened.
# 2. **Run and steer.** Each lab comes with questions that only steering answers.
# 3. **Check the numbers.** What a lesson claims, it asserts in code; where the slides are wrong, it says so and proves it.
# 4. **Do the exercises.** A check says what it expected, what came and a hint. Nothing stops if you skip one.
#
# Started with `make lab`, these notebooks are your own copies in the folder `work/`. An update never overwrites a copy you changed: the new
# lesson arrives beside it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lectures

# %% slideshow={"slide_type": "skip"}
lesson.course.lectures().whole

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Where everything is
#
# Each row is an algorithm, theorem or worked example of the slides: where it is on the slides, which module holds it, which test holds it to
# the lecture's numbers, and which lesson teaches it. The table is generated from these files, never typed.

# %% slideshow={"slide_type": "skip"}
lesson.course.index().whole

# %% [markdown] slideshow={"slide_type": "skip"}
# To read an algorithm, open its module: it begins with the lecture, the numbered equations and the symbols, and the lines that are an equation
# end with its number. To hear its story, ask for it. (A page reaches everything through its lecture, `lesson`; in your own code write
# `from labkit.learners import Perceptron`.)

# %% slideshow={"slide_type": "subslide"}
X, y = lesson.data.separable(20, margin=0.2, seed=5)
for step in lesson.Perceptron().steps(X, y):
    print(step.caption)
