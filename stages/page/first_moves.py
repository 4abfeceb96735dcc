"""The section with both players' first moves in a game of public states, or the moves at a
requested position.
"""

from collections.abc import Sequence

from schemas.induction_report import InductionReport, Play
from schemas.rules.rule import Words
from stages.page.assembly import Section, Shown
from stages.page.numbers import settled, value
from stages.page.strategies import Choice, Column, Table, exactly, shown, worth

ACTION, PLAYS = Column("action", "Move"), Column("plays", "Plays", number=True)


def gather(report: InductionReport) -> Shown | None:
    """Return the play of the first round, or at the position; None if unknown."""
    plays = (report.position,) if report.position else report.first_moves
    if not plays:
        return None
    tables = [_table(report, player, plays) for player in (1, 2)]
    where = f"At {report.position.state.removeprefix('at ')}" if report.position else "First round"
    alone = value(settled(plays[0].value, 1.0)) if len(plays) == 1 else ""
    return shown(
        tables,
        whole=False,
        where=where,
        worth=plays[0].move_values is not None,
        players=report.graph.players,
        alone=f"{alone} to {report.graph.players[0]}" if alone else "",
        verified=report.proved is not None,
        others=[_others(report, player, plays) for player in (1, 2)],
    )


def _table(report: InductionReport, player: int, plays: Sequence[Play]) -> Table:
    drawn, choices = _drawn(report, plays), [_choice(play, player) for play in plays]
    return Table(
        player=player,
        name=report.graph.players[player - 1],
        choices=choices,
        total=len(plays),
        forced=0,
        columns=(
            *((Column("after", drawn.capitalize()),) if drawn else ()),
            ACTION,
            PLAYS,
            *exactly(choices),
            *((worth(report.graph.players),) if plays[0].move_values else ()),
        ),
    )


def _drawn(report: InductionReport, plays: Sequence[Play]) -> str:
    """Return the chance draws before the first round; empty if there are none."""
    rule = report.graph.rule
    return (rule.words if rule else Words()).drawn if plays[0].label else ""


def _choice(play: Play, player: int) -> Choice:
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
        values=values and tuple(settled(one, largest) for one in values),
    )


def _others(report: InductionReport, player: int, plays: Sequence[Play]) -> list[tuple[str, str]]:
    """Return the chance draws, each with the moves that other, equally good strategies take."""
    drawn = _drawn(report, plays)
    return [
        (f"for {drawn} {play.label}, " if drawn else "", ", ".join(play.others[player - 1]))
        for play in plays
        if play.others and play.others[player - 1]
    ]


SECTION = Section("strategies", "Strategies", gather)
