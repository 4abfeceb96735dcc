"""Goofspiel for the win: which scores a row comes with, and which of them are one state; and values
that are packed.
"""

import dataclasses
import json
import random
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as draw

from efgc.pipeline.chain.public_games import report_graph
from efgc.pipeline.levels.check import check_levels
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.pipeline.settings import Settings
from efgc.schemas.induction_report import read
from efgc.schemas.levels import Numbers
from efgc.schemas.parts.problems import InputError
from efgc.schemas.rules.goofspiel import Goofspiel, Position, deal, read_position
from efgc.schemas.rules.listing import list_states
from efgc.stages.documents import Layout
from efgc.stages.page.proof import of_states
from efgc.stages.parse import parse
from efgc.stages.report.induction import INDUCTION_FORMATS, report_induction
from efgc.stages.report.induction.json_format import write_json
from efgc.stages.solve.induction import solve_graph
from efgc.stages.solve.induction.goofspiel import plan, prove, stage_games
from efgc.stages.solve.induction.goofspiel.indexing import NOWHERE, column_of
from efgc.stages.solve.induction.goofspiel.numbers import packed, unit_of, unpacked
from efgc.stages.solve.induction.goofspiel.patterns import canonical, pattern_code
from small_games import law

DEALS = [
    ((1, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3, 4)),
    ((1, 2, 3, 4), (1, 2, 3, 4), (1, 5, 11, 30)),
    ((1, 2, 3, 4), (2, 3, 4, 5), (Fraction(1, 2), Fraction(3, 2), 2, 3)),
    ((3, 4, 7, 8), (1, 2, 5, 6), (1, 2, 3, 10)),
    ((1, 2, 3), (4, 5, 6), (1, 2, 3)),  # Decided, all of it.
    ((1, 3, 5), (2, 4, 6), (1, 2, 3)),  # No ties.
]
DECIDED = ("lost", "drawn", "won")
SETS = draw.integers(1, 3).flatmap(
    lambda size: draw.tuples(*[draw.sets(draw.integers(1, 7), min_size=size, max_size=size)] * 3)
)


def rule_of(first, second, prizes, objective="win"):
    return Goofspiel((first, second), tuple(map(Fraction, prizes)), objective)


def graph_of(rule):
    graph = parse("game: goofspiel\ncards: 1\n", "0" * 64)
    return dataclasses.replace(graph, rule=rule, names=(), states=())


def rounds(position):
    """Yield the positions behind a position, before a prize is turned up."""
    for up in position.prizes:
        for one in position.hands[0]:
            for other in position.hands[1]:
                yield after(position._replace(up=up), one, other)


def reached(rule):
    """Return all positions before a prize is turned up, found by playing."""
    found, waiting = set(), [deal(rule)._replace(up=None)]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting += rounds(position)
    return found


def sums(hands, prizes):
    """Return by how much player 1 can be ahead, by every order of cards and prizes."""
    return {
        sum(
            prize * ((one > other) - (one < other))
            for one, other, prize in zip(hands[0], others, turned, strict=True)
        )
        for others in permutations(hands[1])
        for turned in permutations(prizes)
    }


def place(rule, position):
    """Return the row, the sign and the place of a position; for what is decided who wins."""
    layer, code = plan(rule)[len(position.prizes)], pattern_code(position.hands)
    sign = 1 if canonical(code) == code else -1
    row = int(np.searchsorted(layer.patterns, canonical(code)))
    prizes = sum(1 << at for at, prize in enumerate(rule.prizes) if prize in position.prizes)
    column = column_of(rule, layer, prizes, sign * int(position.score * rule.unit))
    found, end = int(layer.places[layer.kinds[row], column]), int(layer.widths[layer.kinds[row]])
    return row, sign, DECIDED[found - end] if found >= end - 3 else found


def compared(rule):
    """Compare the layers of a deal with what playing finds."""
    futures, seen = {}, {}
    found = reached(rule)
    # Equal hands are met with the players exchanged, too.
    equal = [position for position in found if position.hands[0] == position.hands[1]]
    for position in {*found, *(one._replace(score=-one.score) for one in equal)}:
        if not position.prizes:
            continue
        row, sign, found = place(rule, position)
        assert found != NOWHERE or abs(position.score) > sum(position.prizes)
        code = pattern_code(position.hands)
        hands = position.hands if canonical(code) == code else position.hands[::-1]
        ends = [
            (sign * position.score + one > 0) - (sign * position.score + one < 0)
            for one in sorted(sums(hands, position.prizes))
        ]
        if len(set(ends)) == 1:
            assert found == DECIDED[ends[0] + 1]
            continue
        assert isinstance(found, int)
        at = (len(position.prizes), row, found)
        # One place has one future, and one future one place.
        assert futures.setdefault(at, (position.prizes, tuple(ends))) == (
            position.prizes,
            tuple(ends),
        )
        future = (len(position.prizes), row, position.prizes, tuple(ends))
        assert seen.setdefault(future, found) == found
    for cards in range(1, len(rule.prizes) + 1):
        assert plan(rule)[cards].states == sum(at[0] == cards for at in futures)
        assert stage_games(rule, cards) == cards * plan(rule)[cards].states


