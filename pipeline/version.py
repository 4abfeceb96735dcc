"""The line of `efgc --version`."""

from ..schemas.parts.extensions import kernels_are_compiled
from ..schemas.parts.release import PROGRAM


def version_line() -> str:
    """Return the version, and whether the kernels are compiled."""
    kernels = (
        "compiled kernels"
        if kernels_are_compiled()
        else "uncompiled kernels: large games and droid battles are slow"
    )
    return f"{PROGRAM} with {kernels}"
