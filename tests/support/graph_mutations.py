"""Mutated state graphs: whatever `check` accepts expands to a game that `check` accepts, or is
refused in a line.

A game that shares nodes also has to stand for as many histories as the tree, and small ones for the
same value.

As a program it draws many, which takes a while:

    PYTHONPATH=.:tests/support .venv/bin/python tests/support/graph_mutations.py 5000

A second number seeds what is drawn.
"""

import copy
import json
import random
import signal
import sys
import time
from collections import Counter
from functools import cache

import yaml

from efgc.schemas import game as game_schema
from efgc.schemas import state_graph
from efgc.schemas.game import Terminal
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand import expand
from efgc.stages.parse import parse
from small_games import ARTIFACTS, island, published, solved

SECONDS = 10  # For one small graph.
HISTORIES = 5_000
SOLVED = 60  # Nodes of a tree whose value is compared with that of the shared game.
MAPS = (  # Text, rules, level.
    (island(["D-EE", "S--D"], 1), "island-2018", 2),
    (island(["DE-", "SED", "-E-"], 1), "island-2018", 2),
    (island(["S-ED", "-E-E", "D-GD"], 2), "island-2018", 2),
    (island(["SE-D", "-EGE"], 2, "1/3"), "cave-2023", 2),
    (island(["SE-", "-ED"], 1), "island-2013", 2),
    (island(["SE-", "EED"], 2), "island-2018", 1),
    (island(["SE-", "-ED"], 1, "0.9"), "cave-2023", 1),
    (island(["#SED", "-E--"], 1), "island-2020", 0),
    (published("island-1"), "island-2018", 2),
    (published("three-bushes"), "island-2020", 2),
    (published("cave-example"), "cave-2023", 2),
)
PUBLIC = ("droid-duel", "goofspiel-3")
NUMBERS = ("0", "1", "-1", "1/2", "1/3", "2/3", "0.5", "10", "1e300", "-7/3", "1e-9")


@cache
def originals():
    """Return the documents to mutate, with YAML's scalars as text."""
    texts = [
        "".join(state_graph.write(parse(text, "0" * 64, rules=rules, level=level)))
        for text, rules, level in MAPS
    ]
    texts += [(ARTIFACTS / name / f"{name}.states.yaml").read_text() for name in PUBLIC]
    return [yaml.load(text, yaml.BaseLoader) for text in texts]


def mutated(draw):
    """Draw the text of a state graph with one to four changes."""
    data = copy.deepcopy(draw.choice(originals()))
    if draw.random() < 0.8:
        data.pop("rule", None)  # Of a graph that was changed it is refused.
    for _ in range(draw.randint(1, 4)):
        draw.choice(CHANGES)(draw, data)
    return json.dumps(data)  # JSON is YAML.


def _redirect(draw, data):
    """Let one transition lead to another state."""
    ends = [end for state in data["states"].values() for end in _ends(state)]
    if ends:
        where, key = draw.choice(ends)
        where[key] = _name(draw, data)


def _near(draw, data):
    """Let one transition lead to where another of the same kind of state does."""
    ends = [end for state in data["states"].values() for end in _ends(state)]
    if len(ends) > 1:
        (where, key), (other, its) = draw.sample(ends, 2)
        where[key] = other[its]


def _join(draw, data):
    """Merge two states: all transitions to one lead to the other."""
    one, other = _name(draw, data), _alike(draw, data)
    for state in data["states"].values():
        for where, key in _ends(state):
            if where[key] == one:
                where[key] = other


def _join_ends(draw, data):
    """Merge all ends with the same payoff."""
    first = {}
    for state in data["states"].values():
        for where, key in _ends(state):
            paid = data["states"].get(where[key], {}).get("payoff")
            if paid is not None:
                where[key] = first.setdefault(paid, where[key])


def _copy(draw, data):
    """Copy the content of one state to another."""
    one, other = _name(draw, data), _name(draw, data)
    data["states"][other] = copy.deepcopy(data["states"][one])


