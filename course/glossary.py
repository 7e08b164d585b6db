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
# Within one lecture a letter has one meaning; between lectures it may change, as it does in the field. A word leads to the lesson that explains it.

# %% [markdown]
# ## Symbols
#
# | symbol | meaning | lessons |
# |---|---|---|
# | $2/\lVert w \rVert$ | width of the street; it, or its half, is often called *the margin* | [11 support vectors](11_support_vectors.ipynb) |
# | $a$ | the score $w^Tx$ of a case | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $a$, $b$ | two examples | [02 more](02_more.ipynb) |
# | $a$, $b$, $e$ | weights, targets, errors | [10 more](10_more.ipynb) |
# | agree | share of the examples that both tests send the same way | [17 missing values](17_missing_values.ipynb) |
# | $a_i$ | multiplier of example $i$; above 0 for support vectors only | [11 more](11_more.ipynb), [11 support vectors](11_support_vectors.ipynb) |
# | $a_j$ | sum that **hidden unit** $j$ makes of its inputs | [13 neural networks](13_neural_networks.ipynb) |
# | $\alpha$ | momentum: the share of the last move that is kept | [06 more](06_more.ipynb) |
# | $\alpha$ | how much the product is stretched | [11 more](11_more.ipynb) |
# | $\alpha$ | price of a leaf | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $\alpha$ | price of a leaf, $\lambda$ on the slides; chosen on cases that took no part | [18 regression trees](18_regression_trees.ipynb) |
# | $\alpha$ | vote weight of $f$ | [20 adaboost](20_adaboost.ipynb) |
# | $\alpha$, $b$ | widths | [13 more](13_more.ipynb) |
# | $a_n$ | score $w^\top x_n$ | [06 logistic regression](06_logistic_regression.ipynb) |
# | $B$ | number of trees | [19 forests](19_forests.ipynb) |
# | $B$ | number of bits of a code word | [21 more](21_more.ipynb) |
# | $b$ | margin: the score that every example should reach | [09 more](09_more.ipynb) |
# | $b^*$ | the least score under $w^*$: the gap | [09 perceptron](09_perceptron.ipynb) |
# | $B$, $d$ | number of bits of a code word; in how many the two nearest words differ | [07 many classes](07_many_classes.ipynb) |
# | $\beta$ | the length of the longest example | [09 perceptron](09_perceptron.ipynb) |
# | $\beta$ | power: how quickly the tails fall | [13 more](13_more.ipynb) |
# | $C$ | number of classes | [10 more](10_more.ipynb) |
# | $C$ | what a unit of slack costs; infinite: none is allowed, the **hard margin** | [11 support vectors](11_support_vectors.ipynb) |
# | $c$ | the challenger | [10 perceptron family](10_perceptron_family.ipynb) |
# | $(\cdot)_+$ | the number, or 0 if it is below 0: then the bound is infinite | [22 more](22_more.ipynb) |
# | $c(\xi)$ | how narrow the parabola is | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $D$ | number of features | [05 more](05_more.ipynb) |
# | $D$ | the cases, inputs $x_n$ with classes $z_n = 0$ or 1 | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $D$ | determinant of $H$: the product of both curvatures | [12 optimisation](12_optimisation.ipynb) |
# | $d$ | number of features | [02 more](02_more.ipynb), [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | $d$ | number of weights | [08 more](08_more.ipynb) |
# | $d$ | how far the challenger leads | [10 more](10_more.ipynb) |
# | $d$, $C$ | number of attributes, of classes | [16 more](16_more.ipynb) |
# | $D$, $D_i$ | the examples of a node, and of its branch $i$ | [15 growing trees](15_growing_trees.ipynb) |
# | $\Delta$ | by how much the proposed place is higher | [12 more](12_more.ipynb) |
# | $\delta_0$, $\delta_j$ | error of the output, and share of hidden unit $j$ in it | [13 neural networks](13_neural_networks.ipynb) |
# | $\delta_{kj}$ | 1 where $k = j$, else 0 | [07 more](07_more.ipynb) |
# | $D_i$ | the known examples of branch $i$ | [17 more](17_more.ipynb) |
# | $e$ | probability that one voter is wrong | [19 more](19_more.ipynb) |
# | $E$, $L$ | training mistakes, number of leaves | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $\ell$, $w_\ell$ | a leaf, and the weight that ends there | [17 missing values](17_missing_values.ipynb) |
# | $E(m)$ | mean squared error in node $m$ | [18 regression trees](18_regression_trees.ipynb) |
# | $\eta$ | step size | [03 least squares](03_least_squares.ipynb), [06 more](06_more.ipynb) |
# | $\eta$ | the learning rate; from $w = 0$ it only changes the length of $w$, so take 1 | [09 perceptron](09_perceptron.ipynb) |
# | $\eta$ | learning rate | [10 perceptron family](10_perceptron_family.ipynb) |
# | $\eta$, $\nu$ | slope and shift of the sigmoid | [11 more](11_more.ipynb) |
# | $E(w)$, $H$ | loss, and its Hessian: the table of its second derivatives | [06 logistic regression](06_logistic_regression.ipynb) |
# | $\hat f$ | a fit to examples that are drawn anew; $\text{E}$ is the mean over draws | [22 model selection](22_model_selection.ipynb) |
# | $f$ | the shadow (projection) $w^Tx$ of a case | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $f$ | what of $\ln g$ depends on $x^2$ only | [08 more](08_more.ipynb) |
# | $f$ | the truth | [22 model selection](22_model_selection.ipynb) |
# | $f$, $f_m$ | a weak classifier, with answers $-1$ or $+1$; that of round $m$ | [20 adaboost](20_adaboost.ipynb) |
# | $f_m$ | the tree of round $m$ | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $F_m(x)$ | the sum after $m$ rounds, or score | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $F(x)$ | the weighted vote, or score | [20 adaboost](20_adaboost.ipynb) |
# | $f(x)$ | what the sum says of $x$ | [13 more](13_more.ipynb) |
# | $f(x, k \mid \theta)$ | how likely it is that group $k$ was picked and gave $x$ | [14 em mixtures](14_em_mixtures.ipynb) |
# | $f_{xx}$, $f_{xy}$ | second derivatives of $f$ | [12 optimisation](12_optimisation.ipynb) |
# | $G$ | Gram matrix: the kernel of all pairs of examples | [11 more](11_more.ipynb) |
# | $G$ | Gini impurity | [15 growing trees](15_growing_trees.ipynb) |
# | $g$ | a discriminant: its sign is the class | [11 more](11_more.ipynb) |
# | $g$ | activation function: the **sigmoid** $1/(1 + e^{-a})$, *tanh* (from $-1$ to $1$), *relu*, $\max(0, a)$ | [13 neural networks](13_neural_networks.ipynb) |
# | $\gamma$ | step size of the delta rule | [03 more](03_more.ipynb) |
# | $\gamma$ | how narrow the bumps are | [11 support vectors](11_support_vectors.ipynb) |
# | $\gamma$ | rate: how far a weight moves | [13 neural networks](13_neural_networks.ipynb) |
# | $\gamma$ | by how much a weak learner beats a coin, $\tfrac12 - \varepsilon$ | [20 adaboost](20_adaboost.ipynb), [20 more](20_more.ipynb) |
# | $\gamma$ | price of a leaf | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $\gamma_k$ | size of step $k$ | [12 optimisation](12_optimisation.ipynb) |
# | $g$, $g'$ | penalty and its slope | [10 more](10_more.ipynb) |
# | $g$, $g_n$ | the sigmoid $1/(1 + e^{-a})$; its value at case $n$, with $w^*$ | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $G$, $H$ | sums of $g$ and $h$ over a leaf; $G_L$, $H_L$ left of a cut, $G_R$, $H_R$ right of it | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $g$, $h$ | first and second derivative of the loss in the score; for squares $F - z$ and 1 | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $g_j$ | function of input $j$ alone, its mean over the examples 0 | [18 more](18_more.ipynb) |
# | $g_k(x)$ | score (discriminant) of class $k$ | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | $g(t)$ | the price from which on $t$ should be a leaf | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $g(x, v_j)$ | function $j$ of the dictionary | [13 more](13_more.ipynb) |
# | $H$ | second derivatives of $J$ at $w^*$ | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $H$ | the Hessian matrix, of all second derivatives | [12 optimisation](12_optimisation.ipynb) |
# | $H$ | entropy, in bits | [15 growing trees](15_growing_trees.ipynb) |
# | $H$ | entropy of the classes, in bits | [17 more](17_more.ipynb) |
# | $h$ | curvature of the loss along a direction; the largest is $h_{\max}$ | [03 least squares](03_least_squares.ipynb) |
# | $h$ | VC dimension: how many points the family can label in every way | [22 more](22_more.ipynb) |
# | $H_{kj}$ | block of the Hessian for the weights of classes $k$ and $j$ | [07 more](07_more.ipynb) |
# | $h(\lambda)$ | entropy of a coin with probability $\lambda$ | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $I$ | the unit matrix | [03 more](03_more.ipynb) |
# | $J$ | loss: minus the logarithm of the likelihood | [07 many classes](07_many_classes.ipynb) |
# | $j$ | class of the example | [10 perceptron family](10_perceptron_family.ipynb) |
# | $K$ | number of classes | [04 more](04_more.ipynb), [07 many classes](07_many_classes.ipynb), [20 more](20_more.ipynb), [21 more](21_more.ipynb) |
# | $K$ | share of the training weight whose value is known | [17 more](17_more.ipynb) |
# | $k$ | how many neighbours vote | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | $k$ | number of voters that are wrong | [19 more](19_more.ipynb) |
# | $k$ | its free parameters: of a regression the coefficients and the variance of the noise | [22 model selection](22_model_selection.ipynb) |
# | $k$, $i$ | classes; there are $C$ of them | [01 function approximation](01_function_approximation.ipynb) |
# | $k$, $j$ | the hidden group: which coin, which cloud | [14 em mixtures](14_em_mixtures.ipynb) |
# | $K$, $N_k$ | number of classes; of cases in class $k$ | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $K(x, x')$ | kernel: the inner product of two lifted points | [11 support vectors](11_support_vectors.ipynb) |
# | $L$ | lower bound of $\ln p(D)$ | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $L$ | the Lagrangian | [11 more](11_more.ipynb) |
# | $L$ | loss of one example | [13 neural networks](13_neural_networks.ipynb) |
# | $L$ | the highest likelihood that the model reaches on its examples | [22 model selection](22_model_selection.ipynb) |
# | $\lambda$ | weight of the penalty | [03 more](03_more.ipynb), [06 logistic regression](06_logistic_regression.ipynb) |
# | $\lambda$ | strength of the penalty | [07 more](07_more.ipynb) |
# | $\lambda$ | slope of a tangent above $\ln g$ | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $\lambda$ | share of the blind rule's errors that the surrogate saves: 1 for a copy, 0 for no help | [17 missing values](17_missing_values.ipynb) |
# | $\lambda$ | price of large scores | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $\lambda_i$ | weight of example $i$ in the balance, its multiplier | [09 more](09_more.ipynb) |
# | $\lambda_n$ | slope of the tangent of case $n$ | [08 more](08_more.ipynb) |
# | $L_{ki}$ | cost of deciding $i$ where $k$ is true | [01 function approximation](01_function_approximation.ipynb) |
# | $l$, $L$, $q$ | least and largest curvature, and $L/l$ | [06 more](06_more.ipynb) |
# | $L(\theta)$ | incomplete likelihood: of what was observed | [14 more](14_more.ipynb) |
# | $L(w)$ | loss: the sum of the squared residuals | [03 least squares](03_least_squares.ipynb) |
# | $M$ | number of rounds | [20 adaboost](20_adaboost.ipynb), [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $m$ | mean of all cases | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $m$ | columns that a node may choose among | [19 forests](19_forests.ipynb) |
# | $m_k$, $\tilde m_k$ | mean of class $k$, and its shadow $w^Tm_k$ | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $m_k$, $S_k$ | mean and covariance of the belief about $w_k$ | [08 more](08_more.ipynb) |
# | $m$, $S$ | mean and covariance of the variational belief | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $\mu$, $b$ | centre and width of a basis function | [06 more](06_more.ipynb) |
# | $\mu_k$ | probability of class $k$ | [07 many classes](07_many_classes.ipynb), [21 more](21_more.ipynb) |
# | $\mu_k$, $\Sigma_k$ | mean of class $k$, and its covariance: size, shape and tilt of its ellipse | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | $\mu_k$, $S_k$ | its mean and covariance | [14 more](14_more.ipynb) |
# | $\mu$, $s^2$ | mean and variance of $a$, for normal weights | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $N$ | number of points | [10 perceptron family](10_perceptron_family.ipynb) |
# | $N$ | how many examples there are | [14 more](14_more.ipynb) |
# | $N$ | number of training examples | [16 more](16_more.ipynb), [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $N$ | number of examples, and of draws for a tree | [19 forests](19_forests.ipynb) |
# | $n$ | how many examples are known | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | $n$ | number of an example: $x_n$, $\mu_{nk}$, $z_{nk}$ | [07 many classes](07_many_classes.ipynb) |
# | $n$ | number of updates so far | [09 perceptron](09_perceptron.ipynb) |
# | $n$ | how many examples there are | [22 model selection](22_model_selection.ipynb) |
# | $N_k$ | how many examples it has, by shares | [14 more](14_more.ipynb) |
# | $N_k(x)$ | who they are | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | $n_{\min}$ | largest number of examples in a node that is not split | [19 forests](19_forests.ipynb) |
# | $N$, $N_k$ | number of examples, of those of class $k$ | [04 more](04_more.ipynb) |
# | $o_{ij}$, $e_{ij}$ | examples of class $j$ in child $i$: seen, expected by chance | [16 more](16_more.ipynb) |
# | $\Omega$ | price of a tree | [21 more](21_more.ipynb) |
# | $P$ | the inverse of $X^\top X$ so far, which recursive least squares (RLS) keeps besides $w$ | [03 more](03_more.ipynb) |
# | $p$ | which distance | [02 more](02_more.ipynb) |
# | $p$ | number of features | [07 more](07_more.ipynb) |
# | $p$ | numbers that each point has, the constant not counted | [10 perceptron family](10_perceptron_family.ipynb) |
# | $p$ | degree of the polynomial kernel | [11 support vectors](11_support_vectors.ipynb) |
# | $p$ | how often chance alone gives so large a $\chi^2$ | [16 more](16_more.ipynb) |
# | $p$ | number of columns | [19 forests](19_forests.ipynb) |
# | $P(c \mid \ell)$ | share of class $c$ among the examples of the leaf | [17 missing values](17_missing_values.ipynb) |
# | $P$, $\delta$ | what is unknown of the weights, and the ridge that it begins with | [06 more](06_more.ipynb) |
# | $\phi_j$ | basis function | [06 more](06_more.ipynb) |
# | $\Phi$, $r$ | normal distribution function; the factor in $\Phi(ra)$ | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $\pi_k$ | weight of Gaussian $k$: its share of all examples | [14 more](14_more.ipynb) |
# | $P_j$ | share of class $j$ in a node | [15 growing trees](15_growing_trees.ipynb) |
# | $P(k)$ | prior: the share of class $k$ among all cases | [01 function approximation](01_function_approximation.ipynb) |
# | $P_k$ | prior of class $k$: how common it is | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | $P(k \mid x)$ | posterior: the share of class $k$ among cases with this $x$ | [01 function approximation](01_function_approximation.ipynb) |
# | $P_l, P_r$ | shares of the node's examples that go left, right | [18 regression trees](18_regression_trees.ipynb) |
# | $p_L$, $p_R$ | shares that the split sends left and right | [17 missing values](17_missing_values.ipynb) |
# | $p_n$ | probability of class 1; the slides call it $\mu_n$ | [06 logistic regression](06_logistic_regression.ipynb) |
# | $P(N, p)$ | chance that a plane separates random labels | [10 perceptron family](10_perceptron_family.ipynb) |
# | $p(x \mid k)$ | how frequent $x$ is within class $k$; for a measured number, its density | [01 function approximation](01_function_approximation.ipynb) |
# | $p(x \mid k)$ | density of class $k$ at $x$: how crowded the class is there | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | $q$ | probability of class $+$ at the place that is asked about | [02 more](02_more.ipynb) |
# | $q_i$ | share of the node's examples that go down branch $i$ | [15 growing trees](15_growing_trees.ipynb) |
# | $q_i$ | share of branch $i$ among the known; the shares sum to 1 | [17 missing values](17_missing_values.ipynb), [17 more](17_more.ipynb) |
# | $q$, $r_{jk}$ | all weights in one row; the long row of an example | [10 more](10_more.ipynb) |
# | $Q(\theta \mid \theta_t)$ | expected complete log-likelihood, by the shares of iteration $t$ | [14 more](14_more.ipynb) |
# | $r$ | price of asking, in place of a decision | [01 function approximation](01_function_approximation.ipynb) |
# | $r$ | the residuals, $y - Xw$ | [03 more](03_more.ipynb) |
# | $r$ | signed distance from the border | [05 more](05_more.ipynb) |
# | $\rho$ | correlation of two trees over samples | [19 forests](19_forests.ipynb) |
# | $r_{ik}$ | responsibility: the share of group $k$ in $x_i$ | [14 em mixtures](14_em_mixtures.ipynb) |
# | $R(i \mid x)$ | risk: the expected cost of deciding $i$ | [01 function approximation](01_function_approximation.ipynb) |
# | $r_n$ | residual of example $n$ | [03 least squares](03_least_squares.ipynb) |
# | $r_n$ | residual: what the sum leaves over of $z_n$ | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $R$, $R_\text{emp}$ | risk: the expected loss on fresh cases; empirical risk: the mean loss on the examples | [22 more](22_more.ipynb) |
# | $R_\text{emp}$ | mean squared error on the examples | [18 regression trees](18_regression_trees.ipynb) |
# | $S$ | a **smoother**: what it is given, made smooth along one input | [18 more](18_more.ipynb) |
# | $S_B$ | scatter between the classes | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $\sigma^2$ | variance of one tree over samples | [19 forests](19_forests.ipynb) |
# | $\sigma^2$ | variance of the noise, which nobody can avoid | [22 model selection](22_model_selection.ipynb) |
# | $s_k^2$ | scatter of the shadows of class $k$ | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $S_k$, $S_w$ | scatter matrix of class $k$; of all classes together (this index $w$ means *within*) | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $s_n$ | sum of the exponentials for case $n$ | [08 more](08_more.ipynb) |
# | $s_n$, $r_n$ | weight and working response of an example, see below | [06 logistic regression](06_logistic_regression.ipynb) |
# | $T$ | temperature: falls by a fixed share from time to time | [12 more](12_more.ipynb) |
# | $T$ | number of its leaves | [21 more](21_more.ipynb) |
# | $\Vert T\Vert $ | how many leaves the tree has | [18 regression trees](18_regression_trees.ipynb) |
# | $t$ | where the shadows are cut, the threshold | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $t$ | number of wrong bits | [07 many classes](07_many_classes.ipynb) |
# | $t$ | target of an example, $-1$ or $+1$ | [10 more](10_more.ipynb) |
# | $t$ | distance from the centre | [13 more](13_more.ipynb) |
# | $\theta$ | all parameters: two chances of heads | [14 em mixtures](14_em_mixtures.ipynb) |
# | $\theta_t$ | parameters in iteration $t$ | [14 more](14_more.ipynb) |
# | $t_n$ | its class, 1 (distress) or 0 | [06 logistic regression](06_logistic_regression.ipynb) |
# | $T_t$ | the subtree that begins at node $t$ | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | $u_i$ | slack of example $i$: what it lacks to the margin | [09 more](09_more.ipynb) |
# | $v$ | any direction in the space of the weights | [06 more](06_more.ipynb) |
# | $\varepsilon$ | vigilance, the lead that is asked for | [10 perceptron family](10_perceptron_family.ipynb) |
# | $\varepsilon$ | weighted error of $f$ | [20 adaboost](20_adaboost.ipynb) |
# | $\varepsilon$ | **shrinkage**, the share of a tree that is added, $0 < \varepsilon \le 1$ | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $\varphi(x)$ | the lifted point | [11 support vectors](11_support_vectors.ipynb) |
# | $v_{ij}$ | weight from input $i$ to hidden unit $j$; $v_{0j}$ is its bias | [13 neural networks](13_neural_networks.ipynb) |
# | $v_j$ | what makes it different from the others: weights of a unit, or a centre | [13 more](13_more.ipynb) |
# | $v$, $\lambda$ | a direction, and its ratio of scatter between to inside | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $w$ | direction of the line; only its direction matters | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | $w$ | weights, the bias $w_0$ first | [06 logistic regression](06_logistic_regression.ipynb) |
# | $w$ | the weights, threshold first; the last two point to the positive side of the line | [09 perceptron](09_perceptron.ipynb) |
# | $w$ | what is learned: a weight, or a mean | [12 optimisation](12_optimisation.ipynb) |
# | $w$ | score of a leaf, which is added to $F$ | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $w^*$ | weights of length 1 that separate; nobody needs to know them | [09 perceptron](09_perceptron.ipynb) |
# | $w_0$ | the constant of the score, it moves the border | [05 more](05_more.ipynb) |
# | $w_0$, $S_0$ | mean and covariance of the prior | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $w_0$, $w_1$ | the constant and the slope, together the weights $w$ | [03 least squares](03_least_squares.ipynb) |
# | $w$, $b$ | weights and bias of the score $f$ | [11 support vectors](11_support_vectors.ipynb) |
# | $W_i$ | weight of the training examples in branch $i$ | [17 missing values](17_missing_values.ipynb) |
# | $w_i$ | weights of class $i$; its score is $w_i^\top x$ | [10 perceptron family](10_perceptron_family.ipynb) |
# | $w_j$ | weight from hidden unit $j$ of $m$ to the output | [13 neural networks](13_neural_networks.ipynb) |
# | $w_j$, $G_j$, $H_j$ | score of leaf $j$, sums of $g$ and $h$ in it | [21 more](21_more.ipynb) |
# | $w_k$ | weights of class $k$ | [08 more](08_more.ipynb) |
# | $w_k$, $a_k$ | weights and score of class $k$ | [07 many classes](07_many_classes.ipynb) |
# | $w_n$ | weight of example $n$ in this round | [20 adaboost](20_adaboost.ipynb) |
# | $w^\top z$ | the score: above 0 is right | [09 perceptron](09_perceptron.ipynb) |
# | $w$, $w^*$ | weights; the most probable ones | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $w$, $w_i$ | weight of the case, 1 at the root; of its part in branch $i$ | [17 missing values](17_missing_values.ipynb) |
# | $X$ | matrix of the features, a row for each example | [03 more](03_more.ipynb) |
# | $x$ | what is known of a case: a test result, a measurement, a list of them | [01 function approximation](01_function_approximation.ipynb) |
# | $x$ | the case that is asked about | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | $x$ | a case, its features | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | $x$ | an example: a constant 1, then its features | [07 many classes](07_many_classes.ipynb) |
# | $x$ | an example: the constant $-1$, then its measurements | [09 perceptron](09_perceptron.ipynb) |
# | $x$ | an example, a constant first | [10 perceptron family](10_perceptron_family.ipynb) |
# | $\xi$ | where a parabola from below touches | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | $\xi$ | width of the penalty | [10 more](10_more.ipynb) |
# | $x_i$ | input $i$ of $d$; $x_0 = 1$ is constant | [13 neural networks](13_neural_networks.ipynb) |
# | $x_i$ | what was observed: heads and tails of envelope $i$ | [14 em mixtures](14_em_mixtures.ipynb) |
# | $\xi_i$ | slack of example $i$ | [11 support vectors](11_support_vectors.ipynb) |
# | $x_i$, $y_i$ | a known example and its label | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | $x_n$, $y_n$ | what is known of example $n$, and the number to predict | [03 least squares](03_least_squares.ipynb) |
# | $x_n$, $z_n$ | example $n$ and its target, a number or a class | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | $x_r$, $z_r$ | feature $r$ of two cases | [02 more](02_more.ipynb) |
# | $x$, $x_n$ | features of an example, with a constant 1 in front | [06 logistic regression](06_logistic_regression.ipynb) |
# | $\bar x$, $\bar y$ | mean of the $x_n$, of the $y_n$ | [03 least squares](03_least_squares.ipynb) |
# | $Y$ | examples times their class, one a row; $Y^{+}$ its pseudo-inverse | [10 more](10_more.ipynb) |
# | $\hat y$ | answer of the network | [13 neural networks](13_neural_networks.ipynb) |
# | $y$ | the answer that was wanted | [13 neural networks](13_neural_networks.ipynb) |
# | $y_i(x)$, $c_i$ | any function of $x$, and its weight, in this section | [11 more](11_more.ipynb) |
# | $y_k$, $w_k$, $w_{k0}$ | linear score of class $k$, its weights, its offset (which is subtracted) | [04 more](04_more.ipynb) |
# | $\bar y_m$ | mean of $y$ in the node, its answer | [18 regression trees](18_regression_trees.ipynb) |
# | $y$, $t$ | $x^2$ and its root | [08 more](08_more.ipynb) |
# | $\hat y(x)$ | the answer | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | $Z$ | what the new weights sum to before they are divided by it | [20 adaboost](20_adaboost.ipynb) |
# | $z$ | the signed example: $x$ of one class, $-x$ of the other | [09 perceptron](09_perceptron.ipynb) |
# | $z_i$ | class of example $i$, $-1$ or $+1$ | [11 more](11_more.ipynb), [11 support vectors](11_support_vectors.ipynb) |
# | $z_i f(x_i)$ | the margin of one example: 1 on the kerb, 0 on the border | [11 support vectors](11_support_vectors.ipynb) |
# | $z_j$ | value that it sends on; $z_0 = 1$ | [13 neural networks](13_neural_networks.ipynb) |
# | $z_k$ | 1 for the class of the example, 0 for the others | [07 many classes](07_many_classes.ipynb) |
# | $z_n$ | class of example $n$, $-1$ or $+1$ | [20 adaboost](20_adaboost.ipynb) |
# | $z_{nk}$ | 1 if case $n$ is of class $k$, else 0 | [08 more](08_more.ipynb) |

