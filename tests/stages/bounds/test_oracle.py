"""The double oracle for maps against brute force, on random maps of all rule sets."""

import hashlib
import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
import efgc
from efgc.schemas.map_game import Dangers
from efgc.schemas.parts.problems import InputError
from efgc.stages.bounds.oracle import richest_path as richest
from efgc.stages.bounds.oracle.agent import Search
from efgc.stages.bounds.oracle.bandits import Responder
from efgc.stages.bounds.oracle.hiding import Placements, mixed
from efgc.stages.bounds.oracle.richest_path import Task, TooWide, richest_path
from efgc.stages.bounds.oracle.search import double_oracle
from efgc.stages.bounds.oracle.terrain import Terrain, terrain_of
from efgc.stages.bounds.oracle.written import Reader, moves_of, path_of, write_agent, write_hiding
from efgc.stages.checkers.map_bounds_checker import check_map_bounds
from efgc.stages.checkers.map_claim_checker import Rejected
from efgc.stages.parse import RULES, map_game
from small_games import ARTIFACTS, law

LETTERS = "-----GG#EE"
BOUNDED = sorted(name for name, rules in RULES.items() if rules.bounded)


@st.composite
def maps(draw, most):
    """Return rows, bandits, probability of capture and rules."""
    height, width = draw(st.integers(1, most)), draw(st.integers(2, most))
    squares = list(product(range(height), range(width)))
    row = st.lists(st.sampled_from(LETTERS), min_size=width, max_size=width)
    rows = [draw(row) for _ in range(height)]
    start, end = draw(st.permutations(squares))[:2]
    rows[start[0]][start[1]], rows[end[0]][end[1]] = "S", "D"
    places = sum(row.count("E") for row in rows)
    return (
        ["".join(row) for row in rows],
        draw(st.integers(0, min(3, places))),
        draw(st.sampled_from(["1/2", "1/3", "1", "0", "7/10"])),
        draw(st.sampled_from(BOUNDED)),
    )


def text_of(rows, bandits, capture):
    return "\n".join([str(len(rows)), str(len(rows[0])), *rows, str(bandits), capture]) + "\n"


def terrain(rows, bandits, capture, rules):
    return Terrain(
        tuple(rows), bandits, Fraction(capture), RULES[rules].escape, RULES[rules].dangers
    )


def claim(text, rules, lower, upper, both):
    entries = [[one._asdict() for one in strategy] for strategy in both]
    return json.dumps(
        {
            **{"format": "efgc/bounds", "version": 1, "strategies": entries},
            **{"lower_bound": lower, "upper_bound": upper, "map_rules": rules},
            "map_sha256": hashlib.sha256(text.encode()).hexdigest(),
        }
    ).encode()


def most_gold(task, gold):
    """Return the most gold of all simple paths, None if there is no path."""
    found, waiting = [], [(task.start,)]
    while waiting:
        path = waiting.pop()
        if path[-1] in task.ends and task.passing <= {*path}:
            found.append(len(gold & {*path[1:]}))
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            to = path[-1][0] + down, path[-1][1] + right
            if to in task.squares and to not in path:
                waiting.append((*path, to))
    return max(found, default=None)


def test_the_rules_are_those_of_parse():
    for name in BOUNDED:
        rules = RULES[name]
        found = terrain_of(map_game(text_of(["SED"], 1, "1/2"), "", rules=name))
        assert found.dangers == rules.dangers and found.escape == rules.escape


OTHERS = [
    *({"gold": 2}, {"dead_end": -1}, {"dangers": Dangers(alarms=2)}),
    *({"dangers": Dangers(alarms=1, robbery=True)}, {"dangers": Dangers(1, onto_alarm=True)}),
]


@pytest.mark.parametrize("change", OTHERS)
def test_rules_beyond_the_double_oracle_are_refused(monkeypatch, change):
    monkeypatch.setitem(RULES, "cave-2023", replace(RULES["cave-2023"], **change))
    with pytest.raises(InputError, match="cave-2023 have to be compiled to states"):
        map_game(text_of(["SED"], 1, "1/2"), "", rules="cave-2023")


@law(400)
@given(st.data())
def test_the_richest_path_is_that_of_all_paths(data):
    is_the_richest(data)


@law(200)
@given(st.data())
def test_so_it_is_where_there_is_more_gold_than_is_sorted_with_the_keys(data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(richest, "GOLD_BITS", 1)
        is_the_richest(data)


def is_the_richest(data):
    """Compare the path that is found on a drawn board with all paths."""
    height, width = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 4))
    squares = [at for at in product(range(height), range(width)) if data.draw(st.integers(0, 6))]
    if len(squares) < 2:
        return
    start, *rest = data.draw(st.permutations(squares))
    gold, passing = (
        frozenset(at for at in rest if data.draw(st.integers(0, 9)) < share) for share in (4, 1)
    )
    ends = frozenset(data.draw(st.lists(st.sampled_from(squares), min_size=1, max_size=3)))
    task = Task(frozenset(rest), start, ends, passing)
    found, most = richest_path(task, gold), most_gold(task, gold)
    assert most == (None if found is None else found.gold)
    if found is not None:
        path = found.path
        assert path[0] == start and path[-1] in ends and passing <= {*path}
        assert len({*path}) == len(path) and len(gold & {*path[1:]}) == found.gold
        assert path_of(start, moves_of(path)) == path or path == (start,)


