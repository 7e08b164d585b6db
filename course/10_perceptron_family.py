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
# # 10 · The perceptron family
#
# **Three species, one rule for each: what do you do with the penguins that no line gets right?**
#
# *After this lesson you can* run the perceptron on many classes by hand · say what it does where no line separates, and name three remedies · move
# prototypes · say how many points a line can label at will.
#
# *60 minutes in class, about 40 for the exercises, 45 more in [10_more](10_more.ipynb). You need the perceptron ([09](09_perceptron.ipynb)).*

# %% jupyter={"source_hidden": true} slideshow={"slide_type": "skip"}
import numpy as np

from labkit.lectures import l10_perceptron_family as lesson

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Three species · 3 min
#
# 342 penguins: how long and how deep is the bill? Three straight borders tell the species well, but not perfectly. Hollow penguins are on the wrong side.
# These borders are good; no straight ones get every penguin right.

# %% slideshow={"slide_type": "fragment"}
lesson.best_borders()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Three scores, one winner · 10 min
#
# Each species has its own weights and so its own score; the largest score wins. Whenever a penguin is won by the wrong species, two species are
# corrected. In lecture [09](09_perceptron.ipynb) that ended with the last mistake. Here there always is another. Commit to an answer, then play.

# %% slideshow={"slide_type": "subslide"}
lesson.VigilanceLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What you just saw.** Look at the upper curve: how low does it come, how high, and what is drawn in the plane at either moment? Then go on by single updates: how far does one odd
# penguin move the borders, and who pays for it? If you had to stop somewhere, where?
#
# Now press *vigilance 4* and play again. Compare the two curves.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The rule · 7 min
#
# An example $x$ of class $j$ comes along; $x$ begins with a constant, as in lecture [09](09_perceptron.ipynb).
#
# 1. Find the **challenger** $c$: the best score among the *other* classes.
# 2. If class $j$ leads by more than $\varepsilon$, do nothing.
# 3. Otherwise strengthen the true class and weaken the challenger:
#
# $$ w_j \leftarrow w_j + \eta\,x, \qquad w_c \leftarrow w_c - \eta\,x . $$
#
# The third species is left alone. $\varepsilon$ is the **vigilance**: with 0 any lead will do, with more a narrow win counts as a mistake.
#
# | symbol | meaning |
# |---|---|
# | $x$ | an example, a constant first |
# | $j$ | class of the example |
# | $w_i$ | weights of class $i$; its score is $w_i^\top x$ |
# | $c$ | the challenger |
# | $\varepsilon$ | vigilance, the lead that is asked for |
# | $\eta$ | learning rate |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## By hand · 5 min
#
# Three examples, one of each class, $\eta = 1$, no vigilance, all weights zero at first. Equal scores are a mistake, and of equal challengers the first one counts.
# Summed over the classes, the weights stay zero: what one class gains, another loses.

# %% slideshow={"slide_type": "fragment"}
lesson.updates_by_hand()

# %% [markdown] slideshow={"slide_type": "subslide"}
# These lines of labkit made the updates that you played; the numbers at the right are the steps of the rule.

# %% slideshow={"slide_type": "fragment"}
lesson.update_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where no line separates · 6 min
#
# Straight borders may miss a few penguins. What must be mended is the *rule*, so that it settles.
#
# - **Vigilance.** The true class must win clearly, so the weights grow longer. A step of the same length then turns them less.
# - **Soft mistakes.** A [penalty](06_logistic_regression.ipynb) rises from 0 to 1 around the border, and the rule goes down its slope.
# - **Squared error.** Correct every example in proportion to its error. It settles, at a price.
#
# For the last two see [10_more](10_more.ipynb).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Prototypes · 10 min
#
# Let each species be one point, its **prototype**: think of a typical penguin. A new penguin belongs to the nearest one. When the wrong prototype is nearest, the
# true one comes closer and the wrong one backs off. The steps get shorter from sweep to sweep. This is *learning vector quantisation*, **LVQ**.

# %% slideshow={"slide_type": "subslide"}
lesson.PrototypesLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Try, and write down what you find**
#
# 1. Where do the prototypes end? Are they typical for their species?
# 2. Preset *rings, one each*, then *rings, five each*: what can five do that one cannot?
# 3. Preset *running away*: here only the nearest prototype moves, closer if it is right and away if it is wrong, in large steps. What happens, and why?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Why it is the same rule
#
# The perceptron goes uphill on the score of the true class and downhill on that of the winner $k$, a wrong class. For the score $w^\top x$ the slope is $x$. Let the
# score be nearness instead, $-\tfrac12\|x - w\|^2$; its slope is $x - w$, the arrow from the prototype to the example:
#
# $$ w_j \leftarrow w_j + \eta\,(x - w_j), \qquad w_k \leftarrow w_k - \eta\,(x - w_k) . $$
#
# Another score, the same update. And another surprise: in the difference of two such scores $\|x\|^2$ cancels. So the border between two prototypes is straight; with
# several for each class it is made of straight pieces, and bends.

# %% slideshow={"slide_type": "fragment"}
lesson.prototype_source()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How much can a line label? · 8 min
#
# If good borders exist for penguins, is that a finding about penguins, or can lines label anything? Let us ask with labels that mean nothing: toss a coin for each
# point, and see if a line (in more dimensions: a plane) separates heads from tails.

