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
# # 12 · Optimisation: more
#
# **Both weights find their best value, again and again. Why does it take so long?**
#
# *After this page you can* say when a squared loss has several valleys · follow annealing · judge a schedule of step sizes · say what taking turns costs.
#
# *22 minutes, and 20 for the exercises. You need the [main page](12_optimisation.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l12_optimisation as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Squared loss is not always one valley · 4 min
#
# A function is **convex** if it lies below each of its chords: then every hollow is the bottom. The squared error is convex in the *answer*. Convex in the *weights* it
# is only where the answer is linear in the weights. For one unit, $(1 - w \tanh v)^2$:

# %% slideshow={"slide_type": "fragment"}
lesson.half_way()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Half-way between two bottoms the loss is 1: a chord lies below the function. So networks ([13](13_neural_networks.ipynb)) have many valleys, whatever the loss.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Hot, then cold · 6 min
#
# At temperature $T$ a rise of $\Delta$ is taken with probability $e^{-\Delta / T}$.
#
# | symbol | meaning |
# |---|---|
# | $T$ | temperature: falls by a fixed share from time to time |
# | $\Delta$ | by how much the proposed place is higher |

# %% slideshow={"slide_type": "fragment"}
lesson.acceptances()

# %% slideshow={"slide_type": "subslide"}
lesson.annealing_walk()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Hot, the walk crosses the ridges of the egg box; cold, it settles in the hollow where it happens to be. The answer is the lowest place that it has *seen*.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which schedules keep the conditions? · 5 min

# %% slideshow={"slide_type": "fragment"}
lesson.conditions_kept()

# %% [markdown] slideshow={"slide_type": "subslide"}
# What the conditions promise is a *critical point*, with probability 1; the bottom only where there is one valley. Over two wells some runs end in the
# higher one. In practice one often keeps the step constant, and halves it now and then.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One block at a time · 7 min
#
# Sometimes each half of the weights is easy once the other half stands still: centres and groups in k-means, E and M in [EM](14_em_mixtures.ipynb), linear weights and
# the rest in a dictionary of functions. Taking turns never goes up.

# %% slideshow={"slide_type": "subslide"}
lesson.TurnsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# With curvatures 1 and a link of $\rho$ between the weights, two turns take the height down by the factor $\rho^4$: nothing is left for $\rho = 0$, two thirds for $\rho = 0.9$.
# Newton, who sees both at once, needs one move.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ How many starts?** The best basin has a share `q` of the box. Return the least number of starts that all miss it with a probability of at most `miss`.


# %%
def my_starts(q, miss):
    """my_starts(0.2, 0.1) is 11."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.starts(my_starts)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** This running mean starts from 0 and never quite forgets it. Mend it.


# %%
def running_mean(samples):
    """running_mean([2.0, 4.0]) is 3.0."""
    w = 0.0
    for k, x in enumerate(samples, start=1):
        w = w - (w - x) / (k + 1)
    return w


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.running_mean(running_mean)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Your own schedule.** Step sizes that keep both conditions and are not $1/k$ times a number.


# %%
def my_schedule(k):
    """A step size for k = 1, 2, ..."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.schedule(my_schedule)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Squared loss is convex only where the model is linear in its weights.
# - Annealing takes falls always, rises by $e^{-\Delta/T}$.
# - Powers of $k$ between $-1$ and $-\tfrac12$ keep both conditions; $-1$ does, $-\tfrac12$ does not.
# - Taking turns never goes up, and is slow where the blocks are linked.

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [12 optimisation](12_optimisation.ipynb) · next: [13 neural networks](13_neural_networks.ipynb).
