"""Exact values: of published games, from any basis or none, and bounds that hold whatever is
rounded.
"""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_games import hidden_goofspiel, kuhn, leduc, liars_dice, listed
from efgc.schemas import game as game_schema
from efgc.schemas.game import Terminal
from efgc.schemas.parts.problems import InputError, SolverError
from efgc.schemas.report import Proof
from efgc.schemas.strategies import Behaviour
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import REDUCTIONS, lower
from efgc.stages.report import report
from efgc.stages.report.best_response import (
    as_printed,
    best_response_value,
    exact_best_response,
)
from efgc.stages.report.exact import elimination, from_basis, simple_fractions
from efgc.stages.report.exact.basic import Equations
from efgc.stages.report.exact.from_basis import LIMITS, prove
from efgc.stages.report.exact.pivots import pivoted
from efgc.stages.report.lift import claim
from efgc.stages.solve import BUILT_IN, SOLVERS, available, solve
from small_games import (
    PUBLISHED,
    boards,
    game_of,
    island,
    law,
    published,
    seeds,
    shifted,
    swapped,
    there,
)


def proved(game, player=0, solver="glpk", **options):
    """Return the exact value of a game, which must be proved."""
    found = prove([claim(game, solve(lower(game, player, **options)[0], solver))])
    assert isinstance(found, Proof), found
    return found.value


LIBRARIES = list(filter(available, SOLVERS))


def without_basis(solution):
    """Return what a solver that knows no basis would have said."""
    columns, rows = (
        tuple(entry._replace(basis="") for entry in entries)
        for entries in (solution.columns, solution.rows)
    )
    return replace(solution, columns=columns, rows=rows)


@pytest.mark.slow
@pytest.mark.parametrize("solver", BUILT_IN)
@pytest.mark.parametrize(
    "format, without", [("lp", ()), ("mps", tuple(REDUCTIONS)), ("lp", ("single",))]
)
@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_values_are_proved(name, player, format, without, solver):
    rules, value = PUBLISHED[name]
    assert (
        proved(
            game_of(published(name), rules), player, there(solver), format=format, without=without
        )
        == value
    )


@pytest.mark.many
@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("level", [1, 2])
def test_levels_with_shared_nodes_have_the_same_exact_value(name, level):
    rules, value = PUBLISHED[name]
    assert proved(game_of(published(name), rules, level=level)) == value


# Information sets, histories and value; Leduc's is not published as a fraction, its decimals are.
CARDS = {
    "kuhn": (kuhn, 12, 55, Fraction(-1, 18)),
    "goofspiel": (lambda: hidden_goofspiel(4, descending=True), 162, 1077, Fraction(0)),
    "leduc": (
        leduc,
        936,
        9457,
        Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930),
    ),
    "liar's dice": (lambda: liars_dice(3), 192, 1147, None),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CARDS)
def test_card_games(name):
    make, infosets, histories, value = CARDS[name]
    game = make()
    assert game_schema.check(game) == []
    assert (len(game.information_sets), len(game.nodes)) == (infosets, histories)
    values = {proved(game, 1), proved(game, 2, "highs")}
    assert len(values) == 1 and (value is None or values == {value})


@pytest.mark.long
@pytest.mark.parametrize(
    "make, infosets, histories, value",
    [
        (lambda: liars_dice(5), 5120, 51_181, Fraction(1, 125)),
        (lambda: hidden_goofspiel(4, descending=False), 3608, 26_773, 0),
    ],
)
def test_large_card_games(make, infosets, histories, value):
    game = make()
    assert (len(game.information_sets), len(game.nodes)) == (infosets, histories)
    assert proved(game, solver="highs") == value


