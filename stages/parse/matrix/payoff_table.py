"""A table of payoffs in YAML or JSON: `payoffs`, with the names of the players and of their
strategies.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ....schemas.game import Game
from ....schemas.parts.documents import Data, Findings, locate_yaml, read_yaml
from ....schemas.parts.exact import write_exact
from ....schemas.parts.problems import Code, InputError, Place, Problem, shown
from ....schemas.parts.rationals import rationals
from ..recognising import PAYOFFS
from . import PLAYERS, Players, matrix_game, name_problems, numbered

_NAMES = ("title", "players", "rows", "columns")


class _Cell(NamedTuple):
    """Player 1's payoff, and the sum of both payoffs if player 2's is given, too."""

    payoff: Fraction
    total: Fraction | None
    place: Place


def parse_payoff_table(text: str, sha256: str, file: str = "") -> Game:
    r"""Return the game of a table. Raise InputError with line and column of all errors, and
    LimitError if it is too large.

    >>> game = parse_payoff_table("payoffs:\n  fight: {stay: 1, flee: 0}\n"
    ...                           "  wait: {stay: -1, flee: 2}\n", "0" * 64)
    >>> [infoset.actions for infoset in game.information_sets]
    [('fight', 'wait'), ('stay', 'flee')]
    """
    data, findings = read_yaml(text), Findings()
    try:
        return _game(data, findings, (file, sha256))
    except InputError as error:
        raise InputError(locate_yaml(text, error.problems)) from None


def _game(data: Data, findings: Findings, source: tuple[str, str]) -> Game:
    top = findings.mapping(data, ())
    key = next((name for name in PAYOFFS if name in top), PAYOFFS[0])
    fields = findings.fields(data, (), (key,), _NAMES)
    rows, columns, table = _table(findings, fields[key], (key,))
    findings.stop()
    width = len(columns or table[0])
    for row in table:
        if len(row) != width:
            findings.add(row[0].place[:-1], f"the row has {len(row)} payoffs, not {width}")
    known = numbered(len(table), width)
    actions = tuple(
        _names(findings, fields.get(name), (name,), written, usual)
        for name, written, usual in zip(("rows", "columns"), (rows, columns), known, strict=True)
    )
    players = _names(findings, fields.get("players"), ("players",), None, PLAYERS)
    title = findings.text(fields.get("title"), ("title",)) if "title" in fields else ""
    constant = _constant(findings, [cell for row in table for cell in row])
    findings.stop()
    numbers: dict[Fraction, int] = {}
    places = [[numbers.setdefault(cell.payoff, len(numbers)) for cell in row] for row in table]
    return matrix_game(
        " ".join(title.split()),
        source,
        Players((players[0], players[1]), (actions[0], actions[1])),
        places,
        rationals(numbers),
        constant,
    )


def _table(
    findings: Findings, data: Data, place: Place
) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None, list[list[_Cell]]]:
    """Return the names of rows and columns, if the table has them, and its cells."""
    names, parts = _parts(findings, data, place)
    rows, columns = list[list[_Cell]](), list[tuple[str, ...] | None]()
    for key, part in parts:
        named, cells = _parts(findings, part, (*place, key))
        columns.append(named)
        rows.append([_cell(findings, cell, (*place, key, at)) for at, cell in cells])
        if not cells and isinstance(part, (dict, list)):
            findings.add((*place, key), "the row has no payoffs")
    if not parts and isinstance(data, (dict, list)):
        findings.add(place, "there are no payoffs")
    first = columns[0] if columns else None
    for (key, _), named, row in zip(parts, columns, rows, strict=True):
        if named is None and first is None:
            continue
        if named is None or first is None or sorted(named) != sorted(first):
            findings.add((*place, key), "the column names differ from those in the first row")
        else:  # In the order of the first row, whatever its own order.
            cells_of = dict(zip(named, row, strict=True))
            row[:] = [cells_of[name] for name in first]
    return names, first, rows


def _parts(
    findings: Findings, data: Data, place: Place
) -> tuple[tuple[str, ...] | None, list[tuple[str | int, Data]]]:
    """Return the contents of a mapping or a list, with the keys of a mapping."""
    if isinstance(data, dict):
        return tuple(data), list(data.items())
    if isinstance(data, list):
        return None, list(enumerate(data))
    if data is not None:
        findings.add(place, f"{shown(data)} is neither a list nor a mapping of payoffs")
    return None, []


def _cell(findings: Findings, data: Data, place: Place) -> _Cell:
    if not isinstance(data, list):
        if data is None:
            findings.add(place, "a payoff is missing")
        return _Cell(findings.exact(data, place), None, place)
    if len(data) != 2:
        findings.add(place, f"{len(data)} payoffs for 2 players")
        return _Cell(Fraction(0), None, place)
    first, second = (findings.exact(part, (*place, at)) for at, part in enumerate(data))
    return _Cell(first, first + second, place)


def _names(
    findings: Findings,
    data: Data,
    place: Place,
    written: Sequence[str] | None,
    usual: Sequence[str],
) -> tuple[str, ...]:
    """Return the given names, or those of the table, or the usual ones."""
    if data is None:
        return tuple(written or usual)
    given = tuple(
        str(name)
        if isinstance(name, (str, int)) and not isinstance(name, bool)
        else findings.text(name, (*place, at))
        for at, name in enumerate(findings.sequence(data, place))
    )
    if written is not None:
        findings.add(place, "these names are already in the table")
    elif len(given) != len(usual):
        findings.add(place, f"{len(given)} names, for {len(usual)} {place[0]}")
    for at, message in name_problems(given):
        findings.add((*place, at), message)
    return given


def _constant(findings: Findings, cells: Sequence[_Cell]) -> Fraction:
    """Return the sum of both players' payoffs, 0 if only player 1's are given."""
    first = cells[0].total
    for cell in cells:
        if (cell.total is None) != (first is None):
            findings.add(cell.place, "payoffs of one player here, but of both players elsewhere")
            break
        if cell.total is not None and first is not None and cell.total != first:
            problem = Problem(
                f"the payoffs sum to {write_exact(cell.total)} here and to {write_exact(first)} "
                "before; the sum must be constant",
                cell.place,
                code=Code.NOT_CONSTANT_SUM,
            )
            findings.problems.append(problem)
            break
    return first or Fraction(0)
