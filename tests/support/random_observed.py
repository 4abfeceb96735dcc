"""Random state graphs of version 2 as plain data, and their YAML text."""

import json
import random
from fractions import Fraction

import numpy as np

from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError
from efgc.stages.expand import expand

PLAYERS = ("hunter", "hare")
LABELS = ("left", "right", "stay")
TEXTS = ("noise", "light")


def random_graph(number, cyclic=False):
    """Return a graph of a few states; some have information sets with different actions."""
    luck = random.Random(number)
    size = luck.randint(3, 9)
    names = [f"n{at}" for at in range(size)]
    labels = {player: LABELS[: luck.choice((1, 2, 2, 2, 3))] for player in PLAYERS}
    states = {}
    for at, name in enumerate(names):
        if at >= size - 2:
            states[name] = {"payoff": str(Fraction(luck.randint(-6, 6), luck.randint(1, 3)))}
            continue
        actor = luck.choice((*PLAYERS, *PLAYERS, "chance"))
        own = labels.get(actor, LABELS[: luck.randint(1, 2)])
        own = own if luck.random() < 0.9 else own[:1]
        later = names if cyclic else names[at + 1 : at + 4]
        parts = [luck.randint(1, 3) for _ in own]
        states[name] = {
            "actor": actor,
            "moves": {
                label: _move(luck, later, Fraction(part, sum(parts)) if actor == "chance" else None)
                for label, part in zip(own, parts, strict=True)
            },
        }
    graph = {"players": list(PLAYERS), "start": "n0", "states": _reached(states)}
    if cyclic:
        graph["limit"] = {"moves": luck.randint(1, 5), "payoff": str(luck.randint(-2, 2))}
    return graph


def random_dark_graph(number):
    """Return a graph in which players see little, and always have the same moves."""
    luck = random.Random(number)
    size = luck.randint(6, 14)
    states = {}
    for at in range(size):
        actor = luck.choice((*PLAYERS, "chance"))
        moves = {}
        for label in LABELS[:2]:
            move = {"to": f"n{luck.randint(at + 1, min(at + 4, size + 1))}"}
            if actor == "chance":
                move["p"] = "1/2"
            if luck.random() < 0.2:
                move["reward"] = str(luck.randint(-2, 2))
            seeing = [player for player in PLAYERS if luck.random() < 0.3]
            moves[label] = {**move, "sees": {player: luck.choice(TEXTS) for player in seeing}}
        states[f"n{at}"] = {"actor": actor, "moves": moves}
    states |= {f"n{at}": {"payoff": str(luck.randint(-4, 4))} for at in (size, size + 1)}
    return {"players": list(PLAYERS), "start": "n0", "states": _reached(states)}


def _move(luck, targets, share):
    move = {} if share is None else {"p": str(share)}
    move["to"] = luck.choice(targets)
    if luck.random() < 0.2:
        move["reward"] = str(luck.randint(-2, 2))
    if luck.random() < 0.7:
        seeing = [player for player in PLAYERS if luck.random() < 0.35]
        move["sees"] = {player: luck.choice(TEXTS) for player in seeing}
    return move if len(move) > 1 or luck.random() < 0.5 else move["to"]


def _reached(states):
    found, waiting = {"n0"}, ["n0"]
    while waiting:
        for move in states[waiting.pop()].get("moves", {}).values():
            to = move if isinstance(move, str) else move["to"]
            if to not in found:
                found.add(to)
                waiting.append(to)
    return {name: state for name, state in states.items() if name in found}


def renamed(graph, number):
    """Return the graph with other names and another order of states and moves."""
    luck = random.Random(number)
    names = dict(zip(graph["states"], luck.sample(range(100), len(graph["states"])), strict=True))

    def moved(move):
        if isinstance(move, str):
            return f"q{names[move]}"
        return {**move, "to": f"q{names[move['to']]}"}

    def shuffled(mapping):
        return dict(luck.sample(sorted(mapping.items()), len(mapping)))

    states = {
        f"q{names[name]}": state
        if "payoff" in state
        else {
            **state,
            "moves": shuffled({label: moved(move) for label, move in state["moves"].items()}),
        }
        for name, state in graph["states"].items()
    }
    return {**graph, "start": f"q{names[graph['start']]}", "states": shuffled(states)}


def swapped(graph):
    """Return the graph with the players in the other order, and the negative payoffs."""

    def negative(number):
        return str(-Fraction(number))

    def moved(move):
        if isinstance(move, str) or "reward" not in move:
            return move
        return {**move, "reward": negative(move["reward"])}

    states = {
        name: {"payoff": negative(state["payoff"])}
        if "payoff" in state
        else {**state, "moves": {label: moved(move) for label, move in state["moves"].items()}}
        for name, state in graph["states"].items()
    }
    found = {**graph, "players": graph["players"][::-1], "states": states}
    if "limit" in graph:
        limit = graph["limit"]
        found["limit"] = {**limit, "payoff": negative(limit["payoff"])}
    return found


def text_of(graph):
    """Return the YAML text of a graph; JSON is YAML."""
    head = 'format: efgc/state-graph\nversion: 2\ntitle: "random"\n'
    return head + "".join(f"{key}: {json.dumps(part)}\n" for key, part in graph.items())


def graph_of(data):
    """Return the graph as read; None if a player cannot know its actions."""
    try:
        return state_graph.read(text_of(data))
    except InputError:
        return None


def listed(graph):
    """Return the tree of a graph."""
    return expand(graph, 10**5, True, lambda done, total: None)


def first(walk):
    """Return the probability of each move if players take the first action everywhere."""
    taken = walk.chance.copy()
    sizes = np.diff(walk.begin)
    acts = np.flatnonzero((sizes > 0) & ((walk.actor == 1) | (walk.actor == 2)))
    taken[walk.begin[acts]] = 1.0
    return taken
