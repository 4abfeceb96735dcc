"""What a kernel imports in the place of Cython where it runs uncompiled.

A kernel begins with

    if False:  # Cython reads this; Python does not.
        import cython
    from schemas.parts import shadow as cython

so that Cython is needed to build the package, and not to run it. When the first kernel is imported,
its source is compared with what was compiled: extension modules of an older source are refused.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import Literal

from schemas.parts.extensions import changed_sources, kernels_are_compiled

compiled: Literal[False] = False
"""Cython has True here."""
nogil: AbstractContextManager[None] = nullcontext()

if kernels_are_compiled() and (changed := changed_sources()):
    raise ImportError(
        f"{changed[0]} has changed since it was compiled: run `pip install -e .` again, or "
        "`EFGC_COMPILE=0 pip install -e .` to run the kernels uncompiled"
    )
