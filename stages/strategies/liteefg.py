"""LiteEFG's strategies, for one player at a time.

Two forms are read. One is a vector in JSON, as returned by `FileEnv.get_strategy(player, node)`:
`[["0pb", [1.0, 0.0]], ...]`; a list of two vectors is for both players. The name of an information
set of an OpenSpiel environment is `pl1_5__` and the information state string, encoded as in a URL.
The other is the table that a `DataFrame` of an OpenSpiel environment writes: a line per information
set, named by `Infoset`, with a column for each action of the game, and 0 for illegal ones.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from schemas.game import Game
from schemas.parts.documents import Data, Findings, locate_json, read_json
from schemas.parts.problems import InputError, Place, Problem
from schemas.strategies import ExactStrategy
from schemas.strategy import spelled
from stages.strategies.entries import Cell, Noted, Said, Text, is_enough, located
from stages.strategies.names import Names
from stages.strategies.openspiel import Row, matched, states

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
        found.add((), f"{len(data)} players; a game here has 2")
    vectors: dict[Place, Data] = (
        {(at,): each for at, each in enumerate(data)} if two else {(): data}
    )
    rows = [[*_rows(found, place, vector)] for place, vector in vectors.items()]
    if found.problems:
        raise InputError(locate_json(text, found.problems))
    said = [_of(player if two else None, each, names) for player, each in enumerate(rows, 1)]
    return Text(said=[one for each in said for one in each])


def _of(player: int | None, rows: Sequence[Row], names: Names) -> list[Said]:
    """Return the contents of rows that all belong to one player: the one who has all these sets."""
    fits = [each for each in (1, 2) if all(names.find(each, row.words) for row in rows)]
    whose = fits[0] if player is None and len(fits) == 1 else player
    return [said._replace(player=whose) for said in matched(rows, names, whose)]


def _is_vector(data: list[Data]) -> bool:
    """Return whether the members are pairs of a name and numbers, not a single such pair."""
    return all(isinstance(pair, list) for pair in data)


def _rows(found: Findings, place: Place, data: Data) -> Iterator[Row]:
    for at, pair in enumerate(found.sequence(data, place)):
        here = (*place, at)
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[1], list):
            found.add(here, "is no pair of a name and a list")
            continue
        numbers = [spelled(found, (*here, 1, number), each) for number, each in enumerate(pair[1])]
        if not numbers:
            found.add((*here, 1), "there is no probability")
        spots = tuple((*here, 1, number) for number in range(len(numbers)))
        name = found.text(pair[0], (*here, 0))
        yield Row(_words(name), tuple(range(len(numbers))), tuple(numbers), here, spots)


def _words(name: str) -> str:
    """Return the readable words of a name.

    >>> _words("pl1_390__%5BObserver%3A%200%5D"), _words("0pb"), _words("a\\\\nb")
    ('[Observer: 0]', '0pb', 'a b')
    """
    match = _NAME.match(name)
    return unquote(name[match.end() :]) if match else name.replace("\\n", " ")


def read_table(text: str, names: Names) -> Text:
    """Return the contents of a table."""
    noted: list[Noted] = []
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        head = next(reader)
        begin = head.index("Infoset") + 1 if "Infoset" in head else 0
        if not begin:
            raise InputError([Problem("no column is called 'Infoset'", (), reader.line_num)])
        line = reader.line_num + 1
        for cells in reader:
            if is_enough(noted, line):
                break
            if len(rows) > len(names):
                said = f"more rows than the game has information sets, {len(names)}"
                noted.append(Noted(said, Cell(line, None)))
                break
            if len(cells) == len(head) > begin:
                numbers = tuple(cells[begin:])
                spots = tuple(Cell(line, at) for at in range(begin, len(cells)))
                ids = tuple(range(len(numbers)))
                rows.append(Row(_words(cells[begin - 1]), ids, numbers, Cell(line, None), spots))
            elif cells:
                noted.append(
                    Noted(f"{len(cells)} cells, and {len(head)} columns", Cell(line, None))
                )
            line = reader.line_num + 1
    except csv.Error as error:
        noted.append(Noted(f"no table: {error}", Cell(reader.line_num, None)))
    if noted:
        raise InputError(located(text, noted))
    return Text(said=_of(None, rows, names))


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
