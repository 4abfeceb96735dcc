"""The expected payoff and the loss of every action in the report."""

import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import plain_values
from card_games import kuhn
from efgc.schemas.game import Terminal
from efgc.schemas.parts.problems import VerificationError
from efgc.schemas.refinement import Concept
from efgc.schemas.strategies import Behaviour
from efgc.stages.documents import Layout
from efgc.stages.lower import lower
from efgc.stages.report import FORMATS, report
from efgc.stages.report.measures import (
    ROUNDING,
    ActionValueColumns,
    action_values,
    largest_payoff,
)
from efgc.stages.solve import solve
from gambit_games import parse_gambit
from scaled_games import MICRO, drawn
from small_games import boards, game_of, island, law, published, solved

ACE = Path(__file__).parents[2] / "support" / "guess_the_ace.efg"


def ace():
    return parse_gambit(ACE.read_text(encoding="utf-8"), "0" * 64, ACE.name)


def any_strategies(game, seed):
    """Return strategies that are not an equilibrium, with zeros, and what they are as fractions."""
    draw, found, exact = random.Random(seed), ([], []), {}
    for number, record in enumerate(game.information_sets):
        parts = [draw.randint(0, 3) for _ in record.actions]
        parts[draw.randrange(len(parts))] += 1
        # Quarters, eighths and so on are floats without rounding.
        whole = 1 << (sum(parts) - 1).bit_length()
        parts[0] += whole - sum(parts)
        exact[number] = [Fraction(part, whole) for part in parts]
        found[record.player - 1].append(
            Behaviour(number, 1.0, tuple(part / whole for part in parts))
        )
    return tuple(map(tuple, found)), exact


def agrees_with_pure_strategies(game, seed):
    """Compare all values with those of all pure strategies; return how many there were."""
    strategies, exact = any_strategies(game, seed)
    largest = max(abs(float(getattr(node, "payoff", 0))) for node in game.nodes)
    compared = 0
    view = action_values(game, strategies)
    first, losses = view.columns.first, view.columns.losses
    for number, found in enumerate(view):
        try:
            told = plain_values.values(game, number, exact)
        except OverflowError:
            continue
        assert (found is None) == (told is None)
        if found is None:
            continue
        compared += 1
        best = max if game.information_sets[number].player == 1 else min
        for value, exactly in zip(found.values, told, strict=True):
            assert abs(value - float(exactly)) <= ROUNDING * largest
        away = losses[first[number] : first[number + 1]]
        for loss, exactly in zip(away, told, strict=True):
            assert loss >= 0
            assert abs(loss - float(abs(best(told) - exactly))) <= 2 * ROUNDING * largest
    return compared


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [ace, kuhn, lambda: game_of(published("cave-example"))])
def test_values_are_those_of_the_best_pure_strategy(game, seed):
    assert agrees_with_pure_strategies(game(), seed) >= 1


@law(100)
@given(st.integers(0, 10**6), st.sampled_from(["tiny", "far", "all"]))
def test_values_of_random_games_are_those_of_the_best_pure_strategy(seed, scale):
    agrees_with_pure_strategies(drawn(scale, seed), seed)


@law(100)
@given(boards(3, 3), st.integers(0, 10**6))
def test_values_of_random_maps_are_those_of_the_best_pure_strategy(board, seed):
    rows, bandits, capture, rules = board
    agrees_with_pure_strategies(game_of(island(rows, bandits, capture), rules), seed)


def plays_without_loss(game):
    """Hold that what an equilibrium plays where play comes gives nothing away: one deviation alone
    would gain the loss as often as it is played, and nothing gains more than what the bounds leave.
    """
    for player in (1, 2):
        shown = report(game, [solve(lower(game, player)[0], "glpk")])
        gap = shown.bounds.upper - shown.bounds.lower
        for behaviour in (entry for strategy in shown.strategies for entry in strategy):
            reach, away = shown.reach[behaviour.infoset], shown.losses(behaviour.infoset)
            assert (away is not None) >= (reach > 0)
            for share, loss in zip(behaviour.probabilities, away or (), strict=False):
                assert reach * share * loss <= gap + ROUNDING * largest_payoff(shown.game)
                if reach * share > 1e-6:
                    assert loss <= 1e-9 * largest_payoff(shown.game)


