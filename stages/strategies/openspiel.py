"""OpenSpiel's tabular policies, and LiteEFG's strategies of OpenSpiel's games.

OpenSpiel's policy is a mapping from information state strings to probabilities. In JSON, as
`json.dump` writes the result of `to_dict()` of a `TabularPolicy` in Python, or of `policy_table()`
in C++: the probabilities of an information state are pairs of an action and a probability,
`[[0, 0.5], [1, 0.5]]`. A mapping by action and a list of all actions are read, too. An action is
given by OpenSpiel's number or by its label here. `to_dict()` lists all actions of the game, with 0
for illegal ones; if it matters which are legal, OpenSpiel is queried. A pickle is a program, and is
never opened.

LiteEFG's strategies are for one player at a time. Two forms are read. One is a vector in JSON, as
returned by `FileEnv.get_strategy(player, node)`: `[["0pb", [1.0, 0.0]], ...]`; a list of two
vectors is for both players. The name of an information set of an OpenSpiel environment is `pl1_5__`
and the information state string, encoded as in a URL. The other is the table that a `DataFrame` of
an OpenSpiel environment writes: a line per information set, named by `Infoset`, with a column for
each action of the game, and 0 for illegal ones.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from efgc.schemas.game import Chance, Decision, Game, Terminal
from efgc.schemas.parts.documents import Data, Findings, locate_json, read_json
from efgc.schemas.parts.problems import InputError, OptionError, Place, Problem
from efgc.schemas.parts.source import OPENSPIEL
from efgc.schemas.strategies import ExactStrategy
from efgc.schemas.strategy import spelled
from efgc.stages.parse.openspiel import PREFIX
from efgc.stages.parse.openspiel_states import KnownState, Turn, known_states, states_at
from efgc.stages.strategies.amounts import amount
from efgc.stages.strategies.entries import (
    Cell,
    InfosetEntry,
    Log,
    Spot,
    Text,
    is_enough,
    located,
)
from efgc.stages.strategies.names import Names, plain

_BEGIN = re.compile(
    r'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*'
    r'(?:\[\s*(?:\[\s*"?[\w ]*"?\s*,\s*"?[-+.\d]|"?[-+.\d])|\{\s*"(?:[^"\\]|\\.)*"\s*:\s*"?[-+.\d])'
)
_MOVER = re.compile(r"Current player: \d+\s")


def recognise(text: str) -> bool:
    """Return whether a text is a mapping from texts to numbers of actions.

    >>> (recognise('{"0pb": [[0, 1.0], [1, 0.0]]}'), recognise('{"0pb": {"Pass": 1}}'),
    ...     recognise('{"format": "efgc/game"}'))
    (True, True, False)
    """
    return _BEGIN.match(text) is not None


def read(text: str, names: Names) -> Text:
    """Return the contents of a text."""
    found = Findings()
    policy = found.mapping(read_json(text), ())
    rows = [_row(found, key, value) for key, value in policy.items()]
    if found.problems:
        raise InputError(locate_json(text, found.problems))
    return Text(entries=matched(rows, names), both=True)


class Row(NamedTuple):
    """The entry for one information state."""

    words: str
    actions: tuple[str | int, ...]
    """Labels, or OpenSpiel's numbers."""
    numbers: tuple[str, ...]
    spot: Spot
    spots: tuple[Spot, ...]


def _row(found: Findings, key: str, value: Data) -> Row:
    place: Place = (key,)
    if isinstance(value, dict):
        names: list[str | int] = [
            int(name) if name.isascii() and name.isdigit() and len(name) < 10 else name
            for name in value
        ]
        spots = tuple((*place, name) for name in value)
        numbers = [spelled(found, (*place, name), number) for name, number in value.items()]
        return Row(key, tuple(names), tuple(numbers), place, spots)
    every = found.sequence(value, place)
    if not every:
        found.add(place, "there are no probabilities")
    names, numbers = [], []
    for at, pair in enumerate(every):
        if not isinstance(pair, list):
            names.append(at)
            numbers.append(spelled(found, (*place, at), pair))
        elif len(pair) == 2 and isinstance(pair[0], int | str):
            names.append(pair[0])
            numbers.append(spelled(found, (*place, at, 1), pair[1]))
        else:
            found.add((*place, at), "expected a pair of an action and a probability")
    return Row(
        key, tuple(names), tuple(numbers), place, tuple((*place, at) for at in range(len(every)))
    )