def _number(draw, data):
    """Change a payoff, or the two probabilities of a move of chance."""
    state = data["states"][_name(draw, data)]
    if "payoff" in state:
        state["payoff"] = draw.choice(NUMBERS)
    elif state["actor"] == "chance":
        for at, move in enumerate(state["moves"].values()):
            move["p"] = draw.choice(("1/3", "1/4", "1/2")) if at == 0 else "2/3"


def _evenly(draw, data):
    """Make all moves of a chance state equally likely."""
    chances = [state for state in data["states"].values() if state.get("actor") == "chance"]
    if chances:
        moves = draw.choice(chances)["moves"]
        for move in moves.values():
            move["p"] = f"1/{len(moves)}"


def _forget_chance(draw, data):
    """Let a move of chance have one outcome."""
    chances = [state for state in data["states"].values() if state.get("actor") == "chance"]
    if chances:
        state = draw.choice(chances)
        label = draw.choice(sorted(state["moves"]))
        state["moves"] = {label: {"p": "1", "to": state["moves"][label]["to"]}}


def _drop(draw, data):
    """Leave out one move."""
    moves = _moves(draw, data)
    if len(moves) > 1:
        del moves[draw.choice(sorted(moves))]


def _add(draw, data):
    """Add one move of a player."""
    moves = _moves(draw, data)
    if moves:
        moves[draw.choice(("new", "left", "stay", "e1"))] = _name(draw, data)


def _secret(draw, data):
    """Change what is secret: how many, which place is looked at, which is closed, what player 2
    sees.
    """
    if "secret" in data and draw.random() < 0.2:
        data["secret"]["count"] = str(draw.randint(0, 3))
    state = data["states"][_alike(draw, data)]
    places = sorted(data.get("secret", {}).get("places", ())) or ["e1"]
    if "place" in state:
        state["place"] = draw.choice(places)
    elif "relocate" in state:
        state["relocate"]["not_to"] = draw.choice(places)
        state["sees"] = draw.choice((state.get("sees", []), [], ["noise"]))
    elif "sees" in state:
        state["sees"] = draw.choice(([], ["noise"]))


def _other(draw, data):
    """Make a state one of another kind."""
    players, name = data["players"], _name(draw, data)
    places = sorted(data.get("secret", {}).get("places", ())) or ["e1"]
    to, also = _alike(draw, data), _name(draw, data)
    data["states"][name] = draw.choice(
        (
            {"actor": players[0], "moves": {"a": to, "b": also}},
            {"actor": players[1], "sees": ["noise"], "moves": {"a": to, "b": also}},
            {"actor": players[1], "moves": {"a": to, "b": to}},
            {
                "actor": "chance",
                "moves": {"a": {"p": "1/2", "to": to}, "b": {"p": "1/2", "to": also}},
            },
            {
                "actor": "chance",
                "moves": {"a": {"p": "1/2", "to": to}, "b": {"p": "1/2", "to": to}},
            },
            {"actor": "secret", "place": draw.choice(places), "occupied": to, "empty": also},
            {"actor": "secret", "place": draw.choice(places), "occupied": to, "empty": to},
            {
                "actor": players[1],
                "sees": ["noise"],
                "relocate": {"not_to": draw.choice(places), "to": to},
            },
            {"actor": "joint", "moves": [["a", "b"], ["c"]], "to": [[to], [also]]},
            {"payoff": draw.choice(NUMBERS)},
        )
    )


def _between(draw, data):
    """Insert a new state before another one: all transitions to that one lead through it."""
    ends = [end for state in data["states"].values() for end in _ends(state)]
    if ends:
        where, key = draw.choice(ends)
        data["states"]["between"] = {"payoff": "0"}
        _other(draw, {**data, "states": _Only(data["states"], "between", where[key])})
        where[key] = "between"


def _level(draw, data):
    """Say another level, or no source."""
    if "source" in data and draw.random() < 0.7:
        data["source"]["level"] = draw.choice("012")
    else:
        data.pop("source", None)
        data.pop("counts", None)


