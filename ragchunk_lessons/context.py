"""More text than was found: the parent of several hits, and the neighbours of one.

Small pieces are good to search, large ones are good to read. Both ways to have the two work on one numbering: leaves
are numbered in the order of the text, and a parent is so many leaves in a row.
"""

from .searching.neighbours import add_neighbours
from .searching.parents import merge_parents, split_parents

__all__ = ["add_neighbours", "merge_parents", "split_parents"]