@pytest.mark.parametrize(
    "make, counted",
    [
        (leduc, {0: 600, 1: 198, 3: 366, 5: 552, 7: 432, 9: 528, 11: 192, 13: 192}),
        (lambda: liars_dice(5), {1: 12_791}),
        (kuhn, {1: 9, 2: 6}),
    ],
)
def test_card_games_end_as_often_with_each_payoff_as_in_openspiel(make, counted):
    """Counted on OpenSpiel's `leduc_poker`, `liars_dice(dice_sides=5)` and `kuhn_poker`."""
    paid = Counter(node.payoff for node in make().nodes if isinstance(node, Terminal))
    assert {payoff: number for payoff, number in paid.items() if payoff >= 0} == counted


@pytest.mark.packages
def test_a_cave_on_which_gambit_goes_wrong():
    """Chance nodes below the root: Gambit 16.0.2's `lp_solve` says 2, in exact rationals
    (gambit#134).

    By hand: the agent runs left or right, the miner hides on the left or on the right. Where they
    meet the miner fights, because there is no gold to take, and wins with 1/4. Both mix evenly: 2
    (1 - 1/2 x 1/4) = 7/4.
    """
    game = game_of("1 0.25\nDES-ED\n", "cave-2023")
    assert len(game.nodes) == 23
    assert {proved(game, player, solver) for player in (1, 2) for solver in LIBRARIES} == {
        Fraction(7, 4)
    }


def test_the_value_of_leduc_poker_agrees_with_openspiel():
    """OpenSpiel's test of its own linear program holds it against -0.085606424078."""
    assert round(float(CARDS["leduc"][3]), 12) == -0.085606424078


@pytest.mark.parametrize("solver", BUILT_IN)
def test_a_solution_without_a_basis_is_solved_again(solver):
    game = kuhn()
    for player in (1, 2):
        solution = without_basis(solve(lower(game, player)[0], there(solver)))
        assert prove([claim(game, solution)]).value == Fraction(-1, 18)


def test_a_wrong_basis_is_repaired():
    game = game_of(published("island-report"))
    solution = solve(lower(game, 1)[0])
    for seed in range(20):
        chance = random.Random(seed)
        names = [entry.name for entry in (*solution.columns, *solution.rows)]
        basic = set(chance.sample(names, len(solution.rows)))
        columns, rows = (
            tuple(
                entry._replace(basis="basic" if entry.name in basic else "lower")
                for entry in entries
            )
            for entries in (solution.columns, solution.rows)
        )
        assert prove(
            [claim(game, replace(solution, columns=columns, rows=rows))]
        ).value == Fraction(2123, 420)


@pytest.mark.slow
@pytest.mark.parametrize(
    "make", [kuhn, lambda: hidden_goofspiel(3, False), lambda: game_of(published("maze"), level=2)]
)
@pytest.mark.parametrize("player", [1, 2])
def test_the_simplex_method_in_rationals_needs_no_solver(make, player):
    game = make()
    program = Forms(game).without().programs[player - 1]
    found = pivoted(Equations(program), (), {}, None)
    proof = from_basis.equilibrium(game, program, found)
    assert proof.value == proved(game)


