"""Droid battle: the rule's fine print, published values, an independent reading of the rule, laws,
and policies.
"""

import json
from functools import cache

import numpy as np
import pytest

from efgc.pipeline.apps.droids.droid import Action, R2Droid
from efgc.pipeline.apps.droids.policy import (
    best_response,
    equilibrium,
    expected,
    exploitability,
    outcome,
    uniform,
)
from efgc.schemas.game import check
from efgc.schemas.parts.problems import InputError
from efgc.schemas.rules.droid_battle import (
    ACTIONS,
    DroidBattle,
    Position,
    actions,
    is_over,
    opening,
    play,
    read_position,
    refuse_position,
    winner,
    write_position,
)
from efgc.stages.expand import expand
from efgc.stages.lower import lower
from efgc.stages.parse import parse
from efgc.stages.report import report as verify
from efgc.stages.report.induction import INDUCTION_FORMATS, report_induction
from efgc.stages.solve import backend, solve
from efgc.stages.solve.induction import solve_graph
from efgc.stages.solve.induction.droid_battle import index, rounds, stage_matrix, value
from efgc.stages.solve.induction.droid_battle.graph import solve_whole
from efgc.stages.solve.induction.matrix_game import solve_matrix
from efgc.stages.solve.induction.matrix_program import solve_program
from policies import tabulate

COURSE = ("----", "----", "2--5", "----")


def battle(*board, shots=(1, 1), length=5, objective="win"):
    return DroidBattle(board, shots, length, objective)


@pytest.mark.parametrize(
    "chosen, squares, shots, score",
    [
        (("right", "left"), ((0, 1), (0, 2)), (1, 1), 0),
        (("shoot", "left"), ((0, 0), (0, 2)), (0, 1), 1),
        (("right", "shoot"), ((0, 1), (0, 3)), (1, 0), -1),
        (("shoot", "down"), ((0, 0), (1, 3)), (0, 1), 0),  # The step comes first: the laser misses.
        (("shoot", "shoot"), ((0, 0), (0, 3)), (0, 0), 0),  # Both are hit: neither counts.
        (("down", "down"), ((1, 0), (1, 3)), (1, 1), 0),
    ],
)
def test_a_round(chosen, squares, shots, score):
    rule = battle("2--5", "----")
    assert play(rule, opening(rule), chosen) == Position(squares, shots, score, 4)


@pytest.mark.parametrize(
    "board, chosen, squares",
    [
        ("2-5", ("right", "left"), ((0, 0), (0, 2))),  # Both would stand on one square.
        ("25-", ("right", "left"), ((0, 0), (0, 1))),  # They would change places.
        ("25-", ("right", "shoot"), ((0, 0), (0, 1))),  # Onto one that stays.
        ("25-", ("right", "right"), ((0, 1), (0, 2))),  # Onto the square that the other leaves.
    ],
)
def test_conflicts(board, chosen, squares):
    rule = battle(board, "---")
    assert play(rule, opening(rule), chosen).squares == squares


def test_walls_stop_steps_and_lasers():
    rule = battle("2#5", "---")
    assert actions(rule, (0, 0), 1) == ("down", "shoot") and actions(rule, (0, 0), 0) == ("down",)
    assert play(rule, opening(rule), ("shoot", "down")).score == 0
    assert play(rule, opening(rule), ("shoot", "shoot")) == Position(((0, 0), (0, 2)), (0, 0), 0, 4)


@pytest.mark.parametrize(
    "rule, message",
    [
        (battle("2-5"), None),
        (battle("2-", "-"), "rectangle"),
        (battle("2--"), "0 droids 5"),
        (battle("2-5", "-2-"), "2 droids 2"),
        (battle("2#5", "-##"), "droid 5 is walled in"),
        (battle("2x5"), "'x' in column 2"),
        (battle("2-5", shots=(-1, 1)), "shots"),
        (battle("2-5", length=0), "0 rounds"),
        (battle("2-5", objective="draw"), "'draw'"),
    ],
)
def test_rules_are_checked(rule, message):
    problems = [problem.message for problem in rule.check()]
    assert len(problems) == (message is not None) and (message is None or message in problems[0])