@pytest.mark.parametrize("game", [ace, kuhn, lambda: game_of(published("maze"), level=2)])
def test_played_actions_lose_nothing(game):
    plays_without_loss(game())


@law(100)
@given(st.integers(0, 10**6))
def test_played_actions_in_random_games_lose_nothing(seed):
    game = drawn("tiny", seed)
    # In whole numbers, which every solver takes.
    nodes = tuple(
        Terminal(node.payoff / MICRO) if isinstance(node, Terminal) else node for node in game.nodes
    )
    try:
        plays_without_loss(replace(game, nodes=nodes))
    except VerificationError:
        reject()  # Not an equilibrium, in a few games with chances of 1e-9.


def test_losses_are_those_of_the_owner():
    values = (1.0, 3.0, 3.0 - 1e-15)
    columns = ActionValueColumns(
        weight=np.full(2, 0.5),
        players=np.array([1, 2]),
        first=np.array([1, 4, 7]),
        values=np.array([0.0, *values, *values]),
        largest=(3.0, 3.0),
    )
    assert columns.losses.tolist() == [0.0, 2.0, 0.0, 0.0, 0.0, 2.0, values[2] - 1.0]


def entries(game, **given):
    found = json.loads("".join(FORMATS["json"](solved(game, **given))))
    return {one["information_set"]: one for strategy in found["strategies"] for one in strategy}


def test_json_has_values_and_losses_by_action():
    # Player 1 stops: against a guess that is never wrong but on the ace, playing costs 51/52.
    first, second = entries(ace()).values()
    assert first["values"] == {"stop": 0.0, "play": -980.769230769}
    assert first["losses"] == {"stop": 0.0, "play": 980.769230769}
    assert (second["reach"], second["own_reach"], second["on_path"]) == (0.0, 1.0, False)
    assert second["values"] is None and second["losses"] is None


def text(game, width=0):
    shown = "".join(FORMATS["text"](solved(game), Layout(width, verbose=True)))
    return shown, shown.partition("\nwho plays what")[2]


def test_the_text_shows_why_an_action_is_not_played():
    _, told = text(ace())
    assert told.startswith(
        " (payoffs to player 1)\n"
        "  who       reached  how likely  expected payoff  loss          action  after\n"
        "  player 1        1           1                0             0  stop    [the start]\n"
        "  player 1        1           0    (-980.769231)  (980.769231)  play    [the start]\n"
        "  loss  in brackets: depends on play that is never reached; `--refine sequential` makes "
        "it sensible\n"
        "  player 2: play reaches no choice of theirs (-v shows the others)\n"
    )
    assert (
        "\nthe rest of the strategy of player 2\n"
        "  reached only after a deviation by player 1. No advice: it keeps what is guaranteed, "
        "but may not be the best answer there:\n"
        "  how likely  action  after\n"
        "           1  other   [guess]\n"
    ) in told


def unsettled(game, refine=None):
    """The actions in brackets, with the number of their information set."""
    shown = report(game, [solve(lower(game)[0], "glpk")], refine=refine)
    first = game.columns.infosets.first
    return [
        (at, action)
        for at, infoset in enumerate(game.information_sets)
        for action, is_open in zip(infoset.actions, shown.unsettled[first[at] :], strict=False)
        if is_open
    ]


# After "in" player 2 has one choice that play reaches after "also", too, or has one of its own.
BRANCHES = """EFG 2 R "" {{ "one" "two" }}
p "" 1 1 "" {{ "in" "also" "out" }} 0
p "" 2 1 "" {{ "x" "y" }} 0
t "" 1 "" {{ -1 1 }}
t "" 2 "" {{ -2 2 }}
p "" 2 {other} "" {{ "x" "y" }} 0
t "" 3 "" {{ 1 -1 }}
t "" 4 "" {{ 1 -1 }}
t "" 5 "" {{ 0 0 }}
"""


