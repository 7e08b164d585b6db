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
# The question that this lecture answers, in one sentence.
#
# **After this lecture you can**
#
# - run the algorithm by hand;
# - say what one step of it does to the picture;
# - name points on which it fails, and say why.
#
# It follows deck 000. About 45 minutes.

# %% slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import lNN_topic as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The idea
#
# Look at the points one after the other. If one is on the wrong side of the line, turn the line towards it:
#
# $$ w \leftarrow w + z . $$

# %% slideshow={"slide_type": "subslide"}
guess = lesson.questions.after_an_update.ask()
guess

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The lab
#
# Play it, then drag a point to the other side. Which point turned the line most?

# %% slideshow={"slide_type": "subslide"}
lab = lesson.TopicLab()
lab

# %% slideshow={"slide_type": "subslide"}
X, y = lesson.data.separable(30, margin=0.06, seed=3)
trace = lesson.Perceptron().trace(X, y)
wrong = [int(np.sum(step.model.predict(X) != y)) for step in trace]
print("points on the wrong side after each of the first updates:", *wrong[:10])
print(guess.reveal("yes" if any(np.diff(wrong) > 0) else "no", because="their number may grow on the way"))

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
# **2 ★★ Find the bug.** Somebody wrote `np.sum((x - z) ** 2)` for the Euclidean distance of two points. Mend it.


# %%
def my_distance(x, z):
    """my_distance of (0, 0) and (3, 4) is 5."""
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.distance(my_distance)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ On data.** How many of the points of `lesson.data.load("perc6")` are in class 1?

# %%
my_positives = None

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
