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
# **What does a machine do when it learns?** Twenty-two lectures answer it, each with labs that you steer. An arrow says what builds on what; a box is a link.

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l00_start_here as lesson

# %% slideshow={"slide_type": "fragment"}
lesson.course_map()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Five minutes first
#
# Choose an answer on the card, then press play.

# %% slideshow={"slide_type": "subslide"}
lesson.FirstLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Now three things, one minute each:
#
# 1. **Drag a point** to the other side. The learner starts again meanwhile.
# 2. **Press** *a line*, *a vote of stumps*, *support vectors*. Which of them can draw a border that is not straight?
# 3. **Press** *rings*, and go through the learners again.
#
# That is the whole course: you see an algorithm at work, you change its data, and you find out when it fails. Good places to begin:
# [01, deciding](01_function_approximation.ipynb), [09, the perceptron](09_perceptron.ipynb) and [15, growing trees](15_growing_trees.ipynb).

# %% [markdown] slideshow={"slide_type": "skip"} tags=["notebook"]
# A card that does not react has not been run yet: click into its cell and press Shift + Enter.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How to work through a lesson
#
# - **Commit first.** A lab asks before it opens. A wrong guess that you explain afterwards is worth more than a right one.
# - **Steer.** Each lab has buttons for states worth seeing, and tasks below it that only steering answers.
# - **Do the exercises.** A check says what is right already, shows the smallest case that fails, and gives hints one at a time.
# - **Look things up** in the [glossary](glossary.ipynb). Errors that we found in the slides are on one [page of errata](errata.ipynb).

# %% [markdown] slideshow={"slide_type": "fragment"} tags=["notebook"]
# These notebooks are your own copies. An update brings the new text and keeps your answers. The map shows how far you are: it is kept in this folder, and is yours alone.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How to steer a lab
#
# | you want to | do |
# |---|---|
# | play, pause | the triangle, or the space bar |
# | one step on or back, first, last | the arrow keys, Home, End |
# | go to a step | drag the long slider, or click into a chart |
# | move a point | drag it; the learner refits while you drag |
# | add, delete a point | choose *add* and click in the plane; right-click a point |
# | know more about a mark | point at it |
# | take a change back | *undo*, or Ctrl + Z |
# | show somebody what you see | *share*: the state as one line of text, the picture, the data |
# | show it to a whole room | the screen symbol: the lab fills the screen; Escape leaves |

# %% [markdown] slideshow={"slide_type": "skip"} tags=["notebook"]
# ## Does everything work?
#
# One line for each thing that a lesson needs. A line that is not OK says what to do.

# %% slideshow={"slide_type": "skip"} tags=["notebook"]
lesson.self_test()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## For those who read code
#
# A lab is an ordinary object, and so is a learner. Everything a lesson shows is in `labkit/learners`: plain NumPy, with the equations numbered as in the lesson.

# %% slideshow={"slide_type": "skip"}
X, y = lesson.data.separable(20, margin=0.2, seed=5)
lesson.Perceptron().trace(X, y)[-1].caption
