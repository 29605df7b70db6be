"""Where a lesson can be run: its file to download, and its addresses on Binder and Colab.

Both need the address of the project (`repository: url` in _config.yml); while that is empty, only the file is offered.
"""

import html
import re
import tomllib
from pathlib import Path
from urllib.parse import quote, urlsplit

MORE = ("models",)  # without these extras the lessons on retrieval stop
# What Colab has, in versions of its own that its page needs.
COLAB_HAS = ("jupyterlab", "jupyterlab-myst", "ipywidgets", "matplotlib")


def parts_of(address):
    """(host, owner/name) of a repository's address."""
    parts = urlsplit(address.strip().rstrip("/").removesuffix(".git"))
    if parts.scheme != "https" or not parts.netloc or parts.path.count("/") < 2:
        raise ValueError(f"repository url {address!r} in _config.yml must look like https://github.com/owner/name")
    return parts.netloc.lower(), parts.path.strip("/")


def binder(address, branch, path):
    """The address that starts this notebook on Binder."""
    host, name = parts_of(address)
    if host == "github.com":
        place = f"gh/{name}/{quote(branch)}"
    elif host == "gitlab.com":
        place = f"gl/{quote(name, safe='')}/{quote(branch)}"
    else:
        place = f"git/{quote(f'https://{host}/{name}', safe='')}/{quote(branch)}"
    return f"https://mybinder.org/v2/{place}?labpath={quote(path, safe='')}"


def colab(address, branch, path):
    """The address that opens this notebook in Colab; None where Colab cannot read the repository."""
    host, name = parts_of(address)
    return (
        f"https://colab.research.google.com/github/{name}/blob/{quote(branch)}/{path}" if host == "github.com" else None
    )


def project(source):
    return tomllib.loads((Path(source) / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def packages(source):
    """What a lesson needs and Colab lacks, as arguments of pip: extras of this package, then others."""
    about, extras, others = project(source), [], []
    for line in about["optional-dependencies"]["lessons"]:
        own = re.fullmatch(rf"{re.escape(about['name'])}\[(.+)\]", line)
        name = re.match(r"[\w.-]+", line)[0]
        if own:
            extras += own[1].split(",")
        elif name not in COLAB_HAS:
            others.append(line)
    return about["name"], list(dict.fromkeys([*extras, *MORE])), others


def install_line(source, address, branch):
    """The first cell of a notebook that runs where nothing of this project is installed."""
    host, repository = parts_of(address)
    name, extras, others = packages(source)
    wanted = [f"{name}[{','.join(extras)}] @ git+https://{host}/{repository}@{branch}", *others]
    return "%pip install -q " + " ".join(f'"{one}"' if re.search(r"[ <>@]", one) else one for one in wanted)


def run_line(source, repository, path, file, guide):
    """The line of links at the top of a lesson, as HTML.

    ``path`` is the notebook's in the repository, ``file`` and ``guide`` are the addresses of its copy in the book and
    of the page on how to use the book, as this page writes them.
    """
    address, branch = repository["url"], repository["branch"]
    links = [f'<a href="{html.escape(file)}" download>Download this lesson (.ipynb)</a>']
    needs = [
        f'<p>The file needs the module of this book. In <a href="{html.escape(guide)}">a copy of the project</a>, '
        "every lesson is there already: type <code>make lab</code>.</p>"
    ]
    if address:
        links.append(f'<a href="{html.escape(binder(address, branch, path))}">Run on Binder</a>')
        on_colab = colab(address, branch, path)
        where = "Elsewhere, with Python 3.11 to 3.13,"
        if on_colab:
            links.append(f'<a href="{html.escape(on_colab)}">Run on Colab</a>')
            where = "On Colab, and elsewhere with Python 3.11 to 3.13,"
        line = html.escape(install_line(source, address, branch), quote=False)
        needs.append(
            "<p>On Binder nothing is missing; the first start takes some minutes.</p>"
            f"<p>{where} run this in a first cell. It takes a minute or more:</p>"
            f'<div class="highlight-python notranslate"><div class="highlight"><pre>{line}</pre></div></div>'
        )
    return (
        f'<div class="run"><p>{" <span aria-hidden=true>·</span> ".join(links)}</p>'
        f"<details><summary>What it needs</summary>{''.join(needs)}</details></div>"
    )
