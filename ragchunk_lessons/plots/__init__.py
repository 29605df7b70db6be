"""The figures of the lessons: one statement each, in its title, readable in light and dark and on a phone."""

from ._frame import Plot, new_axes
from .breaks import plot_chunks_by_threshold, plot_similarity_scales
from .changes import plot_changes
from .chunk_lengths import plot_chunk_lengths
from .counting import plot_characters_per_token, plot_cut_words, plot_lengths_sawtooth
from .damage import plot_damage
from .door import plot_answer_past_limit, plot_room_in_tokens
from .failures import plot_before_after
from .families import plot_leaf_map
from .ladder import plot_ladder
from .mixing import plot_mixing
from .outline import plot_outline
from .overlap import plot_cost, plot_overlap_probability
from .parts import plot_parts, plot_speed_up
from .reranking import plot_rank_moves, plot_reading_cost
from .similarity import plot_similarity_bars, plot_similarity_by_topics
from .slopes import plot_slopes
from .stages import plot_stages
from .sweep import plot_differences, plot_sweep
from .timeline import plot_time_labels
from .topics import plot_topic_rows
from .whole_code import plot_whole_definitions
from .windows import plot_window_growth

__all__ = [
    "Plot",
    "new_axes",
    "plot_answer_past_limit",
    "plot_before_after",
    "plot_changes",
    "plot_characters_per_token",
    "plot_chunk_lengths",
    "plot_chunks_by_threshold",
    "plot_cost",
    "plot_cut_words",
    "plot_damage",
    "plot_differences",
    "plot_ladder",
    "plot_leaf_map",
    "plot_lengths_sawtooth",
    "plot_mixing",
    "plot_outline",
    "plot_overlap_probability",
    "plot_parts",
    "plot_rank_moves",
    "plot_reading_cost",
    "plot_room_in_tokens",
    "plot_similarity_bars",
    "plot_similarity_by_topics",
    "plot_similarity_scales",
    "plot_slopes",
    "plot_speed_up",
    "plot_stages",
    "plot_sweep",
    "plot_time_labels",
    "plot_topic_rows",
    "plot_whole_definitions",
    "plot_window_growth",
]