def test_a_search_that_is_too_wide_is_given_up(monkeypatch):
    monkeypatch.setattr("efgc.stages.bounds.oracle.richest_path.MOST", 100)
    squares = frozenset(product(range(8), range(8))) - {(0, 0)}
    task = Task(squares, (0, 0), frozenset({(7, 7)}), frozenset())
    with pytest.raises(TooWide):
        richest_path(task, frozenset())


@law(200)
@given(maps(4))
def test_bounds_contain_the_value_at_every_step_and_get_better(drawn):
    rows, bandits, capture, rules = drawn
    value = brute_force.value(rows, bandits, capture, rules, 20_000)
    if value is None:
        return
    lower, upper = 0.0, 99.0
    for found in double_oracle(terrain(*drawn), 1e-6):
        assert lower <= found.lower <= value + 1e-7
        assert value - 1e-7 <= found.upper <= upper
        lower, upper = found.lower, found.upper
    assert found.reached or found.stalled


PUBLISHED = [
    ("island-1", Fraction(220, 31)),
    ("island-2", Fraction(528, 155)),
    ("island-3", Fraction(11, 2)),
    ("island-report", Fraction(2123, 420)),
    ("cave-example", Fraction(201, 100)),
]


@pytest.mark.parametrize("name, value", PUBLISHED)
def test_published_values_are_reached(name, value):
    text = (ARTIFACTS / name / f"{name}.txt").read_text()
    for found in double_oracle(terrain_of(map_game(text, "")), 1e-6):
        assert Fraction(found.lower) <= value <= Fraction(found.upper)
    assert found.reached


@law(100)
@given(maps(5))
def test_the_checker_proves_the_bounds_and_no_better_ones(drawn):
    rows, bandits, capture, rules = drawn
    text = text_of(rows, bandits, capture)
    *_, found = double_oracle(terrain(*drawn), 1e-6, seconds=3)
    proved = check_map_bounds(
        claim(text, rules, found.lower, found.upper, found.strategies()), text.encode()
    )
    assert proved.startswith("the value lies from ")
    lower, upper = (float(word) for word in proved.split()[4::2])
    forged = [(lower + 1e-3, max(lower + 1e-3, upper)), (min(lower, upper - 1e-3), upper - 1e-3)]
    for both in forged:
        # What the strategies prove is what the checker found; only tight claims must be refused.
        if found.upper - found.lower < 1e-6:
            with pytest.raises(Rejected):
                check_map_bounds(claim(text, rules, *both, found.strategies()), text.encode())


@law(100)
@given(maps(4), st.floats(0, 1))
def test_strategies_are_read_as_they_were_written(drawn, part):
    land = terrain(*drawn)
    rounds = double_oracle(land, 1e-6)
    found = [found for found, _ in zip(rounds, range(8), strict=False)][-1]
    placements = Placements(len(land.places), land.bandits)
    reader = Reader(land, placements)
    tree, shares = reader.agent(found.strategies()[0])
    assert write_agent(tree, shares) == found.strategies()[0]
    hiding = reader.hiding(found.strategies()[1])
    assert write_hiding(placements, hiding) == found.strategies()[1]
    assert Responder(land, placements, tree, shares).respond().lower == pytest.approx(found.lower)
    if found.step:
        upper = Search(land, placements, hiding, 0.0).upper()
        assert upper <= found.upper + 1e-9
        same = Search(land, placements, mixed(hiding, hiding, part), 0.0).upper()
        assert same == pytest.approx(upper, abs=1e-9)


@law(40, 0.05)
@given(maps(4))
def test_going_on_is_never_worse(drawn):
    rounds = [
        found for found, _ in zip(double_oracle(terrain(*drawn), 1e-6), range(4), strict=False)
    ]
    before, saved = rounds[-1], rounds[-1].save()
    for found in double_oracle(terrain(*drawn), 1e-6, saved=saved):
        # Saved bounds are proved again, from sums in another order.
        assert found.lower >= before.lower - 1e-12 and found.upper <= before.upper + 1e-12
        assert found.step >= before.step
        before = found


@pytest.mark.slow
def test_bounds_of_larger_maps_contain_the_exact_value():
    rows = ["S-E-G-", "-G-E--", "E--#-G", "-#-E--", "G---E-", "--G--D"]
    for rules, capture in (("island-2018", "1/2"), ("cave-2023", "2/3"), ("island-2013", "1/3")):
        value = efgc.run(text_of(rows, 2, capture), rules=rules).value_exact
        for found in double_oracle(terrain(rows, 2, capture, rules), 1e-6, seconds=10):
            assert Fraction(found.lower) <= value <= Fraction(found.upper)
