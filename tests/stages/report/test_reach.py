"""Where play comes, which way it takes most often, and how the report tells both."""

import json
import random
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given

import plain_reports
from card_games import kuhn, leduc
from efgc.schemas.game import Chance, Decision, Terminal
from efgc.schemas.parts.problems import InputError
from efgc.schemas.strategies import Behaviour
from efgc.stages.documents import ANYWHERE, Layout, aligned, table
from efgc.stages.report import FORMATS
from efgc.stages.report.measures import TIE, History, Step, most_likely, reaches
from gambit_games import parse_gambit
from small_games import PUBLISHED, boards, game_of, island, law, published, solved

MAPS = "island-1", "cave-example", "island-3"
EVERY = [(name, level) for name in PUBLISHED for level in (0, 1, 2)]
STOP = """EFG 2 R "stop or go" { "chooser" "guesser" }
""
p "" 1 1 "" { "stop" "go" } 0
t "" 1 "" { 0 0 }
c "" 1 "" { "ace" 1/52 "another" 51/52 } 0
p "" 2 1 "" { "an ace" "none" } 0
t "" 2 "" { -10 10 }
t "" 3 "" { 10 -10 }
p "" 2 1 "" { "an ace" "none" } 0
t "" 4 "" { 10 -10 }
t "" 5 "" { -10 10 }
"""


def imported(text):
    return parse_gambit(text, "0" * 64, "game.efg")


def histories(game, strategies):
    """Yield every history from the root to the end, with its probability, by walking the tree that
    the game stands for.
    """
    played = {entry.infoset: entry.probabilities for strategy in strategies for entry in strategy}
    waiting = [((), 0, 1.0)]
    while waiting:
        steps, at, probability = waiting.pop()
        node = game.nodes[at]
        match node:
            case Terminal():
                yield History(steps, at, probability)
            case Chance(_, chances, children):
                waiting += [
                    ((*steps, Step(at, action, float(chance))), child, probability * float(chance))
                    for action, (child, chance) in enumerate(zip(children, chances, strict=True))
                ]
            case Decision(infoset, children):
                waiting += [
                    ((*steps, Step(at, action, chance)), child, probability * chance)
                    for action, (child, chance) in enumerate(
                        zip(children, played[infoset], strict=True)
                    )
                ]


def witness(game, found):
    """Compare with all histories."""
    ways = list(histories(game, found.strategies))
    reach = [0.0] * len(game.information_sets)
    for way in ways:
        for step in way.steps:
            if isinstance(game.nodes[step.node], Decision):
                reach[game.nodes[step.node].infoset] += way.probability
    assert [*reaches(game, found.strategies)] == pytest.approx(reach, abs=1e-12)
    likely = most_likely(game, found.strategies)
    most = max(way.probability for way in ways)
    assert likely.probability == pytest.approx(most, rel=1e-9)
    alike = [way.steps for way in ways if way.probability >= most * (1 - 1e-8)]
    assert [step.action for step in likely.steps] == min(
        [step.action for step in steps] for steps in alike
    )
    assert likely.steps in alike


def drawn(game, player, draw):
    """Return any strategy, with probabilities of very different sizes."""
    found = []
    for infoset in game.infosets(player):
        actions = range(len(game.information_sets[infoset].actions))
        weights = [draw.choice((0.0, 1e-9, 1.0, 1e-300, 5e-324, draw.random())) for _ in actions]
        weights[draw.choice(actions)] += draw.choice((1.0, 1e-3))
        found.append(Behaviour(infoset, 1.0, tuple(weight / sum(weights) for weight in weights)))
    return tuple(found)


@pytest.mark.parametrize("made", [kuhn, leduc, *(partial(game_of, published(n)) for n in MAPS)])
@pytest.mark.parametrize("seed", range(5))
def test_any_play_has_the_numbers_of_the_definition(made, seed):
    game, draw = made(), random.Random(seed)
    profile = drawn(game, 1, draw), drawn(game, 2, draw)
    assert [*reaches(game, profile)] == plain_reports.reaches(game, profile)
    steps, end, likely = most_likely(game, profile)
    assert ([*steps], end, likely) == plain_reports.most_likely(game, profile, TIE)


@pytest.mark.many
@pytest.mark.parametrize("name, level", EVERY)
def test_published_games_agree_with_all_their_histories(name, level):
    game = game_of(published(name), PUBLISHED[name][0], level=level)
    witness(game, solved(game))


