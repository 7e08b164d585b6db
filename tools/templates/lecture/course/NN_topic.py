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
# # NN · Topic
#
# **The question that this lecture answers, as a person would ask it?**
#
# *After this lesson you can* run the algorithm by hand · say what one step of it does to the picture · name points on which it fails, and say why.
#
# *45 minutes. You need: nothing before it.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import lNN_topic as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Look first · 10 min
#
# Commit to an answer on the card, then play it.

# %% slideshow={"slide_type": "subslide"}
lesson.TopicLab()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 20 min
#
# Look at the points one after the other. If one is on the wrong side of the line, turn the line towards it:
#
# $$ w \leftarrow w + z . $$
#
# | symbol | meaning |
# |---|---|
# | $w$ | the weights: bias and normal of the line |
# | $z$ | the point, with a 1 before it, times its class |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## On penguins · 15 min
#
# One honest number against a baseline, and where the method fails.

# %% slideshow={"slide_type": "subslide"}
lesson.penguin_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Count the mistakes.** Return the share of answers that are not $y$.


# %%
def my_wrong(y, answers):
    """my_wrong([0, 1, 1, 0], [0, 1, 0, 0]) is 0.25."""
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.share_of_wrong(my_wrong)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This should be the Euclidean distance of two points. Mend it.


# %%
def distance(x, z):
    """The distance of (0, 0) and (3, 4) is 5."""
    return np.sum((x - z) ** 2)


# %% slideshow={"slide_type": "skip"}
lesson.exercises.mended_distance(distance)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ On data.** How many of the six points of the table `perc6` are in class 1? Look at it first.

# %%
table = lesson.data.load("perc6")
my_positives = None  # a number

# %% slideshow={"slide_type": "skip"}
lesson.exercises.positives(my_positives)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool it.** Find four points that no line separates.

# %%
stubborn_X = None  # four rows of two numbers
stubborn_y = None  # four labels, two classes

# %% slideshow={"slide_type": "skip"}
lesson.exercises.stubborn_points(stubborn_X, stubborn_y)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A mistake moves the line; nothing else does.
# - On the way the number of mistakes may grow.
# - Where no line separates, there is no end.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Before:* [00 start here](00_start_here.ipynb) · next: [09 perceptron](09_perceptron.ipynb).