def matched(rows: Sequence[Row], names: Names, player: int | None = None) -> list[InfosetEntry]:
    """Return the entries of rows for a player, or for both, with the labels of their actions."""
    players = (1, 2) if player is None else (player,)
    if is_merged(names.game):
        return [*_matched_at(rows, names, players)]
    meant = [_find_state(row, names, players) for row in rows]
    sizes = [len(names.labels(infoset)) if infoset is not None else 0 for _, infoset in meant]
    asked = any(
        size and _ids(row) and len(row.actions) != size
        for row, size in zip(rows, sizes, strict=True)
    )
    known = states(names.game) if asked else ()
    return [
        _entry(row._replace(words=words), infoset, names, known)
        for row, (words, infoset) in zip(rows, meant, strict=True)
    ]


def _matched_at(
    rows: Sequence[Row], names: Names, players: Sequence[int]
) -> Iterator[InfosetEntry]:
    """Yield the entries of rows in a game that was expanded from a state graph of OpenSpiel."""
    known = states(names.game)
    index = {(one.player, plain(one.string)): at for at, one in enumerate(known)}
    for row in rows:
        every = (row.words, _MOVER.sub("", row.words, count=1))
        found = [index.get((player, plain(words))) for words in every for player in players]
        infoset = next((at for at in found if at is not None), None)
        if infoset is None:
            yield _entry(row, None, names, known)
            continue
        actions, labels = known[infoset].actions, names.labels(infoset)
        by_number = dict(sorted(zip(actions, labels, strict=True)))
        if _ids(row) and len(row.actions) == len(labels):
            # OpenSpiel's numbers of the legal actions, or their places.
            order = sorted(range(len(labels)), key=lambda at: row.actions[at])
            told = tuple(by_number.values())
        else:
            order = [
                at
                for at, action in enumerate(row.actions)
                if action in by_number or action in labels or amount(row.numbers[at]) != 0
            ]
            told = tuple(_label(row.actions[at], by_number) for at in order)
        yield InfosetEntry(
            player=None,
            infoset=infoset,
            words=None,
            actions=told,
            numbers=tuple(row.numbers[at] for at in order),
            spot=row.spot,
            spots=[row.spots[at] for at in order],
        )


def _find_state(row: Row, names: Names, players: Sequence[int]) -> tuple[str, int | None]:
    """Return an information state in the game's form, and its first information set."""
    for words in (row.words, _MOVER.sub("", row.words, count=1)):
        for player in players:
            if found := names.find(player, words):
                return words, found[0]
    return row.words, None


def _ids(row: Row) -> bool:
    return all(isinstance(action, int) for action in row.actions)


def states(game: Game) -> Sequence[KnownState]:
    """Return OpenSpiel's data for each information set of a game; empty for other games."""
    source = game.source
    if source is None or source.rules != OPENSPIEL or not source.file.startswith(PREFIX):
        return ()
    if not is_merged(game):
        return known_states(source.file, len(game.nodes))
    known = states_at(source.file, _turns(game))
    if len({(one.player, one.string) for one in known}) != len(known):
        why = "its information sets are not those of OpenSpiel's game: the state graph was changed"
        raise InputError([Problem(why)])
    return known


def is_merged(game: Game) -> bool:
    """Return whether a game was expanded from a state graph of OpenSpiel, whose information sets
    and actions are in another order.
    """
    return bool(game.source and game.source.rules == OPENSPIEL and game.source.level)


