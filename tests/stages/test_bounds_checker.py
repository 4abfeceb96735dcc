"""The checker of bounds: it proves what is true, and refuses the rest with one line."""

import json
import math
import random
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
import yaml

from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError
from efgc.schemas.state_graph import read, unrolled, write
from efgc.stages.bounds.mirror_descent import MirrorDescent
from efgc.stages.bounds.regret import Aim, minimise_regret
from efgc.stages.bounds.walks import walk_of_graph
from efgc.stages.checkers import bounds_checker
from efgc.stages.checkers.bounds_checker import Rejected, check_bounds
from efgc.stages.parse.rules import parse_rules
from observation_graphs import BURGLAR, KUHN
from plain_bounds import decisions, guarantee
from random_observed import random_dark_graph, random_graph, text_of

RULES = Path(__file__).parents[1] / "games" / "rules"


def rounded(number, towards):
    """Return the nearest float on the side of `towards`."""
    found = float(number)
    worse = Fraction(found) > number if towards < 0 else Fraction(found) < number
    return math.nextafter(found, towards * math.inf) if worse else found


def claim_of(graph, strategies, lower, upper):
    """Return the text of bounds for strategies as lists of entries."""
    claim = {"format": "efgc/bounds", "version": 1, "title": graph.title, "method": "regret"}
    claim |= {"graph_sha256": graph.digest, "lower_bound": lower, "upper_bound": upper}
    return claim | {"strategies": strategies}


def uniform(graph):
    """Return uniform strategies, with one entry per state."""
    acyclic = unrolled(graph, 1_000_000)
    columns, found = acyclic.columns, ([], [])
    for at, name in enumerate(acyclic.names):
        if columns.actor[at] in (1, 2):
            actions = [columns.texts[columns.label[move]] for move in columns.moves(at)]
            entry = {"states": [name], "actions": actions, "probabilities": [1] * len(actions)}
            found[columns.actor[at] - 1].append(entry)
    return [*found]


def checked(claim, graph):
    return check_bounds(json.dumps(claim).encode(), "".join(write(graph)).encode())


def bounds_of(said):
    lower, upper = said.removeprefix("the value lies from ").split(" to ")
    return Fraction(lower), Fraction(upper)


def proved(graph, strategies=None):
    """Return the bounds that the checker proves for strategies."""
    claim = claim_of(graph, strategies or uniform(graph), -1e300, 1e300)
    return bounds_of(checked(claim, graph))


def by_definition(graph):
    """Return what uniform strategies guarantee."""
    data = yaml.load("".join(write(graph)), yaml.CBaseLoader)
    if "limit" in data:
        data["limit"]["moves"] = int(data["limit"]["moves"])
    rows = [
        {entry["states"][0]: dict.fromkeys(entry["actions"], 1) for entry in entries}
        for entries in uniform(graph)
    ]
    return tuple(guarantee(data, player, rows[player]) for player in (0, 1))


@pytest.fixture
def floats(monkeypatch):
    """Compute in floats, and follow few memories at once."""
    monkeypatch.setattr(bounds_checker, "EXACT", 0)
    monkeypatch.setattr(bounds_checker, "CHUNK", 5)


def test_kuhn_poker_in_fractions():
    graph = read(KUHN)
    lower, upper = proved(graph)
    assert (lower, upper, upper - lower) == (Fraction(-5, 12), Fraction(1, 2), Fraction(11, 12))
    said = checked(claim_of(graph, uniform(graph), rounded(lower, -1), 0.5), graph)
    assert said == "the value lies from -5/12 to 1/2"


