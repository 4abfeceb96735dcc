"""OpenSpiel's numbers of actions, matched with the actions of a game.

In a game of OpenSpiel a number is that of a legal action, whatever the others of the information
state are: OpenSpiel is queried for the numbers. `to_dict()` lists all actions of the game, with 0
for illegal ones. In another game the numbers of an information set are in the order of its labels,
and all of its actions are needed. Numbers with different meanings in one file are refused.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...schemas.game import Game
from ...schemas.parts.problems import shown
from ...schemas.parts.source import OPENSPIEL
from ..parse.recognising import OPENSPIEL_PREFIX
from .amounts import amount
from .entries import InfosetEntry, Spot, SpotProblem
from .names import Names, is_number

if TYPE_CHECKING:
    from ..parse.openspiel_states import KnownState

_MOVER = re.compile(r"Current player: \d+\s")


class Row(NamedTuple):
    """The entry for one information state."""

    words: str
    actions: tuple[str | int, ...]
    """Labels, or OpenSpiel's numbers; in a list, the places."""
    numbers: tuple[str, ...]
    spot: Spot
    spots: tuple[Spot, ...]
    is_list: bool = False
    """Whether it is a list of probabilities: of the legal actions, or of all actions of the game.
    """

    @property
    def has_numbers(self) -> bool:
        return any(isinstance(action, int) for action in self.actions)

    @property
    def is_numbered(self) -> bool:
        """Whether every action is given by its number."""
        return not self.is_list and all(isinstance(action, int) for action in self.actions)


class MatchedRow(NamedTuple):
    """A row with its information sets: one of each player who may know its words."""

    row: Row
    infosets: Sequence[int]
    """Empty if there are none, or several of one player."""


def matched(rows: Sequence[Row], names: Names) -> list[InfosetEntry]:
    """Return the entries of rows for both players, with the labels of their actions."""
    every = [_found(row, names) for row in rows]
    known = states(names.game) if any(_is_by_number(one, names) for one in every) else ()
    if not known:
        return _by_order(every, names)
    return [
        entry
        for row, infosets in every
        for entry in (
            _by_number(row, infosets, names, known)
            if infosets and row.has_numbers
            else (_entry(row),)
        )
    ]


def _found(row: Row, names: Names) -> MatchedRow:
    """Return a row in the game's words, with its information sets."""
    for words in (row.words, _MOVER.sub("", row.words, count=1)):
        those = [names.find(player, words) for player in (1, 2)]
        if any(those):
            clear = max(map(len, those)) == 1
            infosets = [infoset for each in those for infoset in each] if clear else []
            return MatchedRow(row._replace(words=words), infosets)
    return MatchedRow(row, [])


def _is_by_number(found: MatchedRow, names: Names) -> bool:
    """Return whether a row depends on OpenSpiel's numbers. A list of the legal actions does not."""
    row, infosets = found
    sizes = [len(names.labels(infoset)) for infoset in infosets]
    return row.has_numbers and not (row.is_list and all(len(row.actions) == size for size in sizes))


def _by_number(
    row: Row, infosets: Sequence[int], names: Names, known: Sequence["KnownState"]
) -> Iterator[InfosetEntry]:
    """Yield the entries of a row for its information sets, whose numbers are known: for those in
    which all that it plays is legal, if there are any.
    """
    legal = {
        infoset: dict(zip(known[infoset].actions, names.labels(infoset), strict=True))
        for infoset in infosets
    }
    able = [infoset for infoset in infosets if _is_legal(row, legal[infoset])]
    for infoset in able or infosets[:1]:
        yield _entry_at(row, infoset, legal[infoset], names)


def _is_legal(row: Row, legal: Mapping[int, str]) -> bool:
    if row.is_list and len(row.actions) == len(legal):
        return True
    labels = {*legal.values()}
    return all(
        action in (legal if isinstance(action, int) else labels) or amount(number) == 0
        for action, number in zip(row.actions, row.numbers, strict=True)
    )