def test_positions_are_written_and_read():
    point = Position(((2, 0), (2, 3)), (5, 4), -1, 49)
    assert read_position(write_position(point, "win")) == point
    assert read_position("AT 2 0/2 3, shots 5/4, score -1, rounds 49") == point
    with pytest.raises(InputError, match="is not a position"):
        read_position("at 2 0")


@pytest.mark.parametrize("seed", range(20))
def test_droids_of_the_assignment_play_by_the_same_rule(seed):
    """A game told by the assignment's class, step by step, and by the rule."""
    random = np.random.default_rng(seed)
    rule = battle(*COURSE, shots=(2, 3), length=30)
    point, droids = opening(rule), (R2Droid(4, 4, (2, 0), 2), R2Droid(4, 4, (2, 3), 3))
    while not is_over(point):
        chosen = [random.choice(sorted(droid.available_actions())) for droid in droids]
        assert [{action.word for action in droid.available_actions()} for droid in droids] == [
            set(actions(rule, square, left))
            for square, left in zip(point.squares, point.shots, strict=True)
        ]
        before = [droid.location for droid in droids]
        for droid, action in zip(droids, chosen, strict=True):
            droid.move_location(Action(action))
        first, second = (droid.location for droid in droids)
        if first == second or [first, second] == before[::-1]:
            for droid, location in zip(droids, before, strict=True):
                droid.location = location
        hits = [
            droids[0].shoot(droids[1], Action(chosen[0])),
            droids[1].shoot(droids[0], Action(chosen[1])),
        ]
        score = point.score + hits[0] - hits[1]
        point = play(rule, point, (Action(chosen[0]).word, Action(chosen[1]).word))
        assert point[:3] == (
            (droids[0].location, droids[1].location),
            (droids[0].shots, droids[1].shots),
            score,
        )


def solved(rule):
    """Return the values by rounds to play, the number of stage games and the bound on every
    value.
    """
    values, games, bound = [], 0, 0.0
    for found, proof in rounds(rule):
        values.append(found)
        games, bound = games + proof.games, bound + proof.largest_gap / 2
    return values, games, bound


def test_the_course_board():
    rule = battle(*COURSE, shots=(5, 5), length=50)
    values, games, bound = solved(rule)
    assert (games, len(values)) == (1_740_000, 51) and bound < 1e-9
    assert value(rule, values[-1], opening(rule)) == pytest.approx(0, abs=bound)


def test_two_shots_against_none():
    rule = battle(*COURSE, shots=(2, 0), length=50)
    values, _, bound = solved(rule)
    found = [
        value(rule, values[left], opening(rule)._replace(rounds=left)) for left in (5, 10, 20, 50)
    ]
    assert [round(number, 3) for number in found] == [0.2, 0.688, 0.861, 0.948] and bound < 1e-9


@pytest.mark.parametrize(
    "rule",
    [
        battle("2-", "-5", shots=(1, 2), length=4, objective="points"),
        pytest.param(battle("2-5", "---", shots=(2, 1), length=4), marks=pytest.mark.slow),
        battle("2#5", "---", shots=(1, 1), length=5),
        battle("25", "--", shots=(2, 2), length=3),
    ],
)
def test_another_reading_of_the_rule_agrees(rule):
    """Every position by recursion over the rule itself, each stage game as a linear program."""
    glpk = backend("glpk")

    @cache
    def worth(point):
        if is_over(point):
            return float(winner(point.score)) if rule.objective == "win" else 0.0
        own, other = (
            actions(rule, square, left)
            for square, left in zip(point.squares, point.shots, strict=True)
        )
        matrix = [[0.0] * len(other) for _ in own]
        for i, one in enumerate(own):
            for j, two in enumerate(other):
                after = play(rule, point, (one, two))
                paid = after.score - point.score if rule.objective == "points" else 0
                matrix[i][j] = paid + worth(
                    after._replace(score=after.score if rule.objective == "win" else 0)
                )
        return solve_program(np.array(matrix), glpk).value

    values, _, _ = solved(rule)
    compared = 0
    assert value(rule, values[-1], opening(rule)) == pytest.approx(worth(opening(rule)), abs=1e-9)
    for pair in index(rule).pairs.tolist():
        squares = tuple(index(rule).squares[at] for at in divmod(pair, len(index(rule).squares)))
        for tally in index(rule).tallies:
            for left in range(1, rule.rounds + 1):
                point = Position(squares, tally.shots, tally.score, left)
                assert value(rule, values[left], point) == pytest.approx(worth(point), abs=1e-9)
                compared += 1
    assert compared > 200


