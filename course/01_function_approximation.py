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
# # 01 · Function approximation
#
# **The test is 90 % reliable and says "ill": do you treat?**
#
# *After this lesson you can* say how probable a class is after you have seen the evidence · say what least squares finds on zeros and ones, and why ·
# choose the decision that costs least, and know when to say "I do not know".
#
# *50 minutes in class, about 35 for the exercises, 35 in [01_more](01_more.ipynb). It builds on no other lesson.*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
from labkit.lectures import l01_function_approximation as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## A thousand people · 2 min
#
# Ten of them are ill. Nobody can see it, so everyone is tested.

# %% slideshow={"slide_type": "fragment"}
lesson.thousand_people()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The test says "ill" · 8 min
#
# Commit to an answer. Then look at the right: these are the people whom the test calls ill. Move the sliders: which one changes the picture most?

# %% slideshow={"slide_type": "subslide"}
lesson.ScreeningLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** The test errs on one healthy person in ten. But there are 99 times as many healthy people as ill ones, so its few errors
# among them outnumber the ill whom it finds. "90 % of the ill test positive" and "90 % of the positive are ill" are different sentences.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The rule · 6 min
#
# A **class** is one of the answers that are possible: ill or healthy, a species, a digit. A **classifier** is a function that gives every case $x$ one of the
# classes. Before anything is measured, class $k$ has its **prior** $P(k)$, how frequent it is. After $x$ is seen, it has its **posterior** $P(k|x)$.
# **Bayes' rule** leads from one to the other:
#
# $$ P(k|x) = \frac{p(x|k)\,P(k)}{\sum_i p(x|i)\,P(i)} . $$
#
# | symbol | meaning |
# |---|---|
# | $x$ | what is known of a case: a test result, a measurement, a list of them |
# | $k$, $i$ | classes; there are $C$ of them |
# | $P(k)$ | prior: the share of class $k$ among all cases |
# | $p(x \mid k)$ | how frequent $x$ is within class $k$; for a measured number, its density |
# | $P(k \mid x)$ | posterior: the share of class $k$ among cases with this $x$ |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 3 min
#
# Bayes' rule is counting. Sort the thousand people into a table and read along the row of the evidence:

# %% slideshow={"slide_type": "fragment"}
lesson.test_by_hand()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A curve through zeros and ones · 9 min
#
# Now the test gives a number: the value $x$ of a marker in the blood. Each person is a point, ill ones at 1, healthy ones at 0. You answer with a curve $y(x)$ and
# pay the **squared loss** $(y(x) - z)^2$, where $z$ is the truth. *Draw* with one stroke, or move the handles. How low can you get?

# %% slideshow={"slide_type": "subslide"}
lesson.CurveLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Preset *through every point*: compare the bars, of the people shown and of all. Which would you believe?
# 2. Preset *shares of the ill*, played: which of the two bars can be below the dashed line, and which cannot?
# 3. Preset *both ends are ill*: draw, then switch *show the posterior* on. How near did you get?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Nobody beats the posterior · 5 min
#
# Look at all people with one value $x$. A share $P$ is ill, the posterior. The answer $y$ costs on average
#
# $$ J(y) = P\,(y-1)^2 + (1-P)\,y^2 . $$
#
# Multiply out and collect: $J(y) = (y - P)^2 + P(1-P)$. The first term is gone at $y = P$: the best answer is the posterior. No answer avoids the rest.
#
# So learning to classify is **approximating a function**. Fit a curve to targets 0 and 1 by [least squares](03_least_squares.ipynb). If it can bend as the posterior does, but not
# run through every point, more cases bring it to the posterior.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## More than two classes
#
# With $C$ classes the target of class $k$ is the vector $z_k = e_k$: a 1 at place $k$, zeros elsewhere (**one-hot**). The best answer is again the mean,
#
# $$ y(x) = \sum_k P(k|x)\, e_k , $$
#
# the vector $P$ of all posteriors $P_k = P(k|x)$. And which class is it? Take the nearest target. Its squared distance is $1 - 2P_k + |P|^2$, where only $P_k$ depends on $k$:
# the **nearest target** is the **most probable class**, the *maximum a posteriori* or MAP decision. An example:

# %% slideshow={"slide_type": "fragment"}
lesson.case_by_hand()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What do mistakes cost? · 9 min
#
# Two groups of equal size; above you see how many people have each value of the marker, below what each decision is expected to cost. The lower line wins. So far a mistake costs 1, whichever it
# is. A third decision, "I do not know, **ask** somebody", is too dear at first.