def _entry_at(row: Row, infoset: int, legal: Mapping[int, str], names: Names) -> InfosetEntry:
    """Return the entry of a row for an information set with some legal actions, by number."""
    whole = InfosetEntry(None, infoset, None, None, row.numbers, row.spot, row.spots)
    if row.is_list and len(row.actions) == len(legal):
        return whole._replace(actions=tuple(legal.values()))
    if row.is_list and len(row.actions) <= max(legal):
        return whole  # Neither all legal actions nor all of the game.
    kept: list[int] = []
    problems = [*_duplicates(row)]
    for at, (action, number) in enumerate(zip(row.actions, row.numbers, strict=True)):
        if action in legal or isinstance(action, str):
            kept.append(at)
        elif amount(number) != 0:
            numbers = ", ".join(map(str, legal))
            wrong = f"{names.called(infoset)} has no action {action} in OpenSpiel; it has {numbers}"
            problems.append(SpotProblem(wrong, row.spots[at]))
    told = [row.actions[at] for at in kept]
    return whole._replace(
        actions=tuple(legal[one] if isinstance(one, int) else one for one in told),
        numbers=tuple(row.numbers[at] for at in kept),
        spots=[row.spots[at] for at in kept],
        problems=tuple(problems),
    )


def _duplicates(row: Row) -> Iterator[SpotProblem]:
    """Yield a problem for each number that is given before. Labels are compared later."""
    before = set[int]()
    for action, spot in zip(row.actions, row.spots, strict=True):
        if isinstance(action, int):
            if action in before:
                yield SpotProblem(f"duplicate action {action}", spot)
            before.add(action)


def _by_order(every: Sequence[MatchedRow], names: Names) -> list[InfosetEntry]:
    """Return the entries of rows in a game whose numbers are unknown. OpenSpiel lists legal
    actions by their numbers, and so do the labels here.
    """
    unclear = _unclear(every, names)
    found = []
    for at, (row, infosets) in enumerate(every):
        problems = (*_duplicates(row), *unclear.get(at, ()))
        found.append(
            _entry(row, names.labels(infosets[0]) if infosets else ())._replace(problems=problems)
        )
    return found


def _entry(row: Row, labels: Sequence[str] = ()) -> InfosetEntry:
    """Return the entry of a row by its words. Where labels are numbers, so are its actions."""
    order: Sequence[int] = range(len(row.actions))
    actions: tuple[str, ...] | None = tuple(map(str, row.actions))
    if row.is_list:
        actions = None
    elif row.is_numbered and not any(map(is_number, labels)):
        order, actions = sorted(order, key=lambda at: int(row.actions[at])), None
    return InfosetEntry(
        player=None,
        infoset=None,
        words=row.words,
        actions=actions,
        numbers=tuple(row.numbers[at] for at in order),
        spot=row.spot,
        spots=[row.spots[at] for at in order],
    )


def _unclear(every: Sequence[MatchedRow], names: Names) -> dict[int, tuple[SpotProblem, ...]]:
    """Return problems by row: an action with several numbers in a file. A row that plays as many
    actions as there are has all legal ones. Another may have an illegal one with 0, and lack a
    legal one.
    """
    numbers: dict[tuple[int, str], int] = {}
    found: dict[int, tuple[SpotProblem, ...]] = {}
    rows = [at for at, one in enumerate(every) if _is_complete(one, names)]
    whole = {at: all(amount(number) != 0 for number in every[at].row.numbers) for at in rows}
    for at in sorted(rows, key=lambda at: not whole[at]):
        row, infosets = every[at]
        player, labels = names.players[infosets[0]], names.labels(infosets[0])
        for number, label in zip(sorted(map(int, row.actions)), labels, strict=True):
            known = numbers.setdefault((player, label), number)
            if known != number and not whole[at]:
                twice = f"the action {shown(label)} would be {number} here, but {known} elsewhere"
                found.setdefault(at, (SpotProblem(f"{twice}; give its label", row.spot),))
    return found


def _is_complete(found: MatchedRow, names: Names) -> bool:
    """Return whether a row has as many numbers as its information set has actions."""
    row, infosets = found
    if not infosets or not row.is_numbered:
        return False
    labels = names.labels(infosets[0])
    return len(row.actions) == len(labels) and not any(map(is_number, labels))


def states(game: Game) -> Sequence["KnownState"]:
    """Return OpenSpiel's data for each information set of a game; empty for other games."""
    source = game.source
    # State graphs that efgc 0.2 compiled, at level 1, have their information sets in another order.
    if source is None or source.rules != OPENSPIEL or source.level:
        return ()
    if not source.file.startswith(OPENSPIEL_PREFIX):
        return ()
    from ..parse.openspiel_states import known_states  # For start-up time.

    return known_states(source.file, len(game.nodes))
