"""Compiling the kernels with Numba, once per machine where there is a place to keep the code."""

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from schemas.parts.installed import install_extra
from schemas.parts.problems import SolverError

try:
    from numba import njit
except ImportError:
    raise SolverError(
        "efgc: droid battle, and Goofspiel with too many states to list, are solved by code that "
        f"Numba compiles, which is not installed here: {install_extra('compiled')}"
    ) from None

_OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function as machine code.

    Division by 0 gives infinity as in NumPy, nothing is reordered or contracted: the same bits
    come out on every machine with IEEE doubles. NUMBA_CACHE_DIR says where the code is kept.
    """
    try:
        return njit(cache=True, **_OPTIONS)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # Neither beside the file nor in the user's cache can anything be written.
        return njit(**_OPTIONS)(function)  # type: ignore[no-any-return]


def read_only(*arrays: NDArray[Any]) -> list[NDArray[Any]]:
    """Return views of arrays that a kernel only reads.

    To Numba an array that may be written is of another type, and a kernel is compiled once for each
    type that it is called with.
    """
    views = [array.view() for array in arrays]
    for view in views:
        view.flags.writeable = False
    return views


def compiled_part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function as machine code for compiled ones alone, which keep it as a part of theirs:
    without a door from Python it is made in half the time.
    """
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **_OPTIONS}
    return njit(**options)(function)  # type: ignore[no-any-return]
