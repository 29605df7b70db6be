"""The explorer in a running notebook: controls of ipywidgets, and a picture that is made anew on each change."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from ..showing.show_style import STYLE
from .controls import Knob, shown
from .panes import joined_sheets, without_sheets
from .static_html import RULES

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
_MOST_BUTTONS = 5
_SLOW = 0.25  # seconds; what takes longer is made when the handle is let go


def in_live_kernel() -> bool:
    """Whether this runs in a kernel that a notebook talks to."""
    import sys

    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


def make_widget(title: str, knobs: tuple[Knob, ...], pane: Callable[[tuple], str], seconds: float = 0.0) -> Any:
    """The controls above the pane of their state, as one widget; None where ipywidgets is not installed.

    Parameters
    ----------
    title : str
    knobs : tuple of Knob
    pane : callable
        From the values to HTML; says errors in words.
    seconds : float
        How long one pane takes.
    """
    try:
        import ipywidgets
    except ImportError:
        return None
    controls = [_control(ipywidgets, knob, seconds < _SLOW) for knob in knobs]
    picture = ipywidgets.HTML(layout=ipywidgets.Layout(width="auto"))

    def draw(_: Any = None) -> None:
        body, sheets = without_sheets(pane(tuple(control.value for control in controls)))
        picture.value = f'<style>{STYLE}{RULES}{joined_sheets(sheets)}</style><div class="rcl rcl-xp-live">{body}</div>'

    for control in controls:
        control.observe(draw, names="value")
    draw()
    head = ipywidgets.HTML(f"<b>{escape(title)}</b>")
    return ipywidgets.VBox([head, *controls, picture], layout=ipywidgets.Layout(width="calc(100% - 4px)"))


def _control(ipywidgets: Any, knob: Knob, at_once: bool) -> Any:
    options = [(shown(value), value) for value in knob.live]
    # The words in front of a control are never cut short, and a narrow window is filled.
    common = {"options": options, "value": knob.values[0], "description": knob.label}
    common |= {"style": {"description_width": "initial"}}
    if knob.is_number:
        layout = ipywidgets.Layout(width="min(34rem, 100%)")
        return ipywidgets.SelectionSlider(**common, layout=layout, continuous_update=at_once)
    if len(options) <= _MOST_BUTTONS:
        return ipywidgets.ToggleButtons(**common, layout=ipywidgets.Layout(width="auto"))
    return ipywidgets.Dropdown(**common, layout=ipywidgets.Layout(width="max-content"))
