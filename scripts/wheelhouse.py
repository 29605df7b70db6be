"""A folder with everything a room without a network installs from: all packages, and the book's browser libraries.

    python scripts/wheelhouse.py            writes wheelhouse/ in the checkout
    python scripts/wheelhouse.py FOLDER     writes it there

Copy the checkout with that folder to the other machine, and type `make book` there: where the folder wheelhouse is,
nothing is fetched. The wheels fit machines with the same system and the same Python as this one.
"""

import platform
import shutil
import subprocess
import sys

from book_build import VENDOR, ensure_vendor
from running import ROOT, WHEELHOUSE, Problem, folder_argument


def make(target):
    """Collect the wheels and the libraries; gives how many files and how many MB."""
    vendor = target / "vendor"
    if vendor.exists() and not (vendor / "stamp.txt").is_file():
        raise Problem(f"{vendor} is there already and is not of this script. Choose another folder, or move it away.")
    target.mkdir(parents=True, exist_ok=True)
    # `wheel`, not `download`: some packages come as source, and the other machine should not need a compiler.
    what = ["-r", "requirements.txt", "setuptools>=77"]
    command = [sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "-w", str(target), *what]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise Problem("pip could not collect the packages. Is there a network, and space on the disk?")
    ensure_vendor()
    shutil.rmtree(vendor, ignore_errors=True)
    shutil.copytree(VENDOR, vendor)
    files = [path for path in target.rglob("*") if path.is_file()]
    return len(files), sum(path.stat().st_size for path in files) // 2**20


def main(arguments):
    try:
        target = folder_argument(arguments, WHEELHOUSE, __doc__)
        count, size = make(target)
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    version = ".".join(platform.python_version_tuple()[:2])
    print(
        f"\n  {count} files, {size} MB, for {platform.system()} ({platform.machine()}) and Python {version}: {target}"
    )
    print(
        "  On the machine without a network: copy the checkout with this folder in it as wheelhouse, then `make book`."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
