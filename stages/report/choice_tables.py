"""The tables of a strategy for a person: the choices at each information set, the value of every
action, and its loss.

Actions that are not played are listed with their loss. At an information set with many actions,
only the played ones and the best of the others are listed.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.game import Game, infoset_text
from schemas.parts.views import ArrayView
from schemas.report import Report
from schemas.strategies import Behaviour, Strategy
from schemas.strategies.columns import StrategyColumns, strategy_columns
from stages.report.layout import aligned, paragraph, table
from stages.report.measures import Measured, measured
from stages.report.reach_kernel import order_sequences

Integers = NDArray[np.integer[Any]]

MAX_LINES = 60  # Of a table of choices; the JSON format has all of it.
DIGITS = 10
"""Digits of the largest number of a column; at most six are decimals."""
ROOM = {"worth": 74, "gives away": 61}
"""Screen width from which a column fits beside readable words."""
MOST_ACTIONS = 8
"""At an information set with at most this many actions, all are listed."""
OTHERS = 3
"""At larger ones, this many unplayed actions are listed: the best ones."""


class Told(NamedTuple):
    """Choices among several actions, each after the choices that lead to it."""

    first: Sequence[Behaviour]
    """As many as were requested, or all."""
    lines: int
    """Number of lines of all choices."""


class Choices(NamedTuple):
    """The choices of a player at its information sets."""

    played: Told
    """Information sets that play reaches: a line per listed action, and one for the rest."""
    others: Told
    """Those reached only if the opponent plays otherwise: a line per played action."""
    forced: int
    """Number of information sets with a single action, without those counted in `never`."""
    mistakes: Told
    """Those reached only by the player's own mistakes; empty if all of them count as `never`."""
    never: int
    """Number of information sets that the player's own moves do not reach and that are not shown.
    """


def write_strategies(report: Report, width: int) -> Iterator[str]:
    """Yield both players' strategies, after an explanation of their columns."""
    game, shown = report.game, measured(report)
    yield "\n"
    yield from aligned([column for column in _columns(game) if _fits(column[0], width)], width)
    for player, strategy in enumerate(report.strategies, 1):
        yield f"\nstrategy of {game.players[player - 1]}\n"
        yield from _strategy(shown, player, strategy, width)


def _columns(game: Game) -> list[tuple[str, str]]:
    first = game.players[0]
    return [
        ("reached", "how often play comes to the choice, if both players follow these strategies"),
        ("plays", "how often the player then takes the action"),
        (
            "worth",
            f"what {first} then gets on average, against the other player's strategy, if the "
            "player goes on as well as it can",
        ),
        ("gives away", "how much less that is to the player than with its best action there"),
    ]


def _fits(column: str, width: int) -> bool:
    return not 0 < width < ROOM.get(column, 0)


def _strategy(report: Measured, player: int, strategy: Strategy, width: int) -> Iterator[str]:
    """Yield the choices among several actions: where play comes, where it would come if the
    opponent played otherwise, and after a mistake of the player's own.
    """
    if not strategy:
        yield "  no move to make\n"
    game = report.game
    found = choices(game, strategy, report.reach, MAX_LINES, mistakes=report.advises)
    if found.played.lines:
        yield from _played(report, found.played, width)
    if found.others.lines:
        yield from paragraph(
            f"reached only against other play of {game.players[2 - player]}{_answer(report)}:",
            "  ",
            width,
        )
        yield from _others(game, found.others, width)
    if found.mistakes.lines:
        yield from paragraph(
            f"reached only by a mistake of {game.players[player - 1]}; the best that is left:",
            "  ",
            width,
        )
        yield from _others(game, found.mistakes, width)
    rest = [
        (found.forced, "with one action only"),
        (found.never, "that this strategy never leads to"),
    ]
    counted = ", ".join(f"{number:,} {what}" for number, what in rest if number)
    if counted:
        yield from paragraph(f"other information sets: {counted}", "  ", width)


def _answer(report: Report) -> str:
    """Return a remark on play where only other play of the opponent leads."""
    if report.refinement:
        return "; the best answer to a mistake"
    if report.off_path:
        return "; best responses to small trembles, where the bounds allow them"
    return ". No advice: it keeps what is guaranteed, but may not be the best answer there"


def _played(report: Measured, shown: Told, width: int) -> Iterator[str]:
    """Yield the choices that play reaches, each after those that lead to it."""
    away = [report.losses(behaviour.infoset) for behaviour in shown.first]
    places = _places(report, shown)
    rows = [("reached", "plays", "worth", "gives away", "action", "after")]
    for behaviour, lost in zip(shown.first, away, strict=True):
        found, record = report.values[behaviour.infoset], behaviour.probabilities
        actions = report.game.information_sets[behaviour.infoset].actions
        reached, after = _share(report.reach[behaviour.infoset]), _after(report.game, behaviour)
        kept = told(record, lost)
        for at in kept:
            worth = _number(found.values[at], places) if found else "-"
            less = _number(lost[at], places) if lost else "-"
            rows.append((reached, _share(record[at]), worth, less, actions[at], after))
        if rest := len(actions) - len(kept):
            rows.append((reached, ".", "", "", _rest(rest, lost, kept, places), after))
    there = [_fits(title, width) for title in rows[0]]
    fitting = [tuple(compress(row, there)) for row in rows]
    yield from _cut(fitting, shown.lines, width)


