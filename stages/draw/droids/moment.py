"""The content of a picture of a droid battle: the board, both droids, and their strategies."""

from typing import NamedTuple

from schemas.induction_report import InductionReport, Play
from schemas.parts.squares import Square
from schemas.rules.droid_battle import (
    ACTIONS,
    DroidBattle,
    Position,
    battle_of,
    opening,
    read_position,
)
from schemas.rules.rule import Rule

NO_BATTLE = "is no droid battle, so there is no board to draw"


class Option(NamedTuple):
    """An action of a droid."""

    action: str
    """One of ACTIONS."""
    probability: float
    """Its probability under the strategy."""
    value: float | None
    """To player 1, against the other's strategy; None if not requested."""


class Droid(NamedTuple):
    """One of the two droids at a moment."""

    name: str
    square: Square
    shots: int
    """Shots left."""
    had: int
    """Shots at the start."""
    options: tuple[Option, ...]
    """In the order of ACTIONS; empty if play is not shown."""


class Moment(NamedTuple):
    """A point of play before both act."""

    title: str
    """The title of the game."""
    board: tuple[str, ...]
    """Rows of `-` free and `#` wall."""
    droids: tuple[Droid, Droid]
    score: int
    """Player 1's points less player 2's; 0 in games for points, where the score makes no
    difference.
    """
    round: int
    """The round, from 1."""
    rounds: int
    """The greatest number of rounds."""
    value: float | None
    """The value to player 1 from here on; None if play is not shown."""
    objective: str

    @property
    def squares(self) -> tuple[Square, Square]:
        return self.droids[0].square, self.droids[1].square


def moment(report: InductionReport) -> Moment:
    """Return the position of a report, or else the start, with both droids' strategies there.

    Raise InputError for another game.
    """
    rule = battle_of(report.graph.rule, NO_BATTLE)
    if report.position is None or (at := _at(report.position)) is None:
        return beginning(report)
    return _shown(rule, report.graph.title, at, report.position)


def beginning(report: InductionReport) -> Moment:
    """Return the start with both droids' strategies. Raise InputError for another game."""
    rule = battle_of(report.graph.rule, NO_BATTLE)
    if not report.first_moves:
        return plain(rule, report.graph.title)
    known = report.positions.plays[0] if report.positions else report.first_moves[0]
    return _shown(rule, report.graph.title, opening(rule), known)


def plain(rule: Rule | None, title: str = "") -> Moment:
    """Return the start of a battle without play. Raise InputError for another game."""
    battle = battle_of(rule, NO_BATTLE)
    return _shown(battle, title or battle.title, opening(battle), None)


def _at(play: Play) -> Position | None:
    """Return the position of a play; None at level 0, where states are histories."""
    return read_position(play.state) if play.state.startswith("at ") else None


def _shown(rule: DroidBattle, title: str, point: Position, play: Play | None) -> Moment:
    droids = [
        Droid(
            name=name,
            square=square,
            shots=shots,
            had=had,
            options=_options(play, player) if play else (),
        )
        for player, (name, square, shots, had) in enumerate(
            zip(rule.players, point.squares, point.shots, rule.shots, strict=True)
        )
    ]
    return Moment(
        title=title,
        board=tuple(row.replace("2", "-").replace("5", "-") for row in rule.board),
        droids=(droids[0], droids[1]),
        score=point.score,
        round=rule.rounds - point.rounds + 1,
        rounds=rule.rounds,
        value=play.value if play else None,
        objective=rule.objective,
    )


def _options(play: Play, player: int) -> tuple[Option, ...]:
    moves = play.moves[player]
    values = play.move_values[player] if play.move_values else (None,) * len(moves)
    found = (
        Option(action, probability, value)
        for action, probability, value in zip(moves, play.strategies[player], values, strict=True)
    )
    return tuple(sorted(found, key=lambda option: ACTIONS.index(option.action)))
