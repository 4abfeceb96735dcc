"""Graphs in which nothing is secret: joint moves, chance and single moves in any mixture, solved in
both ways.
"""

import dataclasses
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from efgc.pipeline.chain.public_games import report_graph, solve_listed
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.settings import Settings
from efgc.schemas.induction import check as check_induction
from efgc.schemas.induction_report import check as check_report
from efgc.schemas.parts.problems import VerificationError
from efgc.schemas.parts.states import Choice, Draw, Joint, Terminal
from efgc.schemas.state_graph import StateGraph, check, in_order, read, write
from efgc.stages.expand import expand
from efgc.stages.lower import lower
from efgc.stages.parse import parse
from efgc.stages.report import report
from efgc.stages.report.induction import report_induction
from efgc.stages.report.induction import state_by_state as reports
from efgc.stages.solve import solve
from efgc.stages.solve.induction import solve_graph
from small_games import law

NEAR = 1e-9  # The solvers reach 1e-14 on games of this size.


def graph_of(*states):
    """Return the graph of these states, the first of them the start."""
    names = tuple(f"s{number}" for number in range(len(states)))
    return StateGraph(
        title="public",
        source=None,
        players=("a", "b"),
        secret=None,
        names=names,
        states=states,
        start=0,
    )


def joint(*rows):
    """Return a joint state from rows of (reward, target)."""
    labels = (
        tuple(f"r{row}" for row in range(len(rows))),
        tuple(f"c{column}" for column in range(len(rows[0]))),
    )
    to = tuple(tuple(target for _, target in row) for row in rows)
    return Joint(labels, to, tuple(tuple(Fraction(paid) for paid, _ in row) for row in rows))


def true_values(graph):
    """Return the exact value of every state whose transitions all lead to later ones; knows no
    solver.
    """
    values = {}
    for number in reversed(range(len(graph.states))):
        match graph.states[number]:
            case Terminal(payoff):
                values[number] = payoff
            case Draw(moves):
                values[number] = sum(p * values[to] for _, p, to in moves)
            case Choice(player, moves):
                values[number] = (max if player == 1 else min)(values[to] for _, to in moves)
            case Joint(_, to, reward):
                values[number] = matrix_value(
                    [
                        [paid + values[at] for paid, at in zip(*rows, strict=True)]
                        for rows in zip(reward, to, strict=False)
                    ]
                )
    return values


def matrix_value(matrix):
    """Return the value of a matrix game by trying all square supports (Shapley and Snow 1950)."""
    for size in range(1, min(len(matrix), len(matrix[0])) + 1):
        for rows in combinations(range(len(matrix)), size):
            for columns in combinations(range(len(matrix[0])), size):
                block = [[matrix[i][j] for j in columns] for i in rows]
                x, y = indifferent(list(zip(*block, strict=True))), indifferent(block)
                if x is None or y is None:
                    continue
                low = min(
                    sum(weight * matrix[i][j] for weight, i in zip(x, rows, strict=True))
                    for j in range(len(matrix[0]))
                )
                high = max(
                    sum(weight * matrix[i][j] for weight, j in zip(y, columns, strict=True))
                    for i in range(len(matrix))
                )
                if low == high:
                    return low
    raise AssertionError(matrix)


def indifferent(block):
    """Return weights of the columns that make all rows worth the same, by Cramer's rule; None if
    there are none.
    """
    size = len(block)
    rows = [[*row, Fraction(-1)] for row in block] + [[Fraction(1)] * size + [Fraction(0)]]
    whole = determinant(rows)
    if not whole:
        return None
    right = [Fraction(0)] * size + [Fraction(1)]
    weights = [
        determinant(
            [[*row[:at], one, *row[at + 1 :]] for row, one in zip(rows, right, strict=True)]
        )
        / whole
        for at in range(size)
    ]
    return weights if min(weights) >= 0 else None


def determinant(rows):
    if not rows:
        return Fraction(1)
    return sum(
        (-1) ** at * rows[0][at] * determinant([[*row[:at], *row[at + 1 :]] for row in rows[1:]])
        for at in range(len(rows))
        if rows[0][at]
    )