@pytest.mark.slow
@pytest.mark.parametrize("dealt", DEALS)
def test_scores_with_the_same_future_are_one_state(dealt):
    compared(rule_of(*dealt))


@pytest.mark.slow
@law(40, 0.3)
@given(SETS)
def test_scores_of_random_deals(sets):
    compared(rule_of(*(tuple(sorted(chosen)) for chosen in sets)))


def test_unreachable_scores_have_no_place_in_the_columns():
    rule = rule_of((1, 2, 3), (1, 2, 3), (1, 2, 3))
    layer = plan(rule)[2]
    # Who holds 1 2 against 1 2 has met 3 with 3: no prize is won yet.
    row = int(np.searchsorted(layer.patterns, pattern_code(((1, 2), (1, 2)))))
    scores = layer.scores[layer.places[layer.kinds[row], : len(layer.prizes)] != NOWHERE]
    assert set(scores.tolist()) == {0}


@pytest.mark.parametrize(
    "dealt",
    [
        *(pytest.param(dealt, id="whole", marks=pytest.mark.long) for dealt in DEALS[:4]),
        *(pytest.param([of[1:] for of in dealt], marks=pytest.mark.slow) for dealt in DEALS[:4]),
    ],
)
@pytest.mark.parametrize("numbers", Numbers)
def test_the_value_of_every_position_matches_the_listed_graph(dealt, numbers, tmp_path):
    rule = rule_of(*dealt)
    induction = solve_levels(graph_of(rule), tmp_path, 1, numbers=numbers)
    store, bounds = Store(tmp_path), [level.bound for level in induction.levels]
    listed = parse("game: goofspiel\ncards: 1\n", "0" * 64, level=1)
    names, states = list_states(rule, 1, 100_000)
    listed = dataclasses.replace(listed, rule=rule, names=names, states=states)
    exact = report_induction(listed, solve_graph(listed), exact=True).exact_stages
    assert len(exact) > 10
    for name, (value, _) in exact.items():
        position = read_position(name)
        answer = store.answer(position).stage
        bound = bounds[len(position.prizes) - 1] + answer.gap + 1e-15
        assert abs(Fraction(answer.value) - value) <= bound
    assert check_levels(store)[1] == []


@pytest.mark.parametrize("cards, objective", [(5, "win"), (5, "points")])
def test_packed_values_lie_within_their_bound_of_all_others(cards, objective, tmp_path):
    suit = tuple(range(1, cards + 1))
    rule = rule_of(suit, suit, suit, objective)
    proofs = {}
    for numbers in Numbers:
        found = solve_levels(graph_of(rule), tmp_path / numbers, 1, numbers=numbers)
        proofs[numbers] = found.levels
    one, other = (Store(tmp_path / numbers) for numbers in Numbers)
    for cards_left in range(cards + 1):
        (layer, plain), (_, few) = one.level(cards_left), other.level(cards_left)
        every = np.arange(layer.size)
        off = np.abs(plain[every] - few[every])
        bound = sum(proof[cards_left].bound for proof in proofs.values())
        assert not layer.size or off.max() <= bound
        assert bound <= (cards_left + 1) * other.unit
        size = (tmp_path / "packed" / f"level-{cards_left:02}.npy").stat().st_size
        assert size == 128 + 4 * layer.size
    assert off.max() > 0 or objective == "points"


@pytest.mark.parametrize(
    "prizes, objective, unit",
    [
        ((1, 2, 3), "win", 2.0**-30),
        ((1, 2, 3), "points", 2.0**-28),
        ((Fraction(1, 8), Fraction(3, 8)), "points", 2.0**-31),
        ((5 * 10**9, 10**11), "points", 64.0),
    ],
)
def test_the_unit_is_the_least_in_which_every_value_is_a_number(prizes, objective, unit):
    rule = rule_of(tuple(range(len(prizes))), tuple(range(len(prizes))), prizes, objective)
    assert unit_of(rule, Numbers.PACKED) == unit and unit_of(rule, Numbers.FLOAT64) == 0
    most = float(sum(rule.prizes)) if objective == "points" else 1.0
    values = np.array([most, -most, 0.0, most / 3])
    assert np.abs(unpacked(packed(values, unit), unit) - values).max() <= unit / 2
    # In half of it the largest is none.
    assert most / unit <= 2**31 - 1 < 2 * most / unit
    assert unpacked(packed(values, unit), unit)[:3].tolist() == [most, -most, 0.0]


