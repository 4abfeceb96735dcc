"""Check whether the extension modules are installed, and whether they are up to date."""

import hashlib
import json
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

_ROOT = Path(__file__).parents[2]  # The folder of the three packages.
_RECORD = Path(__file__).with_name("extensions.json")  # Written by backend/compilation.py.


def kernels_are_compiled() -> bool:
    """Return whether this Python has an extension module for every kernel."""
    sources = kernel_sources()
    return bool(sources) and all(
        any(source.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES)
        for source in sources.values()
    )


def kernel_sources() -> dict[str, Path]:
    """Return the source file of each compiled kernel by the name of its module."""
    return {
        "efgc." + name.removesuffix(".py").replace("/", "."): _ROOT / name
        for name in _recorded()
        if name.endswith(".py")
    }


def outdated() -> str | None:
    """Return an error message if a source has changed since it was compiled."""
    changed = [
        name
        for name, digest in _recorded().items()
        # A wheel contains only the .py files.
        if (file := _ROOT / name).exists()
        and hashlib.sha256(file.read_bytes()).hexdigest() != digest
    ]
    if not changed or not kernels_are_compiled():
        return None
    return (
        f"{changed[0]} has changed since it was compiled: run `pip install -e .` again, or "
        "`EFGC_COMPILE=0 pip install -e .` to run the kernels uncompiled"
    )


def _recorded() -> dict[str, str]:
    """Return the digests of the compiled sources by file name."""
    try:
        found: dict[str, str] = json.loads(_RECORD.read_text("utf-8"))
    except OSError:
        return {}
    return found
