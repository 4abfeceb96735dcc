"""The game (`*.game.json`): an extensive-form game of two players with zero sum.

Nodes stand in an order in which a child comes after its parent, the root
first. Payoffs are to player 1; player 2 gets the negative.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, assert_never

from schemas.documents import Data, Findings, read_json
from schemas.exact import write_exact
from schemas.problems import Place, Problem
from schemas.source import Source, read_source

FORMAT = "efgc/game"
VERSION = 1

Step = tuple[int, int]  # A player's move: information set and number of the action.


class InformationSet(NamedTuple):
    """Decision nodes that their player cannot tell apart."""

    player: int
    """1 or 2."""
    state: str
    """The state of the graph for player 1; empty where there is no one state."""
    sees: tuple[str, ...]
    """What the player was shown since its last move."""
    actions: tuple[str, ...]
    """Labels, unique in the information set."""


class Decision(NamedTuple):
    """A player moves."""

    infoset: int
    children: tuple[int, ...]
    """One per action of the information set."""


class Chance(NamedTuple):
    """Chance moves."""

    actions: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    """Positive, sum 1."""
    children: tuple[int, ...]


class Terminal(NamedTuple):
    """The end of play."""

    payoff: Fraction
    """To player 1."""


Node = Decision | Chance | Terminal


@dataclass(frozen=True)
class Game:
    """An extensive-form game."""

    title: str
    source: Source | None
    players: tuple[str, str]
    states: int
    """Of the state graph it comes from; 0 if from none."""
    information_sets: tuple[InformationSet, ...]
    """In order of first visit."""
    nodes: tuple[Node, ...]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the artifact, in hexadecimal: what ties a solution to its game."""
        state = hashlib.sha256()
        for line in write(self):
            state.update(line.encode())
        return state.hexdigest()

    @cached_property
    def parents(self) -> tuple[Step | None, ...]:
        """Per information set the last own move of its player before it; None if there is none.

        Holds for games with perfect recall, as `check` proves.
        """
        found: list[Step | None] = [None] * len(self.information_sets)
        for node, last in zip(self.nodes, last_steps(self)):
            if isinstance(node, Decision):
                found[node.infoset] = last[self.information_sets[node.infoset].player - 1]
        return tuple(found)

    def infosets(self, player: int) -> list[int]:
        """Return the information sets of a player (1 or 2) in order of first visit."""
        return [number for number, infoset in enumerate(self.information_sets) if infoset.player == player]


def children(node: Node) -> tuple[int, ...]:
    """Return the nodes that can follow."""
    return () if isinstance(node, Terminal) else node.children


def last_steps(game: Game) -> list[tuple[Step | None, Step | None]]:
    """Return per node the last own move of player 1 and of player 2 before it."""
    last: list[tuple[Step | None, Step | None]] = [(None, None)] * len(game.nodes)
    for number, node in enumerate(game.nodes):
        match node:
            case Decision(infoset, following):
                first = game.information_sets[infoset].player == 1
                for action, child in enumerate(following):
                    step = (infoset, action)
                    last[child] = (step, last[number][1]) if first else (last[number][0], step)
            case Chance(_, _, following):
                for child in following:
                    last[child] = last[number]
    return last


def steps(game: Game, step: Step | None) -> list[Step]:
    """Return the own moves of a player from the root up to and with `step`."""
    found = []
    while step is not None:
        found.append(step)
        step = game.parents[step[0]]
    return found[::-1]


def sequence_text(game: Game, step: Step | None) -> str:
    """Return a sequence in words: own actions, what was seen between them in brackets.

    The empty sequence is empty text.
    """
    return " ".join(_step_text(game, step) for step in steps(game, step))


def infoset_text(game: Game, infoset: int) -> str:
    """Return in words what the player of an information set knows there."""
    seen = game.information_sets[infoset].sees
    words = [sequence_text(game, game.parents[infoset]), f"[{', '.join(seen)}]" if seen else ""]
    return " ".join(word for word in words if word)


def check(game: Game) -> list[Problem]:
    """Return everything that makes the record no game of two players with perfect recall."""
    found = Findings()
    for number, infoset in enumerate(game.information_sets):
        _check_infoset(found, ("information_sets", number), infoset)
    _check_nodes(found, game)
    return found.problems or _check_recall(game)


def read(text: str) -> Game:
    """Return the game of a JSON text. Raises InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    game = _read_game(found, data)
    found.stop()
    found.problems = check(game)
    found.stop()
    return game


def write(game: Game) -> Iterator[str]:
    """Yield the lines of the JSON text: one information set and one node per line."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "title": {json.dumps(game.title)},\n'
    if game.source:
        yield f' "source": {json.dumps(game.source.fields())},\n'
    yield f' "players": {json.dumps(game.players)}, "states": {game.states},\n "information_sets": [\n'
    yield from _lines(_infoset_line(number, infoset) for number, infoset in enumerate(game.information_sets))
    yield ' ],\n "nodes": [\n'
    yield from _lines(_node_line(number, node) for number, node in enumerate(game.nodes))
    yield " ]}\n"


