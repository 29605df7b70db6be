"""What the commands share: where the checkout and its environment are, and how a program is run in them."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
WHEELHOUSE = ROOT / "wheelhouse"  # what is there is installed from it, without a network


class Problem(Exception):
    """Something a reader can put right; the message says how."""


def folder_argument(arguments, usual, usage):
    """The one folder that a script was given; an option is not taken for the name of one."""
    if len(arguments) > 1 or any(argument.startswith("-") or not argument for argument in arguments):
        raise Problem(f"{usage.strip()}\n\nGive one folder or none, not {' '.join(map(repr, arguments))}.")
    return pathlib.Path(arguments[0]).resolve() if arguments else usual


def say(text):
    print(text if text.startswith(" ") else f"\n== {text}", flush=True)


def run(*command, **options):
    """Run a command in the checkout and give its exit code."""
    env = {**os.environ, "PYTHONUTF8": "1", **options.pop("env", {})}
    return subprocess.run([str(part) for part in command], cwd=ROOT, env=env, check=False, **options).returncode


def python(*arguments, **options):
    return run(VENV_PYTHON, *arguments, **options)
