"""OpenSpiel's tabular policies, and LiteEFG's strategies of OpenSpiel's games.

OpenSpiel's policy is a mapping from information state strings to probabilities. In JSON, as
`json.dump` writes the result of `to_dict()` of a `TabularPolicy` in Python, or of `policy_table()`
in C++: the probabilities of an information state are pairs of an action and a probability,
`[[0, 0.5], [1, 0.5]]`. A mapping by action and a list of all actions are read, too. An action is
given by OpenSpiel's number or by its label here: `openspiel_actions`. A pickle is a program, and is
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
from collections.abc import Iterator, Sequence
from typing import TypeGuard
from urllib.parse import unquote

from ...schemas.game import Game
from ...schemas.parts.documents import Data, Findings, locate_json, read_json
from ...schemas.parts.problems import InputError, OptionError, Place, Problem
from ...schemas.strategies import ExactStrategy
from ...schemas.strategy import spelled
from .entries import Cell, InfosetEntry, Log, Text, is_enough, located
from .names import Names
from .openspiel_actions import Row, matched, states

_BEGIN = re.compile(
    r'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*'
    r'(?:\[\s*(?:\[\s*"?[\w ]*"?\s*,\s*"?[-+.\d]|"?[-+.\d])|\{\s*"(?:[^"\\]|\\.)*"\s*:\s*"?[-+.\d])'
)


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


def _row(found: Findings, key: str, value: Data) -> Row:
    place: Place = (key,)
    if isinstance(value, dict):
        spots = tuple((*place, name) for name in value)
        numbers = [spelled(found, (*place, name), number) for name, number in value.items()]
        return Row(key, tuple(map(_action, value)), tuple(numbers), place, spots)
    every = found.sequence(value, place)
    if not every:
        found.add(place, "there are no probabilities")
    spots = tuple((*place, at) for at in range(len(every)))
    if not any(isinstance(pair, list) for pair in every):
        numbers = [spelled(found, (*place, at), number) for at, number in enumerate(every)]
        return Row(key, tuple(range(len(every))), tuple(numbers), place, spots, is_list=True)
    names: list[str | int] = []
    numbers = []
    for at, pair in enumerate(every):
        if isinstance(pair, list) and len(pair) == 2 and _is_action(pair[0]):
            names.append(_action(pair[0]))
            numbers.append(spelled(found, (*place, at, 1), pair[1]))
        else:
            found.add((*place, at), "expected a pair of an action and a probability")
    return Row(key, tuple(names), tuple(numbers), place, spots)


def _is_action(data: Data) -> TypeGuard[str | int]:
    return isinstance(data, int | str) and not isinstance(data, bool)


def _action(name: str | int) -> str | int:
    """Return a label, or OpenSpiel's number of an action, which may be text: the keys of a mapping
    in JSON are.
    """
    words = str(name).strip()
    return int(words) if words.isascii() and words.isdigit() and len(words) < 10 else name


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
        places = tuple(range(len(numbers)))
        yield Row(_decoded(name), places, tuple(numbers), here, spots, is_list=True)


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
                words, spot = _decoded(cells[begin - 1]), Cell(line, None)
                rows.append(Row(words, ids, numbers, spot, spots, is_list=True))
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