def _step_text(game: Game, step: Step) -> str:
    infoset, action = step
    seen = game.information_sets[infoset].sees
    label = game.information_sets[infoset].actions[action]
    return f"[{', '.join(seen)}] {label}" if seen else label


def _check_infoset(found: Findings, place: Place, infoset: InformationSet) -> None:
    if infoset.player not in (1, 2):
        found.add((*place, "player"), f"{infoset.player} is no player; they are 1 and 2")
    if not infoset.actions:
        found.add((*place, "actions"), "there is no action")
    if len(set(infoset.actions)) < len(infoset.actions) or "" in infoset.actions:
        found.add((*place, "actions"), "the actions need labels, all of them different")


def _check_nodes(found: Findings, game: Game) -> None:
    parent = [-1] * len(game.nodes)
    visited = 0
    if not game.nodes:
        found.add(("nodes",), "there is no node")
    for number, node in enumerate(game.nodes):
        if isinstance(node, Decision) and visited < node.infoset < len(game.information_sets):
            found.add(("nodes", number, "information_set"), f"{visited} comes first: information sets stand in the order "
                      "in which the nodes first visit them")
        if isinstance(node, Decision):
            visited = max(visited, node.infoset + 1)
        _check_node(found, game, number, node)
        for position, child in enumerate(children(node)):
            if not number < child < len(game.nodes):
                message = f"{child} is no child of {number}: children come later, the last node is {len(game.nodes) - 1}"
                found.add(("nodes", number, "children", position), message)
            elif parent[child] >= 0:
                found.add(("nodes", number, "children", position), f"node {child} is already a child of {parent[child]}")
            else:
                parent[child] = number
    for number in range(1, len(game.nodes)):
        if parent[number] < 0:
            found.add(("nodes", number), "no node leads here")
    for number in range(visited, len(game.information_sets)):
        found.add(("information_sets", number), "no node belongs to it")


def _check_node(found: Findings, game: Game, number: int, node: Node) -> None:
    match node:
        case Decision(infoset, following):
            if not 0 <= infoset < len(game.information_sets):
                found.add(("nodes", number, "information_set"), f"there is no information set {infoset}")
            elif len(following) != len(game.information_sets[infoset].actions):
                actions = len(game.information_sets[infoset].actions)
                found.add(("nodes", number, "children"), f"{len(following)} children for {actions} actions")
        case Chance(actions, probabilities, following):
            if not len(actions) == len(probabilities) == len(following):
                found.add(("nodes", number), "actions, probabilities and children differ in number")
            if len(set(actions)) < len(actions) or "" in actions:
                found.add(("nodes", number, "chance"), "the actions need labels, all of them different")
            if any(probability <= 0 for probability in probabilities):
                found.add(("nodes", number, "probabilities"), "a probability is not above 0")
            if sum(probabilities) != 1:
                found.add(("nodes", number, "probabilities"), f"they sum to {sum(probabilities)}, not to 1")


def _check_recall(game: Game) -> list[Problem]:
    """Return one problem per information set whose player forgot an own move or what it knew before it."""
    last = last_steps(game)
    first: dict[int, int] = {}
    problems: dict[int, Problem] = {}
    for number, node in enumerate(game.nodes):
        if not isinstance(node, Decision):
            continue
        infoset = game.information_sets[node.infoset]
        other = first.setdefault(node.infoset, number)
        if last[number][infoset.player - 1] != last[other][infoset.player - 1]:
            problems.setdefault(node.infoset, Problem(
                f"{game.players[infoset.player - 1]} has no perfect recall: it cannot tell the history "
                f"'{_history(game, other)}' from '{_history(game, number)}', although its own moves or "
                f"what it saw before them differ", ("information_sets", node.infoset)))
    return list(problems.values())


def _history(game: Game, number: int) -> str:
    parent: dict[int, tuple[int, int]] = {}
    for above, node in enumerate(game.nodes[:number]):
        parent.update({child: (above, position) for position, child in enumerate(children(node))})
    labels = []
    while number:
        number, position = parent[number]
        node = game.nodes[number]
        labels.append(game.information_sets[node.infoset].actions[position] if isinstance(node, Decision)
                      else node.actions[position] if isinstance(node, Chance) else "")
    return ", ".join(labels[::-1])


