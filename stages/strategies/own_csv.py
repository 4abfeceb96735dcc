"""Our own table: one line per action, for spreadsheets and pandas.

Quoted as in RFC 4180. Labels are unchanged, even those that begin with = + - or @, which a
spreadsheet may take for a formula: reading must restore what was written.

A strategy on a state graph has the column `state` in place of `information_set` and `label`.
"""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ...schemas.game import Game
from ...schemas.parts.exact import write_exact
from ...schemas.parts.near import did_you_mean
from ...schemas.parts.problems import InputError, Problem, shown
from ...schemas.strategies import ExactStrategy
from .entries import Cell, InfosetEntry, Log, Text, is_enough, located
from .names import Names

READ = ("player", "information_set", "label", "action", "probability", "exact", "state")
PLAYER, INFOSET, LABEL, ACTION, PROBABILITY, EXACT, STATE = READ
BESIDE = ("own_reach", "reach", "value", "loss")
"""Columns that are written but not read."""
COLUMNS = (*READ[:-1], *BESIDE)
KNOWN = (*COLUMNS, STATE)
MOST = 20
"""The most columns that are read from the first line."""


def recognise(text: str) -> bool:
    """Return whether a text begins with the names of the columns, at least of two of them.

    >>> recognise("player,label,action,probability\\n"), recognise("player,age\\n")
    (True, False)
    """
    return len(_head(text) & set(READ[1:])) >= 2


def has_states(text: str) -> bool:
    """Return whether a text is a table of states, not of information sets."""
    return STATE in _head(text) and recognise(text)


def _head(text: str) -> set[str]:
    return {cell.strip().strip('"') for cell in _first(text).replace(";", ",").split(",")}


def _first(text: str) -> str:
    return text[:1000].lstrip().partition("\n")[0]


class _Row(NamedTuple):
    """A line of the table."""

    line: int
    cells: list[str]


_Players = tuple[str, str] | None


def read(text: str, names: Names | None = None, players: _Players = None) -> Text:
    """Return the contents of a text. The column `player` may have the names of the players: those
    of the game or given here, and any if neither is known.
    """
    log = Log()
    players = names.game.players if names else players
    rows = _rows(text, log)
    head = next(rows, None)
    if head is None:
        raise InputError([Problem("the text is empty", (), 1, 1)])
    columns = _columns(head, log)
    if log:
        raise InputError(located(text, log))
    entries = _grouped(rows, columns, len(head.cells), players, log)
    if log:
        raise InputError(located(text, log))
    return Text(entries=entries)