def through_the_game(graph, solver):
    """Return the bounds of the value by expand, lower, solve and report."""
    game = expand(graph)
    return report(game, [solve(lower(game)[0], solver)]).bounds


HAND_MADE = {
    "a terminal state": (graph_of(Terminal(Fraction(-7, 3))), Fraction(-7, 3)),
    "matching pennies": (
        graph_of(joint([(1, 1), (-1, 1)], [(-1, 1), (1, 1)]), Terminal(Fraction(0))),
        0,
    ),
    "a row": (graph_of(joint([(column, 1) for column in range(50)]), Terminal(Fraction(1))), 1),
    "a column": (graph_of(joint(*([(row, 1)] for row in range(50))), Terminal(Fraction(1))), 50),
    "all the same": (graph_of(joint(*[[(7, 1)] * 20] * 30), Terminal(Fraction(0))), 7),
    "all kinds of states": (
        graph_of(
            Draw((("heads", Fraction(1, 3), 1), ("tails", Fraction(2, 3), 2))),
            joint([(1, 5), (-1, 2)], [(-1, 3), (1, 5)]),
            Choice(1, (("on", 3), ("out", 4))),
            Choice(2, (("left", 4), ("right", 5))),
            Terminal(Fraction(1, 3)),
            Terminal(Fraction(-5)),
        ),
        Fraction(-10, 9),
    ),
    "large and small": (
        graph_of(
            joint([("1e280", 1), ("-1e-280", 1)], [("1e-280", 1), (1, 1)]), Terminal(Fraction(0))
        ),
        None,
    ),
    "small": (
        graph_of(joint([("1e-300", 1), (0, 1)], [(0, 1), ("2e-300", 1)]), Terminal(Fraction(0))),
        Fraction(2, 3 * 10**300),
    ),
}


@pytest.mark.parametrize("solver", ["kernel", "glpk", "highs"])
@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made(name, solver):
    graph, known = HAND_MADE[name]
    value = true_values(graph)[0]
    found = report_induction(graph, solve_graph(graph, solver))
    assert found.exact == value
    assert known in (None, value)
    assert Fraction(found.proved.lower) <= value <= Fraction(found.proved.upper)


rationals = draw.sampled_from([Fraction(number, 6) for number in range(-12, 13)])


@draw.composite
def graphs(pick):
    """Draw a small graph: up to five states that move, each to later ones only, and two ends."""
    moving = pick(draw.integers(0, 5))
    states = [state(pick, draw.integers(number + 1, moving + 1)) for number in range(moving)]
    return graph_of(*states, Terminal(pick(rationals)), Terminal(pick(rationals)))


def state(pick, target):
    labels = ("x", "y", "z")[: pick(draw.integers(1, 3))]
    match pick(draw.sampled_from(["joint", "joint", "chance", "player 1", "player 2"])):
        case "joint":
            width = pick(draw.integers(1, 3))
            return joint(*([(pick(rationals), pick(target)) for _ in range(width)] for _ in labels))
        case "chance":
            weights = [pick(draw.integers(1, 5)) for _ in labels]
            return Draw(
                tuple(
                    (label, Fraction(weight, sum(weights)), pick(target))
                    for label, weight in zip(labels, weights, strict=True)
                )
            )
        case player:
            return Choice(int(player[-1]), tuple((label, pick(target)) for label in labels))


@pytest.mark.slow
@law(60, 0.3)
@given(graphs(), draw.sampled_from(["kernel", "glpk", "highs"]))
def test_every_graph(graph, solver):
    graph = dataclasses.replace(graph, states=in_order(graph.states))
    assert check(graph) == []
    assert "".join(write(read("".join(write(graph))))) == "".join(write(graph))
    values = true_values(graph)
    solved = solve_graph(graph, solver)
    assert check_induction(solved) == []
    exact = report_induction(graph, solved)
    assert (exact.exact, check_report(exact)) == (values[0], [])
    found = without_proof(graph, solved)
    bounds = found.proved
    # A fraction between two floats may be, too.
    proved = (values[0],) if bounds.lower == bounds.upper else (None, values[0])
    assert found.exact in proved and check_report(found) == []
    assert Fraction(bounds.lower) <= values[0] <= Fraction(bounds.upper)
    assert bounds.upper - bounds.lower <= NEAR
    for stage in solved.stages:
        assert abs(Fraction(stage.value) - values[graph.names.index(stage.state)]) <= Fraction(
            bounds.bound
        )
    assert through_the_game(graph, "glpk").value == pytest.approx(float(values[0]), abs=NEAR)