def test_laws():
    """Exchanged players have the negative value, a mirrored board the same."""
    rule = battle("2--", "--5", "---", shots=(2, 3), length=6)
    value_here = _start(rule)
    exchanged = tuple(row.translate(str.maketrans("25", "52")) for row in rule.board)
    assert _start(rule._replace(board=exchanged, shots=(3, 2))) == pytest.approx(
        -value_here, abs=1e-11
    )
    for mirrored in (
        tuple(row[::-1] for row in rule.board),
        rule.board[::-1],
        tuple(map("".join, zip(*rule.board, strict=True))),
    ):
        assert _start(rule._replace(board=mirrored)) == pytest.approx(value_here, abs=1e-11)
    assert value_here < 0  # More shots are better.


def _start(rule):
    values, _, _ = solved(rule)
    matrix, _ = stage_matrix(rule, values[-2], opening(rule))
    assert solve_matrix(matrix).value == pytest.approx(
        value(rule, values[-1], opening(rule)), abs=1e-11
    )
    return value(rule, values[-1], opening(rule))


@pytest.mark.slow
def test_the_equilibrium_policy_is_safe_and_punishes():
    rule = battle(*COURSE, shots=(5, 5), length=50)
    first, second = equilibrium(rule)
    assert (
        0 <= exploitability(rule, first, 1) + 1e-12 <= 1e-6
        and 0 <= exploitability(rule, second, 2) + 1e-12 <= 1e-6
    )
    against = outcome(rule, first, uniform(rule, 2))
    assert sum(against[:3]) == pytest.approx(1, abs=1e-12)
    assert against.win > 0.95 and against.loss < 0.003
    assert expected(rule, first, uniform(rule, 2)) == pytest.approx(
        against.win - against.loss, abs=1e-12
    )
    mirrored = outcome(rule, uniform(rule, 1), second)
    assert mirrored.loss == pytest.approx(against.win, abs=1e-3)
    assert outcome(rule, first, second)[:3] == pytest.approx((0, 1, 0), abs=1e-9)


def test_best_responses():
    rule = battle("2-5", "---", shots=(2, 2), length=4)
    lazy = tabulate(rule, lambda point: {actions(rule, point.squares[1], point.shots[1])[0]: 1.0})
    policy, worth = best_response(rule, lazy, 1)
    assert expected(rule, policy, lazy) == pytest.approx(worth, abs=1e-12)

    def best(point):
        if is_over(point):
            return winner(point.score)
        other = actions(rule, point.squares[1], point.shots[1])[0]
        return max(
            best(play(rule, point, (own, other)))
            for own in actions(rule, point.squares[0], point.shots[0])
        )

    assert worth == best(opening(rule))
    assert all(
        expected(rule, some, lazy) <= worth + 1e-12
        for some in (uniform(rule, 1), equilibrium(rule)[0])
    )


