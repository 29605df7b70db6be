"""One knob at a time: the same questions for every setting, and each setting against one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..evaluate import METRICS, Evaluation, compare_evaluations, evaluate_retrieval
from ..showing.number_table import NumberTable
from .distribution import Lengths, length_distribution
from .intervals import Interval
from .questions import Question, load_questions


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of the knob, and what came of it.

    Parameters
    ----------
    value : Any
    evaluation : Evaluation
    lengths : Lengths or None
        Of the chunks in the index; None where the retriever has no ``chunks``.
    """

    value: Any
    evaluation: Evaluation
    lengths: Lengths | None


@dataclass(frozen=True, slots=True)
class Sweep:
    """A knob turned, with everything else left alone.

    Parameters
    ----------
    knob : str
    settings : tuple of Setting
        In the order of the values.
    baseline : Any
        The value that the others are compared with.
    """

    knob: str
    settings: tuple[Setting, ...]
    baseline: Any

    def at(self, value: Any) -> Setting:
        """The setting with this value.

        Raises
        ------
        ValueError
            If it was not among the values.
        """
        for setting in self.settings:
            if setting.value == value:
                return setting
        raise ValueError(f"{self.knob}={value!r} was not tried; there are {[s.value for s in self.settings]!r}")

    def differences(self, metric: str = "recall", **settings: Any) -> list[tuple[Any, Interval]]:
        """For every value, how much the metric is above that of the baseline, paired by question."""
        base = self.at(self.baseline).evaluation
        return [(one.value, compare_evaluations(base, one.evaluation, metric, **settings)) for one in self.settings]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Plain data: one dict a setting with the value, the number of chunks, their median length and the means."""
        return [
            {
                self.knob: one.value,
                "chunks": one.lengths.count if one.lengths else None,
                "median_length": one.lengths.median if one.lengths else None,
                "characters": one.evaluation.characters,
                **one.evaluation.means,
            }
            for one in self.settings
        ]

    def table(self, metric: str = "recall") -> NumberTable:
        """The means, and for one metric the difference from the baseline with its 95 % interval."""
        heads = [self.knob, *METRICS.values(), f"{METRICS.get(metric, metric)}, against {self.baseline}"]
        heads += ["characters read", "chunks", "median length"]
        rows = []
        for row, (value, found) in zip(self.rows, self.differences(metric), strict=True):
            beside = f"{found.mean:+.2f} [{found.low:+.2f}, {found.high:+.2f}]".replace("-", "−")
            median = row["median_length"]
            rows.append(
                [
                    str(value),
                    *(row[name] for name in METRICS),
                    "" if value == self.baseline else beside,
                    round(row["characters"]),
                    row["chunks"],
                    None if median is None else round(median),
                ]
            )
        # Retrievers without chunks have nothing to say in these columns.
        silent = {at for at in range(1, len(heads)) if all(row[at] is None for row in rows)}
        heads, *rows = ([cell for at, cell in enumerate(row) if at not in silent] for row in [heads, *rows])
        return NumberTable(heads, rows, self.settings[0].evaluation.terms)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def __repr__(self) -> str:
        return repr(self.table())


def sweep(
    values: Iterable[Any],
    build: Callable[[Any], Any],
    questions: Iterable[Question | Mapping[str, Any]],
    k: int | None = None,
    *,
    budget: int | None = None,
    knob: str = "value",
    baseline: Any = None,
    progress: bool | Callable[[int, int, Any], None] | None = None,
) -> Sweep:
    """An evaluation for every value of one knob.

    Parameters
    ----------
    values : iterable
        Such as sizes, overlaps, thresholds or the names of splitters; all different.
    build : callable
        From a value to an index or a retriever, as ``evaluate_retrieval`` takes it:
        ``lambda size: ChunkIndex(split_sentences(document, size), embedder)``.
    questions, k, budget
        As for ``evaluate_retrieval``; the same for every value.
    knob : str
        What the values are, for the table.
    baseline : Any, optional
        One of the values; the first by default.
    progress : bool or callable, optional
        ``True`` draws a bar on stderr where a person is watching, that is in a terminal. A callable is called as
        ``progress(done, total, value)`` before each value, and once at the end with ``None``.

    Returns
    -------
    Sweep

    Raises
    ------
    TypeError, ValueError
        If there are no values or two are equal, the baseline is none of them, or as ``evaluate_retrieval``.
    ImportError
        If a bar is to be drawn and tqdm is not installed.

    Notes
    -----
    Source: the order of tuning in a guide to slicing strategies, §5: one parameter a run, the rest unchanged.
    """
    values = list(values)
    if not values:
        raise ValueError("values is empty; give at least one")
    for number, value in enumerate(values):
        if value in values[:number]:
            raise ValueError(f"values has {value!r} twice; give each once")
    baseline = values[0] if baseline is None else baseline
    if baseline not in values:
        raise ValueError(f"baseline={baseline!r} is none of the values {values!r}")
    if not callable(build):
        raise TypeError(f"build must be callable, from a value to an index, not {type(build).__name__}")
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress must be True, False or a callable, not {type(progress).__name__}")
    questions = load_questions(questions)
    settings = []
    tell = _bar(knob, len(values)) if progress is True else progress or None
    for number, value in enumerate(values):
        if tell:
            tell(number, len(values), value)
        index = build(value)
        evaluation = evaluate_retrieval(index, questions, k, budget=budget)
        chunks = getattr(index, "chunks", None)
        settings.append(Setting(value, evaluation, length_distribution(chunks) if chunks else None))
    if tell:
        tell(len(values), len(values), None)
    return Sweep(knob, tuple(settings), baseline)


def _bar(knob: str, total: int) -> Callable[[int, int, Any], None] | None:
    """A bar that names the setting at work; none where nobody watches, so that stored outputs stay clean."""
    if not (sys.stderr and sys.stderr.isatty()):
        return None
    try:
        from tqdm import tqdm
    except ImportError as error:
        raise ImportError(f"progress=True needs tqdm ({error}); install it with: pip install tqdm") from error
    bar = tqdm(total=total, unit="setting", leave=False)

    def tell(done: int, total: int, value: Any) -> None:
        bar.set_description_str(f"{knob} {value}" if done < total else knob, refresh=False)
        bar.update(done - bar.n)
        bar.refresh()
        if done == total:
            bar.close()

    return tell
