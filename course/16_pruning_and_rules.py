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
# # 16 · Pruning and rules
#
# A tree that is left alone learns the noise by heart. This lecture cuts it back, and then reads it aloud.
#
# **After this lecture you can**
#
# - tell from two curves that a tree overfits, and say why its training error cannot tell you;
# - stop a tree early by a chi-square test or by counting bits, and say what every early stop is blind to;
# - prune a tree by hand: $g(t)$ of every node, the weakest link, the whole nested sequence, and the $\alpha$ to choose;
# - prune on held-out cases, state the theorem behind it, and check it by trying *all* prunings;
# - turn a tree into rules with support and accuracy, and shorten them, knowing what that costs.
#
# It follows deck 000 (*Pruning the Tree - 1* to *Pruning the Tree - 5*), deck 001 (*When to Stop Splitting*, *Pruning*, *Rule Extraction*) and
# deck 003 (*OVERFITTING IN DECISION TREES*, *AVOIDING OVERFITTING: DECISION TREE PRUNING*). About 80 minutes.

# %% slideshow={"slide_type": "skip"}
import inspect

import numpy as np

from labkit.lectures import l16_pruning_and_rules as lesson

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Learned by heart
#
# *Deck 000: Pruning the Tree - 1 · deck 003: OVERFITTING IN DECISION TREES*
#
# Two classes that overlap: two normal clouds, two standard deviations apart. No rule whatsoever errs less often than the line half-way between
# them, which is wrong on $\Phi(-1) = 15.9\,\%$ of all cases. A tree grown until its leaves are pure is wrong on *no* training example. It
# has to be paid for somewhere: leaf after leaf is spent on single examples that lie on the wrong side by chance. Draw the examples again and
# those leaves are elsewhere: low bias, high variance.
#
# We draw 200 examples to grow on, 100 to prune on later, and 2000 to know the truth.

# %% slideshow={"slide_type": "subslide"}
X, y = lesson.data.gaussians(2300, seed=1)
training, validation, fresh = slice(0, 200), slice(200, 300), slice(300, None)
tree = lesson.CART().fit(X[training], y[training])
print(tree.last_step_.caption)
guess = lesson.questions.fresh_error.ask()
guess

# %% slideshow={"slide_type": "subslide"}
rows = []
for depth in range(1, 12):
    learner = lesson.CART(max_depth=depth).fit(X[training], y[training])
    errors = [1 - learner.score(X[cases], y[cases]) for cases in (training, fresh)]
    rows.append((depth, learner.last_step_.leaves, *np.round(errors, 3)))
print(guess.reveal("24 %", because="half as many errors again as the best possible rule makes"))
assert rows[-1] == (11, 38, 0, 0.239) and min(rows, key=lambda row: row[3]) == (3, 7, 0.135, 0.16)
names = "depth", "leaves", "training error", "fresh error"
lesson.Table.from_dict(dict(zip(names, zip(*rows, strict=True), strict=True)))

# %% slideshow={"slide_type": "subslide"}
growth = lesson.GrowthLab(points=200, seed=12, depth=10, order="best")
growth

# %% [markdown] slideshow={"slide_type": "subslide"}
# Read down the last two columns of the table: the training error falls to 0, the other falls, turns at depth 3 and climbs. In the lab, on two half moons,
# it falls for three splits and never again: play on and see which corner each further leaf is spent on. There are two ways out (*deck 001: Pruning*):
#
# - **pre-pruning**: stop growing before it happens;
# - **post-pruning**: grow to the end, then cut back. It sees what lies below a node before it judges the node, and is usually preferred.
#
# A third way, to average many such trees, is the subject of the ensembles.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Stopping early (1): could it be chance?
#
# *Deck 001: When to Stop Splitting*
#
# A split sends $n_i$ examples to child $i$. If the test had nothing to do with the class, we would expect $E_{ij} = n_i n_j / n$ examples of class
# $j$ there; we see $O_{ij}$. Pearson's statistic
#
# $$ \chi^2 = \sum_{ij} \frac{(O_{ij} - E_{ij})^2}{E_{ij}} $$
#
# follows under chance about a $\chi^2$ distribution with $(m-1)(C-1)$ degrees of freedom, for $m$ children and $C$ classes. If a value this
# large is not rare, do not split. (The distribution is a rough guide where the expected counts are as small as below.) The leaf is then impure:
# it should keep the shares of its classes, not only its majority.

# %%
guess = lesson.questions.significant_root.ask()
guess

