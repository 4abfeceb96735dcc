"""The rules of games with public states, as fields of artifacts."""

from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from ..parts.documents.records import converted
from ..parts.documents.shapes import Interval, Length, OneOf
from . import droid_battle, goofspiel
from .droid_battle.board import MAX_ROUNDS, MAX_SHOTS, MAX_SQUARES
from .objective import Objective

Hand = Annotated[tuple[Annotated[int, Interval(1, 10**9)], ...], Length(1, goofspiel.MAX_CARDS)]


class _Deal(NamedTuple):
    name: Annotated[str, "`goofspiel`", OneOf((goofspiel.NAME,))]
    hands: Annotated[tuple[Hand, Hand], "the cards of player 1 and player 2, ascending"]
    prizes: Annotated[tuple[Fraction, ...], "the prizes, ascending", Length(1, goofspiel.MAX_CARDS)]
    objective: Annotated[str, "`points` or `win`", OneOf(tuple(Objective))]


class _Battle(NamedTuple):
    name: Annotated[str, "`droid-battle`", OneOf((droid_battle.NAME,))]
    board: Annotated[tuple[str, ...], "the rows of the board", Length(1, MAX_SQUARES)]
    shots: Annotated[
        tuple[Annotated[int, Interval(0, MAX_SHOTS)], Annotated[int, Interval(0, MAX_SHOTS)]],
        "of droid 2 and droid 5",
    ]
    rounds: Annotated[int, "the largest number of rounds", Interval(1, MAX_ROUNDS)]
    objective: Annotated[str, "`win` or `points`", OneOf(tuple(Objective))]


def _fields(rule: Any) -> Any:
    return rule.fields()


DEAL = converted(_Deal, goofspiel.read_rule, _fields)
BATTLE = converted(_Battle, droid_battle.read_battle, _fields)