def _others(game: Game, shown: Told, width: int) -> Iterator[str]:
    """Yield the choices that play does not reach."""
    rows = [("plays", "action", "after")]
    for behaviour in shown.first:
        actions = game.information_sets[behaviour.infoset].actions
        after = _after(game, behaviour)
        rows += [
            (_share(probability), action, after)
            for action, probability in zip(actions, behaviour.probabilities, strict=True)
            if probability
        ]
    yield from _cut(rows, shown.lines, width)


def _cut(rows: Sequence[tuple[str, ...]], lines: int, width: int) -> Iterator[str]:
    yield from table(rows[:MAX_LINES], "  ", width)
    if 1 + lines > MAX_LINES:
        yield f"  and {1 + lines - MAX_LINES:,} more lines; --format json has them all\n"


def _rest(rest: int, lost: Sequence[float] | None, kept: Sequence[int], places: int) -> str:
    """Return the line that summarizes the actions not listed one by one."""
    if lost is None:
        return f"{rest:,} others"
    least = min(one for at, one in enumerate(lost) if at not in kept)
    return f"{rest:,} others, which give away {_number(least, places)} or more"


def _after(game: Game, behaviour: Behaviour) -> str:
    return infoset_text(game, behaviour.infoset) or "the start"


def _share(number: float) -> str:
    return share(number) if number else "."


def share(number: float) -> str:
    """Return a positive probability as text that never reads as 0."""
    return f"{number:.6f}" if number >= 1e-6 else f"{number:.1e}"


def _places(report: Measured, shown: Told) -> int:
    """Return the number of decimals in a table of values; -1 if they are too small or too large for
    fixed-point notation.
    """
    found = (report.values[behaviour.infoset] for behaviour in shown.first)
    largest = max((abs(value) for one in found if one for value in one.values), default=0.0)
    if largest and not 1e-3 <= largest < 10**DIGITS:
        return -1
    return min(6, DIGITS - len(str(math.floor(largest))))


def _number(value: float, places: int) -> str:
    """Return a value as text; one that rounds to 0 with so many decimals is `0`.

    >>> _number(2.5, 6), _number(1e-9, 6), _number(2.5e-9, -1)
    ('2.500000', '0', '2.5e-09')
    """
    if places < 0:
        return f"{value + 0.0:.7g}"
    return f"{value:.{places}f}" if abs(value) >= 0.5 * 10**-places else "0"


def choices(
    game: Game, strategy: Strategy, reach: ArrayView[float], most: int, mistakes: bool = False
) -> Choices:
    """Return the choices of a strategy.

    `reach` is the probability that play reaches each of the game's information sets. Each kind
    has enough choices for `most` lines, or all. With `mistakes`, also those reached only by the
    player's own mistakes.
    """
    columns = strategy_columns(strategy)
    actions, led = np.diff(columns.begin), columns.own_reach > 0
    several, kinds = actions > 1, [Told((), 0)] * 3
    if several.any():
        comes, ranks = reach.array[columns.infoset] > 0, _ranks(game, columns)
        played = np.add.reduceat(columns.probabilities != 0, columns.begin[:-1], dtype=np.int64)
        lines = np.where(actions <= MOST_ACTIONS, actions, np.minimum(actions, played + OTHERS + 1))
        kinds = [
            _first(columns, np.flatnonzero(several & kind), shown, ranks, most)
            for kind, shown in ((led & comes, lines), (led & ~comes, played), (~led, played))
        ]
    counted = led | mistakes
    return Choices(
        played=kinds[0],
        others=kinds[1],
        mistakes=kinds[2] if mistakes else Told((), 0),
        forced=int((counted & ~several).sum()),
        never=int((~counted).sum()),
    )


def _first(
    strategy: StrategyColumns, at: Integers, shown: Integers, ranks: Integers, most: int
) -> Told:
    """Return the first choices among those at `at`, enough for `most` lines, or all."""
    order = at[np.argsort(ranks[at], kind="stable")]
    lines = np.cumsum(shown[order])
    first = order[: 1 + int(np.searchsorted(lines, most))]
    return Told(
        [strategy.record(one) for one in first.tolist()], int(lines[-1]) if len(lines) else 0
    )


def _ranks(game: Game, strategy: StrategyColumns) -> Integers:
    """Return for each entry the rank of the first sequence that leads there."""
    first, reached = game.columns.infosets.first, game.reached
    size, rank = np.ones(first[-1], np.int32), np.zeros(first[-1], np.int32)
    order_sequences(first, reached.begin, reached.members, reached.parent, size, rank)
    return rank[reached.members[reached.begin[reached.parent[strategy.infoset]]]]


def told(probabilities: Sequence[float], losses: Sequence[float] | None) -> list[int]:
    """Return the indices of the listed actions of an information set.

    >>> told((0.0,) * 8 + (1.0,), (5.0, 4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0, 0.0))
    [3, 4, 5, 8]
    """
    actions = range(len(probabilities))
    played = [at for at in actions if probabilities[at]]
    if len(actions) <= max(MOST_ACTIONS, len(played) + OTHERS + 1):
        return list(actions)
    others = [at for at in actions if not probabilities[at]]
    if losses is not None:
        others.sort(key=losses.__getitem__)
    return sorted(played + others[:OTHERS])