# %% slideshow={"slide_type": "subslide"}
tennis = lesson.data.load("tennis")
days, play = tennis.select("outlook", "temperature", "humidity", "wind"), tennis["play"]
model = lesson.ID3().fit(days, play).model_
for node in model.tree.splits:
    statistic, freedom = lesson.chi_square(model.tree.counts[list(model.tree.children(node))])
    p = lesson.p_value(statistic, freedom)
    print(f"{model.question(node):8} chi-square {statistic:.4f}, degrees of freedom {freedom}, p = {p:.4f}")
    assert np.isclose(statistic, 3.5466666666666667 if node == 0 else 5)
print(guess.reveal("no", because="chance alone does as well once in six times"))
stopped = lesson.ID3(stop="chi-square").fit(days, play)
print(f"leaves with this rule: {stopped.last_step_.leaves}, though both splits below the root are significant")
assert stopped.predict_proba(days[:1]).tolist() == [[5 / 14, 9 / 14]]

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Stopping early (2): does the tree pay for itself?
#
# *Deck 001: When to Stop Splitting · deck 003: AVOIDING OVERFITTING: DECISION TREE PRUNING*
#
# **Minimum description length.** Somebody knows the attributes of the $N$ examples; send them the classes. Either list them, or send a tree and
# correct its errors. The better theory makes the shorter message. The slides name no code; the one below is ours. After the weather tree:
# all three rules, on the 200 examples and on XOR.
#
# $$ \underbrace{\text{nodes}}_{\text{leaf or split?}} + \underbrace{\log_2 d \cdot \text{splits}}_{\text{which attribute?}} + \underbrace{\log_2 C
# \cdot \text{leaves}}_{\text{which class?}} + \underbrace{\log_2(N+1)}_{\text{how many errors?}} + \underbrace{\log_2 \tbinom{N}{\text{errors}}}_{\text{which ones?}} $$

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("weather")
weather, golf = table.select("outlook", "temp", "humidity", "windy"), table["class"]
whole = lesson.ID3().fit(weather, golf).model_.tree
root = whole.cut(np.zeros(len(whole), dtype=bool))
bits = [lesson.description_length(tree, features=4) for tree in (whole, root)]
print(f"whole tree: 5 leaves, 0 errors: {bits[0]:.2f} bits = 8 + 3 x 2 + 5 x 1 + log2(15) + 0")
print(f"root alone: 1 leaf, 5 errors:   {bits[1]:.2f} bits = 1 + 0 + 1 + log2(15) + log2(2002)")
assert np.allclose(bits, [22.906890595608519, 16.874116854444512])

# %% slideshow={"slide_type": "subslide"}
corners = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]] * 10)
differ = corners[:, 0] != corners[:, 1]
for stop in ("purity", "chi-square", "mdl", "cross-validation"):
    learner = lesson.DecisionTree(stop=stop).fit(X[training], y[training])
    leaves, error = learner.last_step_.leaves, 1 - learner.score(X[fresh], y[fresh])
    on_xor = lesson.DecisionTree(stop=stop).fit(corners, differ).last_step_.leaves
    print(f"{stop:16} {leaves:2} leaves, fresh error {error:.3f};  leaves on XOR: {on_xor}")
    assert on_xor == (4 if stop == "purity" else 1)

# %% [markdown] slideshow={"slide_type": "subslide"}
# - **Bits.** For 14 cases the perfect tree is the longer message: its structure takes 17 bits more than a single leaf, the five exceptions take only 11. With
#   ten times as many cases of the same kind they would take 128, and the tree would win.
# - **200 examples.** All three rules (the third, *go on while the cross-validated error falls*, is lecture 15's) do better than no rule.
# - **XOR**, ten examples on each corner. By itself the first split is worth nothing, so all three refuse it, though a tree of four leaves is perfect.
#   Every early stop looks one step ahead. This is why one grows first and cuts afterwards.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Cost complexity: what does a leaf cost?
#
# *Deck 000: Pruning the Tree - 1, Pruning the Tree - 2, Pruning the Tree - 3*
#
# Charge every leaf a price $\alpha$. A tree $Z$ with $L(Z)$ leaves that gets $E(Z)$ of $N$ examples wrong costs
#
# $$ R_\alpha(Z) = \frac{E(Z)}{N} + \alpha\, L(Z) . $$
#
# Replace the subtree $T_t$ below node $t$ by a leaf: the errors grow by $E(\text{leaf } t) - E(T_t)$, and $L(T_t) - 1$ leaves are saved. It pays as
# soon as $\alpha$ exceeds
#
# $$ g(t) = \frac{E(\text{leaf } t) - E(T_t)}{N\,[L(T_t) - 1]} . $$
#
# The node with the smallest $g$ is the **weakest link**: raise $\alpha$ from 0, and it goes first. In the tree below the four nodes would as leaves get
# 3, 3, 1 and 1 of the 8 examples wrong, and have 5, 4, 3 and 2 leaves below them: $g = \frac{3}{8\cdot4},\ \frac{3}{8\cdot3},\ \frac{1}{8\cdot2},\ \frac{1}{8\cdot1}$.

