"""The state graph (`*.states.yaml`): the rules of one game, compiled to a finite graph.

A graph has a one-sided secret or none. With a secret, player 2 chooses some of
its places before play, and every other thing player 1 knows: a state is what
player 1 knows, and what player 2 knows is what its own states show it (`sees`).
Without, nothing is hidden between the moves, and both players may move at once
(`Joint`); such a graph can be too large to list and carry only its `rule`.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar, assert_never

from schemas.parts.counts import Counts, read_counts
from schemas.parts.documents import Data, Findings, locate_yaml, read_yaml
from schemas.parts.exact import brief, write_exact
from schemas.parts.problems import InputError, Place, Problem, shown
from schemas.parts.source import Source, read_source
from schemas.parts.squares import Square, read_places, read_square
from schemas.parts.states import Choice, Draw, Joint, Look, Relocation, State, Terminal, targets
from schemas.rules import read_rule
from schemas.rules.listing import list_states
from schemas.rules.rule import Rule

FORMAT = "efgc/state-graph"
VERSION = 1
Entry = TypeVar("Entry")
LARGEST = 10**290  # Number of a graph without a secret: floats hold 1e17 of them together.
RESERVED = ("secret", "chance", "joint")  # Actors that are no player's name.


class Secret(NamedTuple):
    """What player 2 chooses before play: some of the places."""

    places: tuple[tuple[str, Square], ...]
    """Name and square, in reading order."""
    size: int
    """How many of them."""


@dataclass(frozen=True)
class StateGraph:
    """A game's rules as states and transitions; targets are indices into `states`."""

    title: str
    source: Source | None
    players: tuple[str, str]
    secret: Secret | None
    """None where both players know the state."""
    names: tuple[str, ...]
    """Of the states, unique."""
    states: tuple[State, ...]
    """None at all where they are generated."""
    start: int
    counts: Counts | None = None
    """Of the game without the reductions of this graph, where they are known."""
    rule: Rule | None = None
    """What the states follow from, where that is known."""

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the text that `write` makes, in hexadecimal: it tells whose a solution
        is.
        """
        return hashlib.sha256("".join(write(self)).encode()).hexdigest()

    @property
    def places(self) -> tuple[tuple[str, Square], ...]:
        """The places of the secret."""
        return self.secret.places if self.secret else ()


def topological(graph: StateGraph) -> list[int] | None:
    """Return the states that can be reached, each after all its predecessors; None if there is a
    cycle.
    """
    ascending = _ascending(graph)
    if ascending is not None:
        return ascending
    follow = {graph.start: targets(graph.states[graph.start])}
    waiting = [graph.start]
    indegree = {graph.start: 0}
    while waiting:
        for target in follow[waiting.pop()]:
            indegree[target] = indegree.get(target, 0) + 1
            if target not in follow:
                follow[target] = targets(graph.states[target])
                waiting.append(target)
    order = [graph.start] if not indegree[graph.start] else []
    for state in order:
        for target in follow[state]:
            indegree[target] -= 1
            if not indegree[target]:
                order.append(target)
    return order if len(order) == len(follow) else None


def check(graph: StateGraph) -> list[Problem]:
    """Return everything that makes the graph no game: cycles, probabilities, unknown places."""
    found = Findings()
    _check_players(found, graph)
    if graph.secret:
        _check_secret(found, graph.secret)
        if graph.rule:
            found.add(("rule",), "where there is a secret, the states follow from no such rule")
    if not graph.states:
        rule = (
            graph.rule.check() if graph.rule else [Problem("the states are to follow from a rule")]
        )
        return [*found.problems, *(Problem(one.message, ("rule", *one.place)) for one in rule)]
    for name, state in zip(graph.names, graph.states, strict=True):
        _check_state(found, graph, ("states", name), state)
    if not found.problems and topological(graph) is None:
        cycle = " -> ".join(graph.names[state] for state in _cycle(graph))
        found.add(("states", cycle.partition(" ")[0]), f"play could go on for ever: {cycle}")
    return found.problems


def read(text: str) -> StateGraph:
    """Return the graph that the YAML text describes.

    Raises InputError with the line and column of every problem.
    """
    data = read_yaml(text)
    found = Findings()
    try:
        found.header(data, FORMAT, VERSION)
        graph = _read_graph(found, data)
        found.add_beside(check(graph))
        found.stop()
        _refuse_other_states(found, graph)
    except InputError as error:
        raise InputError(locate_yaml(text, error.problems)) from None
    return graph


def write(graph: StateGraph) -> Iterator[str]:
    """Yield the lines of the YAML text, each with its end."""
    yield f"format: {FORMAT}\nversion: {VERSION}\ntitle: {_scalar(graph.title)}\n"
    if graph.source:
        yield f"source: {_flow(graph.source.fields())}\n"
    if graph.counts:
        yield f"counts: {_flow(graph.counts.fields())}\n"
    yield f"players: {_flow(graph.players)}\n"
    if graph.secret:
        secret = {
            "owner": graph.players[1],
            "places": dict(graph.secret.places),
            "count": graph.secret.size,
        }
        yield f"secret: {_flow(secret)}\n"
    if graph.rule:
        yield f"rule: {_flow(graph.rule.fields())}\n"
    if not graph.states:
        yield "states: generated\n"
        return
    yield f"start: {_scalar(graph.names[graph.start])}\nstates:\n"
    names = [_scalar(name) for name in graph.names]
    for name, state in zip(names, graph.states, strict=True):
        yield f"  {name}: {{{_line(graph, names, state)}}}\n"


def _ascending(graph: StateGraph) -> list[int] | None:
    """Return the states that can be reached if their numbers grow along every transition, as parse
    writes them.
    """
    reached = [False] * len(graph.states)
    reached[graph.start] = True
    order = []
    for state in range(graph.start, len(graph.states)):
        if reached[state]:
            order.append(state)
            for target in targets(graph.states[state]):
                if target <= state:
                    return None
                reached[target] = True
    return order


def _check_players(found: Findings, graph: StateGraph) -> None:
    if graph.players[0] == graph.players[1]:
        found.add(("players",), "the two players have the same name")
    for index, name in enumerate(graph.players):
        if name in RESERVED or not name:
            found.add(("players", index), f"{shown(name)} cannot be a player's name")


def _check_secret(found: Findings, secret: Secret) -> None:
    for name, _ in secret.places:
        # Actions are named by places with blanks between them.
        if not name or " " in name:
            found.add(
                ("secret", "places", name),
                f"{shown(name)} cannot be a place's name: no blanks, not empty",
            )
    count, places = secret.size, len(secret.places)
    if not 0 <= count <= places:
        found.add(("secret", "count"), f"{count} out of {places} places cannot be chosen")


def _check_state(found: Findings, graph: StateGraph, place: Place, state: State) -> None:
    match state:
        case Draw(moves):
            _check_labels(found, place, [label for label, _, _ in moves])
            for label, probability, _ in moves:
                if probability <= 0:
                    found.add(
                        (*place, "moves", label, "p"),
                        f"the probability {brief(probability)} is not above 0",
                    )
            total = sum((probability for _, probability, _ in moves), Fraction(0))
            if moves and total != 1:
                found.add((*place, "moves"), f"the probabilities sum to {brief(total)}, not to 1")
        case Choice(_, moves):
            _check_labels(found, place, [label for label, _ in moves])
        case Look(secret_place):
            _check_place(found, graph, (*place, "place"), secret_place)
        case Relocation(_, not_to):
            _check_place(found, graph, (*place, "relocate", "not_to"), not_to)
        case Joint():
            _check_joint(found, graph, place, state)
        case Terminal(payoff) if not graph.secret:
            _check_size(found, (*place, "payoff"), payoff)


def _check_joint(found: Findings, graph: StateGraph, place: Place, state: Joint) -> None:
    if graph.secret:
        found.add((*place, "actor"), "both players move at once only where nothing is secret")
    for at, labels in enumerate(state.moves):
        if not all(labels):
            found.add((*place, "moves", at), "a move needs a label")
        elif not labels:
            found.add((*place, "moves", at), "there is no move")
        elif len(set(labels)) < len(labels):
            found.add((*place, "moves", at), "a label stands twice")
    shape = (len(state.moves[0]), len(state.moves[1]))
    for key, rows in (("to", state.to), ("reward", state.reward)):
        if len(rows) != shape[0] or any(len(row) != shape[1] for row in rows):
            found.add((*place, key), f"is not {shape[0]} rows of {shape[1]}, one per pair of moves")
    for row, numbers in enumerate(state.reward):
        for column, number in enumerate(numbers):
            _check_size(found, (*place, "reward", row, column), number)


def _check_size(found: Findings, place: Place, number: Fraction) -> None:
    if abs(number) > LARGEST:
        found.add(
            place, f"{brief(number)} is beyond 1e290; what is won along the way has to add up"
        )


def _check_labels(found: Findings, place: Place, labels: list[str]) -> None:
    if not labels:
        found.add((*place, "moves"), "there is no move")
    if "" in labels:
        found.add((*place, "moves", ""), "a move needs a label")


def _check_place(found: Findings, graph: StateGraph, place: Place, name: str) -> None:
    known = [known for known, _ in graph.places]
    if name not in known:
        found.add(
            place, f"{shown(name)} is no place of the secret; they are {', '.join(known) or 'none'}"
        )


def _cycle(graph: StateGraph) -> list[int]:
    """Return the states of one cycle, the first again at the end."""
    import networkx

    edges = (
        (state, target) for state, value in enumerate(graph.states) for target in targets(value)
    )
    cycle = networkx.find_cycle(networkx.DiGraph(edges), graph.start)
    return [state for state, _ in cycle] + [cycle[0][0]]


def _refuse_other_states(found: Findings, graph: StateGraph) -> None:
    level = graph.source.level if graph.source else 2
    if (
        graph.rule
        and graph.states
        and list_states(graph.rule, level, len(graph.states)) != (graph.names, graph.states)
    ):
        found.add(
            ("rule",),
            (
                f"the states are not those of this rule at level {level}; leave it out of a graph "
                "that was changed"
            ),
        )
    found.stop()


def _read_graph(found: Findings, data: Data) -> StateGraph:
    generated = data.get("states") == "generated"
    needed = ("rule", "states") if generated else ("start", "states")
    optional = ("source",) if generated else ("source", "counts", "secret", "rule")
    top = found.fields(data, (), ("format", "version", "title", "players", *needed), optional)
    players = _players(found, top["players"])
    head = (
        found.text(top["title"], ("title",)),
        read_source(found, top.get("source"), ("source",)),
        players,
    )
    secret = _secret(found, players, top["secret"]) if "secret" in top else None
    rule = read_rule(found, top["rule"], ("rule",)) if top.get("rule") is not None else None
    if generated:
        return StateGraph(*head, secret, (), (), 0, None, rule)
    states = found.mapping(top["states"], ("states",))
    index = {name: number for number, name in enumerate(states)}
    if not states:
        found.add(("states",), "there is no state")
        found.stop()
    return StateGraph(
        *head,
        secret,
        tuple(states),
        tuple(
            _state(found, index, players, ("states", name), value) for name, value in states.items()
        ),
        _target(found, index, ("start",), top["start"]),
        read_counts(found, top.get("counts"), ("counts",)),
        rule,
    )


def _players(found: Findings, data: Data) -> tuple[str, str]:
    names = [
        found.text(name, ("players", number))
        for number, name in enumerate(found.sequence(data, ("players",)))
    ]
    if len(names) != 2:
        found.add(("players",), f"a game here has 2 players, not {len(names)}")
        found.stop()  # Without the players nothing can be said of the states.
    return (names[0], names[1])


def _secret(found: Findings, players: tuple[str, str], data: Data) -> Secret:
    place = ("secret",)
    fields = found.fields(data, place, ("owner", "places", "count"))
    if fields["owner"] is not None and fields["owner"] != players[1]:
        found.add(
            (*place, "owner"), f"{shown(fields['owner'])} is not player 2, {shown(players[1])}"
        )
    places = read_places(found, fields["places"], (*place, "places"))
    return Secret(places, found.integer(fields["count"], (*place, "count")))


def _state(
    found: Findings, index: Mapping[str, int], players: tuple[str, str], place: Place, data: Data
) -> State:
    actor = data.get("actor") if isinstance(data, dict) else None
    if isinstance(data, dict) and actor is None:
        fields = found.fields(data, place, ("payoff",))
        return Terminal(found.exact(fields["payoff"], (*place, "payoff")))
    if actor == "chance":
        fields = found.fields(data, place, ("actor", "moves"))
        return Draw(_chance_moves(found, index, (*place, "moves"), fields["moves"]))
    if actor == "secret":
        fields = found.fields(data, place, ("actor", "place", "occupied", "empty"))
        occupied, empty = (
            _target(found, index, (*place, key), fields[key]) for key in ("occupied", "empty")
        )
        return Look(found.text(fields["place"], (*place, "place")), occupied, empty)
    if actor == "joint":
        return _joint(found, index, place, data)
    if actor == players[1] and "relocate" in data:
        return _relocation(found, index, place, data)
    if actor in players:
        return _choice(found, index, players.index(actor) + 1, place, data)
    fields = found.mapping(data, place)
    if fields:
        known = ", ".join((*players, *RESERVED))
        found.add((*place, "actor"), f"{shown(actor)} is no actor here; known are {known}")
    return Terminal(Fraction(0))


def _chance_moves(
    found: Findings, index: Mapping[str, int], place: Place, data: Data
) -> tuple[tuple[str, Fraction, int], ...]:
    moves = []
    for label, move in found.mapping(data, place).items() if data is not None else ():
        fields = found.fields(move, (*place, label), ("p", "to"))
        probability = (
            found.exact(fields["p"], (*place, label, "p"))
            if fields["p"] is not None
            else Fraction(1)
        )
        moves.append(
            (label, probability, _target(found, index, (*place, label, "to"), fields["to"]))
        )
    return tuple(moves)


def _joint(found: Findings, index: Mapping[str, int], place: Place, data: Data) -> Joint | Terminal:
    fields = found.fields(data, place, ("actor", "moves", "to"), ("reward",))
    to = _rows(
        found, (*place, "to"), fields["to"], lambda at, target: _target(found, index, at, target)
    )
    reward = _rows(
        found, (*place, "reward"), fields.get("reward"), lambda at, number: found.exact(number, at)
    )
    before = len(found.problems)
    labels = [
        tuple(
            found.text(label, (*place, "moves", player, at))
            for at, label in enumerate(found.sequence(moves, (*place, "moves", player)))
        )
        for player, moves in enumerate(found.sequence(fields["moves"], (*place, "moves")))
    ]
    if isinstance(fields["moves"], list) and len(labels) != 2:
        found.add((*place, "moves"), "two lists of labels, of player 1 and player 2")
    if fields["moves"] is None or len(found.problems) > before:
        return Terminal(Fraction(0))  # Without the moves nothing can be said of the rest.
    zeros = tuple((Fraction(0),) * len(labels[1]) for _ in labels[0])
    return Joint((labels[0], labels[1]), to, reward if "reward" in fields else zeros)


def _rows(
    found: Findings, place: Place, data: Data, read: Callable[[Place, Data], Entry]
) -> tuple[tuple[Entry, ...], ...]:
    return tuple(
        tuple(
            read((*place, row, column), entry)
            for column, entry in enumerate(found.sequence(entries, (*place, row)))
        )
        for row, entries in enumerate(found.sequence(data, place))
    )


def _relocation(found: Findings, index: Mapping[str, int], place: Place, data: Data) -> Relocation:
    fields = found.fields(data, place, ("actor", "relocate"), ("sees",))
    move = found.fields(fields["relocate"], (*place, "relocate"), ("not_to", "to"))
    return Relocation(
        _sees(found, place, fields),
        found.text(move["not_to"], (*place, "relocate", "not_to")),
        _target(found, index, (*place, "relocate", "to"), move["to"]),
    )


def _choice(
    found: Findings, index: Mapping[str, int], player: int, place: Place, data: Data
) -> Choice:
    fields = found.fields(
        data, place, ("actor", "moves"), ("at",) if player == 1 else ("at", "sees")
    )
    moves = found.mapping(fields["moves"], (*place, "moves")) if fields["moves"] is not None else {}
    return Choice(
        player,
        tuple(
            (label, _target(found, index, (*place, "moves", label), target))
            for label, target in moves.items()
        ),
        _sees(found, place, fields),
        read_square(found, fields["at"], (*place, "at")) if "at" in fields else None,
    )


def _sees(found: Findings, place: Place, fields: Mapping[str, Data]) -> tuple[str, ...]:
    sees = found.sequence(fields.get("sees"), (*place, "sees"))
    return tuple(found.text(item, (*place, "sees", number)) for number, item in enumerate(sees))


def _target(found: Findings, index: Mapping[str, int], place: Place, data: Data) -> int:
    name = found.text(data, place)
    if isinstance(data, str) and name not in index:
        found.add(place, f"{shown(data)} is not a state")
    return index.get(name, 0)


def _line(graph: StateGraph, names: list[str], state: State) -> str:
    match state:
        case Terminal(payoff):
            return f"payoff: {write_exact(payoff)}"
        case Draw(moves):
            parts = (
                f"{_scalar(label)}: {{p: {write_exact(p)}, to: {names[to]}}}"
                for label, p, to in moves
            )
            return f"actor: chance, moves: {{{', '.join(parts)}}}"
        case Look(place, occupied, empty):
            return (
                f"actor: secret, place: {_scalar(place)}, occupied: {names[occupied]}, empty: "
                f"{names[empty]}"
            )
        case Choice(player, moves, sees, at):
            square = f"at: {_flow(at)}, " if at else ""
            shows = f"sees: {_flow(sees)}, " if sees else ""
            parts = (f"{_scalar(label)}: {names[to]}" for label, to in moves)
            return (
                f"actor: {_scalar(graph.players[player - 1])}, {square}{shows}moves: "
                f"{{{', '.join(parts)}}}"
            )
        case Relocation(sees, not_to, to):
            shows = f"sees: {_flow(sees)}, " if sees else ""
            return (
                f"actor: {_scalar(graph.players[1])}, {shows}relocate: {{not_to: "
                f"{_scalar(not_to)}, to: {names[to]}}}"
            )
        case Joint(labels, to, reward):
            rows = ", ".join(f"[{', '.join(names[target] for target in row)}]" for row in to)
            names_of_moves = ", ".join(f"[{', '.join(map(_scalar, moves))}]" for moves in labels)
            numbers = ", ".join(f"[{', '.join(map(write_exact, row))}]" for row in reward)
            paid = f", reward: [{numbers}]" if any(map(any, reward)) else ""
            return f"actor: joint, moves: [{names_of_moves}], to: [{rows}]{paid}"
        case _:
            assert_never(state)


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{_scalar(str(key))}: {_flow(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return str(value) if isinstance(value, int) or str(value).isdigit() else _scalar(str(value))


_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ./()+-=")
# Words and numbers that other YAML readers take for something else than text.
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"))


def _scalar(text: str) -> str:
    """Return text as a YAML scalar that every reader takes for text.

    >>> _scalar("take gold"), _scalar("no"), _scalar("3"), _scalar("a: b")
    ('take gold', '"no"', '"3"', '"a: b"')
    """
    import json

    plain = (
        text[:1].isalpha() and text.isascii() and _PLAIN.issuperset(text) and not text.endswith(" ")
    )
    if plain and text.lower() not in _WORDS:
        return text
    # JSON's escapes are YAML's, but for letters beyond 16 bits.
    return (
        '"'
        + "".join(json.dumps(x)[1:-1] if x <= "\uffff" else f"\\U{ord(x):08x}" for x in text)
        + '"'
    )
