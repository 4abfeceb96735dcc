"""Bounds on the optimum of a program, from the LP alone: laws on maps, scaled games, and what has
another shape.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.game import Game, Terminal
from efgc.stages.lower import lower
from efgc.stages.programs.bounds import bounds, down, up
from efgc.stages.programs.texts import read_exactly
from efgc.stages.solve import solve
from small_games import PUBLISHED, boards, game_of, island, law, published


def proved(text, change=lambda solution: solution, solver="glpk"):
    """Return the bounds and the orientation of a program's optimum."""
    found = change(solve(text, solver))
    return bounds(read_exactly(text), found.columns, found.rows)


@pytest.mark.many
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_bounds_enclose_the_published_value(name, player, format):
    rules, value = PUBLISHED[name]
    own = (value if player == 1 else -value) * (1 if format == "lp" else -1)
    found = proved(lower(game_of(published(name), rules), player, format)[0])
    # The program's coefficients are rounded once: 0.33 is not 33/100 there.
    assert found.lower - Fraction(1, 10**13) <= own <= found.upper + Fraction(1, 10**13)
    assert 0 <= found.upper - found.lower <= Fraction(1, 10**12)


@law(200)
@given(boards(), st.sampled_from(["lp", "mps"]), st.integers(0, 2), st.data())
def test_noise_widens_the_bounds_and_never_crosses_them(board, format, level, data):
    """What is proved from any noisy plan and prices encloses the optimum: exact bounds of two
    solutions overlap.
    """
    rows, bandits, capture, rules = board
    text = lower(game_of(island(rows, bandits, capture), rules, level), 0, format)[0]
    noise = st.floats(-1e-3, 1e-3)

    def noisy(solution):
        columns, rows = (
            tuple(entry._replace(value=entry.value + data.draw(noise)) for entry in entries)
            for entries in (solution.columns, solution.rows)
        )
        return replace(solution, columns=columns, rows=rows)

    clean, rough = proved(text), proved(text, noisy)
    assert None not in (*clean, *rough)
    assert rough.lower <= clean.upper and clean.lower <= rough.upper
    assert clean.upper - clean.lower <= Fraction(1, 10**9)


@pytest.mark.parametrize("scale", [Fraction(1, 10**6), Fraction(10**9)])
def test_scaled_payoffs_are_enclosed_as_well(scale):
    game = game_of(published("island-report"))
    nodes = tuple(
        Terminal(node.payoff * scale) if isinstance(node, Terminal) else node for node in game.nodes
    )
    scaled = Game(
        title=game.title,
        source=game.source,
        players=game.players,
        states=game.states,
        information_sets=game.information_sets,
        nodes=nodes,
    )
    found = proved(lower(scaled, 1)[0])
    value = Fraction(2123, 420) * scale
    assert found.lower - value / 10**12 <= value <= found.upper + value / 10**12
    assert found.upper - found.lower <= value / 10**9


@pytest.mark.parametrize(
    "text",
    [
        "max\n o: x\ns.t.\n r: x <= 1\nbounds\n x <= 4\nend\n",
        "max\n o: v + w\ns.t.\n r: v + w <= 1\nbounds\n v free\n w free\nend\n",
        "max\n o: x + y\ns.t.\n r: x + y = 1\n s: x - y = 0\n t: y - x = 0\nend\n",
    ],
)
def test_a_program_of_another_shape_lacks_at_least_one_bound(text):
    found = solve(text)
    told = bounds(read_exactly(text), found.columns, found.rows)
    assert told.lower is None or told.lower <= Fraction(found.objective) + Fraction(1, 10**9)
    assert told.upper is None or told.upper >= Fraction(found.objective) - Fraction(1, 10**9)
    assert None in told


@pytest.mark.parametrize("written", ["1.00000000000000001", "0.99999999999999999", "0.1"])
@pytest.mark.parametrize("sense", ["min", "max"])
def test_bounds_are_those_of_the_decimals_not_of_floats(sense, written):
    end = ">= 1" if sense == "min" else "<= 1"
    text = f"{sense}\n o: {written} x\ns.t.\n c: x {end}\nend\n"
    found = solve(text)
    lower, upper = bounds(read_exactly(text), found.columns, found.rows)
    assert lower <= Fraction(written) <= upper <= lower + Fraction(1, 10**15)
    assert (down(lower), up(upper)) != ("1", "1")