def test_a_program_that_is_too_large_is_reported_with_its_limit(monkeypatch):
    game = kuhn()
    solution = solve(lower(game)[0])
    more = "; --exact proves it, however long that takes"
    with monkeypatch.context() as patch:
        patch.setattr(elimination, "FILL", -1)
        patch.setattr(from_basis, "LIMITS", LIMITS._replace(dense=3))
        assert (
            prove([claim(game, solution)])
            == f"4 equations have to be solved at once in fractions, more than 3{more}"
        )
        patch.setattr(from_basis, "LIMITS", LIMITS._replace(dense=4))
        assert prove([claim(game, solution)]).value == Fraction(-1, 18)
    with monkeypatch.context() as patch:
        patch.setattr(from_basis, "LIMITS", LIMITS._replace(touched=1))
        assert prove([claim(game, solution)]) == (
            f"exact elimination would change more than 1 coefficients of 4 equations{more}"
        )
    with monkeypatch.context() as patch:
        patch.setattr(from_basis, "ANEW", 10)
        assert prove([claim(game, solution)]).value == Fraction(-1, 18)
        nothing = replace(
            solution, columns=tuple(entry._replace(basis="") for entry in solution.columns)
        )
        assert (
            prove([claim(game, nothing)])
            == f"the linear program has more than 10 rows and columns{more}"
        )
        patch.setattr(from_basis, "equilibrium", lambda *_: None)
        assert prove([claim(game, solution)]) == (
            "the basis is not optimal in exact arithmetic, and the linear program has more than "
            f"10 rows and columns{more}"
        )
    monkeypatch.setattr(from_basis, "SIZE", 10)
    assert (
        prove([claim(game, solution)])
        == f"the linear program has more than 10 rows and columns{more}"
    )
    assert prove([claim(game, solution)], limited=False).value == Fraction(-1, 18)
    assert report(game, [solution], exact=False).exact == "left out, as --no-exact asks"
    monkeypatch.setattr(simple_fractions, "NODES", 1)
    made = report(game, [solution])
    assert isinstance(made.exact, str) and made.value == made.bounds.value


def test_where_nothing_holds_nothing_is_claimed(monkeypatch):
    """A game whose equilibrium is refused each time, as if every basis were wrong."""
    monkeypatch.setattr(from_basis, "equilibrium", lambda *_: None)
    assert (
        prove([claim(kuhn(), solve(lower(kuhn())[0]))])
        == "no basis of glpk or HiGHS is optimal in exact arithmetic"
    )


@law(60)
@given(boards(), st.integers(1, 2), st.sampled_from(("glpk", "highs")))
def test_every_map(board, player, solver):
    rows, bandits, capture, rules = board
    try:
        games = [
            game_of(island(rows, bandits, capture), rules, level, max_states=2_000)
            for level in (0, 2)
        ]
    except InputError:
        return
    value = proved(games[0], player, solver)
    assert proved(games[1], player, solver) == value
    assert proved(swapped(games[0])) == -value
    assert proved(shifted(games[0], Fraction(1, 3))) == value + Fraction(1, 3)
    for game in games:
        bounds = report(game, [solve(lower(game, player)[0], solver)]).bounds
        assert Fraction(bounds.lower) <= value <= Fraction(bounds.upper)
        assert bounds.upper - bounds.lower <= 1e-9


def ragged(seed, payoffs, chances, depth=4):
    """Return a random game of perfect recall: who moves is settled by the depth, and so is who sees
    it.
    """
    draw = random.Random(seed)
    movers = [draw.choice((0, 1, 2)) for _ in range(depth)]
    sizes = [draw.randint(2, 4) for _ in movers]
    seen = [{player for player in (1, 2) if draw.random() < 0.4} for _ in movers]
    odds = []
    for size in sizes:
        odds.append([draw.choice(chances) for _ in range(size - 1)])
        odds[-1].append(1 - sum(odds[-1]))

    def rules(history):
        at = len(history)
        if at == depth:
            return "ends", draw.choice(payoffs) * draw.randint(-9, 9)
        following = [(str(move), (*history, move)) for move in range(sizes[at])]
        if movers[at] == 0:
            return "chance", [
                (label, odds[at][move], after) for move, (label, after) in enumerate(following)
            ]
        known = tuple(
            (when, move)
            for when, move in enumerate(history)
            if movers[when] == movers[at] or movers[at] in seen[when]
        )
        return "moves", movers[at], (at, known), following

    return listed(f"ragged {seed}", rules, ())