def test_an_optimal_strategy_of_kuhn_poker():
    graph, strategies = read(KUHN), uniform(read(KUHN))
    rows = {  # Kuhn (1950): with the jack Ann bets one time in three, with the king always.
        ("J", ""): (1, 2), ("Q", ""): (0, 1), ("K", ""): (1, 0),
        ("J", " raise"): (0, 1), ("Q", " raise"): (2, 1), ("K", " raise"): (1, 0),
        ("J", " check"): (1, 2), ("Q", " check"): (0, 1), ("K", " check"): (1, 0),
        ("J", " bet"): (0, 1), ("Q", " bet"): (1, 2), ("K", " bet"): (1, 0),
    }  # fmt: skip
    for player, entries in enumerate(strategies):
        for entry in entries:
            cards, _, after = entry["states"][0].partition(" ")
            row = rows[cards[player], after and f" {after}"]
            entry["probabilities"] = [number / 4 for number in row]
    assert proved(graph, strategies) == (Fraction(-1, 18), Fraction(-1, 18))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "changed", "nash_conv"),
    [
        ("kuhn", {}, "0.916666666667"),
        ("leduc", {}, "4.747222222222"),
        ("liars-dice", {"faces": "2"}, None),
        ("goofspiel", {"cards": "3"}, None),
        ("dark-hex-2", {}, None),
        ("patrol", {}, None),
        ("inspection", {}, None),
        ("interdiction", {}, None),
        ("pursuit", {}, None),
    ],
)
def test_games_as_rules(name, changed, nash_conv, monkeypatch):
    text = (RULES / f"{name}.rules.yaml").read_text()
    graph = parse_rules(text, "0" * 64, overrides=changed)
    lower, upper = proved(graph)
    exact = by_definition(graph)
    assert lower <= exact[0] < lower + Fraction(1, 10**9)
    assert upper - Fraction(1, 10**9) < exact[1] <= upper
    assert nash_conv is None or float(upper - lower) == pytest.approx(float(nash_conv), abs=1e-9)
    monkeypatch.setattr(bounds_checker, "EXACT", 0)
    monkeypatch.setattr(bounds_checker, "CHUNK", 100)
    least, most = proved(graph)
    assert lower - Fraction(1, 10**6) < least <= lower + Fraction(1, 10**11)
    assert upper - Fraction(1, 10**11) <= most < upper + Fraction(1, 10**6)


def test_a_limit_of_moves():
    graph = read(BURGLAR)
    names = {entry["states"][0] for entry in uniform(graph)[1]}
    assert {name for name in names if "dark" in name} == {"dark after 1", "dark after 4"}
    assert proved(graph) == by_definition(graph)


def coin(heads, tails):
    """Return a graph in which a player looks at a coin and names its side."""
    states = {
        "toss": {"actor": "chance", "moves": {}},
        "won": {"payoff": 1},
        "lost": {"payoff": -1},
    }
    for side, look in ("heads", heads), ("tails", tails):
        states["toss"]["moves"][side] = {"p": "1/2", "to": side, "sees": {}}
        states[side] = {"actor": "Ann", "moves": {"look": {"to": f"{side} down", **look}}}
        ends = {name: "won" if name == side else "lost" for name in ("heads", "tails")}
        states[f"{side} down"] = {"actor": "Ann", "moves": ends}
        if not look["sees"]:  # It comes to light a moment later.
            states[side]["moves"]["look"]["to"] = f"{side} up"
            later = {"p": 1, "to": f"{side} down", "sees": {"Ann": "metal"}}
            states[f"{side} up"] = {"actor": "chance", "moves": {"later": later}}
    return read(text_of({"players": ["Ann", "Bob"], "start": "toss", "states": states}))


@pytest.mark.parametrize(
    ("heads", "tails", "conceded"),
    [("heads", "tails", 1), ("metal", "metal", 0), ("metal", None, 0), (None, "metal", 0)],
)
def test_a_player_sees_something_of_its_own_move(heads, tails, conceded):
    graph = coin(*({"sees": {"Ann": text} if text else {}} for text in (heads, tails)))
    assert proved(graph) == by_definition(graph) == (0, conceded)
    first, second = uniform(graph)
    for entry in first:
        if entry["states"] == ["tails down"]:
            entry["probabilities"] = [0, 1]
    if conceded:
        assert proved(graph, [first, second]) == (Fraction(1, 2), 1)
    else:
        with pytest.raises(Rejected, match="differs at 'heads down' and 'tails down'"):
            proved(graph, [first, second])


