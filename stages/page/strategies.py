"""The section with both strategies: probabilities, how often play reaches each information set, and
the value of every action. Each is a table with a line per action, sortable by the script. For a
game of public states it has the first moves, or those at a requested position.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ...schemas.game import START, Game, one_path
from ...schemas.induction_report import InductionReport, Play
from ...schemas.parts.views import ArrayView
from ...schemas.report import Proof
from ...schemas.rules.rule import Words
from ...schemas.strategies import Behaviour, Strategy
from ...schemas.strategies.columns import strategy_columns
from ..documents import probability, value
from ..report.document import proved_shares, short_fraction
from ..report.measures import Measured
from .assembly import Section, Shown, rounded, without_rounding_error


class Choice(NamedTuple):
    """A player's choice at one information set or position."""

    infoset: int | None
    """Its number in the game; None if the game has no information sets."""
    after: str
    """The player's knowledge there, in words."""
    sees: str
    reach: float
    """The probability that play comes there if both players follow their strategies."""
    own_reach: float
    """The weight with which the player's own moves lead there."""
    actions: tuple[str, ...]
    probabilities: tuple[float, ...]
    exact: tuple[Fraction, ...] | None
    """The proved probabilities in rationals."""
    values: tuple[float, ...] | None
    """Payoff to player 1, one per action, for either player's choices; None if unknown."""
    advised: bool = False
    """Whether the play is meant as a best response off the path, too."""
    losses: tuple[float, ...] | None = None
    """The player's loss per action compared with its best action here."""

    @property
    def forced(self) -> bool:
        return len(self.actions) == 1

    @property
    def comes(self) -> str:
        """How play comes here, as a class of the style sheet."""
        return "" if self.reach > 0 else "unreached" if self.own_reach > 0 else "unled"

    @property
    def lines(self) -> str:
        """How its lines look, as a class of the style sheet."""
        return "" if self.advised else self.comes

    @property
    def mixed(self) -> bool:
        return self.own_reach > 0 and sum(map(bool, self.probabilities)) > 1


class Table(NamedTuple):
    """The strategy of one player."""

    player: int
    """1 or 2."""
    name: str
    choices: Sequence[Choice]
    total: int
    """Number of choices, shown or not, without forced ones."""
    forced: int
    """Number of forced moves."""
    columns: tuple["Column", ...]

    @property
    def left_out(self) -> int:
        """Number of choices not shown, including forced ones."""
        return self.total + self.forced - len(self.choices)


class Column(NamedTuple):
    """One column of a table."""

    key: str
    title: str
    number: bool = False


_REACH = {"unreached": "○ off path", "unled": "× unreachable"}
"""Text shown instead of a probability for choices that play does not reach."""
LONGEST_NAME = 16
"""Characters of a player's name in a column title."""


class Line(NamedTuple):
    """One action, as text."""

    choice: Choice
    action: str
    probability: str
    width: int
    """Width of its bar, in percent."""
    exact: str
    value: str
    loss: str
    reach: str
    own_reach: str
    again: bool
    """Whether the line above belongs to the same choice."""

    @property
    def classes(self) -> str:
        """Classes of the style sheet."""
        told = ("again" * self.again, "never" * (self.width == 0), self.choice.lines)
        return " ".join(filter(None, told))


def worth(players: Sequence[str]) -> Column:
    """Return the column of action values: payoffs to player 1 in every table.

    >>> worth(("agent", "bandits")).title
    'Worth to agent'
    """
    name = players[0]
    return Column("worth", f"Worth to {name if len(name) <= LONGEST_NAME else 'player 1'}", True)


def exactly(choices: Iterable[Choice]) -> tuple[Column, ...]:
    """Return the column of probabilities as fractions, if there are any."""
    numbers = (number for choice in choices for number in choice.exact or ())
    return (Column("exact", "Exactly"),) if any(map(short_fraction, numbers)) else ()


def shown(tables: Sequence[Table], **fields: Any) -> Shown:
    """Return a section with these tables."""
    told = [(table, list(_lines(table.choices))) for table in tables]
    return Shown({"tables": told, **fields}, {"tables": [_data(table) for table in tables]})