def test_payoffs_and_chances_of_every_size():
    """Payoffs from 1e-6 to 1e9 and chances of 1e-9 in one game: what the solvers answer at all is
    repaired and proved.
    """
    payoffs, chances = (
        [Fraction(10) ** power for power in (-6, -3, 0, 9)],
        [Fraction(1, 10**9), Fraction(1, 3)],
    )
    answered = wide = 0
    games = seeds(60)
    for seed in games:
        game = ragged(seed, payoffs, chances, depth=3)
        values = set()
        for player in (1, 2):
            solution = answer(lower(game, player)[0])
            if solution is None:
                continue
            answered += 1
            found = prove([claim(game, solution)])
            assert isinstance(found, Proof), (seed, found)
            values.add(found.value)
            bounds = report(game, [solution]).bounds
            assert Fraction(bounds.lower) <= found.value <= Fraction(bounds.upper)
            wide += bounds.upper - bounds.lower > 1e-9
        assert len(values) <= 1
    # The solver fails on a few, and is far off on some of the others.
    assert answered >= len(games) * 100 / 60 and wide


def answer(text):
    """Return HiGHS's solution; None where it gives up, or takes the program for one without an
    optimum, which it has.
    """
    try:
        solution = solve(text, "highs")
    except SolverError:
        return None
    return solution if solution.status == "optimal" else None


@pytest.mark.slow
def test_thousands_of_ties():
    """Every action is as good as any other, on 60 x 60 and behind chance; and matching pennies with
    every side 30 times.
    """

    def rules(position):
        if len(position) == 2:
            return "ends", paid(*position)
        return (
            "moves",
            len(position) + 1,
            "",
            [(str(move), (*position, move)) for move in range(60)],
        )

    for paid, value in ((lambda one, two: 7, 7), (lambda one, two: (one + two) % 2 * 2 - 1, 0)):  # noqa: B007
        game = listed("ties", rules, ())
        for player in (1, 2):
            for solver in LIBRARIES:
                assert proved(game, player, solver) == value


def random_strategy(game, player, draw):
    found = []
    for infoset in game.infosets(player):
        weights = [
            draw.choice((0.0, 1e-9, 1.0, draw.random()))
            for _ in game.information_sets[infoset].actions
        ]
        weights[draw.randrange(len(weights))] += 1e-3
        found.append(Behaviour(infoset, 1.0, tuple(weight / sum(weights) for weight in weights)))
    return tuple(found)


@pytest.mark.many
@pytest.mark.parametrize(
    "scale", [Fraction(1), Fraction(1, 10**300), Fraction(1, 3), Fraction(10**9)]
)
@pytest.mark.parametrize("seed", range(10))
def test_a_bound_is_the_exact_best_response_rounded_outward_once(seed, scale):
    """Against a second reading in fractions, with the strategies as printed: the next float,
    however small the payoffs are.
    """
    games = [
        ragged(seed, [scale], [Fraction(1, 10**9), Fraction(1, 3)]),
        game_of(published("island-2"), level=2),
    ]
    for game in games:
        draw = random.Random(seed)
        for player in (1, 2):
            strategy = random_strategy(game, player, draw)
            exact = by_fractions(game, player, strategy)
            bound = best_response_value(game, 3 - player, strategy)
            away = Fraction(bound) - exact if player == 2 else exact - Fraction(bound)
            assert 0 <= away <= abs(exact) * Fraction(1, 2**51)


def by_fractions(game, player, strategy):
    weights = {0: Fraction(1)}
    for infoset, _, probabilities in strategy:
        above = sum(weights[parent] for parent in game.parents[infoset])
        for sequence, probability in enumerate(as_printed(probabilities), game.first[infoset]):
            weights[sequence] = above * probability
    unit = max(weight.denominator for weight in weights.values())  # Powers of two.
    whole = {at: int(weight * unit) for at, weight in weights.items()}
    return exact_best_response(game, 3 - player, whole, unit)


def test_probabilities_as_printed_sum_to_1():
    thirds = as_printed((1 / 3, 1 / 3, 1 / 3))
    assert (
        sum(thirds) == 1 and thirds[1:] == (Fraction(1 / 3),) * 2 and thirds[0] != Fraction(1 / 3)
    )