@pytest.mark.parametrize(("other", "accepted"), [("pq", True), ("xy", False)])
def test_states_in_one_class_that_no_memory_has_together(other, accepted):
    """They need equal rows only if they have the same actions."""

    def seen(to, text):
        return {"to": to, "sees": {"Ann": text}}

    def unseen(*targets):
        moves = {to: {"p": "1/2", "to": to, "sees": {}} for to in targets}
        return {"actor": "chance", "moves": moves}

    start = {"a": {"p": "1/2", **seen("a", "left")}, "b": {"p": "1/2", **seen("b", "right")}}
    known, unknown = ({name: "won", then: "lost"} for name, then in ("xy", other))
    states = {
        "start": {"actor": "chance", "moves": start},
        "a": unseen("both", "only a"),
        "b": unseen("both", "only b"),
        "both": {"actor": "Bob", "moves": {"m": seen("w", "dark")}},
        "only a": {"actor": "Bob", "moves": {"m": seen("u", "light")}},
        "only b": {"actor": "Bob", "moves": {"m": seen("v", "light")}},
        "u": {"actor": "Ann", "moves": known},
        "v": {"actor": "Ann", "moves": unknown},
        "w": {"actor": "Ann", "moves": known},
        "won": {"payoff": 1},
        "lost": {"payoff": -1},
    }
    graph = read(text_of({"players": ["Ann", "Bob"], "start": "start", "states": states}))
    first, second = uniform(graph)
    assert first[0]["states"] == ["u"]
    first[0]["probabilities"] = [1, 0]
    if accepted:
        assert proved(graph, [first, second]) == (Fraction(1, 4), 1)
    else:
        with pytest.raises(Rejected, match="may look the same"):
            proved(graph, [first, second])


def components(sets):
    """Return for each name a number, the same for names in one set."""
    found = {name: name for names in sets for name in names}
    for names in sets:
        united = {found[name] for name in names}
        found = {name: min(united) if of in united else of for name, of in found.items()}
    return found


def random_shares(luck, groups, labels):
    """Return shares by name and label, the same in one group."""
    rows, found = {}, {}
    for name, offered in labels.items():
        key = groups[name], *sorted(offered)
        drawn = [luck.choice((0, 0.25, 1 / 3, 1, luck.random())) for _ in offered]
        drawn[0] = drawn[0] if any(drawn) else 1
        found[name] = rows.setdefault(key, dict(zip(offered, drawn, strict=True)))
    return found


def entries_of(shares, luck):
    """Return the entries of a strategy, those of equal rows sometimes as one."""
    found = []
    for name, row in luck.sample(sorted(shares.items()), len(shares)):
        actions = luck.sample(sorted(row), len(row))
        entry = {"states": [name], "actions": actions}
        entry["probabilities"] = [row[action] for action in actions]
        same = [one for one in found if {**one, "states": 0} == {**entry, "states": 0}]
        (same[0]["states"].append(name) if same else found.append(entry))
    return found


def random_case(number):
    """Return a random graph as data and as a record; None if a player cannot know its actions."""
    drawn = (random_dark_graph, random_graph, partial(random_graph, cyclic=True))[number % 3]
    data = drawn(number)
    try:
        return data, read(text_of(data))
    except InputError:
        return None


