"""The tables of strategies: which choices they have, and what stands beside them."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given

from card_games import kuhn
from efgc.schemas.game import Chance, Terminal, one_path
from efgc.schemas.report import Proof
from efgc.stages.page import strategies
from efgc.stages.parse import parse
from efgc.stages.report.induction import report_induction
from efgc.stages.report.json_format import write_json
from efgc.stages.solve.induction import solve_graph
from gambit_games import parse_gambit
from small_games import PUBLISHED, boards, game_of, island, law, published, solved

FORK = "3\n7\n#######\n#DESED#\n#######\n1\n0.5\n"
# Who gets less than the first player gets has a constant of 10.
SHARED = """EFG 2 R "sharing" { "giver" "taker" }
""
c "" 1 "" { "rich" 1/3 "poor" 2/3 } 0
p "" 1 1 "" { "half" "little" } 0
p "" 2 1 "" { "yes" "no" } 0
t "" 1 "" { 5 5 }
t "" 2 "" { 2 8 }
p "" 2 2 "" { "yes" "no" } 0
t "" 3 "" { 8 2 }
t "" 4 "" { 7 3 }
p "" 1 2 "" { "all" } 0
p "" 2 1 "" { "yes" "no" } 0
t "" 5 "" { 0 10 }
t "" 6 "" { 9 1 }
"""
GAMES = {
    "kuhn": kuhn,
    "fork": lambda: game_of(FORK),
    "sharing": lambda: parse_gambit(SHARED, "0" * 64, "sharing.efg"),
    "three bushes": lambda: game_of(published("three-bushes"), "island-2020", 2),
    "cave": lambda: game_of(published("cave-example"), "cave-2023", 1),
}


def tables(report):
    """Return the tables of the section, one per player."""
    return [table for table, _ in strategies.of_game(report).fields["tables"]]


def by_infoset(report):
    return {choice.infoset: choice for table in tables(report) for choice in table.choices}


@pytest.mark.many
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_tables_match_the_json_report(name, level):
    report = solved(game_of(published(name), PUBLISHED[name][0], level))
    said = json.loads("".join(write_json(report)))["strategies"]
    for table, told in zip(tables(report), said, strict=True):
        found = {choice.infoset: choice for choice in table.choices}
        assert table.left_out == len(told) - len(found)
        assert table.left_out == 0 or sum(len(one.actions) for one in table.choices) > 300
        for record in told:
            choice = found.get(record["information_set"])
            if choice is None:
                continue
            assert (
                dict(zip(choice.actions, choice.probabilities, strict=True))
                == (record["probabilities"])
            )
            assert (choice.reach, choice.own_reach) == (record["reach"], record["own_reach"])
            seen = f"[{choice.sees}]" * bool(choice.sees)
            if "ways)" not in choice.after:
                after = choice.after.removeprefix("the start") if seen else choice.after
                assert " ".join(filter(None, (after, seen))) == record["after"]


@pytest.mark.parametrize("name", GAMES)
def test_action_values_match_an_enumeration_of_pure_strategies(name):
    report = solved(GAMES[name]())
    tried = {player: _tried(report, player) for player in (1, 2)}
    for table in tables(report):
        for choice in table.choices:
            best = tried[table.player].get(choice.infoset)
            if choice.values is None:
                assert best is None
            else:
                assert choice.values == pytest.approx(best, abs=1e-9)


def _tried(report, player):
    """Return per information set of a player that the other lets it come to the payoff to player 1
    of each action, at best for the player: of all its pure strategies that come there and take it.
    """
    pick, worst = (max, -float("inf")) if player == 1 else (min, float("inf"))
    game, other = report.game, report.strategies[2 - player]
    sets = game.infosets(player)
    actions = [range(len(game.information_sets[infoset].actions)) for infoset in sets]
    played = {entry.infoset: entry.probabilities for entry in other}
    found = {}
    for pure in product(*actions):
        own = dict(zip(sets, pure, strict=True))
        passed = _passed(game, played, own)
        for infoset, (weight, payoff) in passed.items():
            best = found.setdefault(infoset, [worst] * len(actions[sets.index(infoset)]))
            best[own[infoset]] = pick(best[own[infoset]], payoff / weight)
    return found


def _passed(game, played, own):
    """Return per information set of `own` that is passed with which probability that happens, and
    the payoff to player 1 over all histories that pass it.
    """
    found = {}

    def walk(at, probability, passed):
        node = game.nodes[at]
        if isinstance(node, Terminal):
            for infoset in passed:
                weight, payoff = found.get(infoset, (0, 0))
                found[infoset] = (weight + probability, payoff + probability * float(node.payoff))
            return
        if not isinstance(node, Chance) and node.infoset in own:
            walk(node.children[own[node.infoset]], probability, {*passed, node.infoset})
            return
        shares = node.probabilities if isinstance(node, Chance) else played[node.infoset]
        for child, share in zip(node.children, shares, strict=True):
            if share:
                walk(child, probability * float(share), passed)

    walk(0, 1.0, frozenset())
    return found


@pytest.mark.slow
@law(60)
@given(boards())
def test_actions_played_in_an_equilibrium_have_the_highest_value(board):
    report = solved(game_of(island(*board[:2]), level=1))
    for table, pick in zip(tables(report), (max, min), strict=True):
        for choice in table.choices:
            if choice.reach > 0:
                best = pick(choice.values)
                for share, worth in zip(choice.probabilities, choice.values, strict=True):
                    assert not share or abs(best - worth) < 1e-9


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_first_choice_of_an_equilibrium_is_worth_the_value(name):
    report = solved(game_of(published(name), PUBLISHED[name][0], 2))
    for table, pick in zip(tables(report), (max, min), strict=True):
        start = [one for one in table.choices if one.after == "the start" and one.reach == 1]
        for choice in start:
            assert pick(choice.values) == pytest.approx(report.value, abs=1e-9)
    assert any(choice.reach == 1 for choice in by_infoset(report).values())


def test_fractions_are_those_of_the_proof_where_its_strategies_are_shown():
    report = solved(game_of(published("island-1"), "island-2018"))
    first = next(one for one in tables(report)[0].choices if not one.forced)
    assert isinstance(report.exact, Proof)
    assert first.exact == (Fraction(10, 31), Fraction(10, 31), Fraction(11, 31))
    assert [column.key for column in tables(report)[0].columns].count("exact") == 1
    # Another equilibrium, or a strategy that is none, is not what was proved.
    other = tuple(
        one._replace(probabilities=(1 / len(one.probabilities),) * len(one.probabilities))
        for one in report.strategies[0]
    )
    changed = replace(report, strategies=(other, report.strategies[1]))
    assert all(choice.exact is None for choice in tables(changed)[0].choices)
    assert any(choice.exact for choice in tables(changed)[1].choices)
    unproved = replace(report, exact="left out")
    assert all(choice.exact is None for choice in by_infoset(unproved).values())


def test_of_many_lines_those_that_play_reaches_most_are_kept(monkeypatch):
    game = game_of(published("island-2"), "island-2018", 0)
    report = solved(game)
    every = by_infoset(report)
    monkeypatch.setattr(strategies, "LINES", 20)
    for table in tables(report):
        kept = {choice.infoset for choice in table.choices}
        assert kept and sum(len(one.actions) for one in table.choices) <= 20
        mine = [
            one
            for number, one in every.items()
            if game.information_sets[number].player == table.player
        ]
        assert table.left_out == len(mine) - len(kept) > 0
        assert table.forced == sum(one.forced for one in mine)
        least = min(one.reach for one in table.choices if not one.forced)
        left = [one for one in mine if one.infoset not in kept and not one.forced]
        assert all(one.reach <= least for one in left)


@pytest.mark.parametrize("level", [0, 2])
def test_choices_are_listed_after_the_choices_that_lead_to_them(level):
    report = solved(game_of(published("island-3"), "island-2018", level))
    game, deepest = report.game, 0
    for table in tables(report):
        place = {choice.infoset: at for at, choice in enumerate(table.choices)}
        for choice in table.choices:
            way = one_path(game, game.parents[choice.infoset][0])
            before = [place[game.move(sequence)[0]] for sequence in way]
            assert before == sorted(before) and all(at < place[choice.infoset] for at in before)
            deepest = max(deepest, len(way))
    assert deepest >= 2


def test_a_player_without_a_move_has_no_lines():
    text = 'EFG 2 R "" { "a" "b" }\np "" 1 1 "" { "l" "r" } 0 t "" 0\nt "" 0\n'
    report = solved(parse_gambit(text, "0" * 64, "game.efg"))
    assert [len(table.choices) for table in tables(report)] == [1, 0]


def test_a_game_without_decisions_has_no_section():
    report = solved(parse_gambit('EFG 2 R "" { "a" "b" }\nt "" 1 "" { 1 -1 }\n', "0" * 64, "e.efg"))
    assert strategies.of_game(report) is None


def test_mixed_means_several_actions_in_a_set_that_own_moves_reach():
    def choice(own_reach, *probabilities):
        return strategies.Choice(
            0, "", "", 0.0, own_reach, ("a", "b"), probabilities, None, None
        ).mixed

    assert choice(1.0, 0.5, 0.5) and choice(1e-9, 1e-9, 1 - 1e-9)
    assert not choice(1.0, 1.0, 0.0) and not choice(0.0, 0.5, 0.5)


def induction(text):
    graph = parse(text, "0" * 64)
    return report_induction(graph, solve_graph(graph))


def test_first_moves_are_worth_their_round_to_player_1():
    report = induction("game: goofspiel\ncards: 4\n")
    shown = strategies.of_states(report)
    for (table, lines), pick in zip(shown.fields["tables"], (max, min), strict=True):
        assert [choice.after for choice in table.choices] == ["1", "2", "3", "4"]
        assert len(lines) == 16 and table.columns[0].title == "Prize"
        for choice, play in zip(table.choices, report.first_moves, strict=True):
            best = pick(choice.values)
            assert best == pytest.approx(play.value, abs=1e-12)
            for share, worth in zip(choice.probabilities, choice.values, strict=True):
                assert not share or worth == pytest.approx(best, abs=1e-12)
    assert shown.fields["tables"][0][0].choices[1].exact[0] == Fraction(154132, 457239)


def test_values_that_were_not_computed_are_not_shown():
    report = induction("game: goofspiel\ncards: 3\n")
    plays = tuple(play._replace(move_values=None, exact=None) for play in report.first_moves)
    shown = strategies.of_states(replace(report, first_moves=plays))
    for table, _ in shown.fields["tables"]:
        assert [column.key for column in table.columns] == ["after", "action", "plays"]
    assert strategies.of_states(replace(report, first_moves=())) is None


def test_of_very_many_actions_the_likeliest_are_shown():
    labels = " ".join(f'"a{number}"' for number in range(1000))
    ends = "".join(
        f't "" {at + 1} "" {{ {int(at == 900)} {-int(at == 900)} }}\n' for at in range(1000)
    )
    game = f'EFG 2 R "wide" {{ "1" "2" }}\n""\np "" 1 1 "" {{ {labels} }} 0\n{ends}'
    shown = strategies.of_game(solved(parse_gambit(game, "0" * 64, "wide.efg")))
    lines = shown.fields["tables"][0][1]
    assert len(lines) == strategies.LINES
    assert [(line.action, line.probability) for line in lines][-1] == (
        "a900",
        "1",
    )
    assert "1,000 actions" in lines[0].choice.after