def _rows(text: str, log: Log) -> Iterator[_Row]:
    """Yield the lines that are not empty."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            if cells:
                yield _Row(line, cells)
            line = reader.line_num + 1
    except csv.Error as error:
        log.add(f"not a valid table: {error}", Cell(line, None))


def _columns(head: _Row, log: Log) -> dict[str, int]:
    names = [cell.strip() for cell in head.cells]
    if len(names) == 1 and ";" in names[0]:
        log.add("the columns are separated by ';'; use commas", Cell(head.line, 0))
        return {}
    found: dict[str, int] = {}
    for at, name in enumerate(names[:MOST]):
        if name in found:
            log.add(f"duplicate column {shown(name)}", Cell(head.line, at))
        elif name in KNOWN:
            found[name] = at
        elif name and not name.startswith("Unnamed: "):  # The index that pandas wrote, or read.
            advice = did_you_mean(name, KNOWN) or "; delete other columns"
            message = f"unknown column {shown(name)}; known are {', '.join(KNOWN)}{advice}"
            log.add(message, Cell(head.line, at))
    for needed in ((ACTION,), (PROBABILITY, EXACT), (INFOSET, LABEL, STATE)):
        if not found.keys() & set(needed):
            log.add(f"the column {' or '.join(needed)} is missing", Cell(head.line, None))
    return found


_Key = tuple[str, str, str, str]
_PLAYERS: dict[str, int | None] = {"": None, "1": 1, "1.0": 1, "2": 2, "2.0": 2}
"""pandas adds .0 if a cell of the column is empty."""


def _grouped(
    rows: Iterator[_Row], columns: dict[str, int], width: int, players: _Players, log: Log
) -> list[InfosetEntry]:
    """Return the entry of each information set: lines with the same player, number and words."""
    groups: dict[_Key, dict[str, _Row]] = {}
    names = [columns.get(name, width) for name in (PLAYER, INFOSET, LABEL, STATE)]
    first, second, third, fourth = names
    action, probability = columns[ACTION], columns.get(PROBABILITY, columns.get(EXACT))
    for row in rows:
        cells = row.cells
        if is_enough(log, row.line):
            break
        if len(cells) != width:
            log.add(f"{len(cells)} cells in a table of {width} columns", Cell(row.line, None))
            continue
        cells.append("")  # The cell for missing columns.
        group = groups.setdefault((cells[first], cells[second], cells[third], cells[fourth]), {})
        if group.setdefault(cells[action], row) is not row:
            twice = f"duplicate action {shown(cells[action])}"
            log.add(twice, Cell(row.line, probability))
    return [
        entry
        for key, members in groups.items()
        if (entry := _entry(key, [*members.values()], columns, players, log)) is not None
    ]


def _entry(
    key: _Key, rows: list[_Row], columns: dict[str, int], players: _Players, log: Log
) -> InfosetEntry | None:
    player, infoset, label, state = key
    line, problems = rows[0].line, len(log)
    numbers = {name: at for at, name in enumerate(players or (), 1)} | _PLAYERS
    whose = numbers.get(player.strip())
    number = _whole(infoset, line, columns, log)
    words = label if LABEL in columns and (label or number is None) else None
    if player.strip() not in numbers and (players or player.strip()[:1].isdigit()):
        first, second = players or ("player 1", "player 2")
        said = f"{shown(player)} is not a player; use 1 for {first} or 2 for {second}"
        log.add(said, Cell(line, columns[PLAYER]))
    if number is None and words is None and not state and len(log) == problems:
        kind = "state" if STATE in columns else "information set"
        log.add(f"the {kind} is not given", Cell(line, None))
    if len(log) > problems:
        return None
    action, exact = columns[ACTION], columns.get(EXACT)
    probability = columns.get(PROBABILITY, exact)
    assert probability is not None
    precise = tuple(row.cells[exact] for row in rows) if exact is not None else ()
    return InfosetEntry(
        player=whose,
        infoset=number,
        words=words,
        actions=tuple(row.cells[action] for row in rows),
        numbers=tuple(row.cells[probability] for row in rows),
        spot=Cell(line, None),
        spots=[Cell(row.line, probability) for row in rows],
        exact=precise if any(precise) else None,
        states=(state,) if state else (),
    )


def _whole(cell: str, line: int, columns: dict[str, int], log: Log) -> int | None:
    """Return the number of an information set; None if the cell is empty."""
    spelled = cell.strip().removesuffix(".0")  # As in _PLAYERS.
    if not spelled:
        return None
    if spelled.isascii() and spelled.isdigit() and len(spelled) < 20:
        return int(spelled)
    log.add(f"{shown(cell)} is not a whole number", Cell(line, columns[INFOSET]))
    return None


ExtraColumns = Callable[[int], Sequence[tuple[str, str, str, str]]]
"""Returns for an information set the cells of the columns BESIDE for each action."""
Line = tuple[int, Sequence[tuple[str, str]]]
"""The number of an information set, and the cells `probability` and `exact` for each action."""


def write(game: Game, strategies: Sequence[ExactStrategy | None]) -> Iterator[str]:
    """Yield the lines of a text with exact strategies in a game."""
    return write_lines(
        game, [None if each is None else map(exact_line, each) for each in strategies]
    )


def exact_line(entry: tuple[int, tuple[Fraction, ...]]) -> Line:
    """Return the cells of an information set whose strategy is exact."""
    infoset, shares = entry
    return infoset, [(repr(float(share)), write_exact(share)) for share in shares]


def write_lines(
    game: Game,
    strategies: Sequence[Iterator[Line] | None],
    extra_columns: ExtraColumns | None = None,
) -> Iterator[str]:
    """Yield the lines of a text."""
    names = Names(game)
    yield f"{','.join(COLUMNS)}\n"
    for player, lines in enumerate(strategies, 1):
        for infoset, shares in lines or ():
            head = f"{player},{infoset},{quoted(names.words(infoset))}"
            more = extra_columns(infoset) if extra_columns else [("", "", "", "")] * len(shares)
            yield "".join(
                f"{head},{quoted(label)},{number},{exact},{','.join(others)}\n"
                for label, (number, exact), others in zip(
                    names.labels(infoset), shares, more, strict=True
                )
            )


def quoted(text: str) -> str:
    """Return a text as a cell.

    >>> quoted("left"), quoted('say "a", b')
    ('left', '"say ""a"", b"')
    """
    if not any(sign in text for sign in ',"\n\r') and text == text.strip():
        return text
    return '"' + text.replace('"', '""') + '"'