@pytest.mark.long
@pytest.mark.parametrize("in_floats", [False, True])
def test_random_graphs(in_floats, request):
    if in_floats:
        request.getfixturevalue("floats")
    accepted = refused = 0
    for number in range(300):
        if (case := random_case(number)) is None:
            continue
        data, graph = case
        luck = random.Random(number)
        sets, labels = decisions(data)
        groups = [components(one.values()) for one in sets]
        if number % 2:  # The same wherever the actions are the same.
            groups = [dict.fromkeys(one, 0) for one in groups]
        shares = [random_shares(luck, *one) for one in zip(groups, labels, strict=True)]
        strategies = [entries_of(one, luck) for one in shares]
        exact = [guarantee(data, player, shares[player]) for player in (0, 1)]
        claim = claim_of(graph, strategies, rounded(exact[0], -1), rounded(exact[1], 1))
        try:
            said = bounds_of(checked(claim, graph))
        except Rejected as error:
            assert "may look the same" in str(error) and not number % 2
            refused += 1
            continue
        accepted += 1
        if in_floats:
            assert said[0] <= exact[0] and exact[1] <= said[1]
            assert max(exact[0] - said[0], said[1] - exact[1]) < Fraction(1, 10**9)
        else:
            digits = [Fraction(1, 10**11) * abs(one) for one in exact]
            assert exact[0] - digits[0] <= said[0] <= exact[0]
            assert exact[1] <= said[1] <= exact[1] + digits[1]
        for player, key in enumerate(("lower_bound", "upper_bound")):
            step = 1e-6 if in_floats else math.ulp(claim[key] or 1e-300)
            forged = claim | {key: claim[key] + (-step if player else step)}
            with pytest.raises(Rejected, match=f"{key} is .* but player {player + 1}'s"):
                checked(forged, graph)
    assert accepted > 280 and refused < 5


def test_a_strategy_that_knows_too_much():
    found = 0
    for number in range(200):
        if (case := random_case(number)) is None:
            continue
        data, graph = case
        sets, labels = decisions(data)
        luck = random.Random(number)
        for player in (0, 1):
            names = {name: name for name in labels[player]}
            shares = random_shares(luck, names, labels[player])
            rows = [[shares[name] for name in one] for one in sets[player].values()]
            if any(row != several[0] for several in rows for row in several):
                strategies = uniform(graph)
                strategies[player] = entries_of(shares, luck)
                found += 1
                with pytest.raises(Rejected, match=f"strategy {player + 1} differs at '"):
                    proved(graph, strategies)
    assert found > 20


def test_a_player_that_cannot_know_its_actions(monkeypatch):
    """In large graphs the reader does not look for that."""
    monkeypatch.setattr(state_graph, "check", lambda graph: [])
    graph = read(
        KUHN.replace("JK bet: {actor: Bob, moves: {fold", "JK bet: {actor: Bob, moves: {run")
    )
    with pytest.raises(Rejected, match="a player cannot know its actions in a state of the graph"):
        proved(graph)


def damaged(entries, **changed):
    return [entries[0] | changed, *entries[1:]]


CLAIMS = [  # What is replaced, and the reason.
    ({"format": "efgc/grades"}, "not bounds of version 1"),
    ({"version": 1.0}, "not bounds of version 1"),
    ({"version": True}, "not bounds of version 1"),
    ({"graph_sha256": "0" * 64}, "belongs to another graph"),
    ({"graph_sha256": None}, "belongs to another graph"),
    ({"lower_bound": "0"}, "lower_bound is not a number"),
    ({"lower_bound": True}, "lower_bound is not a number"),
    ({"lower_bound": math.nan}, "lower_bound is not a number"),
    ({"upper_bound": math.inf}, "upper_bound is not a number"),
    ({"upper_bound": None}, "upper_bound is not a number"),
    ({"strategies": {}}, "the strategies are not two"),
    ({"strategies": [[]]}, "the strategies are not two"),
    ({"strategies": [{}, []]}, "strategy 1 is not a list"),
    ({"strategies": [[], []]}, "strategy 1 has no entry for 12 states"),
]


