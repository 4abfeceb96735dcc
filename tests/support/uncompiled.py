"""The kernels run by Python, next to their extension modules."""

import importlib
import sys
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location

import numpy as np

from efgc.schemas.parts.extensions import kernel_sources


class _Sources:
    """An import finder that prefers the source of a kernel to its extension module."""

    def __init__(self, sources):
        self.sources = sources

    def find_spec(self, name, path=None, target=None):
        if name not in self.sources:
            return None
        file = str(self.sources[name])
        return spec_from_file_location(name, file, loader=SourceFileLoader(name, file))


@contextmanager
def uncompiled_kernels():
    """Have all modules call the uncompiled kernels."""
    sources = kernel_sources()
    compiled = {name: importlib.import_module(name) for name in sources}
    finder = _Sources(sources)
    sys.meta_path.insert(0, finder)
    for name in compiled:
        del sys.modules[name]
    changed = []
    try:
        python = {name: importlib.import_module(name) for name in compiled}
        replacement = {
            id(getattr(compiled[name], word)): value
            for name, kernel in python.items()
            for word, value in vars(kernel).items()
            if getattr(value, "__module__", None) == name and hasattr(compiled[name], word)
        }
        for module in [*sys.modules.values(), *compiled.values()]:
            for word, value in list(vars(module).items()):
                if id(value) in replacement:
                    changed.append((module, word, value))
                    setattr(module, word, replacement[id(value)])
        yield
    finally:
        sys.meta_path.remove(finder)
        for module, word, value in changed:
            setattr(module, word, value)
        sys.modules.update(compiled)


def same_bits(solve, *arguments):
    """Assert that a function gives the same bits with compiled and with uncompiled kernels."""
    compiled = bits(solve(*arguments))
    with uncompiled_kernels():
        assert bits(solve(*arguments)) == compiled


def bits(found):
    """Return a comparable form: the bytes of arrays, all digits of floats."""
    if isinstance(found, np.ndarray):
        return found.shape, found.tolist() if found.dtype == object else found.tobytes()
    if isinstance(found, list | tuple):
        return [bits(one) for one in found]
    return found.hex() if isinstance(found, float) else found