def _lines(choices: Sequence[Choice]) -> Sequence[Line]:
    found = []
    for choice in choices:
        for at, (action, share) in enumerate(
            zip(choice.actions, choice.probabilities, strict=True)
        ):
            found.append(
                Line(
                    choice=choice,
                    action=action,
                    probability=_plays(choice, share),
                    width=_width(share),
                    exact=short_fraction(choice.exact[at]) if choice.exact else "",
                    value=value(choice.values[at] if choice.values else None),
                    loss=value(choice.losses[at] if choice.losses else None),
                    reach=_REACH.get(choice.comes) or probability(_rounded(choice.reach)),
                    own_reach=probability(_rounded(choice.own_reach)),
                    again=at > 0,
                )
            )
    return found


def _plays(choice: Choice, share: float) -> str:
    """Return the probability of an action; in brackets if it is not advice."""
    told = probability(share)
    if choice.advised:
        return told
    return {"unreached": f"({told})", "unled": "any"}.get(choice.comes, told)


def _width(share: float) -> int:
    """Return a percentage; only 0 and 1 are drawn as empty and full."""
    return round(100 * share) if share in (0, 1) else min(max(round(100 * share), 1), 99)


def _data(table: Table) -> dict[str, Any]:
    """Return the numbers of a table for the script: per choice its lines, in the table's order."""
    return {
        "choices": [
            {
                "lines": len(one.actions),
                "reach": _rounded(one.reach),
                "own": _rounded(one.own_reach),
                "plays": [_rounded(share) for share in one.probabilities],
                "worth": [_rounded(number) for number in one.values] if one.values else None,
                **({"lost": list(map(_rounded, one.losses))} if one.losses else {}),
                **({"mixed": True} if one.mixed else {}),
            }
            for one in table.choices
        ]
    }


def _rounded(number: float) -> float:
    """Return a number with enough digits for sorting."""
    return rounded(number, 12)


LINES = 400
"""Lines of a table; of more, those that play reaches most often are shown."""
NUMBER = Column("infoset", "No.", number=True)
AFTER = Column("after", "After")
SEES = Column("sees", "Sees")
MOVE = (Column("action", "Action"), Column("plays", "Plays", number=True))
LOST = Column("lost", "Loss", number=True)
REST = (
    Column("reach", "Reached", number=True),
    Column("own", "By own moves", number=True),
)


def of_game(report: Measured) -> Shown | None:
    """Return both players' strategies, or None if no player has a decision."""
    if not any(report.strategies):
        return None
    tables = [_table(report, player) for player in (1, 2)]
    proved = isinstance(report.exact, Proof)
    same = any(choice.exact for table in tables for choice in table.choices)
    players = report.game.players
    advises = report.advises
    fields = {"players": players, "apart": proved and not same, "advises": advises}
    return shown(tables, whole=True, worth=True, **fields)


def _table(report: Measured, player: int) -> Table:
    game, strategy = report.game, report.strategies[player - 1]
    kept, forced = _shown_entries(strategy, report.reach)
    entries = [strategy[at] for at in kept]
    exact = proved_shares(report, player, entries)
    choices = [_choice(report, *both) for both in zip(entries, exact, strict=True)]
    choices.sort(key=lambda choice: _place(game, choice))
    choices = _round_off_values(choices)
    sees = (SEES,) if any(choice.sees for choice in choices) else ()
    return Table(
        player=player,
        name=game.players[player - 1],
        choices=choices,
        total=len(strategy) - forced,
        forced=forced,
        columns=(NUMBER, AFTER, *sees, *MOVE, *exactly(choices), worth(game.players), LOST, *REST),
    )


def _shown_entries(strategy: Strategy, reach: Sequence[float]) -> tuple[list[int], int]:
    """Return the indices of the strategy entries shown, and the number of all forced moves.

    Choices come before forced moves, and those that play reaches most before the rest.
    """
    columns = strategy_columns(strategy)
    sizes = np.diff(columns.begin)
    there = _array(reach)[columns.infoset]
    order = np.lexsort((columns.infoset, -columns.own_reach, -there, sizes == 1))
    most = int(np.searchsorted(np.cumsum(sizes[order]), LINES, side="right"))
    return order[: max(most, 1)].tolist(), int((sizes == 1).sum())


def _array(numbers: Sequence[float]) -> "np.ndarray[Any, Any]":
    return np.asarray(numbers.array if isinstance(numbers, ArrayView) else numbers, np.float64)


