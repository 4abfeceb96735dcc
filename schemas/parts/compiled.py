"""Compiling the kernels with Numba, once per machine where there is a place to keep the code."""

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

# Numba loads SciPy, where there is one, for linear algebra, which no kernel has; and of a SciPy
# that is loaded Pyomo loads all. That would take a second. Coverage takes less.
_UNWANTED = ("scipy", "coverage")


@contextmanager
def _unwanted_hidden() -> Iterator[None]:
    hidden = [name for name in _UNWANTED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


with _unwanted_hidden():
    from numba import njit
    from numba.core.registry import cpu_target
    from numba.core.runtime.nrt import rtsys
    from numba.cpython import hashing  # noqa: F401  Which code that is kept may call.

_OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
_MMAP_THRESHOLD = -3  # Of mallopt.


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function as machine code.

    Division by 0 gives infinity as in NumPy, nothing is reordered or contracted: the same bits
    come out on every machine with IEEE doubles. NUMBA_CACHE_DIR says where the code is kept.
    """
    try:
        found: Any = njit(cache=True, **_OPTIONS)(function)
    except RuntimeError:  # Neither beside the file nor in the user's cache can anything be written.
        _load_compiler()
        found = njit(**_OPTIONS)(function)
    else:
        _forgive_cache(found)
        _hurry_cache(found)
        _distrust_cache(found, _stamp(function))
    found.stamp = _stamp(function)
    return found  # type: ignore[no-any-return]


def _stamp(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return what the code of a function depends on: its file, the compiled functions that it
    calls, and the numbers that it names.
    """
    code = Path(function.__code__.co_filename)
    when = code.stat().st_mtime_ns if code.exists() else 0
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    parts = (getattr(one, "stamp", one) for one in named)
    return when, *(part for part in parts if isinstance(part, int | float | tuple))


def _distrust_cache(found: Any, stamp: tuple[Any, ...]) -> None:
    """Have Numba's cache look at the whole stamp, and begin anew where it cannot be read.

    By itself it looks at the file of the function alone, and an older version of this program may
    have left what names classes that are gone. It is read when the function is first called: while
    modules load, a class that it names may not be there yet.
    """
    with suppress(AttributeError):  # Of a Numba that is made otherwise inside.
        file = found._cache._cache_file
        file._source_stamp = stamp
        file._load_index = partial(_index, file, file._load_index)


def _index(file: Any, load: Callable[[], Any]) -> Any:
    """Return where the code of each type is kept."""
    try:
        return load()
    except Exception:
        with suppress(OSError):
            file.flush()
        return {}


def _forgive_cache(found: Any) -> None:
    """Make code anew that is kept but cannot be read, such as of a file that was cut off, and do
    without keeping what cannot be written, such as to a full disk.
    """
    with suppress(AttributeError):  # As above.
        # Where this swallows an error, Numba takes the code for one that is not kept.
        found._cache._guard_against_spurious_io_errors = partial(suppress, Exception)


def _hurry_cache(found: Any) -> None:
    """Load what Numba compiles with only where something is not kept."""
    with suppress(AttributeError):  # As above.
        kept = found._cache
        kept.load_overload = partial(_kept, kept, kept._load_overload)


def _kept(kept: Any, load: Callable[..., Any], signature: Any, context: Any) -> Any:
    """Return the code that is kept for the types of a call, None where there is none."""
    rtsys.initialize(context)
    code = None
    with _unwanted_hidden(), kept._guard_against_spurious_io_errors():
        code = load(signature, context)
    if code is None:
        _load_compiler()
    return code


@cache
def _load_compiler() -> None:
    """Do what Numba would with the first that it compiles, but without what is not wanted."""
    with _unwanted_hidden():
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


def _give_back_memory() -> None:
    """Have each large array in a map of its own, which goes back to the system with the array:
    glibc raises this limit as it goes, and keeps what was below it.
    """
    with suppress(AttributeError, OSError, TypeError):  # Where there is no glibc.
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 2**20)


_give_back_memory()


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
    found: Any = njit(**options)(function)
    found.stamp = _stamp(function)
    return found  # type: ignore[no-any-return]
