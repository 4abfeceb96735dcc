"""From the JSON data of a game to its records, with the place of every problem."""

from schemas.game.records import Chance, Decision, GameRecord, InformationSet, Node, Terminal
from schemas.parts.counts import read_counts
from schemas.parts.documents import Data, Findings
from schemas.parts.problems import Place
from schemas.parts.source import read_source
from schemas.parts.squares import read_places


def read_game(found: Findings, data: Data) -> GameRecord:
    """Return the game that the data tells; `found` takes what is wrong with it."""
    top = found.fields(
        data,
        (),
        ("format", "version", "title", "players", "information_sets", "nodes"),
        ("source", "counts", "places", "states", "constant"),
    )
    players = tuple(
        found.text(name, ("players", at))
        for at, name in enumerate(found.sequence(top["players"], ("players",)))
    )
    if len(players) != 2:
        found.add(("players",), f"a game here has 2 players, not {len(players)}")
    infosets = enumerate(found.sequence(top["information_sets"], ("information_sets",)))
    nodes = enumerate(found.sequence(top["nodes"], ("nodes",)))
    return GameRecord(
        title=found.text(top["title"], ("title",)),
        source=read_source(found, top.get("source"), ("source",)),
        players=(players[0], players[1]) if len(players) == 2 else ("player 1", "player 2"),
        states=found.integer(top.get("states", 0), ("states",)),
        information_sets=tuple(
            _read_infoset(found, number, infoset) for number, infoset in infosets
        ),
        nodes=tuple(read_node(found, number, node) for number, node in nodes),
        counts=read_counts(found, top.get("counts"), ("counts",)),
        places=read_places(found, top.get("places"), ("places",)),
        constant=found.exact(top.get("constant"), ("constant",)),
    )


def _read_infoset(found: Findings, number: int, data: Data) -> InformationSet:
    place = ("information_sets", number)
    fields = found.fields(data, place, ("information_set", "player", "actions"), ("state", "sees"))
    _check_number(found, (*place, "information_set"), fields["information_set"], number)
    return InformationSet(
        player=found.integer(fields["player"], (*place, "player")),
        state=found.text(fields.get("state", ""), (*place, "state")),
        sees=_texts(found, (*place, "sees"), fields.get("sees", [])),
        actions=_texts(found, (*place, "actions"), fields["actions"]),
    )


def read_node(found: Findings, number: int, data: Data) -> Node:
    """Return the node that the data tells; `found` takes what is wrong with it."""
    # Only what is not as our own writer leaves it pays for the careful reading.
    match data:
        case {"node": int(named), "information_set": int(infoset), "children": [*following]} if (
            named == number
            and len(data) == 3
            and all(type(value) is int for value in (named, infoset, *following))
        ):
            return Decision(infoset, tuple(following))
        case {"node": int(named), "payoff": str(payoff)} if (
            type(named) is int and named == number and len(data) == 2
        ):
            return Terminal(found.exact(payoff, ("nodes", number, "payoff")))
    place = ("nodes", number)
    keys = data if isinstance(data, dict) else {}
    if "payoff" in keys:
        fields = found.fields(data, place, ("node", "payoff"))
        node: Node = Terminal(found.exact(fields["payoff"], (*place, "payoff")))
    elif "chance" in keys:
        fields = found.fields(data, place, ("node", "chance", "probabilities", "children"))
        probabilities = enumerate(
            found.sequence(fields["probabilities"], (*place, "probabilities"))
        )
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
        found.add(
            place, f"this is number {number}: they are numbered from 0 in the order of the file"
        )


def _texts(found: Findings, place: Place, data: Data) -> tuple[str, ...]:
    return tuple(
        found.text(value, (*place, at)) for at, value in enumerate(found.sequence(data, place))
    )


def _integers(found: Findings, place: Place, data: Data) -> tuple[int, ...]:
    return tuple(
        found.integer(value, (*place, at)) for at, value in enumerate(found.sequence(data, place))
    )