# %% slideshow={"slide_type": "subslide"}
lesson.CapacityLab()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Cover (1965) counted. $N$ points in $p$ dimensions, no special positions:
#
# $$ P(N, p) \;=\; \frac{1}{2^{N-1}} \sum_{i=0}^{p} \binom{N-1}{i} . $$
#
# Up to $N = p + 1$ points it is 1: a plane can do every labelling. At $N = 2(p+1)$, two points for each weight, it is exactly one half. That is the **capacity**. Beyond,
# it falls; measured in capacities, faster in more dimensions.
#
# | symbol | meaning |
# |---|---|
# | $N$ | number of points |
# | $p$ | numbers that each point has, the constant not counted |
# | $P(N, p)$ | chance that a plane separates random labels |
#
# With two measurements the capacity is 6 points. Borders that get 335 of 342 penguins right are no accident.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The penguins, honestly · 6 min
#
# Ten parts, each answered by a rule that was trained on the nine others (**cross-validation**). All columns are scaled to standard deviation 1.

# %% slideshow={"slide_type": "fragment"}
lesson.penguin_scores()

# %% [markdown] slideshow={"slide_type": "subslide"}
# By the bill alone, all rules of the family make 10 to 16 mistakes, and so do neighbours, whose borders may bend at will: differences within chance. What helps is not a deeper
# model but **two more measurements**: with all four, straight borders separate all 342 penguins, and 2 to 8 are wrong in cross-validation.
#
# Where it fails: without scaling, LVQ gets 118 wrong. Grams are thousands, and in the distance they drown the millimetres.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## When (not) to use it
#
# | | perceptron ([09](09_perceptron.ipynb)) | with vigilance | LVQ | LDA ([04](04_gaussian_classifiers.ipynb)) | neighbours ([02](02_nearest_neighbours.ipynb)) |
# |---|---|---|---|---|---|
# | no line separates | jumps | jumps less | settles, steps shrink | fine | fine |
# | units of the columns | matter much | matter much | matter much | do not matter | matter much |
# | what it keeps | weights | weights | a few points | means, one covariance | all examples |
# | one example at a time | yes | yes | yes | no | yes |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Quick check · 5 min

# %% slideshow={"slide_type": "fragment"}
lesson.quick_check

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# **1 ★ One update.** `W` has a row of weights for each class. Return the weights after `x` of class `j` (a row number) was looked at; its lead must be more than `epsilon`.


# %%
def my_update(W, x, j, epsilon, eta):
    """For W = np.zeros((3, 2)), x = np.array([-1.0, 2.0]), j = 1, epsilon = 0, eta = 1: [[1, -2], [-1, 2], [0, 0]]."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.one_update(my_update)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2 ★★ Find the bug.** The prototype `w_rival` has wrongly won `x`. This function should move both prototypes uphill and downhill on the score $-\tfrac12\|x - w\|^2$. Instead
# the true one flees. Mend it.


# %%
def lvq(x, w_true, w_rival, eta):
    """For x = 1, w_true = 3, w_rival = 0, eta = 0.5 (as arrays): 2 and -0.5."""
    to_true, to_rival = np.subtract(w_true, x), np.subtract(w_rival, x)
    return w_true + eta * to_true, w_rival - eta * to_rival


# %% slideshow={"slide_type": "skip"}
lesson.exercises.lvq_step(lvq)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3 ★★ Grams and millimetres.** `X` has the four measurements of the 342 penguins, as they are. Return a table that suits a rule of distances: LVQ must get fewer than
# 10 wrong in cross-validation. The check takes a few seconds.


# %%
def my_prepared(X):
    """X[:, 3] is the body mass in grams, the three others are millimetres."""
    ...


# %% slideshow={"slide_type": "skip"}
lesson.exercises.prepared(my_prepared)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4 ★★★ Fool the prototypes.** Place points of two classes that a line separates, and LVQ with one prototype for each class still errs after its 30 sweeps. The prototypes start
# at the means of their classes, with a learning rate of 0.1.

# %%
my_points, my_labels = None, None  # such as [[0, 0], [1, 0]] and [0, 1]

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fooled(my_points, my_labels)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - Many classes: the true class is strengthened, its challenger weakened, the rest left alone.
# - Where no line separates, the perceptron never settles. Mend the rule: vigilance, soft mistakes, squared error, or prototypes with shrinking steps.
# - Prototypes are the same update with nearness as the score. Scale the columns first.
# - Lines cannot do every labelling: with $p$ numbers per point, a coin's labels are separable half of the time at $2(p+1)$ points.
#
# **And the penguins that no line gets right?** Leave them wrong, or measure two more things.

# %% slideshow={"slide_type": "skip"}
lesson.progress()

# %% [markdown] slideshow={"slide_type": "skip"}
# *Further:* [10_more](10_more.ipynb): why it stops, soft mistakes, squared error, Ho and Kashyap, counting labellings · before: [09 perceptron](09_perceptron.ipynb) · next:
# [11 support vectors](11_support_vectors.ipynb) · Kohonen, *Self-Organizing Maps* (2001); Cover (1965).
