"""What a kernel imports in the place of Cython where it runs uncompiled.

A kernel begins with

    from schemas.parts import shadow as cython

    if False:  # Cython reads this; Python does not.
        import cython  # type: ignore[no-redef]

so that Cython is needed to build the package, and not to run it. When the first kernel is imported,
its source is compared with what was compiled: extension modules of an older source are refused.
"""

import ctypes
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Literal, TypeVar

from schemas.parts.extensions import outdated

Number = TypeVar("Number")
_MMAP_THRESHOLD = -3  # Of mallopt.

compiled: Literal[False] = False
"""Cython has True here."""
nogil: AbstractContextManager[None] = nullcontext()
gil: AbstractContextManager[None] = nullcontext()


def declare(kind: type[Number], value: Number) -> Number:
    """Return a constant, which Cython keeps with its C type."""
    return value


def cast(kind: type[Number], value: Any) -> Number:
    """Return a number as a Python number: those that NumPy takes from arrays would overflow."""
    return kind(value)  # type: ignore[call-arg]


def _give_back_memory() -> None:
    """Have each large array in a map of its own, which goes back to the system with the array:
    glibc raises this limit as it goes, and keeps what was below it.
    """
    with suppress(AttributeError, OSError, TypeError):  # Where there is no glibc.
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 2**20)


if error := outdated():
    raise ImportError(error)
_give_back_memory()
