"""Read the text of a state graph by one of its two readers, the quick or the careful one."""

import pytest

from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError


def read(text, quickly):
    """Return the graph of a text, or the problems of the text."""
    with pytest.MonkeyPatch.context() as patch:
        if not quickly:
            for reader in ("read_columns", "read_observed_columns"):
                patch.setattr(state_graph, reader, lambda text: None)
        try:
            return state_graph.read(text)
        except InputError as error:
            return error.problems