@pytest.mark.slow
@law(40, 0.3)
@given(boards())
def test_every_map_agrees_at_every_level(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        try:
            game = game_of(island(rows, bandits, capture), rules, level, max_states=2_000)
        except InputError:
            return
        if len(game.nodes) < 3_000:
            witness(game, solved(game))


def test_reach_is_the_share_of_both_players_and_chance():
    """Kuhn poker has a line of equilibria; the reach of every set follows from the probabilities
    that are printed.
    """
    witness(kuhn(), solved(kuhn()))


def test_a_set_that_the_opponent_keeps_play_from_is_not_reached():
    """Guess the ace (Miltersen and Sorensen): player 1 stops, so that what player 2 would say is no
    advice.
    """
    found = solved(imported(STOP))
    [entry] = json.loads("".join(FORMATS["json"](found)))["strategies"][1]
    assert (entry["reach"], entry["own_reach"], entry["on_path"]) == (0, 1, False)
    text = "".join(write_text(found, Layout(verbose=True)))
    told = text[text.index("strategy of guesser") :]
    assert (
        "reached only after a deviation by chooser. No advice: it keeps what is guaranteed" in told
    )
    assert "1  1" not in told  # Neither heading nor row says that play comes there.


def write_text(found, layout=ANYWHERE):
    return FORMATS["text"](found, layout)


def test_the_most_likely_play_is_shown_with_forced_moves_and_its_end():
    found = solved(game_of(published("cave-example")))
    assert (
        "".join(write_text(found)).partition("the most likely play")[2].partition("\nhow it")[0]
        == """\
, from start to end (probability 0.670000)
  who     how likely  does          having seen
  miners  only move   places: e1 e2
  agent            1  down
  agent   only move   down
  agent   only move   right
  agent   only move   right
  miners           1  fight          encounter at e2
  chance      67/100  escaped
  agent   only move   right          fight, escaped
  agent   only move   up
  agent   only move   up
  the end: 3 to agent
""".replace("does          having", "does           having")
    )


def test_an_imported_game_with_a_constant_shows_both_payoffs_at_the_end():
    text = (
        STOP.replace("{ 0 0 }", "{ 3 3 }")
        .replace("{ -10 10 }", "{ -4 10 }")
        .replace("{ 10 -10 }", "{ 10 -4 }")
    )
    told = "".join(write_text(solved(imported(text))))
    assert "  the end: 3 to chooser, 3 to guesser\n" in told and "places" not in told


def test_a_game_without_moves_has_a_play_too():
    found = solved(game_of(published("two-bushes"), "island-2020"))
    alone = replace(found.game, nodes=(Terminal(found.game.nodes[-1].payoff),), information_sets=())
    assert most_likely(alone, ((), ())) == History((), 0, 1.0)


# -- layout


@pytest.mark.parametrize("width", [40, 60, 80, 100])
@pytest.mark.parametrize("name", ["maze", "cave-example", "island-1"])
def test_no_line_is_wider_than_the_terminal(name, width):
    found = solved(game_of(published(name), level=2))
    narrow, free = (
        "".join(write_text(found, Layout(columns, verbose=True))).splitlines()
        for columns in (width, 0)
    )
    assert max(map(len, narrow)) <= max(width, 76)  # Tables of numbers are not broken.
    if width > 99:  # Else longer words than that are broken, too, and columns left out.
        assert not Counter(" ".join(free).split()) - Counter(" ".join(narrow).split())


def test_a_long_report_ends_with_the_value_and_a_short_one_does_not():
    short, long = (
        "".join(write_text(solved(game), Layout(verbose=verbose))).splitlines()
        for game, verbose in ((game_of(published("two-bushes")), False), (game_of(LONG), True))
    )
    assert len(short) <= 40 < len(long)
    assert not short[-1].startswith("exact value")
    assert [line.split() for line in long[-2:]] == [line.split() for line in long[2:4]]


LONG = island(["S-E-D", "-#-#-", "E-E-E", "-#-#-", "D-E--"], 2, "0.5")


def test_brief_is_value_and_proof_alone():
    found = solved(game_of(published("maze"), level=2))
    lines = "".join(write_text(found, Layout(brief=True)))
    assert [line.partition("  ")[0] for line in lines.splitlines()[2:]] == [
        "value",
        "exact value",
        "compiled",
        "bounds",
        "exploitability",
        "solved by",
        "rules",
        "places",
    ]


def test_columns_are_broken_where_they_are_too_wide():
    rows = [
        ("plays", "action", "after"),
        ("0.5", "right right right right", "down down down down down"),
    ]
    assert list(table(rows, "  ", 38)) == [
        "  plays  action         after\n",
        "    0.5  right right    down down down\n",
        "         right right    down down\n",
    ]
    assert list(aligned([("value", "7 to agent")], "", 200)) == ["value  7 to agent\n"]
    assert list(aligned([("left out", "depths: --max-nodes is smaller")], "", 26)) == [
        "left out  depths:\n",
        "          --max-nodes is\n",
        "          smaller\n",
    ]
