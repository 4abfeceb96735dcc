"""The commands that install missing packages into the environment of the running efgc.

An extra is installed by naming its packages: `efgc` need not be on a package index, and to install
it again from its checkout would compile it again.
"""

import importlib.util
import re
import shlex
import shutil
import sys
from importlib import metadata
from pathlib import Path

NAME = "efgc"
ROOT = Path(__file__).resolve().parents[2]
"""The folder of the packages `pipeline`, `schemas` and `stages`: a checkout, or `efgc`."""


def import_folder() -> Path:
    """Return the folder from which this copy of `efgc` is imported."""
    return ROOT.parent if (ROOT / "__init__.py").is_file() else ROOT


def install_packages(*packages: str) -> str:
    """Return the command that installs packages into the current environment."""
    return _command([*_installer(), *packages])


def install_extra(extra: str) -> str:
    """Return the command that installs an extra of efgc into the current environment."""
    # A checkout that is not installed has no list of packages, or an older one.
    return install_packages(*(_packages(extra) or ("-e", f"{ROOT}[{extra}]")))


def _installer() -> list[str]:
    if _is_pipx():
        return ["pipx", "inject", Path(sys.prefix).name]
    if importlib.util.find_spec("pip") is None and shutil.which("uv"):
        return ["uv", "pip", "install", "--python", sys.executable]
    return [sys.executable, "-m", "pip", "install"]


def _is_pipx() -> bool:
    return (Path(sys.prefix) / "pipx_metadata.json").is_file()


def is_checkout(folder: Path) -> bool:
    """Return whether a folder is a checkout of efgc."""
    return (folder / "setup.cfg").is_file() and (folder / "pipeline").is_dir()


def _packages(extra: str) -> list[str]:
    try:
        required = metadata.requires(NAME) or []
    except metadata.PackageNotFoundError:
        required = []
    found = [re.split(r"\s*;", line) for line in required]
    return [
        words[0]
        for words in found
        if len(words) > 1 and re.search(rf"extra == [\"']{extra}[\"']", words[1])
    ]


def _command(words: list[str]) -> str:
    if sys.platform == "win32":
        return " ".join(f'"{word}"' if re.search(r"[^\w.:\\/=-]", word) else word for word in words)
    return shlex.join(words)