@pytest.mark.parametrize(("changed", "reason"), CLAIMS)
def test_refused_claims(changed, reason):
    graph = read(KUHN)
    claim = claim_of(graph, uniform(graph), -1, 1)
    assert checked(claim, graph)
    with pytest.raises(Rejected, match=reason) as refused:
        checked(claim | changed, graph)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("key", sorted(bounds_checker.CLAIM))
def test_missing_keys(key):
    graph = read(KUHN)
    claim = claim_of(graph, uniform(graph), -1, 1)
    del claim[key]
    with pytest.raises(
        Rejected, match="the bounds need the keys format, graph_sha256, lower_bound"
    ):
        checked(claim, graph)


ENTRIES = [
    ({"states": "JK"}, "entry 0: it needs the lists actions, probabilities, states"),
    ({"more": []}, "entry 0: it needs the lists actions, probabilities, states"),
    ({"states": []}, "entry 0: states are texts"),
    ({"states": [7]}, "entry 0: states are texts"),
    ({"actions": [None, "bet"]}, "entry 0: actions are not a list of texts"),
    ({"states": ["JQ", "JQ"]}, "entry 0: 'JQ' is repeated or not a state of this player"),
    ({"states": ["JK"]}, "entry 1: 'JK' is repeated or not a state of this player"),
    ({"states": ["JQ bet"]}, "entry 0: 'JQ bet' is repeated or not"),
    ({"states": ["deal"]}, "entry 0: 'deal' is repeated or not"),
    ({"states": ["wins 1"]}, "entry 0: 'wins 1' is repeated or not"),
    ({"states": ["nowhere"]}, "entry 0: 'nowhere' is repeated or not"),
    ({"actions": ["bet", "fold"]}, "entry 0: 'JQ' has other actions"),
    ({"actions": ["bet", "bet"]}, "entry 0: .* one probability per action"),
    ({"probabilities": [1]}, "entry 0: .* one probability per action"),
    ({"probabilities": [1, 0, 0]}, "entry 0: .* one probability per action"),
    ({"actions": ["bet"], "probabilities": [1]}, "entry 0: 'JQ' has other actions"),
    ({"probabilities": [0, 0]}, "entry 0: probabilities are from 0 to 1, and not all 0"),
    ({"probabilities": [-0.5, 1]}, "entry 0: probabilities are from 0 to 1"),
    ({"probabilities": [1.5, 1]}, "entry 0: probabilities are from 0 to 1"),
    ({"probabilities": [math.nan, 1]}, "entry 0: probabilities are from 0 to 1"),
    ({"probabilities": ["1/2", 1]}, "entry 0: probabilities are from 0 to 1"),
    ({"probabilities": [True, 1]}, "entry 0: probabilities are from 0 to 1"),
    ({"probabilities": [0.25, 0.5]}, "differs at 'JK' and 'JQ', which may look the same"),
]


@pytest.mark.parametrize(("changed", "reason"), ENTRIES)
def test_refused_entries(changed, reason):
    graph = read(KUHN)
    first, second = uniform(graph)
    first.sort(key=lambda entry: (entry["states"] != ["JQ"], entry["states"] != ["JK"]))
    with pytest.raises(Rejected, match=f"strategy 1,? {reason}") as refused:
        proved(graph, [damaged(first, **changed), second])
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("bounds", "graph", "reason"),
    [
        (b"", KUHN.encode(), "cannot be read: JSONDecodeError"),
        (b"[]", KUHN.encode(), "the bounds need the keys"),
        (b"\xff", KUHN.encode(), "cannot be read: UnicodeDecodeError"),
        (b'{"format": 1, "format": 1}', KUHN.encode(), "a key is repeated"),
        (b"[" * 100_000, KUHN.encode(), "cannot be read: RecursionError"),
        (None, b"", "the graph cannot be read"),
        (None, b"\xff", "cannot be read: UnicodeDecodeError"),
        (None, KUHN.replace("version: 2", "version: 1").encode(), "the graph cannot be read"),
        (None, KUHN.replace("1/6", "1/5", 1).encode(), "the graph cannot be read"),
        (None, KUHN.replace("to: JQ", "to: KQ", 1).encode(), "the graph cannot be read"),
        (None, KUHN.replace("payoff: 2", "payoff: 3").encode(), "belongs to another graph"),
    ],
)
def test_refused_files(bounds, graph, reason):
    if bounds is None:
        bounds = json.dumps(claim_of(read(KUHN), uniform(read(KUHN)), -1, 1)).encode()
    with pytest.raises(Rejected, match=reason) as refused:
        check_bounds(bounds, graph)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("bound", [Fraction(1, 3 * 10**6), Fraction(-2, 3 * 10**6), Fraction(1, 3)])
