"""pytest does not run with extension modules of an older source."""

import pytest

from efgc.schemas.parts.extensions import outdated


def pytest_configure():
    if error := outdated():
        raise pytest.UsageError(error)
