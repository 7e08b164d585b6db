"""What is here only for speed: no lecture is read beside it. Tests hold each module to a plain version.

module           does                                            plain version
tree_arrays      many trees as one set of arrays                 ``tree.tree``, one tree at a time
stumps           the best stump of all columns at once           tests: plain_adaboost
forest_growth    all trees of a forest, level by level           ``tree``, one tree at a time
histograms       sums over bins, and the best cut of a node      ``second_order.split_gains``
boost_tree       second-order trees, level by level              tests: plain_boosting
"""