def test_a_long_fraction_is_shown_as_a_bound_that_is_no_better(bound):
    lower, upper = (Fraction(bounds_checker._rounded(bound, player)) for player in (1, 2))
    assert lower <= bound <= upper and upper - lower <= abs(bound) / 10**10


def test_flipped_bytes_are_refused_or_harmless():
    graph = read(KUHN)
    claim = json.dumps(claim_of(graph, uniform(graph), -5 / 12 - 1e-9, 0.5)).encode()
    text, luck = "".join(write(graph)).encode(), random.Random(0)
    for _ in range(300):
        at, bit = luck.randrange(len(claim)), 1 << luck.randrange(8)
        changed = claim[:at] + bytes([claim[at] ^ bit]) + claim[at + 1 :]
        try:
            lower, upper = bounds_of(check_bounds(changed, text))
        except Rejected:
            continue
        # Another strategy has other bounds, which are as true.
        assert lower <= Fraction(-1, 18) <= upper
        assert json.loads(changed)["lower_bound"] <= lower


def test_rewards_of_any_size(floats):
    data = random_graph(4)
    huge = {"payoff": str(10**280)}
    data["states"] |= {name: huge for name, state in data["states"].items() if "payoff" in state}
    graph = read(text_of(data))
    lower, upper = proved(graph)
    assert lower <= upper and float(lower) == pytest.approx(1e280, rel=1e-9)


def test_a_start_that_is_an_end():
    graph = read(text_of({"players": ["a", "b"], "start": "n", "states": {"n": {"payoff": "7/3"}}}))
    assert proved(graph) == (Fraction(7, 3), Fraction(7, 3))


def test_shares_that_underflow(floats):
    """A row of tiny numbers is a row as any other; a tiny share is not taken for 0."""
    graph = read(KUHN)
    strategies = uniform(graph)
    for entry in strategies[0]:
        entry["probabilities"] = [5e-324, 5e-324]
    exact = Fraction(-5, 12), Fraction(1, 2)
    lower, upper = proved(graph, strategies)
    assert exact[0] - Fraction(1, 10**9) < lower <= exact[0] and exact[1] <= upper
    for entry in strategies[0]:
        entry["probabilities"] = [5e-324, 1]
    assert proved(graph, strategies)[0] < 0


@pytest.mark.long
def test_phantom_tic_tac_toe():
    text = (RULES / "phantom-tic-tac-toe.rules.yaml").read_text()
    graph = parse_rules(text, "0" * 64)
    claim = claim_of(graph, uniform(graph), -0.624338624339, 0.953125)
    lower, upper = bounds_of(checked(claim, graph))
    assert (float(lower), float(upper)) == pytest.approx((-0.624338624339, 0.953125), abs=1e-11)


