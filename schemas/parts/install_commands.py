"""How to get what is not here: the command for this interpreter, and for the copy of efgc that
runs.

`efgc` need not be on a package index, so that an extra is named by where this copy came from: by
its checkout, where there is one, or else by the packages that it stands for.
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


def install_packages(*packages: str) -> str:
    """Return the command that adds packages to the environment that runs."""
    return _command([*_installer(), *packages])


def install_extra(extra: str) -> str:
    """Return the command that adds an extra of efgc to the environment that runs."""
    checkout = _checkout()
    if checkout is None or _is_pipx():  # pipx adds nothing by the path of its own application.
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
    """Return the checkout that this copy runs in, or was installed from; None where there is none
    on this machine.
    """
    if is_checkout(ROOT):
        return ROOT
    from urllib.parse import urlsplit  # Slow to load, for a message alone.
    from urllib.request import url2pathname

    try:
        origin = json.loads(metadata.distribution(NAME).read_text("direct_url.json") or "{}")
    except (metadata.PackageNotFoundError, ValueError):
        return None
    if "dir_info" not in origin:  # The wheel of an index or a file.
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