def _choice(report: Measured, entry: Behaviour, exact: tuple[Fraction, ...] | None) -> Choice:
    game = report.game
    record, found = game.information_sets[entry.infoset], report.values[entry.infoset]
    ways = len(game.parents[entry.infoset])
    after = game.words.sequence(game.parents[entry.infoset][0])
    choice = Choice(
        infoset=entry.infoset,
        after=f"{after} (one of {ways:,} ways)" if ways > 1 else after or START,
        sees=", ".join(record.sees),
        reach=report.reach[entry.infoset],
        own_reach=entry.own_reach,
        actions=record.actions,
        probabilities=entry.probabilities,
        exact=exact,
        values=found and found.values,
        losses=report.losses(entry.infoset),
        advised=report.advises,
    )
    return choice if len(choice.actions) <= LINES else _cut(choice)


def _cut(choice: Choice) -> Choice:
    """Return a choice limited to the lines of a table, with its likeliest actions."""
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


def _place(game: Game, choice: Choice) -> tuple[list[int], int]:
    """Return a key that sorts choices after those that lead to them."""
    assert choice.infoset is not None
    return one_path(game, game.parents[choice.infoset][0]), choice.infoset


def _round_off_values(choices: list[Choice]) -> list[Choice]:
    """Return the choices with values that are only rounding error set to 0."""
    largest = max((abs(one) for choice in choices for one in choice.values or ()), default=0.0)
    return [
        choice._replace(
            values=choice.values
            and tuple(without_rounding_error(one, largest) for one in choice.values)
        )
        for choice in choices
    ]


MOVE_PLAYED = Column("action", "Move"), Column("plays", "Plays", number=True)


def of_states(report: InductionReport) -> Shown | None:
    """Return the play of the first round, or at the position; None if unknown."""
    plays = (report.position,) if report.position else report.first_moves
    if not plays:
        return None
    tables = [_moves_table(report, player, plays) for player in (1, 2)]
    where = f"At {report.position.state.removeprefix('at ')}" if report.position else "First round"
    first = plays[0].value if plays[0].exact else without_rounding_error(plays[0].value, 1.0)
    alone = value(first) if len(plays) == 1 else ""
    return shown(
        tables,
        whole=False,
        where=where,
        worth=plays[0].move_values is not None,
        players=report.graph.players,
        alone=f"{alone} to {report.graph.players[0]}" if alone else "",
        verified=report.proved is not None,
        others=[_alternative_moves(report, player, plays) for player in (1, 2)],
    )


def _moves_table(report: InductionReport, player: int, plays: Sequence[Play]) -> Table:
    drawn, choices = _chance_word(report, plays), [_moves_choice(play, player) for play in plays]
    return Table(
        player=player,
        name=report.graph.players[player - 1],
        choices=choices,
        total=len(plays),
        forced=0,
        columns=(
            *((Column("after", drawn.capitalize()),) if drawn else ()),
            *MOVE_PLAYED,
            *exactly(choices),
            *((worth(report.graph.players),) if plays[0].move_values else ()),
        ),
    )


def _chance_word(report: InductionReport, plays: Sequence[Play]) -> str:
    """Return the chance draws before the first round; empty if there are none."""
    rule = report.graph.rule
    return (rule.words if rule else Words()).drawn if plays[0].label else ""


def _moves_choice(play: Play, player: int) -> Choice:
    values = play.move_values[player - 1] if play.move_values else None
    largest = max(map(abs, values), default=0.0) if values else 0.0
    return Choice(
        infoset=None,
        after=play.label,
        sees="",
        reach=1.0,
        own_reach=1.0,
        actions=play.moves[player - 1],
        probabilities=play.strategies[player - 1],
        exact=play.exact.strategies[player - 1] if play.exact else None,
        values=values and tuple(without_rounding_error(one, largest) for one in values),
    )


def _alternative_moves(
    report: InductionReport, player: int, plays: Sequence[Play]
) -> list[tuple[str, str]]:
    """Return the chance draws, each with the moves that other, equally good strategies take."""
    drawn = _chance_word(report, plays)
    return [
        (f"for {drawn} {play.label}, " if drawn else "", ", ".join(play.others[player - 1]))
        for play in plays
        if play.others and play.others[player - 1]
    ]


GAME_STRATEGIES = Section("strategies", "Strategies", of_game)
STATES_STRATEGIES = Section("strategies", "Strategies", of_states)
