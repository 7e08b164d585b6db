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
# # 07 · Many classes
#
# **Three experts know one species of penguin each, and answer *mine* or *not mine*. They disagree: who decides?**
#
# *After this lesson you can* build a classifier of many classes from classifiers of two · say where it leaves a case open · say what a softmax does
# to scores, and what it ignores · make an answer survive a wrong expert.
#
# *60 minutes in class, about 35 for the exercises, 39 in [07_more](07_more.ipynb). You need logistic regression for two classes ([06](06_logistic_regression.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l07_many_classes as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Birds · 2 min
#
# Logistic regression says yes or no. Here are three answers: Adelie, Chinstrap, Gentoo.

# %% slideshow={"slide_type": "fragment"}
lesson.picture_of_birds()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three experts · 10 min
#
# Each expert is a logistic regression that knows one species: its line parts these birds from all others. Commit to an answer, then play: the experts learn one
# after the other. Click anywhere to ask about a bird there; it is marked with a question mark.

# %% slideshow={"slide_type": "subslide"}
lesson.ExpertsLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Three good lines, none drawn with the others in mind: 30 birds are claimed by nobody, 12 by two experts. All 42 are hatched.
#
# The black border follows the largest score: a way out, but not a fair one. Each score comes from a task of its own; nobody made their scales alike.
#
# Preset *an expert who hardly says yes*: by bill depth and mass, Chinstraps lie among the Adelies. No line parts them off, so their expert claims only 5 birds.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Who asks whom? · 6 min
#
# | | **one against the rest** | **one against one** |
# |---|---|---|
# | experts for $K$ classes | $K$ | $K(K-1)/2$ |
# | for 4 classes, for 10 | 4, 10 | 6, 45 |
# | an expert learns from | all examples | those of its two classes |
# | the class is | the one that is claimed | the one with most **votes** |
# | left open | nobody claims, or several do | several have most votes |
#
# Adelie or Gentoo? Asked about a Chinstrap, this expert talks nonsense; the two who know Chinstraps outvote it. Six answers about a bill 44.0 mm long and 17.5 mm
# deep: what do the first three say together, what the last three?

# %% slideshow={"slide_type": "fragment"}
lesson.one_bird()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Nobody claims this bird, yet as a Chinstrap it wins two duels. Votes leave none of the 342 birds open. They would, if they went in a circle: A beats B, B beats
# C, C beats A. Preset *a tie of votes* has imaginary birds that do: find the triangle.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One machine, $K$ scores · 6 min
#
# Better draw all lines together. Each class gets a **score** $a_k = w_k^\top x$, where $x$ begins with a constant 1, and the largest score wins. Two classes meet where
# their scores are equal,
#
# $$ (w_k - w_j)^\top x = 0 , $$
#
# a straight line. Every bird has a largest score, so nothing is left open. The **softmax** makes probabilities of the scores, all above 0, with sum 1:
#
# $$ \mu_k = \frac{e^{a_k}}{\sum_j e^{a_j}} . $$
#
# | symbol | meaning |
# |---|---|
# | $K$ | number of classes |
# | $x$ | an example: a constant 1, then its features |
# | $w_k$, $a_k$ | weights and score of class $k$ |
# | $\mu_k$ | probability of class $k$ |
# | $z_k$ | 1 for the class of the example, 0 for the others |
# | $n$ | number of an example: $x_n$, $\mu_{nk}$, $z_{nk}$ |
# | $J$ | loss: minus the logarithm of the likelihood |
# | $B$, $d$ | number of bits of a code word; in how many the two nearest words differ |
# | $t$ | number of wrong bits |

# %% slideshow={"slide_type": "fragment"}
lesson.softmax_by_hand()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What moves? · 10 min
#
# In the triangle a corner is certainty, the middle is no idea ([01](01_function_approximation.ipynb)). Commit to an answer, then move the two sliders.

# %% slideshow={"slide_type": "subslide"}
lesson.SoftmaxLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Multiply all scores by 5, then by 0.2. What stays in the plane? Where do the birds go in the triangle?
# 2. Find the place where all three probabilities are one third. What is there in the plane?
# 3. Drag one Chinstrap deep among the Gentoos. Which borders answer, and which hardly?

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Only differences count.** A constant $c$ on all scores cancels:
#
# $$ \frac{e^{a_k + c}}{\sum_j e^{a_j + c}} = \frac{e^c\, e^{a_k}}{e^c \sum_j e^{a_j}} = \mu_k . $$
#
# So weights are not unique: any vector may be added to all $w_k$. One class can be the **reference** with $w_K = 0$, and $K - 1$ weight vectors are left. For two classes
# $\mu_1 = 1/(1 + e^{-a_1})$: the [sigmoid](04_gaussian_classifiers.ipynb).
#
# Multiplying is another matter: borders stay, but a factor above 1 makes every bird surer.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How it learns · 6 min
#
# Go down the loss, minus the log likelihood. Its gradient compares what the machine expects of class $k$ with what is there:
#
# $$ J = -\sum_n \sum_k z_{nk} \ln \mu_{nk}, \qquad \nabla_k J = \sum_n (\mu_{nk} - z_{nk})\, x_n . $$
#
# By hand: twelve points, four of each of three classes, class 3 is the reference, all weights 0. Then every $\mu$ is one third, and $J = 12 \ln 3 = 13.18$. Expected is a third of the sum over
# all points; compare it with the sum over the class. At the bottom $J = 8.60$.

