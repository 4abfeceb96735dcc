"""The rules of games with public states, as fields of artifacts."""

from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from ..parts.documents.records import converted
from ..parts.documents.shapes import Interval, Length, Mark, OneOf
from . import RULES, goofspiel, read_rule
from .droid_battle.board import MAX_ROUNDS, MAX_SHOTS, MAX_SQUARES
from .objective import Objective

Hand = Annotated[tuple[Annotated[int, Interval(1, 10**9)], ...], Length(1, goofspiel.MAX_CARDS)]


class _Deal(NamedTuple):
    name: Annotated[str, "`goofspiel`", OneOf((goofspiel.NAME,))]
    hands: Annotated[tuple[Hand, Hand], "the cards of player 1 and player 2, ascending"]
    prizes: Annotated[tuple[Fraction, ...], "the prizes, ascending", Length(1, goofspiel.MAX_CARDS)]
    objective: Annotated[str, "`points` or `win`", OneOf(tuple(Objective))]


class _PublicGame(NamedTuple):
    name: Annotated[str, "`droid-battle` or `goofspiel`", OneOf(tuple(RULES))]
    board: Annotated[
        tuple[str, ...],
        "droid battle: the rows of the board",
        Length(1, MAX_SQUARES),
        Mark.OPTIONAL,
    ]
    shots: Annotated[
        tuple[Annotated[int, Interval(0, MAX_SHOTS)], Annotated[int, Interval(0, MAX_SHOTS)]],
        "droid battle: those of droid 2 and droid 5",
        Mark.OPTIONAL,
    ]
    rounds: Annotated[
        int,
        "droid battle: the largest number of rounds",
        Interval(1, MAX_ROUNDS),
        Mark.OPTIONAL,
    ]
    hands: Annotated[
        tuple[Hand, Hand], "Goofspiel: the cards of player 1 and player 2, ascending", Mark.OPTIONAL
    ]
    prizes: Annotated[
        tuple[Fraction, ...],
        "Goofspiel: the prizes, ascending",
        Length(1, goofspiel.MAX_CARDS),
        Mark.OPTIONAL,
    ]
    objective: Annotated[str, "`win` or `points`", OneOf(tuple(Objective))]


def _fields(rule: Any) -> Any:
    return rule.fields()


DEAL = converted(_Deal, goofspiel.read_rule, _fields)
PUBLIC_GAME = converted(_PublicGame, read_rule, _fields)
