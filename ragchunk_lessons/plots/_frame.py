"""What every figure shares: its colours, its frame, and one SVG for light and dark.

A figure is drawn once, in the light colours. In the finished SVG each of them is then replaced by the name of
its token, so the page decides how it looks, and a change of theme needs no second picture.
"""

from __future__ import annotations

import hashlib
import io
import logging
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from html import escape
from typing import Any

from ..showing.show_style import STYLE, TOKENS

# Said once on a new machine, five seconds into the first figure; a stored notebook must not depend on it.
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
try:
    import matplotlib
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError as error:
    raise ImportError(f"the figures need matplotlib ({error}); install it with: pip install matplotlib") from error

COLOR = {name: light.lower() for name, (light, _) in TOKENS.items() if light.startswith("#")}
TEXT, SMALL = 12.0, 11.0

_RC = {
    "font.family": "DejaVu Sans",
    "font.size": TEXT,
    "text.color": COLOR["ink"],
    "text.parse_math": False,
    "axes.edgecolor": COLOR["line"],
    "axes.facecolor": "none",
    "axes.labelcolor": COLOR["soft"],
    "axes.labelsize": SMALL,
    "axes.linewidth": 1.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "figure.facecolor": "none",
    "grid.color": COLOR["line"],
    "grid.linewidth": 0.8,
    "lines.solid_capstyle": "round",
    "xtick.color": COLOR["line"],
    "ytick.color": COLOR["line"],
    "xtick.labelcolor": COLOR["soft"],
    "ytick.labelcolor": COLOR["soft"],
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "svg.fonttype": "none",
    "svg.hashsalt": "ragchunk-lessons",
}

_STYLE = (
    ".rcl-plot{margin:1.3rem 0;padding:0;max-width:30rem;background:none;border:0}"
    ".rcl-plot>p{margin:0 0 .35rem;font-weight:600;line-height:1.35;color:var(--rcl-ink);text-align:left;"
    "text-wrap:balance}"
    ".rcl-plot>svg{display:block;width:100%;height:auto;overflow:visible;fill:var(--rcl-ink);"
    "stroke-linejoin:round;font-family:var(--rcl-sans)}"
    # A rim in the colour of the page keeps a label readable where it crosses a line.
    ".rcl-plot>svg text{paint-order:stroke;stroke:var(--rcl-paper);stroke-width:3px}"
)


@dataclass(frozen=True, eq=False)
class Plot:
    """A figure with its title and its description in words.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    title : str
        The one thing that the figure says, as a sentence.
    alt : str
        What it shows, for readers who do not see it.

    Examples
    --------
    >>> figure, axes = new_axes()
    >>> Plot(figure, "Nothing is drawn.", "An empty frame.")
    Plot('Nothing is drawn.')
    """

    figure: Figure
    title: str
    alt: str

    @property
    def svg(self) -> str:
        """The drawing as one SVG element whose colours are the tokens of the page."""
        return _tidy(_draw(self.figure))

    def _repr_html_(self) -> str:
        return (
            f"<style>{STYLE}{_STYLE}</style>"
            f'<figure class="rcl rcl-plot" role="img" aria-label="{escape(f"{self.title} {self.alt}")}">'
            # A number and its per cent sign stay on one line.
            f"<p>{escape(self.title).replace(' %', '&nbsp;%')}</p>{self.svg}</figure>"
        )

    def __repr__(self) -> str:
        return f"Plot({self.title!r})"


def styled(function: Callable[..., Plot]) -> Callable[..., Plot]:
    """Run a plotting function with the settings of this house, and leave the reader's own as they were."""

    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Plot:
        with matplotlib.rc_context(_RC):
            return function(*args, **kwargs)

    return inner


def new_axes(width: float = 5.4, height: float = 3.0) -> tuple[Figure, Axes]:
    """An empty figure in the style of the lessons, made without pyplot.

    Parameters
    ----------
    width, height : float
        In inches. At the default width the text reads on a phone.

    Examples
    --------
    >>> figure, axes = new_axes(height=2)
    >>> float(figure.get_figheight())
    2.0
    """
    with matplotlib.rc_context(_RC):
        figure = Figure(figsize=(width, height), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.02, h_pad=0.04)
        axes = figure.add_subplot()
        axes.tick_params(length=3, pad=4)
    return figure, axes


def bare(axes: Axes, *sides: str) -> None:
    """Take away the lines and ticks at these sides, for figures that say their values in words."""
    for side in sides:
        axes.spines[side].set_visible(False)
    axes.tick_params(**{side: False for side in sides}, **{f"label{side}": False for side in sides})


def _draw(figure: Figure) -> str:
    out = io.StringIO()
    with matplotlib.rc_context(_RC), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the page has fonts for letters that matplotlib's own font lacks
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return out.getvalue()


_VARIABLE = {color: f"var(--rcl-{name})" for name, color in COLOR.items()}
_VARIABLE.setdefault("#000000", "var(--rcl-ink)")


def _tidy(svg: str) -> str:
    """The SVG made fit to stand in a page: small, without global rules, without ids that could clash."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.S)
    svg = re.sub(r"#[0-9a-f]{6}\b", lambda match: _VARIABLE.get(match[0], match[0]), svg)
    # The fonts of the page take the place of matplotlib's; what remains of a font is its size and its weight.
    svg = re.sub(r" ?font-family: [^;\"]*;?| transform=\"rotate\(-?0 [^\"]*\"", "", svg)
    svg = re.sub(r"-?\d+\.\d{3,}", lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), svg)
    svg = re.sub(r"\s*\n\s*", " ", svg).replace("> <", "><").strip().replace("xlink:href", "href")
    used = set(re.findall(r"(?:url\(|href=\")#([\w-]+)", svg))
    svg = re.sub(r' id="([\w.-]+)"', lambda match: match[0] if match[1] in used else "", svg)
    mark = hashlib.sha256(svg.encode()).hexdigest()[:6]
    for name in sorted(used):
        svg = re.sub(rf"(id=\"|url\(#|href=\"#){re.escape(name)}(?=[\")])", rf"\g<1>{mark}-{name}", svg)
    view = re.search(r'viewBox="[^"]*"', svg)[0]
    return re.sub(r"<svg[^>]*>", f'<svg xmlns="http://www.w3.org/2000/svg" {view} aria-hidden="true">', svg, count=1)