def _turns(game: Game) -> list[Turn]:
    """Return a place in OpenSpiel's game for each information set."""
    above: dict[int, tuple[int, str]] = {}
    found: dict[int, Turn] = {}
    for number, node in enumerate(game.nodes):
        if isinstance(node, Terminal):
            continue
        labels = (
            node.actions
            if isinstance(node, Chance)
            else game.information_sets[node.infoset].actions
        )
        above |= {
            child: (number, label) for label, child in zip(labels, node.children, strict=True)
        }
        if isinstance(node, Decision) and node.infoset not in found:
            path, at = [], number
            while at in above:
                at, label = above[at]
                path.append(label)
            found[node.infoset] = Turn(tuple(path[::-1]), labels)
    return [found[infoset] for infoset in range(len(game.information_sets))]


def _entry(
    row: Row, infoset: int | None, names: Names, known: Sequence[KnownState]
) -> InfosetEntry:
    kept = list(range(len(row.actions)))
    actions: tuple[str, ...] | None = tuple(map(str, row.actions))
    labels = () if infoset is None else names.labels(infoset)
    if _ids(row) and (len(row.actions) == len(labels) or infoset is None or not known):
        # OpenSpiel lists legal actions by their numbers, and so do the labels here.
        kept.sort(key=lambda at: row.actions[at])
        actions = None
    elif _ids(row) and infoset is not None:
        legal = dict(zip(known[infoset].actions, labels, strict=True))
        # Illegal actions have no label: playing one is reported like any other problem.
        kept = [at for at in kept if row.actions[at] in legal or amount(row.numbers[at]) != 0]
        actions = tuple(_label(row.actions[at], legal) for at in kept)
    return InfosetEntry(
        player=None,
        infoset=None,
        words=row.words,
        actions=actions,
        numbers=tuple(row.numbers[at] for at in kept),
        spot=row.spot,
        spots=[row.spots[at] for at in kept],
    )


def _label(action: str | int, legal: Mapping[int, str]) -> str:
    found = legal.get(action) if isinstance(action, int) else None
    return str(action) if found is None else found


def write(game: Game, strategies: Sequence[ExactStrategy | None]) -> Iterator[str]:
    """Yield the lines of the mapping, with a line per information state. Raises OptionError if the
    game, by its name, is not from OpenSpiel.
    """
    known = states(game)
    if not known:
        raise OptionError("a policy of OpenSpiel needs one of its own games, openspiel:NAME")
    separator = "{\n"
    for strategy in strategies:
        for infoset, shares in strategy or ():
            state = known[infoset]
            pairs = [[at, float(share)] for at, share in zip(state.actions, shares, strict=True)]
            yield f"{separator}{json.dumps(state.string)}: {json.dumps(pairs)}"
            separator = ",\n"
    yield "\n}\n" if separator[0] == "," else "{}\n"


_VECTOR = re.compile(r'\s*\[\s*(?:\[\s*)?\[\s*"(?:[^"\\]|\\.)*"\s*,\s*\[')
_TABLE = re.compile(r'[^,\n]{0,20},?"?Infoset"?,')
_NAME = re.compile(r"pl[12]_\d+__")


def recognise_vector(text: str) -> bool:
    """Return whether a text begins like pairs of a name and a list.

    >>> recognise_vector('[["0pb", [1.0, 0.0]]]'), recognise_vector("[[1, 0]]")
    (True, False)
    """
    return _VECTOR.match(text) is not None


def recognise_table(text: str) -> bool:
    """Return whether a text begins with a column `Infoset`, possibly after one without a name.

    >>> recognise_table(",Infoset,Fold,Call\\n"), recognise_table("Infoset,Fold\\n")
    (True, True)
    """
    return _TABLE.match(text) is not None