# %% slideshow={"slide_type": "subslide"}
table = lesson.data.load("rgb8")
samples, kind = table.select("x1", "x2"), table["class"].astype(int)
rgb = lesson.DecisionTree(criterion="entropy")
lesson.grown(rgb, samples, kind, title="Red, green, blue: the tree to prune")

# %% slideshow={"slide_type": "subslide"}
model = rgb.fit(samples, kind).model_
g = lesson.weakest_links(model.tree)
for node in model.tree.splits:
    print(f"g({model.question(node)}) = {g[node]:.5f}")
assert np.array_equal(g[model.tree.splits], [0.09375, 0.125, 0.0625, 0.125])
print(inspect.getsource(lesson.weakest_links))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The whole sequence
#
# *Deck 000: Pruning the Tree - 4*
#
# Cut **all** nodes that attain the smallest $g$, compute $g$ anew for what is left, and repeat until only the root remains. The result is a *nested*
# sequence of trees with rising $\alpha_1 \le \alpha_2 \le \dots$, and the $k$-th tree is the cheapest of **all** prunings for every
# $\alpha$ between $\alpha_k$ and $\alpha_{k+1}$: a search among exponentially many trees, done by one walk.

# %% slideshow={"slide_type": "subslide"}
story = lesson.Trace(lesson.prune_steps(model))
for step in story:
    print(step.caption)
assert story[:-1].curve("leaves").tolist() == [5, 3, 1]
assert story[:-1].curve("alpha").tolist() == [0, 0.0625, 0.125]
trees = list(lesson.prunings(model))  # all of them
for alpha in np.linspace(0, 0.2, 50):
    cost = [np.mean(one.predict(samples) != kind) + alpha * len(one.leaves) for one in trees]
    assert np.isclose(min(cost), min(step.cost(alpha) for step in story))
print(f"{len(trees)} prunings, 50 prices: the cheapest is always one of the {len(story) - 1} told here")

# %% slideshow={"slide_type": "slide"}
guess = lesson.questions.weakest_link.ask()
guess

# %% slideshow={"slide_type": "subslide"}
model = lesson.ID3().fit(weather, golf).model_
g = lesson.weakest_links(model.tree)[model.tree.splits]
print([model.question(node) for node in model.tree.splits], g.round(4))
print(guess.reveal("outlook", because="5 errors for 4 leaves is less than 2 errors for 1: 5/56 < 1/7"))
print(*(step.caption for step in lesson.prune_steps(model)), sep="\n")
assert np.allclose(g, [5 / 56, 1 / 7, 1 / 7])
assert lesson.pruning_path(model.tree).leaves.tolist() == [5, 1]

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The lab: one price, four pictures
#
# Every frame is one tree of the sequence: step forwards and $\alpha$ rises. Lit is what goes next. The last frame goes back to the tree that is chosen.
#
# - At which $\alpha$ does the next tree's cost line cross the one in colour? Compare with the caption.
# - Find the tree with the least validation error. How many leaves has it, how many had the whole tree?
# - More wrong labels: what happens to the whole tree, and what to the best one?
# - Choose another seed. Does cross-validation still pick what validation would?
# - Switch the method to *reduced error* (two sections below). Where do the two disagree?

# %% slideshow={"slide_type": "subslide"}
lab = lesson.PruningLab()
lab

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Which $\alpha$?
#
# *Deck 000: Pruning the Tree - 4*
#
# The training error always votes for $\alpha = 0$. So ask cases that did not grow the tree: a validation set, or cross-validation. The trees of the folds
# have thresholds $\alpha$ of their own; each interval $[\alpha_k, \alpha_{k+1}]$ of the full tree is therefore tried at one value inside it, the
# geometric mean $\sqrt{\alpha_k\alpha_{k+1}}$. The errors are estimates, with a standard error: Breiman's **one-standard-error rule** takes the
# smallest tree that is not clearly worse than the best.