# %% slideshow={"slide_type": "subslide"}
lesson.CostsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Slide the cost of a miss to 1, 3, 10, 20. From which probability of being ill on does one treat?
# 2. Preset *rare, and a miss costs 20*: the illness is rare, yet the border is nearly where it was at the start. Why?
# 3. Preset *ask somebody for 0.2*: which people are asked about? From which price on is nobody?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The least risk
#
# Two stages: *inference* finds the posteriors, *decision* weighs them. Let $L_{ki}$ be what it costs to decide $i$ when $k$ is true. The **risk** of a decision is its expected cost:
#
# $$ R(i|x) = \sum_k P(k|x)\, L_{ki} . $$
#
# Decide for the $i$ with the least risk. If even the least risk is above the price $r$ of asking, ask: that is the **reject option**. If every mistake costs 1, the risk is
# $1 - P(i|x)$, and the decision of the least risk is the most probable class. Below are the lines that decide in the lab.
#
# | symbol | meaning |
# |---|---|
# | $L_{ki}$ | cost of deciding $i$ where $k$ is true |
# | $R(i \mid x)$ | risk: the expected cost of deciding $i$ |
# | $r$ | price of asking, in place of a decision |

# %% slideshow={"slide_type": "fragment"}
lesson.decision_source()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A patient is healthy with probability 0.85. To miss an ill one costs ten needless treatments:

# %% slideshow={"slide_type": "fragment"}
lesson.three_decisions()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Chest pain · 5 min
#
# 303 patients came with chest pain; a catheter showed a narrowed vessel in 139 of them. Who should be sent there? Say that a missed patient costs five needless examinations, and a further opinion 0.3 of one.
#
# The posteriors come from eight measurements (logistic regression, [06](06_logistic_regression.ipynb)). No patient may be judged by a model that has seen
# the answer: cut the patients into ten parts, and judge each part by a model of the nine others. That is **cross-validation**. A **baseline** needs no model: send nobody, or everyone.

# %% slideshow={"slide_type": "fragment"}
lesson.heart_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The likelier class makes the fewest mistakes, 61, and yet it costs more than the baseline *send everyone*: 35 missed patients are too many. The same posteriors with the
# right costs halve the bill.
#
# **Where it fails.** These patients had a reason to come; nearly half of them are ill. On people in the street the same model would call far too many ill: it has learned the
# clinic's prior. And with the reject option it asks about more than half.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | the most probable class | the least risk | a border without probabilities ([09](09_perceptron.ipynb), [11](11_support_vectors.ipynb)) |
# |---|---|---|---|
# | needs | posteriors | posteriors and costs | only examples |
# | best if | all mistakes cost the same | costs differ | posteriors are hard to learn |
# | new costs | are ignored | new threshold, same model | learn again |
# | another prior | Bayes' rule again | Bayes' rule again | learn again |
# | can say "I do not know" | yes | yes, at its price | only by distance |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 3 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ Is this one ill?** `prior` is the share of ill people, `finds` the share of them who test positive, `clears` the share of healthy people who test
# negative. Return the probability of being ill after a positive test.


# %%
def my_posterior(prior, finds, clears):
    """my_posterior(0.01, 0.9, 0.9) is 0.083."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.posterior(my_posterior)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** `P` are the posteriors of one case, `L[k, i]` is the cost of deciding `i` where `k` is true. This function is right for 0/1 losses, and wrong for
# most others. Mend it.


# %%
def decide(P, L):
    """For P = [0.85, 0.15] and L = [[0, 1], [10, 0]]: 1, to treat."""
    return int((L @ P).argmin())


# %% slideshow={"slide_type": "skip"}
lesson.exercises.decide(decide)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Whom to send?** The same 303 patients. Choose the probability from which on a patient is sent to the catheter, such that at most 8 ill ones are left
# and at most 72 healthy ones are sent.

# %%
my_threshold = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.heart_threshold(my_threshold)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ The least probable.** Three classes. Build three different posteriors, and losses (zeros on the diagonal, all others from 1 to 10) such that the *least* probable class
# is the decision of the least risk.

# %%
my_P, my_L = None, None  # such as [0.5, 0.3, 0.2] and [[0, 1, 1], [1, 0, 1], [1, 1, 0]]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.least_probable(my_P, my_L)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - The posterior needs the prior: a good test for a rare illness is mostly wrong.
# - Least squares on targets 0 and 1 finds the posterior; the nearest target is the most probable class.
# - Decide by the least risk, not by the likeliest class. Costs move the threshold.
# - If even the least risk is too high, pay for another opinion.
#
# **And the test that says "ill"?** It is right in 8 % of its alarms. Treat if a miss costs more than eleven needless treatments.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [01_more](01_more.ipynb): the triangle of three classes, other codings, what other losses find, new priors, what to reject · start:
# [00](00_start_here.ipynb) · next: [02 nearest neighbours](02_nearest_neighbours.ipynb) · more on Bayes' rule: [04 Gaussian classifiers](04_gaussian_classifiers.ipynb) · Bishop, *Pattern Recognition and Machine Learning* (2006), section 1.5.