CHANGES = (
    _redirect,
    _redirect,
    _near,
    _near,
    _join,
    _join,
    _join_ends,
    _copy,
    _number,
    _evenly,
    _forget_chance,
    _drop,
    _add,
    _secret,
    _other,
    _other,
    _between,
    _between,
    _level,
)


class _Only(dict):
    """The states for one change alone: it is to change `name`, and the new state leads to `to`
    first.
    """

    def __init__(self, states, name, to):
        super().__init__({to: states[to], name: states[name]})
        self.states = states

    def __setitem__(self, name, state):
        self.states["between"] = state


def _ends(state):
    """Return the locations of a state's targets: containers with keys."""
    if "relocate" in state:
        return [(state["relocate"], "to")]
    if "place" in state:
        return [(state, "occupied"), (state, "empty")]
    if state.get("actor") == "chance":
        return [(move, "to") for move in state["moves"].values()]
    if state.get("actor") == "joint":
        return [(row, at) for row in state["to"] for at in range(len(row))]
    return [(state["moves"], label) for label in state.get("moves", ())]


def _name(draw, data):
    return draw.choice(sorted(data["states"]))


def _alike(draw, data):
    """Return the name of a state, of each kind as likely as of the others."""
    kinds = {}
    for name, state in sorted(data["states"].items()):
        kinds.setdefault((state.get("actor"), "relocate" in state), []).append(name)
    return draw.choice(kinds[draw.choice(sorted(kinds, key=str))])


def _moves(draw, data):
    """Return the moves of a state of one player; none where there is no such state."""
    players = [
        state
        for state in data["states"].values()
        if isinstance(state.get("moves"), dict) and state["actor"] != "chance"
    ]
    return draw.choice(players)["moves"] if players else {}


def verdict(text):
    """Return the outcome for a graph. Fail on a traceback, a hang, or a game that `check`
    refuses.
    """
    signal.alarm(SECONDS)
    try:
        try:
            graph = state_graph.read(text)
        except InputError as error:
            assert error.problems
            return "refused by check"
        shared, tree = _expanded(graph, False), _expanded(graph, True)
        if isinstance(shared, str):
            return (
                "refused by expand"
                if isinstance(tree, str)
                else "refused by expand, but for --unroll"
            )
        if not isinstance(tree, str):
            assert game_schema.count(shared)[1:3] == game_schema.count(tree)[1:3]
            if len(tree.nodes) <= SOLVED and all(
                abs(node.payoff) <= 100 for node in tree.nodes if isinstance(node, Terminal)
            ):
                assert abs(solved(shared).bounds.value - solved(tree).bounds.value) <= 1e-6
        return "expanded"
    finally:
        signal.alarm(0)


def _expanded(graph, unroll):
    """Return a game that is one, or why it is refused."""
    try:
        game = expand(graph, HISTORIES, unroll)
    except InputError as error:
        return str(error)
    assert game_schema.read("".join(game_schema.write(game))) == game
    return game


def hunt(count, seed=0):
    """Return how many of drawn graphs were refused by whom, and expanded. Fails with the text of
    one that breaks.
    """
    draw, found = random.Random(seed), Counter()
    signal.signal(signal.SIGALRM, _hangs)
    for _ in range(count):
        text = mutated(draw)
        try:
            found[verdict(text)] += 1
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}\n{text}") from error
    return found


def _hangs(number, frame):
    raise TimeoutError(f"not done after {SECONDS} seconds")


if __name__ == "__main__":
    start = time.process_time()
    tally = hunt(int(sys.argv[1]), *map(int, sys.argv[2:]))
    print(
        f"{sum(tally.values()):,} graphs: "
        + ", ".join(f"{number:,} {what}" for what, number in sorted(tally.items()))
        + f"; no traceback, no hang, no game that is none; {time.process_time() - start:.0f} s"
    )