# %% slideshow={"slide_type": "subslide"}
choice = lesson.choose_alpha(lesson.CART(), X[training], y[training])
cautious = lesson.choose_alpha(lesson.CART(), X[training], y[training], one_standard_error=True)
chosen = {"not pruned": 0.0, "least error": choice.alpha, "one standard error": cautious.alpha}
for name, alpha in chosen.items():
    learner = lesson.CART(alpha=alpha).fit(X[training], y[training])
    error = 1 - learner.score(X[fresh], y[fresh])
    print(f"{name:18} {learner.last_step_.leaves:2} leaves, fresh error {error:.3f}")
columns = choice.alphas, choice.leaves, choice.errors, choice.standard_errors
names = "alpha from", "leaves", "CV error", "standard error"
lesson.Table.from_dict({name: np.round(column, 4) for name, column in zip(names, columns, strict=True)})

# %% [markdown] slideshow={"slide_type": "subslide"}
# With 200 examples the estimates swing by $\pm 3\,\%$: all rows but the last are within two standard errors of each other. The choice is better than none,
# and still not what we would pick if we knew the 2000 fresh cases.
#
# For numbers instead of classes $E$ is the sum of squared errors, and $R_\alpha$ is deck 002's **penalised risk** (*CART model selection*), with
# $\lambda = \alpha$. Lecture 18 goes on from here; the sequence is found in the same way:

# %%
table = lesson.data.load("reg10")
steps = lesson.RegressionTree(min_gain=0.5).fit(table.select("x"), table["y"])
path = lesson.pruning_path(steps.model_.tree)
print("leaves", path.leaves, "  lambda", path.alphas.round(4))
assert path.leaves.tolist() == [3, 2, 1]
assert np.allclose(path.alphas[1:], [2.1600833333333333, 6.7204166666666667])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Reduced-error pruning
#
# *Deck 000: Pruning the Tree - 4, Pruning the Tree - 5 · deck 001: Pruning*
#
# No price, no sequence: send held-out cases down the tree and count at every node the errors it would make as a leaf. Then from the bottom up:
#
# $$ t \text{ becomes a leaf if}\quad e(t) \;\le\; \sum_{\text{children } c} E(T_c) . $$
#
# Tennis once more: grow on the days 1 to 10, prune on 11 to 14. In the sunny node two attributes have exactly the same gain, $0.8113$ bits: humidity
# and temperature. By labkit's rule the first column wins, so the order of the columns decides.

# %% slideshow={"slide_type": "subslide"}
ends = []
for second, third in (("humidity", "temperature"), ("temperature", "humidity")):
    attributes = tennis.select("outlook", second, third, "wind")
    model = lesson.ID3().fit(attributes[:10], play[:10]).model_
    story = lesson.Trace(lesson.reduced_error_steps(model, attributes[10:], play[10:]))
    print(*(step.caption for step in story), "", sep="\n")
    ends.append((story[-1].leaves, story[-1].errors))
assert ends == [(5, 0), (1, 1)]

# %% [markdown] slideshow={"slide_type": "subslide"}
# One tie, and the pruned trees have nothing in common: five leaves without an error, or the root alone. Four pruning cases are few; and trees are
# brittle.
#
# ## The theorem
#
# **Of all prunings of the tree, none has fewer errors on the pruning cases, and none with as few is smaller.** Errors add up over the leaves, so what
# happens below one child is no business of the other: every subtree can be decided by itself, from the bottom up. A claim about all
# prunings can be tried on all prunings:

# %% slideshow={"slide_type": "subslide"}
X_held, y_held = X[validation], y[validation]
small = lesson.CART(max_depth=4).fit(X[training], y[training])
every = [(int(np.sum(one.predict(X_held) != y_held)), len(one.leaves)) for one in lesson.prunings(small)]
last = lesson.Trace(lesson.reduced_error_steps(small, X_held, y_held))[-1]
print(f"{len(every)} prunings, the best of them: {min(every)} (errors, leaves)")
print(f"reduced-error pruning:         {(int(last.errors), last.leaves)}")
assert min(every) == (last.errors, last.leaves)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## The greedy search
#
# *Deck 003: AVOIDING OVERFITTING: DECISION TREE PRUNING*
#
# Deck 003 goes from cut to cut: remove the node that improves the validation accuracy most, and stop when every cut would make it worse. It looks
# at all nodes again before every cut and, by the theorem, can never win. Often it ends at the same tree; exercise 5 asks you to fool it.

