"""The figures of the lessons: one statement each, in its title, readable in light and dark and on a phone."""

from ._frame import Plot, new_axes
from .counting import plot_characters_per_token, plot_cut_words, plot_lengths_sawtooth
from .ladder import plot_ladder
from .mixing import plot_mixing
from .overlap import plot_cost, plot_overlap_probability
from .similarity import plot_similarity_bars, plot_similarity_by_topics

__all__ = [
    "Plot",
    "new_axes",
    "plot_characters_per_token",
    "plot_cost",
    "plot_cut_words",
    "plot_ladder",
    "plot_lengths_sawtooth",
    "plot_mixing",
    "plot_overlap_probability",
    "plot_similarity_bars",
    "plot_similarity_by_topics",
]