def _read_game(found: Findings, data: Data) -> Game:
    top = found.fields(
        data, (), ("format", "version", "title", "players", "information_sets", "nodes"), ("source", "states")
    )
    players = tuple(found.text(name, ("players", at)) for at, name in enumerate(found.sequence(top["players"], ("players",))))
    if len(players) != 2:
        found.add(("players",), f"a game here has 2 players, not {len(players)}")
    infosets = enumerate(found.sequence(top["information_sets"], ("information_sets",)))
    nodes = enumerate(found.sequence(top["nodes"], ("nodes",)))
    return Game(
        found.text(top["title"], ("title",)),
        read_source(found, top.get("source"), ("source",)),
        (players[0], players[1]) if len(players) == 2 else ("player 1", "player 2"),
        found.integer(top.get("states", 0), ("states",)),
        tuple(_read_infoset(found, number, infoset) for number, infoset in infosets),
        tuple(_read_node(found, number, node) for number, node in nodes),
    )


def _read_infoset(found: Findings, number: int, data: Data) -> InformationSet:
    place = ("information_sets", number)
    fields = found.fields(data, place, ("information_set", "player", "actions"), ("state", "sees"))
    _check_number(found, (*place, "information_set"), fields["information_set"], number)
    return InformationSet(
        found.integer(fields["player"], (*place, "player")),
        found.text(fields.get("state", ""), (*place, "state")),
        _texts(found, (*place, "sees"), fields.get("sees", [])),
        _texts(found, (*place, "actions"), fields["actions"]),
    )


def _read_node(found: Findings, number: int, data: Data) -> Node:
    # Only what is not as our own writer leaves it pays for the careful reading.
    match data:
        case {"node": int(named), "information_set": int(infoset), "children": [*following]} if (
            named == number and len(data) == 3 and all(type(child) is int for child in following)
        ):
            return Decision(infoset, tuple(following))
        case {"node": int(named), "payoff": str(payoff)} if named == number and len(data) == 2:
            return Terminal(found.exact(payoff, ("nodes", number, "payoff")))
    place = ("nodes", number)
    keys = data if isinstance(data, dict) else {}
    if "payoff" in keys:
        fields = found.fields(data, place, ("node", "payoff"))
        node: Node = Terminal(found.exact(fields["payoff"], (*place, "payoff")))
    elif "chance" in keys:
        fields = found.fields(data, place, ("node", "chance", "probabilities", "children"))
        probabilities = enumerate(found.sequence(fields["probabilities"], (*place, "probabilities")))
        node = Chance(
            _texts(found, (*place, "chance"), fields["chance"]),
            tuple(found.exact(value, (*place, "probabilities", at)) for at, value in probabilities),
            _integers(found, (*place, "children"), fields["children"]),
        )
    else:
        fields = found.fields(data, place, ("node", "information_set", "children"))
        infoset = found.integer(fields["information_set"], (*place, "information_set"))
        node = Decision(infoset, _integers(found, (*place, "children"), fields["children"]))
    _check_number(found, (*place, "node"), fields["node"], number)
    return node


def _check_number(found: Findings, place: Place, data: Data, number: int) -> None:
    if data is not None and found.integer(data, place) != number:
        found.add(place, f"this is number {number}: they are numbered from 0 in the order of the file")


def _texts(found: Findings, place: Place, data: Data) -> tuple[str, ...]:
    return tuple(found.text(value, (*place, at)) for at, value in enumerate(found.sequence(data, place)))


def _integers(found: Findings, place: Place, data: Data) -> tuple[int, ...]:
    return tuple(found.integer(value, (*place, at)) for at, value in enumerate(found.sequence(data, place)))


def _infoset_line(number: int, infoset: InformationSet) -> str:
    state = f'"state": {json.dumps(infoset.state)}, ' if infoset.state else ""
    sees = f'"sees": {json.dumps(infoset.sees)}, ' if infoset.sees else ""
    return (f'  {{"information_set": {number}, "player": {infoset.player}, {state}{sees}'
            f'"actions": {json.dumps(infoset.actions)}}}')


def _node_line(number: int, node: Node) -> str:
    match node:
        case Decision(infoset, following):
            return f'  {{"node": {number}, "information_set": {infoset}, "children": {list(following)}}}'
        case Chance(actions, probabilities, following):
            exact = json.dumps([write_exact(probability) for probability in probabilities])
            return (f'  {{"node": {number}, "chance": {json.dumps(actions)}, '
                    f'"probabilities": {exact}, "children": {list(following)}}}')
        case Terminal(payoff):
            return f'  {{"node": {number}, "payoff": "{write_exact(payoff)}"}}'
        case _:
            assert_never(node)


def _lines(lines: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        yield before + line
        before = ",\n"
    if before:
        yield "\n"
