"""A control that is alive in a running notebook and on the page of the book, where no program runs.

In a notebook, controls call the reader's function on each change. For the page, the states are made beforehand, and
radio inputs choose among them without any script.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

from .controls import Knob, check_make, read_knobs, state_words, states
from .live import WIDGET_VIEW, in_live_kernel, make_widget
from .panes import as_html, trouble
from .static_html import page_html

__all__ = ["Explorer", "explore"]


class Explorer:
    """What ``explore`` returns; a notebook shows it as it is.

    Parameters
    ----------
    make : callable
    title : str
    knobs : tuple of Knob
    lab : str, optional
    """

    def __init__(self, make: Callable, title: str, knobs: tuple[Knob, ...], lab: str | None = None) -> None:
        self.title, self.knobs, self._make, self._widget = title, knobs, make, None
        started = perf_counter()
        self._panes = {state: self._new_pane(state, ValueError) for state in states(knobs)}
        self._seconds = (perf_counter() - started) / len(self._panes)
        self.html = page_html(title, knobs, self._panes, lab)

    def _new_pane(self, state: tuple, spoken: type[Exception]) -> str:
        named = dict(zip((knob.name for knob in self.knobs), state, strict=True))
        try:
            return as_html(self._make(**named))
        except spoken as error:
            return trouble(state_words(self.knobs, state), error)

    def pane(self, state: tuple) -> str:
        """The HTML of one state, made anew if the page does not have it; an error is said in words."""
        return self._panes.get(state) or self._new_pane(state, Exception)

    @property
    def widget(self) -> Any:
        """The live controls, made on first use; None without ipywidgets."""
        if self._widget is None:
            self._widget = make_widget(self.title, self.knobs, self.pane, self._seconds)
        return self._widget

    def _repr_html_(self) -> str:
        return self.html

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bundle: dict[str, Any] = {"text/plain": repr(self), "text/html": self.html}
        if in_live_kernel() and self.widget is not None:
            bundle[WIDGET_VIEW] = self.widget._repr_mimebundle_()[WIDGET_VIEW]
        return bundle

    def __repr__(self) -> str:
        return f"Explorer({self.title}: {'; '.join(f'{knob.label} {knob.values}' for knob in self.knobs)})"


def explore(
    make: Callable,
    /,
    *,
    title: str,
    labels: Mapping[str, str] | None = None,
    live: Mapping[str, Any] | None = None,
    lab: str | None = None,
    **knobs: Any,
) -> Explorer:
    """Let a reader change one to three settings and see what happens.

    Parameters
    ----------
    make : callable
        Called with the knobs by name. It returns what is to be shown: a picture of ``show_chunks``, a plot, a table,
        a string (shown as it is, never as markup), or a list of these. A ``ValueError`` is shown in words.
    title : str
        What the group is called.
    labels : dict of str, optional
        The words for a knob; without them, its name.
    live : dict of sequences, optional
        For a knob, values that a running notebook offers beside those of the page.
    lab : str, optional
        The state as the Chunk Lab's address has it after ``#``, with a knob's name in braces where its value goes:
        ``"sample=…&splitter=recursive&size={size}&overlap={overlap}"``. Each pane then links to it.
    **knobs : sequence
        For each knob the values of the page, numbers or short strings, the first one chosen at first. All states
        together are at most 24 panes and 150 kB gzipped. A strip of 900 characters or a plot weighs about 1 kB, and
        all are on the page at once: prefer a short text, and six to twelve panes.

    Returns
    -------
    Explorer

    Raises
    ------
    TypeError, ValueError
        If there is no knob or nothing to choose, the panes are too many or too heavy, or ``make`` cannot be called
        with these knobs or returns nothing that can be shown.

    Examples
    --------
    >>> explore(lambda size: "x" * size, title="How long", size=(1, 2))
    Explorer(How long: size (1, 2))
    """
    if not isinstance(title, str) or not title.strip():
        raise TypeError(f"title must be words that name the group, not {title!r}")
    read = read_knobs(knobs, labels, live)
    check_make(make, read)
    if lab is not None:
        if not isinstance(lab, str):
            raise TypeError(f"lab must be a str, what stands after # in the lab's address, not {type(lab).__name__}")
        if unknown := sorted(set(re.findall(r"\{(\w*)\}", lab)) - set(knobs)):
            raise ValueError(f"lab has {{{unknown[0]}}}, which is no knob; there are {', '.join(knobs)}")
        lab = lab.removeprefix("#")
    return Explorer(make, title.strip(), read, lab)
