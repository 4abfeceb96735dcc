"""The walk's compiled kernels give the same bits as the Python that they were compiled from."""

import numpy as np
import pytest
from hypothesis import given, strategies

from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.stages.parse import LEVELS, enumeration, parse
from small_games import boards, island, law
from uncompiled import same_bits

pytestmark = pytest.mark.skipif(
    not kernels_are_compiled(), reason="the kernels are not compiled here"
)

WIDE = ["S" + 31 * "-", 8 * "###E", "D" + 31 * "G"]  # More squares matter than a word has bits.


@pytest.fixture(scope="module", autouse=True)
def little_room():
    """Have every table given more room."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enumeration, "_ROOM", 2)
        yield


def states(text, rules, level, without=()):
    graph = parse(text, "0" * 64, rules=rules, level=level, without=without)
    found = graph.columns
    assert found is not None
    arrays = (getattr(found, name) for name in ("kind", "what", "begin", "targets", "sees", "at"))
    return [*map(np.asarray, arrays), *found.texts, str(graph.counts)]


@law(25)
@given(boards(), strategies.sampled_from(LEVELS))
def test_walks_over_random_maps(board, level):
    rows, bandits, capture, rules = board
    same_bits(states, island(rows, bandits, capture), rules, level)


@pytest.mark.parametrize("without", [(), ("wider", "richest"), ("relevant",)])
def test_walks_over_a_map_with_many_squares(without):
    same_bits(states, island(WIDE, 1, "0.3"), "cave-2023", 2, without)
