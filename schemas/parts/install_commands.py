"""The commands that install missing packages into the environment of the running efgc.

`efgc` need not be on a package index. An extra is therefore installed from the checkout from which
this copy was installed, or, if there is none, by naming the packages of the extra.
"""

import importlib.util
import json
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
    checkout = _checkout()
    if checkout is None or _is_pipx():  # pipx cannot inject its own application by path.
        return install_packages(*_packages(extra))
    return _command([*_installer(), *(["-e"] if checkout == ROOT else []), f"{checkout}[{extra}]"])


def _installer() -> list[str]:
    if _is_pipx():
        return ["pipx", "inject", Path(sys.prefix).name]
    if importlib.util.find_spec("pip") is None and shutil.which("uv"):
        return ["uv", "pip", "install", "--python", sys.executable]
    return [sys.executable, "-m", "pip", "install"]


def _is_pipx() -> bool:
    return (Path(sys.prefix) / "pipx_metadata.json").is_file()


def _checkout() -> Path | None:
    """Return the checkout in which this copy runs, or from which it was installed; None if there is
    none on this machine.
    """
    if is_checkout(ROOT):
        return ROOT
    from urllib.parse import urlsplit  # Slow to load, and only needed for this message.
    from urllib.request import url2pathname

    try:
        origin = json.loads(metadata.distribution(NAME).read_text("direct_url.json") or "{}")
    except (metadata.PackageNotFoundError, ValueError):
        return None
    if "dir_info" not in origin:  # A wheel from an index or a file.
        return None
    folder = Path(url2pathname(urlsplit(origin.get("url", "")).path))
    return folder if is_checkout(folder) else None


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