# %% slideshow={"slide_type": "fragment"}
lesson.first_gradient()

# %% [markdown] slideshow={"slide_type": "subslide"}
# The lines of labkit; `mu` and `z` have a column for each example, `free` leaves the reference out, `pull` is what a penalty adds:

# %% slideshow={"slide_type": "fragment"}
lesson.gradient_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## More answers than needed · 10 min
#
# Back to yes and no. With one expert for each class, one wrong answer can spoil the case. So ask more. Give each class a **code word** of $B$ bits; a classifier of
# its own learns each bit. A case goes to the class with the **nearest** word, which differs in the fewest bits.
#
# Now an adversary flips bits. Commit, then play the adversary, or let him play.

# %% slideshow={"slide_type": "subslide"}
lesson.AdversaryLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** If the two nearest words differ in $d$ bits, then $t$ wrong bits are forgiven as long as $t < d/2$: at most $\lfloor (d-1)/2 \rfloor$. One against the rest is a
# code with $d = 2$. It forgives nothing.
#
# The *exhaustive* code has every way to part the classes once, $2^{K-1} - 1$ bits. Five classes get 15 bits with $d = 8$, and three wrong ones do no harm.
#
# Click on bits of the words to write a code of your own.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Birds and digits · 6 min
#
# 901 handwritten digits, 64 grey values each, ten classes. The exhaustive code would have 511 bits, so 34 are drawn at random. Each case is answered by a machine that was trained
# without it (**cross-validation**: ten parts of the birds, three of the digits).

# %% slideshow={"slide_type": "fragment"}
lesson.scores_on_real_data()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Trees learn *this digit or any other?* badly: ten of them are worse than one tree that names the digit. With the code 66 mistakes are left of 231.
#
# **Where it fails.** With three classes the exhaustive code *is* one against the rest, and forgives nothing. And five [nearest neighbours](02_nearest_neighbours.ipynb), without any training,
# make the fewest mistakes with digits.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## When (not) to use it
#
# | | one against the rest | one against one | output code | softmax |
# |---|---|---|---|---|
# | classifiers for 10 classes | 10 | 45 | a few dozen | 1 |
# | probabilities | of each expert | no | no | yes |
# | left open | often | seldom | seldom | never |
# | a wrong expert | may spoil the case | may be outvoted | forgiven, within limits | |
#
# Trees, nearest neighbours and Gaussian classifiers know many classes by themselves.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 4 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ One gradient.** `W` has a row of weights for each class, `x` begins with 1, and its class is row `k`. Return the probabilities and the gradient of the loss, a row for
# each class.


# %%
def my_gradient(W, x, k):
    """my_gradient(np.zeros((2, 2)), np.array([1.0, 4.0]), 0) is ([0.5, 0.5], [[-0.5, -2], [0.5, 2]])."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.gradient(my_gradient)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** This should answer with the row of the largest score of `x`; the constants are `b`. It gives the same answer everywhere. Mend it.


# %%
def decide(W, b, x):
    """decide(np.array([[1.0], [-1.0]]), np.array([0.0, 0.0]), np.array([-3.0])) is 1."""
    return int(np.argmax([W[0] @ x + b[k] for k in range(len(b))]))


# %% slideshow={"slide_type": "skip"}
lesson.exercises.largest_score(decide)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ When to ask.** Softmax regression names a bird by its bill if the largest probability is at least `my_threshold`; else you measure more. In cross-validation at most 4 named birds may
# be wrong, and at least 315 of the 342 must be named.

# %%
my_threshold = None  # such as 0.5

# %% slideshow={"slide_type": "skip"}
lesson.exercises.when_to_ask(my_threshold)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool the experts.** Place points of three classes, at least two of each, so that softmax regression gets all of them right, and the expert of one class claims none of its points.

# %%
my_points, my_labels = None, None  # such as [[0, 0], [1, 0], ...] and [0, 0, 1, 1, 2, 2]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Experts who learn alone need not agree: nobody claims a case, or several do.
# - One machine with $K$ scores always has an answer; its borders are straight.
# - The softmax sees differences of scores only. Adding changes nothing, multiplying makes it surer.
# - A code with distance $d$ forgives every $t < d/2$ wrong bits.
#
# **And the experts?** They leave 42 of 342 birds open. Let them learn together, or ask for duels: 12 wrong instead of 16.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [07_more](07_more.ipynb): which class is the reference, the Hessian and its blocks, a tree for every bit · before: [04 Gaussian
# classifiers](04_gaussian_classifiers.ipynb), whose posterior is a softmax, and [06 logistic regression](06_logistic_regression.ipynb) · later: [10 perceptron family](10_perceptron_family.ipynb), [21 gradient boosting](21_gradient_boosting.ipynb)
# with many classes · Dietterich and Bakiri (1995); Bishop, *Pattern Recognition and Machine Learning*, 4.1.2 and 4.3.4.
