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
# # 22 · Model selection: more
#
# **Your model has an error of 18 %. Should you buy more examples, more columns, or another model?**
#
# *After this page you can* choose columns by hand · read a pair of learning curves · say what a bound on the risk charges for · say when fewer columns make a
# wider street.
#
# *30 minutes, and 20 for the exercises. You need the [main page](22_model_selection.ipynb).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l22_model_selection as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Would more examples help? · 7 min
#
# A **learning curve** shows the [training error](16_pruning_and_rules.ipynb) and the error on held-out examples (*validation*) as examples come in.

# %% slideshow={"slide_type": "subslide"}
lesson.MoreExamplesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Two curves that have met, too high: bias. More examples change nothing, another model or better columns do. Two curves far apart: variance. More examples
# help, and so does a stiffer model. With few examples the stiff model may win although it is wrong: it loses less by chance.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Columns by hand · 6 min
#
# Fourteen days, tennis or not. The filter ranks the attributes by what each tells by itself, in bits:

# %% slideshow={"slide_type": "fragment"}
lesson.tennis_filter()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The wrapper asks [naive Bayes](04_gaussian_classifiers.ipynb), each day left out once. Of equals the first attribute is taken:

# %% slideshow={"slide_type": "fragment"}
lesson.tennis_forward()

# %% [markdown] slideshow={"slide_type": "subslide"}
# One attribute alone is worse than saying *yes* every day. So a walk that stops when the score falls would end at the start; this one goes on to the end and
# keeps its best place, two attributes.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Nearly constant · 3 min
#
# Before any ranking: a column that is 0 in nearly all cases can tell little, and is cheap to find. Take the words and signs of the mails as *occurs* or *does not*. Drop a column
# whose mean is below $\epsilon$ or above $1 - \epsilon$:

# %% slideshow={"slide_type": "fragment"}
lesson.rare_signs()

# %% [markdown] slideshow={"slide_type": "subslide"}
# This looks at no label, so it leaks nothing. But rare is not useless: a sign in one mail of a hundred may give that one away. **Selection** keeps some of the columns as
# they are; **extraction** makes new ones from all (principal axes, hidden layers).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Drop a column, watch the street · 5 min
#
# The street of [11](11_support_vectors.ipynb) between two classes, and a column that has nothing to do with them.

# %% slideshow={"slide_type": "subslide"}
lesson.MarginLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A street of fewer columns is also one of more columns, so without a column it is never wider. But the points shrink as well: in the first state the width falls from 1.33 to 1.05
# and the diameter from 5.9 to 2.4, so the street takes 44 % of it instead of 23 %. Bounds on the error depend on this share.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A bound on the risk · 5 min
#
# Another price of flexibility needs no [likelihood](06_logistic_regression.ipynb). Order the models so that each contains those before it, of rising **VC dimension** $h$ (for linear
# functions, the number of coefficients). For squared loss, in its practical form:
#
# $$ R \;\le\; \frac{R_\text{emp}}{\bigl(1 - \sqrt{p - p \ln p + \tfrac{\ln n}{2n}}\,\bigr)_+}, \qquad p = \frac hn $$
#
# | symbol | meaning |
# |---|---|
# | $R$, $R_\text{emp}$ | risk: the expected loss on fresh cases; empirical risk: the mean loss on the examples |
# | $h$ | VC dimension: how many points the family can label in every way |
# | $(\cdot)_+$ | the number, or 0 if it is below 0: then the bound is infinite |

# %% slideshow={"slide_type": "subslide"}
lesson.StructureLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Structural risk minimisation** takes the model with the least bound. As a number the bound is far too high; to choose, only its order matters.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How large is the price? · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.corrections()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Criteria compare models of the *same* $y$ by differences: $e^{-\Delta/2}$, scaled to sum 1, is the **weight** of a model. Of the twelve numbers:

# %% slideshow={"slide_type": "fragment"}
lesson.weights_of_models()

# %% [markdown] slideshow={"slide_type": "subslide"}
# In how many per cent of 400 draws is the degree too high? The truth is a parabola.

# %% slideshow={"slide_type": "fragment"}
lesson.too_high()

# %% [markdown] slideshow={"slide_type": "subslide"}
# As $n$ grows BIC finds the true degree, AIC and [cross-validation](01_function_approximation.ipynb) go on choosing too much in a quarter of the draws or more. Leaving one out chooses as AIC does.
# To choose as BIC does, cross-validation would have to hold out $n\,(1 - 1/(\ln n - 1))$ examples, nearly all:

# %% slideshow={"slide_type": "fragment"}
lesson.held_out_as_bic()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **5 ★ BIC of a regression.** From the sum of squared residuals; the variance of the noise is a parameter too.


# %%
def my_bic(rss, n, coefficients):
    """my_bic(0.0582, 12, 4) is -17.5."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.bic(my_bic)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **6 ★★ Find the bug.** Least squares needs no second fit to leave one out. The **leverage** $h_i$ says how much example $i$ pulls its own answer, and left out it is
# missed by $(y_i - \hat y_i)/(1 - h_i)$. Mend the mean of the squares.


# %%
def left_out_error(y, answers, leverages):
    """left_out_error(np.array([0, 0, 3]), np.array([1, 1, 1]), np.array([1/3, 1/3, 1/3])) is 4.5."""
    residuals = y - answers
    return np.mean(residuals**2 / (1 - leverages))


# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.left_out_error(left_out_error)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **7 ★★★ Fool leaving one out.** The learner always answers the commonest class of its examples. Choose at least six labels of two classes, for which it is never right when
# each is left out.

# %%
my_labels = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises_more.never_right(my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Curves that have met: bias, change the model. Curves apart: variance, get examples.
# - A filter is quick and sees one column at a time; a wrapper asks the learner, and is [greedy](15_growing_trees.ipynb).
# - A bound charges for capacity without any likelihood, and is cautious.
# - AIC behaves like leaving one out, BIC like leaving nearly all out.

# %% [markdown] slideshow={"slide_type": "skip"}
# *Back:* [22 model selection](22_model_selection.ipynb) · next: [23 which learner](23_which_learner.ipynb) · the map: [start here](00_start_here.ipynb) · Shao (1997); Kohavi and John (1997); Cherkassky and Mulier (2007).