TRIES = """\
format: efgc/state-graph
version: 2
title: tries
players: [Ann, Bob]
start: draw
states:
  draw:
    actor: chance
    moves:
      x, open: {p: 1/4, to: x open, sees: {Ann: x}}
      x, shut: {p: 1/4, to: x shut, sees: {Ann: x}}
      y, open: {p: 1/4, to: y open, sees: {Ann: y}}
      y, shut: {p: 1/4, to: y shut, sees: {Ann: y}}
  x open: {actor: Ann, moves: {try: {to: in, sees: {Ann: in}}}}
  x shut: {actor: Ann, moves: {try: {to: x out, sees: {Ann: out}}}}
  y open: {actor: Ann, moves: {try: {to: in, sees: {Ann: in}}}}
  y shut: {actor: Ann, moves: {try: {to: y out, sees: {Ann: out}}}}
  in: {actor: Ann, moves: {left: lost, right: lost}}
  x out: {actor: Ann, moves: {left: won, right: lost}}
  y out: {actor: Ann, moves: {left: lost, right: won}}
  won: {payoff: 1}
  lost: {payoff: 0}
"""


def test_actions_that_can_lead_to_one_state_are_told_apart_where_they_lead_to_others():
    graph = read(TRIES)
    first, second = uniform(graph)
    for entry in first:
        if "out" in entry["states"][0]:
            entry["probabilities"] = [entry["states"] == ["x out"], entry["states"] == ["y out"]]
            entry["probabilities"] = [int(share) for share in entry["probabilities"]]
    claim = claim_of(graph, [first, second], 0.5, 0.5)
    assert checked(claim, graph) == "the value lies from 1/2 to 1/2"


def recalled(graph, recall):
    """Return bounds of strategies that the search finds with recall."""
    aim = Aim(gap=1e-3, steps=64, recall=recall)
    *_, found = minimise_regret(MirrorDescent(walk_of_graph(graph, 10**5), aim), aim)
    strategies = [
        [
            {"states": [*one.states], "actions": [*one.actions]}
            | {"probabilities": [*one.probabilities], "last": [*one.last]}
            for one in strategy
        ]
        for strategy in found.strategies()
    ]
    return claim_of(graph, strategies, found.lower, found.upper) | {"recall": recall}


@pytest.mark.slow
@pytest.mark.parametrize("recall", [1, 2, 3, 7])
def test_strategies_with_recall_are_proved(recall):
    accepted = 0
    for number in range(40):
        if (case := random_case(number)) is None:
            continue
        claim = recalled(case[1], recall)
        lower, upper = bounds_of(checked(claim, case[1]))
        assert abs(lower - Fraction(claim["lower_bound"])) < Fraction(1, 10**9)
        assert abs(upper - Fraction(claim["upper_bound"])) < Fraction(1, 10**9)
        accepted += 1
        for key, step in (("lower_bound", 1e-6), ("upper_bound", -1e-6)):
            with pytest.raises(Rejected, match=f"{key} is"):
                checked(claim | {key: claim[key] + step}, case[1])
    assert accepted > 30


@pytest.mark.long
def test_memories_that_do_not_fit_are_refused():
    graph = parse_rules((RULES / "leduc.rules.yaml").read_text(), "")
    fine = recalled(graph, 2)
    assert checked(fine, graph)
    first, second = fine["strategies"]
    long, *rest = (entry for entry in first if len(entry["last"]) == 2)
    others = [entry for entry in first if len(entry["last"]) < 2]
    for changed, reason in (
        (fine | {"recall": 1}, "repeated or not a state"),
        (fine | {"recall": 0}, "repeated or not a state"),
        (fine | {"recall": -1}, "recall is not a number"),
        (fine | {"recall": True}, "recall is not a number"),
        (fine | {"strategies": [[*others, *rest], second]}, "strategy 1 has no entry for"),
        (
            fine | {"strategies": [[*others, *rest, long | {"last": ["did fly"]}], second]},
            "repeated or not a state",
        ),
        (
            fine | {"strategies": [[*others, *rest, long | {"last": [3]}], second]},
            "are texts",
        ),
    ):
        with pytest.raises(Rejected, match=reason):
            checked(changed, graph)
