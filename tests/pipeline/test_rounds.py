"""Single rounds of Goofspiel as games: their linear programs have the values of the subgames."""

from fractions import Fraction

import pytest

from efgc.pipeline.chain.public_games import one_round
from efgc.pipeline.cli import efgc
from efgc.pipeline.terminal.diagnostics import guarded
from efgc.stages.expand import expand
from efgc.stages.lower import lower
from efgc.stages.parse import parse
from efgc.stages.report import report
from efgc.stages.solve import solve
from small_games import ARTIFACTS

FOUR = "hand 1 3 4 / 2 3 4, prizes 1 3 4"


def graph(cards):
    return parse(f"game: goofspiel\ncards: {cards}\n", "0" * 64)


@pytest.mark.many
@pytest.mark.parametrize("solver", ["glpk", "highs"])
@pytest.mark.parametrize(
    ("cards", "position", "value"),
    [
        (4, f"{FOUR}, up 3", Fraction(-5, 8)),  # As `--at` proves it.
        (4, "hand 1 / 4, prizes 2", Fraction(-2)),
        (3, "hand 2 3 / 1 2, prizes 1 3", Fraction(13, 4)),
        (5, "hand 1 2 3 4 5 / 1 2 3 4 5, prizes 1 2 3 4 5", Fraction(0)),
    ],
)
def test_the_program_of_a_round_has_the_value_of_its_subgame(solver, cards, position, value):
    played = expand(one_round(graph(cards), position))
    program, _ = lower(played)
    found = report(played, [solve(program, solver=solver)])
    assert abs(float(value) - found.value) < 1e-9


def test_a_round_has_a_block_for_each_prize_that_can_be_up():
    whole = expand(one_round(graph(4), FOUR))
    assert len(whole.information_sets) == 2 * 3 and len(whole.nodes) == 1 + 3 * (1 + 3 + 9)
    assert len(expand(one_round(graph(4), f"{FOUR}, up 3")).nodes) == 1 + 3 + 9


@pytest.mark.parametrize(
    ("source", "position", "told"),
    [
        (
            "goofspiel-3/goofspiel-3",
            "hand 1 / 7, prizes 2",
            "player 2 was not dealt 7; the hand is 1 2 3",
        ),
        ("goofspiel-3/goofspiel-3", "up 3", "is not a position"),
        ("droid-duel/droid-duel", FOUR, "only Goofspiel has such positions"),
        ("island-1/island-1", FOUR, "only Goofspiel has such positions"),
    ],
)
def test_no_round_of_another_game_is_expanded(source, position, told, capfd):
    argv = ["expand", str(ARTIFACTS / f"{source}.states.yaml"), "--round", position]
    assert guarded(lambda: efgc(argv, standalone_mode=False)) == 1
    shown, said = capfd.readouterr()
    assert shown == "" and told in said and said.count("\n") == 1
