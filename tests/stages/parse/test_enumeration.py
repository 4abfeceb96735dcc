"""The compiled walk makes the states of the plain one, in its order, for the same work."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plain_walk
from efgc.schemas.map_game import Dangers
from efgc.schemas.state_graph.columns import NumberedNames, StateView
from efgc.schemas.state_graph.writing import write
from efgc.stages import parse as parsing
from efgc.stages.parse import LEVELS, REDUCTIONS, RULES, enumeration, parse
from efgc.stages.parse.maps import read_map
from efgc.stages.parse.meter import Meter
from efgc.stages.parse.walk import Rules
from small_games import boards, island, law


def _walked(enumerate_states, rules, board, reductions, limit, most):
    meter = Meter(most=most)
    states = enumerate_states(rules, board, limit, reductions, meter)
    return states, meter.asked, meter.spent


def _both_ways(rules, board, reductions, limit=100_000, most=float("inf")):
    """Return what is made plainly; both ways make it."""
    plain = _walked(plain_walk.enumerate_states, rules, board, reductions, limit, most)
    made = _walked(enumeration.enumerate_states, rules, board, reductions, limit, most)
    assert isinstance(made[0], StateView | None) and made[0] == plain[0]
    if plain[0] is not None and reductions:
        assert made == plain
    return plain[0]


@pytest.mark.slow
@law(600)
@given(
    board=boards(max_rows=5, max_columns=5, max_places=4),
    left_out=st.sets(st.sampled_from(sorted(REDUCTIONS)), max_size=3),
    limits=st.sampled_from([(100_000, float("inf")), (40, float("inf")), (100_000, 3_000)]),
    gold=st.sampled_from([1, 1, 0, 3, -20]),
    dead_end=st.sampled_from([0, 0, -7, 4]),
    dangers=st.none() | st.builds(Dangers, st.integers(0, 3), *[st.booleans()] * 5),
)
def test_both_walks_make_the_same_states(board, left_out, limits, gold, dead_end, dangers):
    rows, bandits, capture, name = board
    map = read_map(island(rows, bandits, capture))
    rules = replace(RULES[name], gold=gold, dead_end=dead_end)
    rules = rules if dangers is None else replace(rules, dangers=dangers)
    for reductions in (set(REDUCTIONS) - left_out, ("reachable",)):
        _both_ways(rules, map, frozenset(reductions), *limits)
    # Histories are not walked one by one, which is less work.
    _both_ways(rules, map, (), limits[0])


@law(100)
@given(boards())
def test_graphs_in_columns_have_the_same_bytes(board):
    rows, bandits, capture, rules = board
    text = island(rows, bandits, capture)
    for level in LEVELS:
        made = parse(text, "0" * 64, rules=rules, level=level)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(parsing, "enumerate_states", plain_walk.enumerate_states)
            plain = parse(text, "0" * 64, rules=rules, level=level)
        assert isinstance(made.states, StateView) and isinstance(made.names, NumberedNames)
        assert isinstance(plain.states, tuple)
        assert made == plain and made.digest == plain.digest
        assert "".join(write(made)) == "".join(write(plain))
        assert len(set(made.columns.texts)) == len(made.columns.texts)


@pytest.mark.parametrize(
    "rows",
    [
        ["SD"],
        ["S-", "#D"],
        ["S-#D", "-E#E"],
        ["S" + 300 * "-" + "D"],
        [*("S" + 300 * "-" + "D")],
        ["S--G-----", "-#-#-#-#-", "E---G---E", "-#-#-#-##", "----E---D"],
        ["SGEG-EGE-D", "D" + 9 * "-", 10 * "E", *[10 * "#"] * 12, 10 * "-"],
    ],
)
def test_both_walks_agree_on_odd_boards(rows):
    bandits = min(2, sum(row.count("E") for row in rows))
    board = read_map(island(rows, bandits, "1/3"))
    for rules in (RULES["island-2018"], RULES["cave-2023"]):
        for reductions in (tuple(REDUCTIONS), ("reachable",), ("chains",)):
            _both_ways(rules, board, reductions, 2_000, 4_000_000)


def test_without_asks_every_encounter_is_distinguished():
    class Silent(Rules):
        def asks(self, met):
            return met

        def enter(self, *there):
            return rules.enter(*there)

    board = read_map(island(["S-E--", "-E-G-", "--E-D"], 1, "0.3"))
    rules = RULES["island-2018"]
    states = _both_ways(Silent(**vars(rules)), board, tuple(REDUCTIONS))
    assert states == _both_ways(rules, board, tuple(REDUCTIONS))
