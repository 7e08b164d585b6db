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
# | agree | share of the examples that both tests send the same way | [17 missing values](17_missing_values.ipynb) |
# | $\alpha$ | its vote weight | [20 adaboost](20_adaboost.ipynb) |
# | $D_i$ | the known examples of branch $i$ | [17 more](17_more.ipynb) |
# | $\ell$, $w_\ell$ | a leaf, and the weight that ends there | [17 missing values](17_missing_values.ipynb) |
# | $f$, $f_m$ | a weak classifier, with answers $-1$ or $+1$; that of round $m$ | [20 adaboost](20_adaboost.ipynb) |
# | $F(x)$ | the weighted vote, or score | [20 adaboost](20_adaboost.ipynb) |
# | $\gamma$ | by how much a weak learner beats a coin, $\tfrac12 - \varepsilon$ | [20 more](20_more.ipynb) |
# | $H$ | entropy of the classes, in bits | [17 more](17_more.ipynb) |
# | $K$ | share of the training weight whose value is known | [17 more](17_more.ipynb) |
# | $K$ | number of classes | [20 more](20_more.ipynb) |
# | $\lambda$ | share of the blind rule's errors that the surrogate saves: 1 for a copy, 0 for no help | [17 missing values](17_missing_values.ipynb) |
# | $M$ | number of rounds | [20 adaboost](20_adaboost.ipynb) |
# | $P(c \mid \ell)$ | share of class $c$ among the examples of the leaf | [17 missing values](17_missing_values.ipynb) |
# | $p_L$, $p_R$ | shares that the split sends left and right | [17 missing values](17_missing_values.ipynb) |
# | $q_i$ | share of branch $i$; the shares sum to 1 | [17 missing values](17_missing_values.ipynb) |
# | $q_i$ | share of branch $i$ among the known | [17 more](17_more.ipynb) |
# | $\varepsilon$ | its weighted error | [20 adaboost](20_adaboost.ipynb) |
# | $W_i$ | weight of the training examples in branch $i$ | [17 missing values](17_missing_values.ipynb) |
# | $w_n$ | its weight in this round | [20 adaboost](20_adaboost.ipynb) |
# | $w$, $w_i$ | weight of the case, 1 at the root; of its part in branch $i$ | [17 missing values](17_missing_values.ipynb) |
# | $Z$ | what the new weights sum to before they are divided by it | [20 adaboost](20_adaboost.ipynb) |
# | $z_n$ | class of example $n$, $-1$ or $+1$ | [20 adaboost](20_adaboost.ipynb) |

# %% [markdown]
# ## Words
#
# None yet.