def graph_of(rule, level=2, max_states=100_000):
    text = json.dumps(
        {
            "game": "droid-battle",
            **{key: part for key, part in rule.fields().items() if key != "name"},
        }
    )
    return parse(text, "", level=level, max_states=max_states)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule",
    [
        battle("2-5", "---", shots=(2, 1), length=3),
        battle("2-5", "-#-", shots=(1, 1), length=3, objective="points"),
        battle("25", "--", shots=(1, 2), length=4),
        battle("2#", "-5", shots=(2, 2), length=4, objective="points"),
    ],
)
def test_small_boards_agree_with_the_linear_program_at_every_level(rule):
    """Expanded to a tree, lowered, solved and verified, against backward induction over listed and
    generated states.
    """
    answers = []
    for level in (0, 1, 2):
        graph = graph_of(rule, level)
        played = expand(graph)
        assert not check(played)
        answers.append(verify(played, [solve(lower(played)[0])]).bounds.value)
        answers.append(report_induction(graph, solve_graph(graph), exact=True).exact)
    values, _, bound = solved(rule)
    generated, _ = solve_whole(rule, graph_of(rule, max_states=1).digest)
    assert abs(generated.value - answers[-1]) <= generated.levels[-1].bound
    assert answers == pytest.approx([float(answers[1])] * 6, abs=1e-9)
    assert answers[1] == answers[3] == answers[5]  # In rationals.
    assert value(rule, values[-1], opening(rule)) == pytest.approx(
        float(answers[1]), abs=bound + 1e-15
    )


def test_a_battle_that_is_decided_is_listed_at_level_1_and_ends_at_level_2():
    rule = battle("2-5", "---", shots=(2, 1), length=4)
    one, two = graph_of(rule, 1), graph_of(rule, 2)
    assert len(two.states) < len(one.states) and len(graph_of(rule, 0).states) > len(one.states)
    # Droid 5 cannot catch up.
    ahead = {name for name in one.names if "shots 1 / 0 score 1" in name}
    assert ahead and ahead.isdisjoint(two.names)


@pytest.mark.parametrize(
    "text, message",
    [
        ("at 0 0 / 0 0 shots 1 / 1 rounds 2", "on the same square"),
        ("at 0 0 / 0 9 shots 1 / 1 rounds 2", "not on a free square"),
        ("at 0 0 / 0 2 shots 2 / 1 rounds 2", "more shots"),
        ("at 0 0 / 0 2 shots 1 / 1 score 1 rounds 2", "needs a fired shot"),
        ("at 0 0 / 0 2 shots 1 / 1 rounds 9", "has 5 rounds"),
        ("at 0 0 / 0 2 shots 0 / 0 rounds 2", "is over"),
        ("at 0 0 / 0 2 shots 1 / 1 rounds 0", "is over"),
    ],
)
def test_unreachable_positions_are_refused(text, message):
    rule = battle("2-5", "---")
    with pytest.raises(InputError, match=message):
        refuse_position(rule, read_position(text))
    refuse_position(rule, opening(rule))


@pytest.mark.slow
def test_the_first_moves_of_the_course_board_are_one_choice_of_several():
    """`run` shows one equilibrium, the board's help another: both are optimal, and the report names
    the other's move.
    """
    from efgc.pipeline.apps.droids.policy import at_position
    from efgc.pipeline.chain.public_games import report_graph
    from efgc.pipeline.settings import Settings

    rule = battle("----", "----", "2--5", "----", shots=(5, 5), length=50)
    graph = graph_of(rule, max_states=1)
    solved, _ = solve_whole(rule, graph.digest)
    (play,) = report_graph(graph, solved, Settings()).first_moves
    for player, policy in enumerate(equilibrium(rule)):
        shown = {
            move
            for move, weight in zip(play.moves[player], play.strategies[player], strict=True)
            if weight > 1e-6
        }
        helped = {
            move
            for move, weight in zip(ACTIONS, at_position(rule, policy, opening(rule)), strict=True)
            if weight > 1e-6
        }
        assert helped <= shown | set(play.others[player])
        assert not shown & set(play.others[player]) and len(play.others[player]) == 2
    text = "".join(INDUCTION_FORMATS["text"](report_graph(graph, solved, Settings())))
    assert "  one of several: others that are as good also take up, right\n" in text


def test_the_largest_board_of_the_assignment_family():
    """8 x 8, to 3 rounds here; tests/benchmarks/droids.py plays all 50."""
    rule = battle("-" * 8, *["-" * 8] * 3, "2------5", *["-" * 8] * 3, shots=(5, 5), length=3)
    graph = graph_of(rule, max_states=1)
    found, _ = solve_whole(rule, graph.digest)
    assert not graph.states and found.games == 3 * 64 * 63 * 145 and found.levels[-1].bound < 1e-12
