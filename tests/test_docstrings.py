"""The examples in docstrings hold."""

import doctest
from importlib import import_module

import pytest

import artifact_description
import mistake_maps
from efgc.schemas.parts.extensions import kernel_sources, kernels_are_compiled
from source_code import lines, modules

COMPILED = {name.removeprefix("efgc.") for name in kernel_sources()}
WITH_EXAMPLES = [
    module
    for module in modules()
    if any(line.lstrip().startswith(">>> ") for line in lines(module))
    # An extension module does not have the examples of its source.
    and not (module in COMPILED and kernels_are_compiled())
]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_docstrings(module):
    found = doctest.testmod(import_module(f"efgc.{module}"))
    assert found.attempted and not found.failed, "the examples that fail stand above"


def test_examples_are_found():
    assert len(WITH_EXAMPLES) > 50


@pytest.mark.parametrize("module", [artifact_description, mistake_maps])
def test_examples_in_docstrings_of_documents(module):
    assert doctest.testmod(module) == (0, 1)
