"""Sparse elimination in rationals solves what FLINT solves, and refuses what is singular."""

from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

import plain_game
from card_games import kuhn, leduc
from efgc.stages.lower import lower
from efgc.stages.report.exact import elimination
from efgc.stages.report.exact.elimination import Elimination, common, times
from efgc.stages.report.exact.equilibrium import keeps_flows
from efgc.stages.report.exact.from_basis import prove
from efgc.stages.report.lift import claim
from efgc.stages.solve import solve
from refinement_witness import guarantees
from small_games import boards, game_of, island, law

NUMBERS = st.fractions(max_denominator=9) | st.sampled_from(
    [Fraction(1), Fraction(-1), Fraction(10**40 + 1, 3), Fraction(1, 10**30)]
)


@st.composite
def systems(draw):
    """Return a square matrix, nearly empty or full, and a right-hand side."""
    size = draw(st.integers(1, 7))
    empty = draw(st.sampled_from([0, 1, 3]))
    entry = st.one_of(NUMBERS, *[st.just(Fraction(0))] * empty)
    matrix = draw(st.lists(st.lists(entry, min_size=size, max_size=size), min_size=size,
                           max_size=size))  # fmt: skip
    return matrix, draw(st.lists(NUMBERS, min_size=size, max_size=size))


def flint(number):
    return fmpq(number.numerator, number.denominator)


@pytest.mark.parametrize("limit", ["FILL", "LONG", ""])
@law(300)
@given(systems())
def test_a_system_is_solved_as_flint_solves_it(limit, drawn):
    matrix, right = drawn
    size = len(matrix)
    rows = [[(at, flint(one)) for at, one in enumerate(row) if one] for row in matrix]
    side = [flint(one) for one in right]
    dense = fmpq_mat(size, size, [flint(one) for row in matrix for one in row])
    with pytest.MonkeyPatch.context() as patch:
        if limit:
            patch.setattr(elimination, limit, 0)
        if dense.det() == 0:
            with pytest.raises(ZeroDivisionError):
                Elimination(rows).solve_all([side])[0]
            with pytest.raises(ZeroDivisionError):
                Elimination(rows).solve_all_transposed([side])[0]
            return
        made = Elimination(rows)
        for found, known in (
            (made.solve_all([side])[0], dense),
            (made.solve_all_transposed([side])[0], dense.transpose()),
        ):
            expected = known.solve(fmpq_mat(size, 1, side))
            assert found == [expected[at, 0] for at in range(size)]
        assert made.work >= 0


@law(100)
@given(st.lists(NUMBERS), st.booleans())
def test_parts_of_one_are_the_numbers(drawn, alike):
    numbers = [flint(one) / 10**50 if alike else flint(one) for one in drawn]
    found, unit = common(numbers)
    assert times(found, 1 / unit) == numbers
    assert unit == 1 or all(one.q == 1 for one in found)


@pytest.mark.long
@pytest.mark.parametrize("limit", ["FILL", "LONG", ""])
def test_leduc_has_its_fraction_wherever_elimination_ends(limit, monkeypatch):
    if limit:
        monkeypatch.setattr(elimination, limit, 8)
    found = prove([claim(leduc(), solve(lower(leduc())[0], "highs"))])
    assert found.value == Fraction(
        -1454920850547486749701863871533, 16995463438839962469905132501930
    )


def is_proved(played):
    """Hold that the strategies of a proof guarantee its value, by a way that knows no sequences."""
    found = prove([claim(played, solve(lower(played)[0]))])
    profile = [[(entry.infoset, entry.probabilities) for entry in one] for one in found.strategies]
    assert guarantees(played, profile) == (found.value, found.value)
    for strategy in profile:
        for _, probabilities in strategy:
            assert sum(probabilities) == 1 and min(probabilities) >= 0


def test_a_card_game_is_proved():
    is_proved(kuhn())


@pytest.mark.slow
@law(20)
@given(boards())
def test_a_map_is_proved(board):
    rows, bandits, capture, rules = board
    for level in (0, 2):
        is_proved(game_of(island(rows, bandits, capture), rules, level))


@law(50)
@given(boards(), st.data())
def test_flows_are_kept_where_all_of_them_are(board, data):
    rows, bandits, capture, rules = board
    game = game_of(island(rows, bandits, capture), rules, 1)
    parents, sequences = plain_game.parents(game), plain_game.sequences(game)
    for player in (1, 2):
        plan = {0: 1}
        for infoset in game.infosets(player):
            flow = sum(plan.get(at, 0) for at in parents[infoset])
            chosen = data.draw(st.sampled_from(sequences[infoset]))
            plan |= {chosen: flow} if flow else {}
        plan |= data.draw(st.dictionaries(st.sampled_from([*plan]), st.integers(1, 2), max_size=1))
        kept = all(
            sum(plan.get(at, 0) for at in sequences[infoset])
            == sum(plan.get(at, 0) for at in parents[infoset])
            for infoset in game.infosets(player)
        )
        assert keeps_flows(game, player, plan) == kept


@law(100)
@given(systems(), st.lists(st.lists(NUMBERS, min_size=7, max_size=7), max_size=3))
def test_several_right_hand_sides_are_solved_as_one_by_one(drawn, more):
    matrix, right = drawn
    size = len(matrix)
    rows = [[(at, flint(one)) for at, one in enumerate(row) if one] for row in matrix]
    if fmpq_mat(size, size, [flint(one) for row in matrix for one in row]).det() == 0:
        return
    sides = [[flint(one) for one in side[:size]] for side in (right, *more)]
    made = Elimination(rows)
    assert made.solve_all(sides) == [made.solve_all([side])[0] for side in sides]
    assert made.solve_all_transposed(sides) == [
        made.solve_all_transposed([side])[0] for side in sides
    ]
