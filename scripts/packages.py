"""Build the two files that are published, the wheel and the source distribution, and check them.

    .venv/bin/python scripts/packages.py            writes dist/ in the checkout
    .venv/bin/python scripts/packages.py FOLDER     writes there

Nothing is fetched: what builds and checks is in requirements.txt. The wheel is made from the source distribution, which
shows that this one is complete.
"""

import email
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from running import ROOT, Problem, folder_argument

# What stands in a checkout and belongs to one machine; see .gitignore.
NOT_OURS = (
    ".git .venv _build node_modules wheelhouse vendor build dist *.egg-info __pycache__ .pytest_cache .hypothesis "
    ".ruff_cache .ipynb_checkpoints .DS_Store"
).split()
MODULE = "ragchunk_lessons"
# For the wheel; what is installed is on the disk of everyone who only wants the command.
MOST_BYTES = 3_000_000


def build(target):
    """Build both files into the folder and give their paths: the source distribution and the wheel."""
    target.mkdir(parents=True, exist_ok=True)
    for old in (*target.glob(f"{MODULE}-*.whl"), *target.glob(f"{MODULE}-*.tar.gz")):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="packages-", ignore_cleanup_errors=True) as folder:
        copy = pathlib.Path(folder) / "source"  # the checkout itself may hold a list of files of an earlier build
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_OURS))
        tool("build", "--no-isolation", "--outdir", target, copy)
    (sdist,), (wheel,) = target.glob(f"{MODULE}-*.tar.gz"), target.glob(f"{MODULE}-*.whl")
    return sdist, wheel


def tool(name, *arguments):
    """Run a tool of this environment; what it says is shown only if it fails."""
    command = [sys.executable, "-m", name, *map(str, arguments)]
    env = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", env=env, check=False)
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-25:])
        raise Problem(f"{name} stopped with {done.returncode}:\n{said}")


def module_files(root=ROOT):
    """The files of the module that the wheel must hold, as names inside it."""
    found = (path.relative_to(root) for path in sorted((root / MODULE).rglob("*")) if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts and path.name != ".DS_Store"}


def sdist_files(root=ROOT):
    """The files that the source distribution must hold: the checkout without what belongs to one machine."""
    found = set()
    for folder, folders, names in os.walk(root):
        skipped = shutil.ignore_patterns(*NOT_OURS)(folder, [*folders, *names])
        folders[:] = [name for name in folders if name not in skipped]
        place = pathlib.Path(folder).relative_to(root)
        found |= {(place / name).as_posix() for name in names if name not in skipped and not name.endswith(".pyc")}
    return found


def wheel_problems(wheel, wanted):
    """What is wrong with the wheel's content, size and description."""
    with zipfile.ZipFile(wheel) as file:
        names = {name for name in file.namelist() if not name.endswith("/")}
        info = next(name.partition("/")[0] for name in names if ".dist-info/" in name)
        about = email.message_from_bytes(file.read(f"{info}/METADATA"))
        points = file.read(f"{info}/entry_points.txt").decode()
    inside = {name for name in names if not name.startswith(info)}
    yield from (f"the wheel lacks {name}" for name in sorted(wanted - inside))
    yield from (f"the wheel holds {name}" for name in sorted(inside - wanted))
    if wheel.stat().st_size > MOST_BYTES:
        yield f"the wheel has {wheel.stat().st_size} bytes, more than {MOST_BYTES}"
    if about["Version"] != version():
        yield f"the wheel says version {about['Version']}, the module {version()}"
    for licence in ("LICENSE", "DATA_LICENSES.md"):
        if f"{info}/licenses/{licence}" not in names:
            yield f"the wheel lacks {licence}"
    if "ragchunk = ragchunk_lessons.command:main" not in points:
        yield "the wheel brings no command ragchunk"
    core = [line for line in about.get_all("Requires-Dist", []) if "extra ==" not in line]
    if heavy := [line for line in core if line.startswith(("torch", "numpy", "sentence"))]:
        yield f"the plain installation brings {', '.join(heavy)}"


def sdist_problems(sdist, wanted):
    """What the source distribution lacks or holds too much of."""
    with tarfile.open(sdist) as file:
        names = {member.name.partition("/")[2] for member in file.getmembers() if member.isfile()}
    made = {"PKG-INFO", "setup.cfg"}
    names = {name for name in names - made if ".egg-info/" not in name}
    yield from (f"the source distribution lacks {name}" for name in sorted(wanted - made - names))
    yield from (f"the source distribution holds {name}" for name in sorted(names - wanted))


def version():
    """The version, from the one place where it stands."""
    for line in (ROOT / MODULE / "__init__.py").read_text(encoding="utf-8").splitlines():
        if line.startswith("__version__"):
            return line.split('"')[1]
    raise Problem(f"{MODULE}/__init__.py has no line __version__ = …")


def check(sdist, wheel):
    """Raise a Problem that lists everything that is wrong with the two files."""
    wrong = [*wheel_problems(wheel, module_files()), *sdist_problems(sdist, sdist_files())]
    if wrong:
        raise Problem("\n".join(wrong))
    tool("twine", "check", "--strict", sdist, wheel)
    tool("check_wheel_contents", wheel)


def main(arguments):
    target = folder_argument(arguments, ROOT / "dist", __doc__)
    sdist, wheel = build(target)
    check(sdist, wheel)
    for path in (sdist, wheel):
        print(f"  {path.name}: {path.stat().st_size / 1e6:.2f} MB, checked")
    print(f"  They are in {target}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Problem as problem:
        sys.exit(str(problem))
