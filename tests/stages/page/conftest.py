"""What the tests of sections share."""

import pytest

from efgc.pipeline.cli import efgc


@pytest.fixture
def efgc_exits():
    """Return what gives the exit code of a command line."""

    def exits(words):
        try:
            return efgc.main(words, standalone_mode=False) or 0
        except SystemExit as ended:
            return ended.code or 0

    return exits
