"""Our own format: `schemas.strategy`."""

import re
from collections.abc import Iterator, Sequence

from ...schemas import strategy
from ...schemas.game import Game
from ...schemas.parts.documents import Number, locate_json
from ...schemas.parts.exact import write_exact
from ...schemas.parts.problems import InputError
from ...schemas.parts.views import MappedView, RecordView
from ...schemas.strategies import ExactStrategy, entries
from .entries import InfosetEntry, Text
from .names import Names, sight

_FORMAT = re.compile(r'\s*\{[^{}[\]]*"format"\s*:\s*"efgc/strategy"')


def recognise(text: str) -> bool:
    """Return whether a text claims to be in our format."""
    return _FORMAT.match(text) is not None


def read(text: str, names: Names | None = None) -> Text:
    """Return the contents of a text; the game is not used."""
    try:
        written, columns = entries.read(text)
    except InputError as error:
        if any(problem.place for problem in error.problems):
            raise InputError(locate_json(text, error.problems)) from None
        raise
    records = written.entries if columns is None else RecordView[strategy.Entry](columns)
    return Text(
        entries=MappedView(range(len(records)), lambda at: infoset_entry(at, records[at])),
        game_sha256=written.game_sha256,
        source=written.source,
        title=written.title,
        columns=columns,
    )


def infoset_entry(at: int, entry: strategy.Entry) -> InfosetEntry:
    """Return the contents of the entry with a number."""
    seen = None if entry.sees is None else sight(entry.sees)
    place = ("information_sets", at)
    keys = entry.actions or range(len(entry.probabilities))
    return InfosetEntry(
        player=entry.player,
        infoset=entry.infoset,
        words=seen if entry.after is None else entry.after,
        actions=entry.actions,
        numbers=entry.probabilities,
        spot=place,
        spots=MappedView(tuple(keys), lambda key: (*place, "probabilities", key)),
    )


def write(game: Game, strategies: Sequence[ExactStrategy | None]) -> Iterator[str]:
    """Yield the lines of a text with exact strategies in a game."""
    spelled = [
        None if each is None else ((at, tuple(map(write_exact, shares))) for at, shares in each)
        for each in strategies
    ]
    return write_spelled(game, spelled)


Spelled = Iterator[tuple[int, tuple[str, ...]]]
"""For each information set its number, and the probabilities as text."""


def write_spelled(game: Game, strategies: Sequence[Spelled | None]) -> Iterator[str]:
    """Yield the lines of a text."""
    head = strategy.Written(
        title=game.title,
        game_sha256=game.digest,
        source=game.source,
        players=game.players,
        entries=(),
    )
    yield from strategy.text_of(head, _lines(game, strategies))


def _lines(game: Game, strategies: Sequence[Spelled | None]) -> Iterator[str]:
    names = Names(game)
    for player, spelled in enumerate(strategies, 1):
        for infoset, numbers in spelled or ():
            yield strategy.line(
                strategy.Entry(
                    player=player,
                    infoset=infoset,
                    after=names.words(infoset),
                    sees=names.sees(infoset) or None,
                    actions=names.labels(infoset),
                    probabilities=numbers,
                )
            )


def decimal(number: float) -> Number:
    """Return a float as text, with all its digits."""
    return Number(repr(number))
