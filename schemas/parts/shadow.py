"""The replacement for the module `cython` in kernels that run uncompiled.

A kernel begins with

    from . import shadow as cython

    if False:  # Cython reads this; Python does not.
        import cython  # type: ignore[no-redef]

so that Cython is only needed to build the package, not to run it. When the first kernel is
imported, the sources are compared with those compiled: outdated extension modules are rejected.
"""

import ctypes
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Literal, TypeVar

from .extensions import outdated

Number = TypeVar("Number")
_MMAP_THRESHOLD = -3  # A parameter of mallopt.

compiled: Literal[False] = False
"""True in Cython."""
nogil: AbstractContextManager[None] = nullcontext()
gil: AbstractContextManager[None] = nullcontext()


def declare(kind: type[Number], value: Number) -> Number:
    """Return a constant, which Cython stores with its C type."""
    return value


def cast(kind: type[Number], value: Any) -> Number:
    """Return a number as a Python number, because NumPy's own scalars would overflow."""
    return kind(value)  # type: ignore[call-arg]


def _give_back_memory() -> None:
    """Make glibc allocate each large array with mmap, so that its memory is returned to the system
    when the array is freed. By default, glibc raises this threshold over time, and keeps the memory
    of smaller blocks.
    """
    with suppress(AttributeError, OSError, TypeError):  # Not glibc.
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 2**20)


if error := outdated():
    raise ImportError(error)
_give_back_memory()