def read_vector(text: str, names: Names) -> Text:
    """Return the contents of the vector of one player, or of each."""
    found = Findings()
    data = read_json(text)
    two = bool(data) and all(isinstance(each, list) and _is_vector(each) for each in data)
    if two and len(data) != 2:
        found.add((), f"{len(data)} players; a game must have 2")
    vectors: dict[Place, Data] = (
        {(at,): each for at, each in enumerate(data)} if two else {(): data}
    )
    rows = [[*_rows(found, place, vector)] for place, vector in vectors.items()]
    if found.problems:
        raise InputError(locate_json(text, found.problems))
    parts = [
        _entries_of_player(player if two else None, each, names)
        for player, each in enumerate(rows, 1)
    ]
    return Text(entries=[one for each in parts for one in each])


def _entries_of_player(player: int | None, rows: Sequence[Row], names: Names) -> list[InfosetEntry]:
    """Return the contents of rows that all belong to one player: the one who has all these sets."""
    fits = [each for each in (1, 2) if all(names.find(each, row.words) for row in rows)]
    whose = fits[0] if player is None and len(fits) == 1 else player
    return [entry._replace(player=whose) for entry in matched(rows, names, whose)]


def _is_vector(data: list[Data]) -> bool:
    """Return whether the members are pairs of a name and numbers, not a single such pair."""
    return all(isinstance(pair, list) for pair in data)


def _rows(found: Findings, place: Place, data: Data) -> Iterator[Row]:
    for at, pair in enumerate(found.sequence(data, place)):
        here = (*place, at)
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[1], list):
            found.add(here, "expected a pair of a name and a list")
            continue
        numbers = [spelled(found, (*here, 1, number), each) for number, each in enumerate(pair[1])]
        if not numbers:
            found.add((*here, 1), "there are no probabilities")
        spots = tuple((*here, 1, number) for number in range(len(numbers)))
        name = found.text(pair[0], (*here, 0))
        yield Row(_decoded(name), tuple(range(len(numbers))), tuple(numbers), here, spots)


def _decoded(name: str) -> str:
    """Return the readable words of a name.

    >>> _decoded("pl1_390__%5BObserver%3A%200%5D"), _decoded("0pb"), _decoded("a\\\\nb")
    ('[Observer: 0]', '0pb', 'a b')
    """
    match = _NAME.match(name)
    return unquote(name[match.end() :]) if match else name.replace("\\n", " ")


def read_table(text: str, names: Names) -> Text:
    """Return the contents of a table."""
    log = Log()
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        head = next(reader)
        begin = head.index("Infoset") + 1 if "Infoset" in head else 0
        if not begin:
            raise InputError([Problem("the column 'Infoset' is missing", (), reader.line_num)])
        line = reader.line_num + 1
        for cells in reader:
            if is_enough(log, line):
                break
            if len(rows) > len(names):
                message = f"more rows than the game has information sets ({len(names)})"
                log.add(message, Cell(line, None))
                break
            if len(cells) == len(head) > begin:
                numbers = tuple(cells[begin:])
                spots = tuple(Cell(line, at) for at in range(begin, len(cells)))
                ids = tuple(range(len(numbers)))
                rows.append(Row(_decoded(cells[begin - 1]), ids, numbers, Cell(line, None), spots))
            elif cells:
                log.add(f"{len(cells)} cells in a table of {len(head)} columns", Cell(line, None))
            line = reader.line_num + 1
    except csv.Error as error:
        log.add(f"not a valid table: {error}", Cell(reader.line_num, None))
    if log:
        raise InputError(located(text, log))
    return Text(entries=_entries_of_player(None, rows, names))


def write_vector(game: Game, strategies: Sequence[ExactStrategy | None]) -> Iterator[str]:
    """Yield the lines of the vectors of both players, or of one."""
    names, known = Names(game), states(game)
    given = [strategy for strategy in strategies if strategy is not None]
    parts = [
        ",\n ".join(
            json.dumps(
                [
                    known[infoset].string if known else names.words(infoset),
                    list(map(float, shares)),
                ]
            )
            for infoset, shares in strategy
        )
        for strategy in given
    ]
    inner = ",\n".join(f"[{part}]" for part in parts)
    yield f"[{inner}]\n" if len(parts) == 2 else f"{inner}\n"