# %% slideshow={"slide_type": "subslide"}
ends = []
for seed in range(40):
    A, b = lesson.data.gaussians(300, seed=seed)
    learner = lesson.CART().fit(A[:200], b[:200])
    stories = [steps(learner, A[200:], b[200:]) for steps in (lesson.greedy_steps, lesson.reduced_error_steps)]
    ends.append([lesson.Trace(story)[-1].errors for story in stories])
more = np.array([greedy - reduced for greedy, reduced in ends])
print(f"40 samples: the greedy search ends worse {np.sum(more > 0)} times, better {np.sum(more < 0)} times")
assert np.all(more >= 0) and np.any(more > 0)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A tree, read aloud
#
# *Deck 001: Rule Extraction*
#
# Every leaf is a rule: *if* all answers on the way down, *then* its class. Its **support** is the share of the training examples that it covers, its
# **accuracy** the share of those that are of its class. Deck 001 asks who is at risk of avian flu; it gives the rules but no counts, so our table has one
# person of each kind, 16 in all. Contact with sick poultry settles one bit at once and is asked first; the gender has gain 0 and appears in no rule. Then
# the five rules of tennis.

# %% slideshow={"slide_type": "subslide"}
flu = lesson.data.load("avian_flu")
people = flu.select("contact", "feeding", "close_living", "gender")
rules = lesson.extract(lesson.ID3().fit(people, flu["risk"]))[::-1]  # in the deck's order
gains = {name: lesson.mutual_information(people[name], flu["risk"]) for name in people}
print({name: round(gain, 4) for name, gain in gains.items()})
assert [rule.support for rule in rules] == [0.5, 0.25, 0.125, 0.125]
assert np.allclose(list(gains.values()), [1, 0.15563906222956643, 0.15563906222956643, 0])
lesson.evaluate(rules, people, flu["risk"])

# %% slideshow={"slide_type": "subslide"}
learner = lesson.ID3().fit(days, play)
rules = lesson.extract(learner)
assert [round(14 * rule.support) for rule in rules] == [4, 2, 3, 3, 2]
lesson.evaluate(rules, days, play)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Shorter rules
#
# *Deck 001: Pruning*
#
# A tree can only be cut from below. A rule can lose *any* condition, the root's as well. **Rule post-pruning**: drop the first condition without
# which the accuracy on validation cases is no lower, again and again; then sort the rules, the most accurate first. Afterwards a case may be covered by
# several rules or by none: the first that covers it answers, else the majority.

# %% slideshow={"slide_type": "subslide"}
story = lesson.Trace(lesson.rule_steps(learner, days[10:], play[10:]))
print(*(step.caption for step in story), "", story[-1].model, "", sep="\n")
before, after = lesson.RuleList.of(learner), story[-1].model
right = [int(np.sum(rules.predict(days) == play)) for rules in (before, after)]
print(f"right on all 14 days: {right[0]} before, {right[1]} after")
left = [str(rule).split(" ", 1)[1].split(" then ") for rule in after.rules]
assert left[:3] == [["outlook = overcast", "yes"], ["outlook = rain", "no"], ["wind = weak", "yes"]]
assert left[3:] == [["humidity = normal", "yes"], ["humidity = high", "no"]] and right == [14, 9]

# %% [markdown] slideshow={"slide_type": "subslide"}
# Done to the letter, with four validation days, the method has ruined a perfect tree: 9 of 14 is what *always yes* gets. *If outlook = rain then no*
# is right on the one rainy day among the four, and wrong on three of the five rainy days we know. Whatever judges needs enough cases to judge by. (They should
# also be new: this tree has seen all 14 days, as on the slides. The lab can grow it from the earlier rows alone.)
#
# ## The lab: rules, condition by condition
#
# - Step through: which conditions fall first, those near the root or those near the leaf?
# - Which rules cover no held-out case? What becomes of them?
# - Grow the tree from the earlier rows. How many of the held-out days does it get right, and do the shortened rules do better?
# - Choose *moons*. Find a rule that got broader and better: what had the dropped condition been for?

