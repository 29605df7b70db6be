"""Run notebooks and store their outputs as byte-stable files: the same content gives the same bytes.

    python scripts/refresh_notebooks.py                                   all notebooks of the book
    python scripts/refresh_notebooks.py notebooks/09_ngram_tail.ipynb     only these

Two run at a time. A notebook that stops with an error is left as it was.
"""

import copy
import pathlib
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("notebooks", "book", "book/howto")
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
SECONDS_A_CELL = 600  # the sweeps of lesson 21 embed the manual many times
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def all_notebooks():
    """Every notebook of the book, found by pattern, so that none is forgotten."""
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.ipynb"))]


def merge_streams(outputs):
    """Consecutive pieces of one stream as one output: how the kernel breaks them up is a matter of timing."""
    merged = []
    for output in outputs:
        before = merged[-1] if merged else None
        if before and output.output_type == "stream" == before.output_type and output.name == before.name:
            before.text += output.text
        else:
            merged.append(copy.deepcopy(output))
    return merged


def without_views(outputs):
    """A widget is dead without its kernel: what stands beside its view is stored, the view is not."""
    for output in outputs:
        output.get("data", {}).pop(WIDGET_VIEW, None)
    return outputs


def name_cells(cells):
    """Keep each cell's id; give one to a cell without; refuse two of a kind."""
    taken = set()
    for number, cell in enumerate(cells, 1):
        if not cell.get("id"):
            cell["id"] = f"cell-{number:02}"
        if cell["id"] in taken:
            raise ValueError(f"two cells have the id {cell['id']!r}")
        taken.add(cell["id"])


def normalised(notebook):
    """The notebook without anything that differs from run to run or from machine to machine."""
    notebook = copy.deepcopy(notebook)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    name_cells(notebook.cells)
    count = 0
    for cell in notebook.cells:
        tags = cell.metadata.get("tags")
        cell.metadata = {"tags": list(tags)} if tags else {}
        cell.source = cell.source.strip("\n")
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = without_views(merge_streams(cell.outputs))
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    return notebook


def as_bytes(notebook):
    """The file's content: keys sorted, one line end, nothing random."""
    text = nbformat.writes(nbformat.from_dict(normalised(notebook)), version=4)
    return (text.rstrip("\n") + "\n").encode()


def refresh(path):
    """Run one notebook and write it; gives its name, whether all went well, and a word on it."""
    started = time.time()
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
    before = path.read_bytes()
    notebook = nbformat.reads(before.decode(), as_version=4)
    try:
        NotebookClient(
            notebook,
            timeout=SECONDS_A_CELL,
            kernel_name=KERNEL["name"],
            record_timing=False,
            resources={"metadata": {"path": str(path.parent)}},
            extra_arguments=["--log-level=ERROR"],
        ).execute()
        after = as_bytes(notebook)
    except (CellExecutionError, CellTimeoutError, ValueError) as error:
        return name, False, f"stopped\n{error}"
    if after != before:
        path.write_bytes(after)
    word = "updated" if after != before else "unchanged"
    return name, True, f"{word}, {time.time() - started:.0f} s"


def main(arguments):
    paths = [pathlib.Path(argument).resolve() for argument in arguments] or all_notebooks()
    missing = [str(path) for path in paths if path.suffix != ".ipynb" or not path.is_file()]
    if missing:
        print(f"No such notebook: {', '.join(missing)}", file=sys.stderr)
        return 2
    fine = True
    with ProcessPoolExecutor(max_workers=min(2, len(paths) or 1)) as pool:
        for number, (name, passed, word) in enumerate(pool.map(refresh, paths), 1):
            print(f"  [{number}/{len(paths)}] {name}: {word}", flush=True)
            fine = fine and passed
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