def without_proof(graph, solved):
    """Return the report of a graph that is too large for rationals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reports, "EXACT_GAMES", -1)
        return report_induction(graph, solved)


DEALS = {
    "hands of their own": "hands: [[2, 5, 9], [1, 5, 7]]\nprizes: [1/2, 0.3, 7]",
    "whoever wins more": "hands: [[2, 5, 9], [1, 5, 7]]\nprizes: [1/2, 0.3, 7]\nobjective: win",
    "prizes that can be equal together": (
        "hands: [[2, 4, 6], [1, 5, 6]]\nprizes: [1, 2, 3]\nobjective: win"
    ),
    "one hand beats the other": "hands: [[4, 5, 6], [1, 2, 3]]\nprizes: [1, 1/7, 2]",
    "one card": "hands: [[2], [3]]\nprizes: [5/2]",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", DEALS)
def test_all_kinds_of_deals(name, tmp_path):
    listed = [
        parse(f"game: goofspiel\n{DEALS[name]}\n", "0" * 64, level=level) for level in (0, 1, 2)
    ]
    value = true_values(listed[0])[0]
    for graph in listed:
        assert read("".join(write(graph))) == graph
        for solver in ("kernel", "glpk", "highs"):
            assert report_induction(graph, solve_graph(graph, solver)).exact == value
        assert through_the_game(graph, "glpk").value == pytest.approx(float(value), abs=NEAR)
    generated = dataclasses.replace(listed[2], names=(), states=())
    found = report_graph(generated, solve_levels(generated, tmp_path / "levels", 1), Settings())
    assert Fraction(found.proved.lower) <= value <= Fraction(found.proved.upper)
    assert found.proved.upper - found.proved.lower <= NEAR
    assert (
        report_induction(generated, solve_listed(generated, "glpk", lambda done, total: None)).exact
        == value
    )


def test_near_ties_with_a_solver_of_linear_programs():
    graph = parse(
        "game: goofspiel\nhands: [[1, 2, 3, 5], [1, 2, 4, 6]]\nprizes: [1, 2, 3, 4]\n", "0" * 64
    )
    found = without_proof(graph, solve_graph(graph, "glpk"))
    assert (
        Fraction(found.proved.lower)
        <= report_induction(graph, solve_graph(graph)).exact
        <= Fraction(found.proved.upper)
    )
    assert found.proved.bound <= NEAR


def test_numbers_that_double_with_every_state_are_bounded():
    end = 60
    chain = [
        joint([(1, number + 1), (Fraction(1, 3), end)], [(0, end), (2, number + 1)])
        for number in range(end)
    ]
    found = report_induction(
        graph_of(*chain, Terminal(Fraction(0))),
        solve_graph(graph_of(*chain, Terminal(Fraction(0)))),
    )
    assert found.exact is None and found.proved.upper - found.proved.lower <= NEAR


@pytest.mark.parametrize(
    "change",
    [
        {"value": 0.5},
        {"stages": (("s0", 0.0, 0.0, ((1.0, 0.0), (0.5, 0.5))),)},
        {"stages": (("s0", 0.5, 0.0, ((0.5, 0.5), (0.5, 0.5))),)},
    ],
)
def test_wrong_solutions_are_reported(change):
    graph, _ = HAND_MADE["matching pennies"]
    solved = solve_graph(graph)
    if "stages" in change:
        change = {"stages": tuple(solved.stages[0]._make(stage) for stage in change["stages"])}
    wrong = dataclasses.replace(solved, **change)
    with pytest.raises(VerificationError, match="open by"):
        report_induction(graph, wrong)
