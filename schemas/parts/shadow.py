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

from schemas.parts.extensions import outdated

compiled: Literal[False] = False
"""Cython has True here."""
nogil: AbstractContextManager[None] = nullcontext()

if error := outdated():
    raise ImportError(error)