def test_a_folder_keeps_its_kind_of_numbers(tmp_path):
    rule = rule_of((1, 2), (1, 2), (1, 2))
    solve_levels(graph_of(rule), tmp_path, 1, numbers=Numbers.PACKED)
    with pytest.raises(InputError, match="stores values as packed, not float64"):
        solve_levels(graph_of(rule), tmp_path, 1, numbers=Numbers.FLOAT64)
    solve_levels(graph_of(rule), tmp_path, 1)
    assert Store(tmp_path).numbers == Numbers.PACKED


@pytest.mark.parametrize("numbers", Numbers)
def test_reports_say_whether_values_are_packed(numbers, tmp_path):
    graph = graph_of(rule_of((1, 2, 3), (1, 2, 3), (1, 2, 3), "points"))
    solution = solve_levels(graph, tmp_path, 1, numbers=numbers)
    report = report_graph(graph, solution, Settings(levels=str(tmp_path)))
    packed_ones = numbers == Numbers.PACKED
    written = "".join(write_json(report))
    read(written)
    assert json.loads(written).get("packed") == (True if packed_ones else None)
    detailed = "".join(INDUCTION_FORMATS["text"](report, Layout(verbose=True)))
    assert ("packed in 32 bits" in detailed) == packed_ones
    shown = of_states(report).fields
    assert ("packed in 32 bits" in shown["facts"]) == packed_ones
    assert any("kept in 32 bits" in words for words in shown["proved"]) == packed_ones


def test_packing_adds_at_most_half_a_unit_per_level_to_the_bound(tmp_path):
    rule = rule_of((1, 2, 3), (1, 2, 3), (1, 2, 3), "points")
    unit = unit_of(rule, Numbers.PACKED)
    proofs = {numbers: prove(rule, 0, [], None, numbers) for numbers in Numbers}
    values = np.random.default_rng(1).uniform(-6, 6, 100_000)
    worst = np.abs(unpacked(packed(values, unit), unit) - values).max()
    for cards in range(1, 4):
        proofs = {
            numbers: prove(rule, cards, [(0.0, 1)], below, numbers)
            for numbers, below in proofs.items()
        }
        more = proofs[Numbers.PACKED].bound - proofs[Numbers.FLOAT64].bound
        assert cards * worst <= more <= 1.001 * cards * worst


@pytest.mark.slow
def test_random_positions_of_four_cards_by_linear_programs(tmp_path):
    suit = tuple(range(1, 5))
    rule, chance = rule_of(suit, suit, suit), random.Random(6)
    solve_levels(graph_of(rule), tmp_path, 1)
    store = Store(tmp_path)
    for _ in range(5):
        position = deal(rule)._replace(up=None)
        for _ in range(chance.randrange(1, 3)):
            position = chance.choice([*rounds(position)])
        asked = position._replace(up=chance.choice(position.prizes))
        assert store.answer(asked).stage.value == pytest.approx(by_programs(asked, rule), abs=1e-9)


def by_programs(position, rule, known=None):
    """Return the value of a position by linear programs alone, with nothing merged."""
    from scipy.optimize import linprog

    known = {} if known is None else known
    if not position.prizes:
        return float((position.score > 0) - (position.score < 0))
    if position in known:
        return known[position]
    if position.up is None:
        ups = [position._replace(up=prize) for prize in position.prizes]
        found = sum(by_programs(one, rule, known) for one in ups) / len(ups)
    else:
        matrix = np.array(
            [
                [
                    by_programs(after(position, one, other), rule, known)
                    for other in position.hands[1]
                ]
                for one in position.hands[0]
            ]
        )
        size = len(matrix)
        found = -linprog(
            [*[0.0] * size, -1.0],
            A_ub=np.hstack([-matrix.T, np.ones((size, 1))]),
            b_ub=np.zeros(size),
            A_eq=[[*[1.0] * size, 0.0]],
            b_eq=[1.0],
            bounds=[*[(0, None)] * size, (None, None)],
        ).fun
    known[position] = found
    return found


def after(position, one, other):
    return Position(
        (
            tuple(card for card in position.hands[0] if card != one),
            tuple(card for card in position.hands[1] if card != other),
        ),
        tuple(prize for prize in position.prizes if prize != position.up),
        None,
        position.score + position.up * ((one > other) - (one < other)),
    )
