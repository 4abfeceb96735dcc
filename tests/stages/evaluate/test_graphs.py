"""Strategies evaluated on state graphs whose games are not listed, against listed histories."""

import json
import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest

import plain_observed
from efgc.schemas.evaluation import Enclosed, StrategyOrigin
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.source import Source
from efgc.schemas.state_graph import NOTHING, read
from efgc.stages.evaluate import EVALUATION_FORMATS, UnlistedGame, evaluate, graphs
from efgc.stages.expand import expand
from efgc.stages.parse.rules import parse_rules
from efgc.stages.strategies import fitted
from evaluated_graphs import GRAPHS, agree, consistent, encloses, on_graph
from observation_graphs import KUHN, rounds
from small_games import ROOT

HEAD = "player,state,action,probability\n"


def leduc():
    text = (ROOT / "tests" / "games" / "rules" / "leduc.rules.yaml").read_text()
    return parse_rules(text, "0" * 64)


def test_published_exploitabilities():
    assert encloses(on_graph(read(KUHN), "uniform").nash_conv, Fraction(11, 12))
    found = on_graph(leduc(), "uniform").nash_conv
    assert found.near == pytest.approx(4.747222222222222, abs=1e-12)


@pytest.mark.parametrize("names", [("uniform",), ("first:1", "uniform"), ("uniform:2",)])
@pytest.mark.parametrize("cyclic", [False, True])
def test_named_strategies_as_in_the_listed_game(names, cyclic):
    games = 0
    for number in range(GRAPHS // 2):
        if (made := consistent(number, cyclic)) is None:
            continue
        game = expand(made[1])
        if {int(record.player) for record in game.information_sets} < {1, 2}:
            continue
        found = on_graph(made[1], *names)
        agree(found, evaluate(game, *(fitted(name, game) for name in names)))
        games += 1
    assert games > GRAPHS // 20


@pytest.mark.parametrize("few", [200_000, 0])
def test_random_strategies_against_every_history(few, monkeypatch):
    monkeypatch.setattr(graphs, "FEW", few)  # 0: the coarser situations of large graphs.
    tables = 0
    for number in range(GRAPHS):
        if (made := consistent(number, False)) is None:
            continue
        data, graph = made
        rows, shares, players = drawn(data, graph, number)
        if players < {1, 2}:
            continue
        found = on_graph(graph, HEAD + "".join(rows))
        assert found.adjusted == 0 and found.completed == 0
        first, second = (strategy.guarantee for strategy in found.strategies)
        assert encloses(first, plain_observed.best_response(data, data["players"][1], shares))
        assert encloses(second, plain_observed.best_response(data, data["players"][0], shares))
        assert encloses(found.matches[0].value, plain_observed.payoff(data, shares))
        tables += 1
    assert tables > GRAPHS // 4


def drawn(data, graph, number):
    """Return the rows of a random strategy for one state of each situation, its probabilities by
    state and label, and the players that move.
    """
    luck, game = random.Random(f"strategy {number}"), UnlistedGame(graph, 100_000)
    rows, shares, players = [], {}, set()
    for player in (1, 2):
        by_situation = {}
        for state, situation in enumerate(game.situations[player - 1].tolist()):
            if situation == NOTHING:
                continue
            name = graph.names[state]
            labels = sorted(data["states"][name]["moves"])
            players.add(player)
            if situation not in by_situation:
                parts = [luck.choice((0, 1, 2, 3)) for _ in labels]
                total = sum(parts) or 1
                parts = parts if sum(parts) else [1, *parts[1:]]
                numbers = [Fraction(part, total) for part in parts]
                by_situation[situation] = dict(zip(labels, numbers, strict=True))
                rows += [
                    f"{player},{name},{label},{share}\n"
                    for label, share in by_situation[situation].items()
                ]
            shares[name] = by_situation[situation]
    return rows, shares, players


def table(*rows):
    return HEAD + "".join(f"{row}\n" for row in rows)


ANN = ("1,JQ,bet,1", "1,JQ,check,0", "1,QJ,bet,1/2", "1,QJ,check,1/2", "1,KQ,bet,0", "1,KQ,check,1")
RAISED = [
    row
    for card, call in (("JQ", "0"), ("QJ", "1/3"), ("KQ", "1"))
    for row in (f"1,{card} raise,call,{call}", f"1,{card} raise,fold,{1 - Fraction(call)}")
]


def test_a_state_stands_for_those_its_player_cannot_tell_apart():
    found = on_graph(read(KUHN), table(*ANN, *RAISED))
    every = [row.replace("JQ", "JK").replace("QJ", "QK").replace("KQ", "KJ") for row in RAISED]
    assert on_graph(read(KUHN), table(*ANN, *RAISED, *every)).strategies == found.strategies
    assert found.strategies[1] is None
    assert found.profile == (StrategyOrigin.GIVEN, StrategyOrigin.BEST_RESPONSE)
    assert found.gains == (None, Enclosed(Fraction(0), Fraction(0)))
    assert found.matches[0].value == found.strategies[0].guarantee


def test_what_own_moves_never_lead_to_may_be_left_out():
    rows = [row for row in (*ANN, *RAISED) if not row.startswith("1,JQ raise")]
    found, whole = on_graph(read(KUHN), table(*rows)), on_graph(read(KUHN), table(*ANN, *RAISED))
    assert (found.completed, whole.completed) == (1, 0)
    assert found.strategies == whole.strategies


def test_actions_left_out_and_single_actions():
    rows = [row for row in (*ANN, *RAISED) if not row.endswith(",0")]
    whole = on_graph(read(KUHN), table(*ANN, *RAISED))
    assert on_graph(read(KUHN), table(*rows)).strategies == whole.strategies
    forced = re.sub(r"(K. raise: .*)fold: wins -1, ", r"\1", KUHN)
    single = [row for row in rows if not row.startswith("1,KQ raise")]
    found = on_graph(read(forced), table(*single))
    assert found.strategies == whole.strategies and found.completed == 0


def test_rounded_decimals_are_made_to_sum_to_1():
    rows = [row.replace("1/2", "0.4999999") for row in ANN]
    found = on_graph(read(KUHN), table(*rows, *RAISED))
    assert found.adjusted == pytest.approx(2e-7)


@pytest.mark.parametrize(
    "rows, problem",
    [
        ([], "has no strategy of either player"),
        (ANN, "2 situations of Ann have no probabilities, such as the state 'KJ raise'"),
        (["1,QJ raize,call,1"], "2: there is no state 'QJ raize'; did you mean 'QJ raise'?"),
        (["1,deal,QJ,1"], "2: no player moves in the state 'deal'"),
        (["2,QJ,bet,1", "2,QJ,check,0"], "player 1 moves in the state 'QJ', not player 2"),
        (["1,QJ,fold,0"], "there is no action 'fold' in the state 'QJ'; known: 'bet', 'check'"),
        (["1,QJ,bet,0.5"], "the probabilities sum to 0.5, not 1; missing: 'check'"),
        (["1,QJ,bet,1", "1,QJ,check,1"], "the probabilities sum to 2, not 1"),
        (
            ["1,QJ,bet,1", "1,QJ,check,0", "1,QK,bet,0", "1,QK,check,1"],
            "4: Ann cannot tell the states 'QJ' and 'QK' apart, but their probabilities differ",
        ),
        (
            ["1,QJ,bet,1", "1,QJ,check,0", ",QJ,bet,0", ",QJ,check,1"],
            "other probabilities for the state 'QJ' are given above",
        ),
    ],
)
def test_problems_of_a_table(rows, problem):
    with pytest.raises(InputError) as raised:
        on_graph(read(KUHN), table(*rows))
    assert problem in str(raised.value)


def test_missing_states_name_the_level_of_their_graph():
    source = Source("kuhn.rules.yaml", "0" * 64, "rules", level=2)
    with pytest.raises(InputError, match="'KJ raise'; states are those of level 2, others with -O"):
        on_graph(replace(read(KUHN), source=source), table(*ANN))


def bounds_of(text, digest):
    """Return a file of bounds with the strategies in a table."""
    rows = {}
    for player, state, label, share in (row.split(",") for row in text.splitlines()[1:]):
        rows.setdefault((int(player), state), []).append((label, float(Fraction(share))))
    situations = [
        [
            {"states": [state], "actions": list(labels), "probabilities": list(numbers)}
            for (player, state), row in rows.items()
            if player == who
            for labels, numbers in [zip(*row, strict=True)]
        ]
        for who in (1, 2)
    ]
    last = {"step": 1, "lower_bound": -1, "upper_bound": 1, "seconds": None}
    head = {"format": "efgc/bounds", "version": 1, "title": "Kuhn", "graph_sha256": digest}
    made = {"method": "regret", "rule": "magnetic mirror descent", "steps": 1, "status": "gap"}
    numbers = {"lower_bound": -1, "upper_bound": 1, "progress": [last], "strategies": situations}
    return json.dumps({**head, **made, **numbers})


def test_strategies_of_bounds():
    graph = read(KUHN)
    ready = [row.replace("1/3", "1/4").replace("2/3", "3/4") for row in (*ANN, *RAISED)]
    text = bounds_of(table(*ready), graph.digest)
    found = on_graph(graph, text)
    assert found.adjusted == 0
    assert found.strategies == on_graph(graph, table(*ready)).strategies
    with pytest.raises(InputError, match="are for another state graph, Kuhn"):
        on_graph(graph, bounds_of(table(*ready), "0" * 64))


def test_strategies_of_listed_games_are_refused():
    for text in ("player,information_set,action,probability\n1,0,a,1\n", '{"0pb": [[0, 1.0]]}'):
        with pytest.raises(InputError, match="a table with the columns player, state, action"):
            on_graph(read(KUHN), text)


def test_the_text_says_what_is_left_out():
    written = "".join(EVALUATION_FORMATS["text"](on_graph(read(rounds(4)), "uniform")))
    last = "not listed      9,841 histories, so losses, best responses and likely play are"
    assert f"\n{last} left out\n" in written and "\ngain   " in written