# %% slideshow={"slide_type": "subslide"}
rules_lab = lesson.RulesLab()
rules_lab

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Where the slides are wrong: what is counted, and what is compared
#
# *Deck 000: Pruning the Tree - 1, Pruning the Tree - 3, Pruning the Tree - 4 (E-000-30)*
#
# - $E(Z)$ is introduced as the number of *classes* misclassified; it must be the number of **examples**.
# - $g(t) = [E(Z_t) - E(Z_k)]\,/\,N[L(Z_k) - L(Z_t)]$, with $E(Z_t)$ "by summing over the descendants" of $t$. Read as written, $Z_t$ is the subtree below
#   $t$. It must be the tree in which $t$ has become a leaf; then it is our $g(t)$.
# - The loop returns to a mark that is not there; and *all* nodes with $g(t) = \alpha$ go at once.
#
# The weather tree has no training errors, so neither has any of its subtrees. As printed every $g$ would be 0, or $0/0$ at the root, and the method
# could not tell one node from another:

# %%
whole = lesson.ID3().fit(weather, golf).model_.tree
errors = whole.weight - whole.counts.max(axis=1)
E, L = whole.sums_over_leaves(errors), whole.sums_over_leaves(np.ones(len(whole)))
for node in whole.splits:
    printed = f"{E[node] - E[0]:.0f} / {14 * (L[0] - L[node]):.0f}"
    meant = f"{errors[node] - E[node]:.0f} / {14 * (L[node] - 1):.0f}"
    print(f"printed: {printed:7}  meant: {meant}")
inner = whole.splits
assert not np.any(E[inner] - E[0]) and np.allclose(errors[inner] / (14 * (L[inner] - 1)), g)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Exercises
#
# Fill in, run the cell, run the check below it. A check says what it expected, what came, and a hint; never the answer.
#
# **1. The weakest link.** A subtree has `leaves` leaves and `subtree_errors` errors; as a leaf its top node has `leaf_errors`. There are `N` examples in
# all. Write $g(t)$.


# %%
def my_link(leaf_errors, subtree_errors, leaves, N):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.weakest_link(my_link)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **2. Chance.** `counts[i, j]` examples of class $j$ went to child $i$. Compute the $\chi^2$ statistic of the split.


# %%
def my_chi_square(counts):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.chi_square(my_chi_square)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **3. The theorem, as a program.** A node is a pair: the errors it would make as a leaf, and a tuple of its children, `()` for a leaf. So
# `(3, ((1, ()), (4, ((0, ()), (2, ())))))` is a tree of three leaves. What is the least number of errors of any of its prunings?


# %%
def my_least(node):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.least_errors(my_least)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **4. A shorter rule.** `holds[i, c]` says whether condition $c$ is true of validation case $i$ (the root's condition is number 0), `right[i]` whether the case
# is of the rule's class. Return the numbers of the conditions that post-pruning leaves. A rule without conditions covers every case; one that covers no
# case has accuracy 0.


# %%
def my_conditions(holds, right):
    # your code
    return None


# %% slideshow={"slide_type": "skip"}
lesson.exercises.rule_pruning(my_conditions)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **5. Fool the greedy search.** The root of this tree would answer *a*, its left child *a*, its right child *b*, and the four leaves *b*, *a*, *a*, *b*:
#
# ```
#               a
#           /       \
#         a           b
#       /   \       /   \
#      b     a     a     b
# ```
#
# Choose pruning cases, at most 20: for each leaf how many of class *a* and how many of class *b* arrive there, `[(a, b), (a, b), (a, b), (a, b)]`. The greedy
# search must end with more errors than reduced-error pruning. (Of equal cuts it takes the one with more leaves below.)

# %%
my_cases = None

# %% slideshow={"slide_type": "skip"}
lesson.exercises.fool_greedy(my_cases)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What to keep
#
# - A tree can learn its training examples by heart; the price is variance. Only cases that did not grow it can say how large it should be.
# - Early stops (chi-square, description length, cross-validation) are cheap and look one step ahead; on XOR they refuse the split that matters.
# - $g(t)$ is the errors added per leaf saved. Cutting the weakest links gives a nested sequence that holds the cheapest tree for every price $\alpha$;
#   cross-validation chooses the price.
# - Reduced-error pruning gives the best of all prunings, *for the pruning cases*. With few of them, that is worth little.
# - A tree is a set of rules with support and accuracy. Rules can be shortened where a tree cannot, and then their order matters.
#
# **Read next:** Breiman, Friedman, Olshen and Stone, chapter 3 (1984), for the sequence and its proof; Quinlan, *Simplifying decision trees* (1987), for reduced error and
# rules; Quinlan and Rivest on description length (1989); lecture 17 for trees that are not told everything; lecture 18 for trees that predict numbers.

# %% slideshow={"slide_type": "skip"}
lesson.course.index("16").without("lecture", "lesson")
