"""One game for all probabilities: what depends on p, and how."""

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from card_games import kuhn
from efgc.pipeline.apps.sweep.critical_points import family
from efgc.schemas.game import Terminal
from efgc.schemas.parts.problems import LimitError, StageBug
from efgc.stages.forms.formulation import Forms
from efgc.stages.parse.maps import varied
from efgc.stages.report.exact.basic import Equations
from small_games import boards, game_of, island, law

INSIDE = st.fractions(Fraction(1, 10**6), 1 - Fraction(1, 10**6))


@law(60)
@given(boards(), INSIDE, st.sampled_from((0, 1, 2)))
def test_games_of_a_map_differ_in_probabilities_of_chance_alone(board, p, level):
    rows, bandits, _, rules = board
    text = island(rows, bandits)
    found = family.family_of(lambda q: game_of(varied(text, q), rules, level))
    real = game_of(varied(text, p), rules, level)
    assert found.game(p).nodes == real.nodes
    assert found.game(p).information_sets == real.information_sets


@law(30)
@given(boards(), INSIDE)
def test_polynomials_have_the_coefficients_of_the_program(board, p):
    rows, bandits, _, rules = board
    text = island(rows, bandits)
    found = family.family_of(lambda q: game_of(varied(text, q), rules, 2))
    real = Forms(game_of(varied(text, p), rules, 2)).without(("endgames",))
    lines = Equations(real.programs[found.program.player - 1]).lines
    made = found.at(fmpq(*p.as_integer_ratio())).lines
    assert [sorted(line) for line in made] == [sorted(line) for line in lines]


def test_a_game_with_more_nodes_than_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(family, "NODES", 54)
    with pytest.raises(LimitError, match="--critical: the game has 55 nodes, .* up to 54"):
        family.family_of(lambda p: kuhn())


def test_a_program_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(family, "SIZE", 20)
    with pytest.raises(LimitError, match=r"has 40 rows and columns, .* up to 20"):
        family.family_of(lambda p: kuhn())


def test_payoffs_must_not_depend_on_p():
    def game_at(p):
        game = kuhn()
        nodes = tuple(
            Terminal(node.payoff * p) if isinstance(node, Terminal) else node for node in game.nodes
        )
        return type(game)(
            title="",
            source=None,
            players=game.players,
            states=0,
            information_sets=game.information_sets,
            nodes=nodes,
        )

    with pytest.raises(StageBug, match="more depends on p"):
        family.family_of(game_at)
