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
# # 01 · Function approximation: more
#
# **What happens between the lines of the [main page](01_function_approximation.ipynb): does it matter how the classes are coded, which loss is taken, and where the cases come from?**
#
# *After this page you can* read a triangle of three classes · say what another coding of the classes changes and what it does not · name a loss that does
# not find the posterior · carry a posterior to another population.
#
# *35 minutes. You need the main page.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l01_function_approximation as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three classes in a triangle · 6 min
#
# Three posteriors sum to 1, so all of them fit into a triangle: a corner is certainty, the middle is no idea. The dashed lines part it by the nearest corner.
# Click anywhere. The numbers are the squared distances from your answer to the three targets, the ring is the nearest. At the right the same in another coding, explained below.

# %% slideshow={"slide_type": "subslide"}
lesson.SimplexLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The other coding · 6 min
#
# The decks give a second coding, the **simplex** coding: the target $z_k$ has a 1 at place $k$ and $-1/(C-1)$ elsewhere, so that it sums to zero. The mean target
# is then
#
# $$ y(x) = \frac{C\,P - 1}{C - 1} , $$
#
# at each place. With two classes its entries are $P_1 - P_2$ and $P_2 - P_1$: one number with a sign, as the perceptron ([09](09_perceptron.ipynb)) has it. For the case of
# the main page:

# %% slideshow={"slide_type": "fragment"}
lesson.two_codings()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Why the nearest stays.** Both $y$ and $z_k$ are made in the same way, of $P$ and of $e_k$. So $y - z_k = \frac{C}{C-1}\,(P - e_k)$, and
#
# $$ |y - z_k|^2 = \Big(\frac{C}{C-1}\Big)^2 \big(1 - 2P_k + |P|^2\big) . $$
#
# Every squared distance grows by the same factor, and the least stays the least: the class with the largest $P_k$.
#
# Not every coding is so kind. Take the numbers 1, 2, 3 as targets and $P = (0.5, 0, 0.5)$: the mean is $y = 2$, the one class that is impossible.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which losses find the posterior? · 5 min
#
# The squared loss does. So does the **log loss**, $-\ln y$ where the class is 1 and $-\ln(1-y)$ where it is 0. The absolute loss does not: its mean is least at the *median*
# of the zeros and ones, which is the majority. Each dot is the best answer.

# %% slideshow={"slide_type": "fragment"}
lesson.three_losses()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Losses whose best answer is the posterior are called **proper**. A model that is trained by another loss may decide well, but its numbers are no probabilities.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Two ways to a posterior · 6 min
#
# **Generative** learning models how the cases of each class are spread, $p(x|k)$, and how frequent the classes are, $P(k)$; Bayes' rule gives the posterior. **Discriminative**
# learning models $P(k|x)$ itself.
#
# | | generative | discriminative |
# |---|---|---|
# | in this course | Gaussians and naive Bayes ([04](04_gaussian_classifiers.ipynb)) | logistic regression ([06](06_logistic_regression.ipynb)), networks ([13](13_neural_networks.ipynb)), trees ([15](15_growing_trees.ipynb)) |
# | must be right about | every class as a whole | only the posterior, above all near the border |
# | can draw new cases | yes | no |
# | another prior | put it into Bayes' rule | change the [odds](06_logistic_regression.ipynb), see below |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Another population · 4 min
#
# In Bayes' rule the prior is a factor. Write it with odds, $P/(1-P)$: if the odds of the prior change by a factor, so do the odds of the posterior. This is what two statements of the
# heart clinic mean where fewer people are ill, if the ill and the healthy are otherwise the same:

# %% slideshow={"slide_type": "fragment"}
lesson.other_priors()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Are the probabilities honest? · 4 min
#
# A posterior of 0.7 should be right seven times in ten; a model that keeps this is **calibrated**. Collect the 303 patients by what the model said, and count:

# %% slideshow={"slide_type": "fragment"}
lesson.calibration()

# %% [markdown] slideshow={"slide_type": "subslide"}
# At both ends the model means what it says. From 0.4 to 0.8 it is less convincing: 0.50 and 0.69 were promised, 0.64 and 0.54 came. But some thirty patients in a row leave each
# share uncertain by nearly 0.1.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What the reject option buys · 4 min
#
# If all mistakes cost 1 and asking costs $r$, a patient gets an answer where one class has a probability of at least $1 - r$. Lower $r$, and fewer patients are answered, on the whole with a smaller
# share of mistakes among them:

# %% slideshow={"slide_type": "fragment"}
lesson.reject_curve()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What nobody gets below.** Even the true posterior errs: where the most probable class has $\max_k P(k|x)$, it is wrong with the rest. The mean of this rest over all cases is the
# **Bayes error**. In the costs lab, as it opens, it is 0.159, and no classifier has less. For real data nobody knows it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ Another prior.** `p` is a posterior where the share of ill people is `before`. Return what it becomes where the share is `after`.


# %%
def my_moved(p, before, after):
    """my_moved(0.5, 0.5, 0.1) is 0.1."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.new_prior(my_moved)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** The squared distance from $y$ to the target of class `k` (from 0) in the simplex coding, for an array `P` of posteriors. It is never zero, not even where class `k` is certain. Mend it.


# %%
def simplex_distance(P, k):
    """For P = [0.7, 0.3] and k = 0: 0.72."""
    C = len(P)
    return C / (C - 1) * (1 - P[k] + C * (P**2).sum())


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.simplex_distance(simplex_distance)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The simplex coding moves and stretches the triangle; the nearest target stays the most probable class.
# - Squared and log loss find the posterior, the absolute loss finds the majority.
# - Another population: the odds of the posterior change by the factor of the odds of the prior.
# - Check probabilities by counting. Rejecting buys fewer mistakes for fewer answers.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* back to [01 function approximation](01_function_approximation.ipynb) · the errors of the slides: [errata](errata.ipynb) · first page:
# [00](00_start_here.ipynb) · next: [02 nearest neighbours](02_nearest_neighbours.ipynb) · Chow (1970), *On optimum recognition error and reject tradeoff*.