# %% [markdown]
# ## Words
#
# | word | meaning | lessons |
# |---|---|---|
# | AdaBoost | a vote of weak classifiers, each trained on what those before it got wrong | [20 adaboost](20_adaboost.ipynb) |
# | Adaline | a unit that takes the perceptron's examples one at a time, with the squared loss of its score | [10 more](10_more.ipynb) |
# | AIC | minus twice the log-likelihood, plus 2 for each free parameter | [22 model selection](22_model_selection.ipynb) |
# | backfitting | fitting one function of a sum after the other, each to what the others leave over | [18 more](18_more.ipynb) |
# | back-propagation | the chain rule from the output of a network back to every weight | [13 neural networks](13_neural_networks.ipynb) |
# | bagging | the same learner on many bootstrap samples, averaged | [19 forests](19_forests.ipynb) |
# | baseline | an answer that needs no model, to be beaten | [01 function approximation](01_function_approximation.ipynb) |
# | basis function | a fixed function of the features that takes their place in a linear model | [06 more](06_more.ipynb) |
# | Bayes error | the share of errors that no classifier can avoid | [01 more](01_more.ipynb) |
# | Bayes' rule | leads from priors and what was seen to posteriors | [01 function approximation](01_function_approximation.ipynb) |
# | belief | a normal that stands for it | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | BIC | minus twice the log-likelihood, plus the logarithm of the number of examples for each free parameter | [22 model selection](22_model_selection.ipynb) |
# | bootstrap sample | as many examples as there are, drawn with replacement | [19 forests](19_forests.ipynb) |
# | calibrated | of a model whose 70 % come true seven times in ten | [01 more](01_more.ipynb) |
# | code word | the bits that stand for a class | [07 many classes](07_many_classes.ipynb) |
# | convex | of a function that lies below each of its chords: it has no false minimum | [06 more](06_more.ipynb) |
# | convex hull | the smallest region without dents that holds all points of a class | [11 support vectors](11_support_vectors.ipynb) |
# | cost-complexity pruning | cutting a tree back by a price on its leaves | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | covariance | how far two features vary together; of a class, the size, shape and tilt of its cloud | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | cross-entropy | minus the logarithm of the likelihood of the classes | [06 logistic regression](06_logistic_regression.ipynb) |
# | cross-validation | each part of the examples is answered by a model of the other parts | [01 function approximation](01_function_approximation.ipynb) |
# | curse of dimensionality | with many features nothing is near any more | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | delta rule | a small step against the squared error of one example | [03 more](03_more.ipynb) |
# | dual problem | the problem in the multipliers in place of the weights | [11 more](11_more.ipynb) |
# | early stopping | training ends where the error on held-out cases is least | [13 neural networks](13_neural_networks.ipynb) |
# | eigenvalue | by how much a matrix stretches one of the directions that it does not turn | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | EM | shares for what is hidden, then the best parameters for these shares, by turns | [14 em mixtures](14_em_mixtures.ipynb) |
# | entropy | how many bits it takes on average to say the class | [15 growing trees](15_growing_trees.ipynb) |
# | epoch | one pass over all examples; on other pages a sweep | [13 neural networks](13_neural_networks.ipynb) |
# | evidence | $p(D)$, how probable the cases are under prior and model | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | exponential loss | the loss that AdaBoost goes down, by the margin of an example | [20 adaboost](20_adaboost.ipynb) |
# | Fisher's direction | the direction in which the means of two classes lie farthest apart, by the measure of their scatter | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | folds | parts of the examples, each of them answered by a model of all others | [22 model selection](22_model_selection.ipynb) |
# | Gaussian mixture | a density that is a weighted sum of densities | [14 em mixtures](14_em_mixtures.ipynb) |
# | generative model | describes how each class makes its cases; the posterior follows by Bayes' rule | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | Gini | probability that two cases of a node are of different classes | [15 growing trees](15_growing_trees.ipynb) |
# | gradient boosting | a sum of trees, each fitted to the slopes of the loss that is left | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | gradient descent | steps against the gradient of a loss | [03 least squares](03_least_squares.ipynb) |
# | Gram matrix | the kernel of all pairs of examples | [11 more](11_more.ipynb) |
# | greedy | of a search that takes what is best now and never takes it back | [15 growing trees](15_growing_trees.ipynb) |
# | Hessian | the table of all second derivatives of a loss | [06 logistic regression](06_logistic_regression.ipynb) |
# | hidden unit | a unit of a network between its inputs and its answer | [13 neural networks](13_neural_networks.ipynb) |
# | hyperplane | a line's counterpart in any number of dimensions: where one linear score is zero | [05 more](05_more.ipynb) |
# | k-d tree | boxes made by halving, for a quick search of neighbours | [02 more](02_more.ipynb) |
# | kerb | an edge of the street, where the score is $-1$ or $+1$ | [11 support vectors](11_support_vectors.ipynb) |
# | kernel | a function of two points that is an inner product in some space | [11 support vectors](11_support_vectors.ipynb) |
# | k-means | groups around centres: each point to the nearest, each centre to the mean, by turns | [14 more](14_more.ipynb) |
# | L1 | a penalty on the sum of the weights' absolute values: it makes some of them exactly 0 | [06 more](06_more.ipynb) |
# | L2 | a penalty on the sum of the squared weights: it makes them small | [06 more](06_more.ipynb) |
# | Laplace's approximation | a normal at the peak of a posterior, as narrow as that is there | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | LDA | Gaussian classes with one shared covariance; straight borders | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | learning curve | errors over the number of examples | [22 more](22_more.ipynb) |
# | least squares | the weights with the least sum of squared residuals | [03 least squares](03_least_squares.ipynb) |
# | leave one out | each example is answered by all others | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | leverage | how strongly the place of an example pulls at a fit | [03 least squares](03_least_squares.ipynb) |
# | likelihood | how probable a model makes what was seen | [06 logistic regression](06_logistic_regression.ipynb) |
# | linear program | the least of a linear cost under linear conditions | [09 more](09_more.ipynb) |
# | local minimum | a place that is lower than all around it, but perhaps not the lowest | [12 optimisation](12_optimisation.ipynb) |
# | logistic regression | a sigmoid of a linear score, by the largest likelihood | [06 logistic regression](06_logistic_regression.ipynb) |
# | log loss | minus the logarithm of the probability that was given to the truth | [01 more](01_more.ipynb) |
# | LVQ | prototypes that move to the cases of their class and away from those of others | [10 perceptron family](10_perceptron_family.ipynb) |
# | momentum | the share of the last move that is kept in the next | [03 least squares](03_least_squares.ipynb) |
# | multilayer perceptron | units in layers, each a bent function of a weighted sum | [13 neural networks](13_neural_networks.ipynb) |
# | naive Bayes | a posterior as if features were independent within each class | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | nearest neighbours | answers by a vote, or the mean, of the most similar examples | [02 nearest neighbours](02_nearest_neighbours.ipynb) |
# | Newton's method | a jump to the lowest place of the parabola that fits the loss here | [06 logistic regression](06_logistic_regression.ipynb) |
# | normal equations | the linear equations that the least-squares weights solve | [03 least squares](03_least_squares.ipynb) |
# | odds | a probability over that of the opposite | [06 logistic regression](06_logistic_regression.ipynb) |
# | one against one | an expert for each two classes, who vote | [07 many classes](07_many_classes.ipynb) |
# | one against the rest | an expert for each class against all others | [07 many classes](07_many_classes.ipynb) |
# | one-hot | a vector with a 1 at the place of the class and zeros elsewhere | [01 function approximation](01_function_approximation.ipynb) |
# | one-standard-error rule | the smallest tree whose error is within a standard error of the least | [16 more](16_more.ipynb) |
# | out of bag | of an example that a bootstrap sample has left out: a test for free | [19 forests](19_forests.ipynb) |
# | overfitting | fitting the accidents of the examples: better on these, worse on fresh cases | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | penalty | a price on large weights that is added to the loss | [06 logistic regression](06_logistic_regression.ipynb) |
# | perceptron | a line that turns towards each example it gets wrong | [09 perceptron](09_perceptron.ipynb) |
# | plug-in | predicting as if the best weights were the true ones | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | pocket | where the perceptron keeps its best line so far | [09 perceptron](09_perceptron.ipynb) |
# | posterior | probability of a class, or of weights, after what was seen | [01 function approximation](01_function_approximation.ipynb) |
# | posterior | what is believed about the weights after the cases | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | prior | probability of a class, or of weights, before anything is seen | [01 function approximation](01_function_approximation.ipynb) |
# | probit | the normal distribution function in place of the sigmoid | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | prototype | a point that stands for a class | [10 perceptron family](10_perceptron_family.ipynb) |
# | pruning | turning branches of a tree back into leaves | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | QDA | Gaussian classes with a covariance each; curved borders | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | random forest | bagged trees whose nodes may choose among a few columns only | [19 forests](19_forests.ipynb) |
# | random restarts | descents from many places, of which the lowest is kept | [12 optimisation](12_optimisation.ipynb) |
# | RBF network | a weighted sum of bumps | [13 more](13_more.ipynb) |
# | recursive least squares | the least-squares weights, brought up to date with each example | [03 more](03_more.ipynb) |
# | reduced-error pruning | pruning as long as the error on held-out cases does not rise | [16 more](16_more.ipynb) |
# | reject option | the right to say "I do not know", at a price | [01 function approximation](01_function_approximation.ipynb) |
# | residual | what a fit leaves over: the number less its prediction | [03 least squares](03_least_squares.ipynb) |
# | ridge | least squares with a price on the squared weights | [03 more](03_more.ipynb) |
# | saddle | level ground that rises one way and falls another: a pass | [12 optimisation](12_optimisation.ipynb) |
# | scatter | how widely the cases of a class lie about their mean | [05 fisher discriminant](05_fisher_discriminant.ipynb) |
# | separable | some line has all examples of one class on one side, those of the other on the other | [09 perceptron](09_perceptron.ipynb) |
# | shrinkage | the share of each tree that boosting adds | [21 gradient boosting](21_gradient_boosting.ipynb) |
# | sigmoid | the S-shaped curve that makes a probability of a score | [04 gaussian classifiers](04_gaussian_classifiers.ipynb) |
# | simulated annealing | a search that takes rises by chance, ever more seldom | [12 optimisation](12_optimisation.ipynb) |
# | slack | what a point lacks to its side of the street | [11 support vectors](11_support_vectors.ipynb) |
# | SMO | two multipliers at a time | [11 more](11_more.ipynb) |
# | smoother | anything that makes a smooth function of scattered points | [18 more](18_more.ipynb) |
# | softmax | makes probabilities of several scores | [07 many classes](07_many_classes.ipynb) |
# | stump | a tree with one question | [20 adaboost](20_adaboost.ipynb) |
# | support vector | an example that holds the street: multiplier above 0 | [11 support vectors](11_support_vectors.ipynb) |
# | surrogate | another test that parts the examples alike, used where a value is missing | [17 missing values](17_missing_values.ipynb) |
# | sweep | one pass over all examples | [09 perceptron](09_perceptron.ipynb) |
# | training error | the error on the examples that were learned from | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | typical error | the root of the mean squared error | [03 least squares](03_least_squares.ipynb) |
# | update | one change of $w$, for one mistake | [09 perceptron](09_perceptron.ipynb) |
# | validation set | examples that take no part in training and serve to choose | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | variational | by a bound that is raised until it touches | [08 bayesian logistic](08_bayesian_logistic.ipynb) |
# | VC dimension | how many points a family of classifiers can label in every way | [22 more](22_more.ipynb) |
# | vigilance | how near a case must be to its prototype | [10 perceptron family](10_perceptron_family.ipynb) |
# | Voronoi diagram | the places nearest to each example, as cells | [02 more](02_more.ipynb) |
# | vote weight | how much a member's vote counts | [20 adaboost](20_adaboost.ipynb) |
# | weakest link | the node whose branch saves the least error for each leaf | [16 pruning and rules](16_pruning_and_rules.ipynb) |
# | weak learner | a learner a little better than chance | [20 adaboost](20_adaboost.ipynb) |
# | working response | what Newton's method fits a line to | [06 logistic regression](06_logistic_regression.ipynb) |
# | XOR | one or the other but not both: what no line can part | [13 neural networks](13_neural_networks.ipynb) |
