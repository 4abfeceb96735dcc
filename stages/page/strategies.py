"""The section of both strategies of a game: what is played where, how often play comes there, and
what every action is worth.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from schemas.game import Game, one_way, sequence_text
from schemas.parts.views import ArrayView
from schemas.report import Proof, Report
from schemas.strategies import Strategy
from stages.page.assembly import Section, Shown
from stages.page.numbers import settled
from stages.page.strategy_tables import Choice, Column, Table, exactly, shown, worth
from stages.report.measures import Measured, measured

if TYPE_CHECKING:
    import numpy as np

LINES = 400
"""Of a table; where there are more, those that play comes to most often are shown."""
NEAR = 1e-7
"""Probabilities of a proof this near are those of the strategy: solvers are exact within 1e-9."""
NUMBER = Column("infoset", "No.", number=True)
AFTER = Column("after", "After")
SEES = Column("sees", "Sees")
MOVE = (Column("action", "Action"), Column("plays", "Plays", number=True))
LOST = Column("lost", "Gives away", number=True)
REST = (
    Column("reach", "Reached", number=True),
    Column("own", "By own moves", number=True),
)


def gather(report: Report) -> Shown | None:
    """Return what both players play, or None where nobody decides anything."""
    if not any(report.strategies):
        return None
    tables = [_table(measured(report), player) for player in (1, 2)]
    proved = isinstance(report.exact, Proof)
    same = any(choice.exact for table in tables for choice in table.choices)
    players = report.game.players
    advises = report.advises
    fields = {"players": players, "apart": proved and not same, "advises": advises}
    return shown(tables, whole=True, worth=True, **fields)


def _table(report: Measured, player: int) -> Table:
    game, strategy = report.game, report.strategies[player - 1]
    kept, forced = _kept(strategy, report.reach)
    choices = [_choice(report, player, at) for at in kept]
    choices.sort(key=lambda choice: _place(game, choice))
    choices = _settled(_exactly(choices))
    sees = (SEES,) if any(choice.sees for choice in choices) else ()
    return Table(
        player=player,
        name=game.players[player - 1],
        choices=choices,
        total=len(strategy) - forced,
        forced=forced,
        columns=(NUMBER, AFTER, *sees, *MOVE, *exactly(choices), worth(game.players), LOST, *REST),
    )


def _kept(strategy: Strategy, reach: Sequence[float]) -> tuple[list[int], int]:
    """Return which entries of a strategy are shown, and how many of all have one action only.

    Choices come before moves that are forced, and what play reaches most before the rest.
    """
    from schemas.strategies.columns import strategy_columns  # NumPy, too.

    columns = strategy_columns(strategy)
    sizes = np.diff(columns.begin)
    there = _array(reach)[columns.infoset]
    order = np.lexsort((columns.infoset, -columns.own_reach, -there, sizes == 1))
    most = int(np.searchsorted(np.cumsum(sizes[order]), LINES, side="right"))
    return order[: max(most, 1)].tolist(), int((sizes == 1).sum())


def _array(numbers: Sequence[float]) -> "np.ndarray[Any, Any]":
    return np.asarray(numbers.array if isinstance(numbers, ArrayView) else numbers, np.float64)


def _choice(report: Measured, player: int, at: int) -> Choice:
    game, entry = report.game, report.strategies[player - 1][at]
    record, found = game.information_sets[entry.infoset], report.values[entry.infoset]
    ways = len(game.parents[entry.infoset])
    after = sequence_text(game, game.parents[entry.infoset][0])
    choice = Choice(
        infoset=entry.infoset,
        after=f"{after} (one of {ways:,} ways)" if ways > 1 else after or "the start",
        sees=", ".join(record.sees),
        reach=report.reach[entry.infoset],
        own_reach=entry.own_reach,
        actions=record.actions,
        probabilities=entry.probabilities,
        exact=_proved(report, player, at) if entry.own_reach or report.refinement else None,
        values=found and found.values,
        losses=report.losses(entry.infoset),
        advised=report.advises,
    )
    return choice if len(choice.actions) <= LINES else _cut(choice)


def _cut(choice: Choice) -> Choice:
    """Return a choice with as many actions as a table has lines, those that are played most."""
    likely = sorted(enumerate(choice.probabilities), key=lambda played: -played[1])
    kept = sorted(at for at, _ in likely[:LINES])
    return choice._replace(
        after=f"{choice.after} (of {len(choice.actions):,} actions the likeliest {LINES})",
        actions=tuple(choice.actions[at] for at in kept),
        probabilities=tuple(choice.probabilities[at] for at in kept),
        exact=choice.exact and tuple(choice.exact[at] for at in kept),
        values=choice.values and tuple(choice.values[at] for at in kept),
        losses=choice.losses and tuple(choice.losses[at] for at in kept),
    )


def _proved(report: Report, player: int, at: int) -> Any:
    if not isinstance(report.exact, Proof):
        return None
    return report.exact.strategies[player - 1][at].probabilities


def _place(game: Game, choice: Choice) -> tuple[list[int], int]:
    """Return a key by which choices stand behind those that lead to them."""
    assert choice.infoset is not None
    return one_way(game, game.parents[choice.infoset][0]), choice.infoset


def _exactly(choices: list[Choice]) -> list[Choice]:
    """Return the choices without the fractions of the proof, if its strategy is another one."""
    off = (
        abs(float(exact) - share)
        for choice in choices
        for exact, share in zip(choice.exact or (), choice.probabilities, strict=False)
    )
    if max(off, default=0.0) < NEAR:
        return choices
    return [choice._replace(exact=None) for choice in choices]


def _settled(choices: list[Choice]) -> list[Choice]:
    """Return the choices without values that are nothing but rounding."""
    largest = max((abs(one) for choice in choices for one in choice.values or ()), default=0.0)
    return [
        choice._replace(
            values=choice.values and tuple(settled(one, largest) for one in choice.values)
        )
        for choice in choices
    ]


SECTION = Section("strategies", "Strategies", gather)