@pytest.mark.parametrize(("other", "expected"), [(1, []), (2, [(0, "in")])])
def test_values_that_depend_on_unreached_play_are_open(other, expected):
    """Another player 2 would answer "in" otherwise, and "in" would be worth something else."""
    game = parse_gambit(BRANCHES.format(other=other), "0" * 64, "a.efg")
    assert unsettled(game) == expected


def test_a_refinement_leaves_nothing_open():
    assert unsettled(ace()) != [] == unsettled(ace(), refine=Concept.SEQUENTIAL)


def test_values_in_a_cave_that_depend_on_unreached_play_are_in_brackets():
    """Play never reaches the agent's answer to "take gold", and so the loss may be 0 or 0.8."""
    rows = ["1 0.4", "########", "#S-E--##", "#-#-##G#", "#EG--E-#", "####D###"]
    _, told = text(game_of("\n".join(rows)))
    lines = [one for one in told.splitlines() if one.endswith("take gold  e1 [encounter at e1]")]
    assert lines and all(re.search(r"  \([\d.]+\) +\(0[\d.]*\) +take", line) for line in lines)


@pytest.mark.parametrize("width", [49, 60, 61, 73, 74, 80, 120])
def test_tables_keep_to_a_width(width):
    _, told = text(game_of(published("maze"), level=2), width)
    assert max(map(len, told.splitlines())) <= width
    heads = " ".join(told.split())
    assert ("compared with the best" in heads) == (width > 60)
    assert ("expected payoff" in heads) == (width > 73)


def wide(actions, payoffs):
    labels = " ".join(f'"{at}"' for at in range(actions))
    ends = "\n".join(f't "" {at + 1} "" {{ {-one} {one} }}' for at, one in enumerate(payoffs))
    return parse_gambit(
        f'EFG 2 R "wide" {{ "a" "b" }}\np "" 2 1 "" {{ {labels} }} 0\n{ends}\n', "0" * 64, "w.efg"
    )


def test_of_many_unplayed_actions_only_the_best_are_listed():
    _, told = text(wide(20, [1, 2, 3, *range(4, 20), 3]))
    lines = told.splitlines()[2:7]
    assert [line.split()[5] for line in lines[:-1]] == ["15", "16", "17", "18"]
    assert lines[-1].endswith("16 others, each with a loss of 4.000000 or more  [set 1]")


def test_a_few_actions_are_all_listed():
    _, told = text(wide(8, range(8)))
    assert told.partition("\n\n")[0].count("\n  b  ") == 8


def test_a_payoff_that_nobody_plays_hides_no_loss():
    """Each of two's answers is plain, and so the 10^14 is out of reach."""
    text = """EFG 2 R "" { "one" "two" }
p "" 1 1 "" { "a" "b" } 0
p "" 2 1 "" { "x" "y" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { 100000000000000 -100000000000000 }
p "" 2 2 "" { "x" "y" } 0
t "" 3 "" { 3 -3 }
t "" 4 "" { 100000000000000 -100000000000000 }
"""
    played = parse_gambit(text, "0" * 64, "a.efg")
    shown = report(played, [solve(lower(played, 1)[0], "highs")])
    number = next(at for at, infoset in enumerate(played.information_sets) if infoset.player == 1)
    assert shown.losses(number) == (2.0, 0.0)
    assert entries(played, solver="highs")[number]["losses"] == {"a": 2.0, "b": 0.0}


def test_the_rest_of_a_large_constant_sum_is_exact():
    game = """EFG 2 R "" { "one" "two" }
p "" 1 1 "" { "a" "b" } 0
t "" 1 "" { 10000000000000000 1 }
t "" 2 "" { 10000000000000000 1 }
"""
    told, _ = text(parse_gambit(game, "0" * 64, "a.efg"))
    assert "1 to two, what is left of 10000000000000001" in told
