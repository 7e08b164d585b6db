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

# %% [markdown]
# # Glossary: symbols and words, lecture by lecture
#
# Within one lecture a letter has one meaning; between lectures it may change, as it does in the field. This page is made from the tables in the lessons.

# %% [markdown]
# ## Symbols
#
# | symbol | meaning | lessons |
# |---|---|---|
# | $a$, $b$, $e$ | weights, targets, errors | [10 more](10_more.ipynb) |
# | agree | share of the examples that both tests send the same way | [17 missing values](17_missing_values.ipynb) |
# | $\alpha$ | price of a leaf | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $\alpha$ | vote weight of $f$ | [20 adaboost](20_adaboost.ipynb) |
# | $B$ | number of trees | [19 forests](19_forests.ipynb) |
# | $B$ | number of bits of a code word | [21 more](21_more.ipynb) |
# | $b$ | margin: the score that every example should reach | [09 more](09_more.ipynb) |
# | $b^*$ | the least score under $w^*$: the gap | [09 perceptron](09_perceptron.ipynb) |
# | $\beta$ | the length of the longest example | [09 perceptron](09_perceptron.ipynb) |
# | $C$ | number of classes | [10 more](10_more.ipynb) |
# | $c$ | the challenger | [10 perceptron family](10_perceptron_family.ipynb) |
# | $d$ | how far the challenger leads | [10 more](10_more.ipynb) |
# | $d$, $C$ | number of attributes, of classes | [16 more](16_more.ipynb) |
# | $D$, $D_i$ | the examples of a node, and of its branch $i$ | [15 growing trees](15_growing_trees.ipynb) |
# | $D_i$ | the known examples of branch $i$ | [17 more](17_more.ipynb) |
# | $e$ | probability that one voter is wrong | [19 more](19_more.ipynb) |
# | $E$, $L$ | training mistakes, number of leaves | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $\ell$, $w_\ell$ | a leaf, and the weight that ends there | [17 missing values](17_missing_values.ipynb) |
# | $\eta$ | the learning rate; from $w = 0$ it only changes the length of $w$, so take 1 | [09 perceptron](09_perceptron.ipynb) |
# | $\eta$ | learning rate | [10 perceptron family](10_perceptron_family.ipynb) |
# | $f$, $f_m$ | a weak classifier, with answers $-1$ or $+1$; that of round $m$ | [20 adaboost](20_adaboost.ipynb) |
# | $f_m$ | the tree of round $m$ | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $F_m(x)$ | the sum after $m$ rounds, or score | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $F(x)$ | the weighted vote, or score | [20 adaboost](20_adaboost.ipynb) |
# | $G$ | Gini impurity | [15 growing trees](15_growing_trees.ipynb) |
# | $\gamma$ | by how much a weak learner beats a coin, $\tfrac12 - \varepsilon$ | [20 more](20_more.ipynb) |
# | $\gamma$ | price of a leaf | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $g$, $g'$ | penalty and its slope | [10 more](10_more.ipynb) |
# | $G$, $H$ | sums of $g$ and $h$ over a leaf; $G_L$, $H_L$ left of a cut, $G_R$, $H_R$ right of it | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $g$, $h$ | first and second derivative of the loss in the score; for squares $F - z$ and 1 | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $g(t)$ | the price from which on $t$ should be a leaf | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $H$ | entropy, in bits | [15 growing trees](15_growing_trees.ipynb) |
# | $H$ | entropy of the classes, in bits | [17 more](17_more.ipynb) |
# | $j$ | class of the example | [10 perceptron family](10_perceptron_family.ipynb) |
# | $K$ | share of the training weight whose value is known | [17 more](17_more.ipynb) |
# | $K$ | number of classes | [20 more](20_more.ipynb), [21 more](21_more.ipynb) |
# | $k$ | number of voters that are wrong | [19 more](19_more.ipynb) |
# | $\lambda$ | share of the blind rule's errors that the surrogate saves: 1 for a copy, 0 for no help | [17 missing values](17_missing_values.ipynb) |
# | $\lambda$ | price of large scores | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $\lambda_i$ | weight of example $i$ in the balance, its multiplier | [09 more](09_more.ipynb) |
# | $M$ | number of rounds | [20 adaboost](20_adaboost.ipynb), [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $m$ | columns that a node may choose among | [19 forests](19_forests.ipynb) |
# | $\mu_k$ | probability of class $k$ | [21 more](21_more.ipynb) |
# | $N$ | number of points | [10 perceptron family](10_perceptron_family.ipynb) |
# | $N$ | number of training examples | [16 more](16_more.ipynb), [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $N$ | number of examples, and of draws for a tree | [19 forests](19_forests.ipynb) |
# | $n$ | number of updates so far | [09 perceptron](09_perceptron.ipynb) |
# | $n_{\min}$ | largest number of examples in a node that is not split | [19 forests](19_forests.ipynb) |
# | $o_{ij}$, $e_{ij}$ | examples of class $j$ in child $i$: seen, expected by chance | [16 more](16_more.ipynb) |
# | $\Omega$ | price of a tree | [21 more](21_more.ipynb) |
# | $p$ | numbers that each point has, the constant not counted | [10 perceptron family](10_perceptron_family.ipynb) |
# | $p$ | how often chance alone gives so large a $\chi^2$ | [16 more](16_more.ipynb) |
# | $p$ | number of columns | [19 forests](19_forests.ipynb) |
# | $P(c \mid \ell)$ | share of class $c$ among the examples of the leaf | [17 missing values](17_missing_values.ipynb) |
# | $P_j$ | share of class $j$ in a node | [15 growing trees](15_growing_trees.ipynb) |
# | $p_L$, $p_R$ | shares that the split sends left and right | [17 missing values](17_missing_values.ipynb) |
# | $P(N, p)$ | chance that a plane separates random labels | [10 perceptron family](10_perceptron_family.ipynb) |
# | $q_i$ | share of the node's examples that go down branch $i$ | [15 growing trees](15_growing_trees.ipynb) |
# | $q_i$ | share of branch $i$ among the known; the shares sum to 1 | [17 missing values](17_missing_values.ipynb), [17 more](17_more.ipynb) |
# | $q$, $r_{jk}$ | all weights in one row; the long row of an example | [10 more](10_more.ipynb) |
# | $\rho$ | correlation of two trees over samples | [19 forests](19_forests.ipynb) |
# | $r_n$ | residual: what the sum leaves over of $z_n$ | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $\sigma^2$ | variance of one tree over samples | [19 forests](19_forests.ipynb) |
# | $T$ | number of its leaves | [21 more](21_more.ipynb) |
# | $t$ | target of an example, $-1$ or $+1$ | [10 more](10_more.ipynb) |
# | $T_t$ | the subtree that begins at node $t$ | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $u_i$ | slack of example $i$: what it lacks to the margin | [09 more](09_more.ipynb) |
# | $\varepsilon$ | vigilance, the lead that is asked for | [10 perceptron family](10_perceptron_family.ipynb) |
# | $\varepsilon$ | weighted error of $f$ | [20 adaboost](20_adaboost.ipynb) |
# | $\varepsilon$ | shrinkage, the share of a tree that is added, $0 < \varepsilon \le 1$ | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $w$ | the weights, threshold first; the last two point to the positive side of the line | [09 perceptron](09_perceptron.ipynb) |
# | $w$ | score of a leaf, which is added to $F$ | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $w^*$ | weights of length 1 that separate; nobody needs to know them | [09 perceptron](09_perceptron.ipynb) |
# | $W_i$ | weight of the training examples in branch $i$ | [17 missing values](17_missing_values.ipynb) |
# | $w_i$ | weights of class $i$; its score is $w_i^\top x$ | [10 perceptron family](10_perceptron_family.ipynb) |
# | $w_j$, $G_j$, $H_j$ | score of leaf $j$, sums of $g$ and $h$ in it | [21 more](21_more.ipynb) |
# | $w_n$ | weight of example $n$ in this round | [20 adaboost](20_adaboost.ipynb) |
# | $w^\top z$ | the score: above 0 is right | [09 perceptron](09_perceptron.ipynb) |
# | $w$, $w_i$ | weight of the case, 1 at the root; of its part in branch $i$ | [17 missing values](17_missing_values.ipynb) |
# | $x$ | an example: the constant $-1$, then its measurements | [09 perceptron](09_perceptron.ipynb) |
# | $x$ | an example, a constant first | [10 perceptron family](10_perceptron_family.ipynb) |
# | $\xi$ | width of the penalty | [10 more](10_more.ipynb) |
# | $x_n$, $z_n$ | example $n$ and its target, a number or a class | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $Y$ | examples times their class, one a row; $Y^{+}$ its pseudo-inverse | [10 more](10_more.ipynb) |
# | $Z$ | what the new weights sum to before they are divided by it | [20 adaboost](20_adaboost.ipynb) |
# | $z$ | the signed example: $x$ of one class, $-x$ of the other | [09 perceptron](09_perceptron.ipynb) |
# | $z_n$ | class of example $n$, $-1$ or $+1$ | [20 adaboost](20_adaboost.ipynb) |

# %% [markdown]
# ## Words
#
# | word | meaning | lessons |
# |---|---|---|
# | separable | some line has all examples of one class on one side, those of the other on the other | [09 perceptron](09_perceptron.ipynb) |
# | sweep | one pass over all examples | [09 perceptron](09_perceptron.ipynb) |
# | update | one change of $w$, for one mistake | [09 perceptron](09_perceptron.ipynb) |
