"""How pytest treats kernels: it does not run with extension modules of an older source, and does
not collect a source whose extension module is imported.
"""

import pytest

from schemas.parts.extensions import kernel_sources, outdated

collect_ignore = [str(source) for source in kernel_sources().values()]


def pytest_configure():
    if error := outdated():
        raise pytest.UsageError(error)
