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
# None yet.

# %% [markdown]
# ## Words
#
# None yet.
