"""One form and one program: each made once, by a name that tells what was left out."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from card_games import kuhn
from efgc.schemas.linear_program import origin, program_name, read_symbol, symbol_name
from efgc.schemas.parts.problems import InputError
from efgc.schemas.report import Proof
from efgc.stages.forms import formulation
from efgc.stages.forms.formulation import Forms
from efgc.stages.forms.program import Program
from efgc.stages.forms.reductions import REDUCTIONS
from efgc.stages.lower import lower
from efgc.stages.report import report
from efgc.stages.report.lift import claim
from efgc.stages.solve import solve
from small_games import game_of, published

CHOICES = [names for size in range(len(REDUCTIONS) + 1) for names in combinations(REDUCTIONS, size)]


@pytest.mark.parametrize("without", CHOICES)
@pytest.mark.parametrize("player", [1, 2])
def test_a_solution_names_the_reductions_left_out(player, without):
    game = game_of(published("maze"), level=2)
    solution = solve(lower(game, player, without=without)[0])
    assert origin(solution.problem) == (player, game.digest[:16], without)
    claimed = claim(game, solution)
    program = claimed.program
    assert claimed.formulation.without == without
    assert {symbol_name(symbol) for symbol in program.columns} == {
        entry.name for entry in solution.columns
    }
    assert [symbol_name(symbol) for symbol in program.rows] == [
        entry.name for entry in solution.rows
    ]
    assert report(game, [solution]).exact.value == Fraction(13, 2)


def test_names_hold_only_reductions_of_the_form_in_order():
    forms = Forms(kuhn())
    without = forms.without(["endgames", "chains", "single"])
    assert without.name(1).endswith("_without_single_endgames")
    assert forms.without(["single", "endgames"]) is without
    assert not forms.without(["chains"]).without and "without" not in forms.without().name(2)


@pytest.mark.parametrize("player", [1, 2])
def test_names_identify_columns_and_rows(player):
    program = Forms(game_of(published("maze"), level=2)).without().programs[player - 1]
    symbols = (*program.columns, *program.rows)
    names = [symbol_name(symbol) for symbol in symbols]
    assert len(set(names)) == len(names)
    assert [read_symbol(name, player) for name in names] == list(symbols)
    strange = ("", "x", "y", "x07", "x-1", "x1.0", "x 1", "x\u0661", "xx1", "value", "X1", "q3")
    assert {read_symbol(name, player) for name in strange} == {None}


def test_an_older_program_with_other_columns_is_refused_in_one_line():
    """Before the name told, nothing said which reductions were left out."""
    game = game_of(published("island-1"))
    solution = solve(lower(game, 1, without=REDUCTIONS)[0])
    old = replace(solution, problem=solution.problem.partition("_without")[0])
    with pytest.raises(InputError, match=r"this game's has no x\d+; what an older version lowered"):
        report(game, [old])


def test_unknown_reductions_are_reported():
    game = kuhn()
    solution = solve(lower(game, 1)[0])
    known = origin(solution.problem)
    other = replace(solution, problem=program_name(known._replace(without=("folding",))))
    with pytest.raises(InputError, match="lowered without folding, which is not known here"):
        report(game, [other])


@pytest.mark.parametrize("without", CHOICES)
def test_form_and_program_are_computed_once(without, monkeypatch):
    game = game_of(published("maze"), level=2)
    solution = solve(lower(game, without=without)[0])
    made = Counter()

    def counted(name, work):
        def call(*given):
            made[name] += 1
            return work(*given)

        return call

    monkeypatch.setattr(formulation, "sequence_form", counted("form", formulation.sequence_form))
    monkeypatch.setattr(formulation, "reduced", counted("reduced", formulation.reduced))
    monkeypatch.setattr(Program, "lines_of", counted("program", Program.lines_of))
    assert isinstance(report(game, [solution]).exact, Proof)
    assert made == {"form": 1, "reduced": 1, "program": 1}
