"""Read the record of one state from its YAML data, with the place of every problem."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from schemas.parts.documents import Data, Findings
from schemas.parts.problems import Place, shown
from schemas.parts.squares import read_square
from schemas.parts.states import Choice, Draw, Joint, Look, Relocation, State, Terminal
from schemas.state_graph.records import RESERVED

Entry = TypeVar("Entry")


def read_state(
    found: Findings, index: Mapping[str, int], players: tuple[str, str], place: Place, data: Data
) -> State:
    """Return the state in the YAML data; `index` has the numbers of the states by name."""
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
            read_target(found, index, (*place, key), fields[key]) for key in ("occupied", "empty")
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
            (label, probability, read_target(found, index, (*place, label, "to"), fields["to"]))
        )
    return tuple(moves)


def _joint(found: Findings, index: Mapping[str, int], place: Place, data: Data) -> Joint | Terminal:
    fields = found.fields(data, place, ("actor", "moves", "to"), ("reward",))
    to = _rows(
        found,
        (*place, "to"),
        fields["to"],
        lambda at, target: read_target(found, index, at, target),
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
        return Terminal(Fraction(0))  # The rest cannot be checked without the moves.
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
        read_target(found, index, (*place, "relocate", "to"), move["to"]),
    )


def _choice(
    found: Findings, index: Mapping[str, int], player: int, place: Place, data: Data
) -> Choice:
    fields = found.fields(
        data, place, ("actor", "moves"), ("at",) if player == 1 else ("at", "sees")
    )
    moves = found.mapping(fields["moves"], (*place, "moves")) if fields["moves"] is not None else {}
    return Choice(
        player=player,
        moves=tuple(
            (label, read_target(found, index, (*place, "moves", label), target))
            for label, target in moves.items()
        ),
        sees=_sees(found, place, fields),
        at=read_square(found, fields["at"], (*place, "at")) if "at" in fields else None,
    )


def _sees(found: Findings, place: Place, fields: Mapping[str, Data]) -> tuple[str, ...]:
    sees = found.sequence(fields.get("sees"), (*place, "sees"))
    return tuple(found.text(item, (*place, "sees", number)) for number, item in enumerate(sees))


def read_target(found: Findings, index: Mapping[str, int], place: Place, data: Data) -> int:
    """Return the number of the state with a given name."""
    name = found.text(data, place)
    if isinstance(data, str) and name not in index:
        found.add(place, f"{shown(data)} is not a state")
    return index.get(name, 0)
