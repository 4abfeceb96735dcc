"""Solutions are read by the table of columns alone, whatever became of the linear program."""

import json
import random
from dataclasses import replace
from itertools import chain, combinations

import pytest

from efgc.schemas import columns as columns_schema
from efgc.schemas.parts.problems import InputError
from efgc.stages.forms.formulation import Forms
from efgc.stages.lower import REDUCTIONS, lower
from efgc.stages.report import report
from efgc.stages.report.own_names import names, renamed
from efgc.stages.solve import available, solve
from rewriters import REWRITERS, WAYS
from small_games import PUBLISHED, game_of, published

LEFT_OUT = [
    *chain.from_iterable(combinations(REDUCTIONS, count) for count in range(len(REDUCTIONS) + 1))
]
ASKED = ("glpk", "highs", "cbc", "scip", "cvxopt")


def read(game, table, solution):
    """Return what is reported on a solution that is read by a table."""
    forms = Forms(game)
    return report(game, [renamed(solution, names(game, table, forms))], forms=forms)


def _proved(name, level, player, without, rewriter, way, solver, words=False):
    package, rewritten, _ = REWRITERS[rewriter]
    if package:
        pytest.importorskip(package)
    rules, value = PUBLISHED[name]
    game = game_of(published(name), rules, level)
    before, after = way.split()
    text, table = lower(game, player, before, without, words=words)
    table = columns_schema.read("".join(columns_schema.write(table)))
    solution = solve(rewritten(text, after), solver)
    assert solution.status == "optimal"
    found = read(game, table, solution)
    assert found.exact.value == value, (name, level, player, without, rewriter, way, solver)


@pytest.mark.packages
@pytest.mark.parametrize("rewriter, way", WAYS)
def test_a_program_that_another_tool_rewrote_is_reported(rewriter, way):
    _proved("cave-example", 0, 1, (), rewriter, way, "glpk", words=way == "lp lp")


@pytest.mark.long
@pytest.mark.packages
@pytest.mark.parametrize("rewriter, way", WAYS)
@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_every_solver_proves_every_rewritten_program(name, level, rewriter, way):
    tried = 0
    for solver in filter(available, ASKED):
        for player in (1, 2):
            for without in LEFT_OUT:
                _proved(name, level, player, without, rewriter, way, solver)
                tried += 1
    assert tried >= 16


@pytest.fixture(scope="module")
def cave():
    game = game_of(published("cave-example"), "cave-2023", 0)
    text, table = lower(game, 1, without=("endgames",))
    return game, table, solve(text, "glpk")


def test_a_table_in_any_order_and_with_any_names_is_read(cave):
    game, table, solution = cave
    order = random.Random(1)
    called = {entry.name: f"n{at}" for at, entry in enumerate((*table.columns, *table.rows))}

    def other(entries):
        found = [
            entry._replace(
                name=called[entry.name],
                sum_of=tuple(called[part] for part in entry.sum_of),
                meaning=entry.meaning if not entry.sum_of else "",
            )
            for entry in entries
        ]
        return tuple(order.sample(found, len(found)))

    def solved(entries):
        return tuple(
            order.sample(
                [entry._replace(name=called[entry.name]) for entry in entries], len(entries)
            )
        )

    given = table._replace(columns=other(table.columns), rows=other(table.rows), problem="mine")
    answer = replace(
        solution, columns=solved(solution.columns), rows=solved(solution.rows), problem="mine"
    )
    assert read(game, given, answer).exact == read(game, table, solution).exact


def without_column(solution, name):
    return replace(
        solution, columns=tuple(entry for entry in solution.columns if entry.name != name)
    )


def edited(table, key, at, **changes):
    entries = list(getattr(table, key))
    entries[at] = entries[at]._replace(**changes)
    return table._replace(**{key: tuple(entries)})


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda table: table._replace(game="0" * 64), "game: the table is of another game, or"),
        (
            lambda table: table._replace(without=("singles",)),
            "without[0]: unknown reduction 'singles'; known are single, endgames",
        ),
        (
            lambda table: table._replace(without=("single",)),
            "columns[1]: x1 is not a column of this game's linear program without single; `efgc "
            "lower",
        ),
        (
            lambda table: edited(table, "columns", 1, action="sideways"),
            "columns[1]: x1 is not a column of this game's linear program",
        ),
        (
            lambda table: edited(table, "columns", 1, meaning="stays at home"),
            "columns[1].meaning: 'stays at home' contradicts the game, in which x1 is",
        ),
        (
            lambda table: edited(table, "rows", 0, player=2),
            "f0 and b0 have the same meaning",
        ),
        (
            lambda table: table._replace(columns=table.columns[:-1]),
            "columns: the table has no column for",
        ),
        (
            lambda table: table._replace(player=2),
            "columns[0].meaning: 'empty sequence' contradicts the game, in which x0 is 'root'",
        ),
    ],
)
def test_a_table_that_contradicts_the_game_is_refused_with_its_place(cave, change, message):
    game, table, _ = cave
    with pytest.raises(InputError) as raised:
        names(game, change(table))
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "change, message",
    [
        (
            lambda solution: without_column(solution, "x0"),
            "columns: the solution has no column x0 (empty sequence)",
        ),
        (
            lambda solution: replace(
                solution, columns=(solution.columns[0]._replace(name="cost"), *solution.columns[1:])
            ),
            "columns: the table of columns has no column cost",
        ),
        (
            lambda solution: replace(solution, rows=()),
            "rows: the solution has no row f0 (root), ",
        ),
        (
            lambda solution: replace(solution, problem=f"efgc_player2_{'0' * 16}"),
            "problem: the solution is of the linear program efgc_player2_",
        ),
    ],
)
def test_a_solution_that_does_not_fit_its_table_is_refused(cave, change, message):
    game, table, solution = cave
    with pytest.raises(InputError) as raised:
        renamed(change(solution), names(game, table))
    assert message in str(raised.value)


def test_garbage_is_not_read_as_a_table(cave):
    _, table, _ = cave
    text = "".join(columns_schema.write(table))
    assert columns_schema.read(text) == table
    data = json.loads(text)
    data["columns"][2]["column"] = data["columns"][1]["column"]
    data["game"] = "none"
    with pytest.raises(InputError) as raised:
        columns_schema.read(json.dumps(data))
    assert "columns[2].column: duplicate name 'x1'" in str(raised.value)
    assert "game: 'none' is no SHA-256" in str(raised.value)
    with pytest.raises(InputError, match="version '1' is not known here, only 2; `efgc lower GAME"):
        columns_schema.read('{"format": "efgc/columns", "version": 1}')
