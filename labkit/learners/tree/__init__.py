"""Decision trees: growing, pruning, rules, missing values. Lectures 15 to 18."""
