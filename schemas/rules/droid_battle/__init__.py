"""Droid battle, the laser game of the 2022 assignment.

In each round, two droids on a board act simultaneously: each steps to a free
neighbouring square, or shoots. If both would end on the same square or exchange
squares, neither moves; this includes stepping onto a droid that stays. Shots are
fired after the steps, along row and column up to the walls. A hit is a point for
the shooter, but if both are hit, nobody scores. A droid without shots must step.
Play ends when both droids are out of shots, or after the last round.
"""

from ...parts.documents import Data, Findings
from ...parts.problems import InputError, Place, Problem, counted, shown
from ..objective import Objective
from ..rule import FirstStage, Layers, Rule, Words
from .board import (
    ACTIONS,
    SHOOT,
    Battle,
    actions,
    check_battle,
    hit,
    in_line,
    is_free,
    moved,
    neighbours,
)
from .positions import (
    Position,
    is_over,
    opening,
    play,
    read_position,
    refuse_position,
    winner,
    write_position,
)
from .size import refuse_beyond, size
from .states import BattleUnfolding

__all__ = (
    "ACTIONS",
    "NAME",
    "SHOOT",
    "DroidBattle",
    "Position",
    "actions",
    "battle_of",
    "hit",
    "in_line",
    "is_free",
    "is_over",
    "moved",
    "neighbours",
    "opening",
    "play",
    "read_battle",
    "read_position",
    "refuse_beyond",
    "refuse_position",
    "size",
    "winner",
    "write_position",
)

NAME = "droid-battle"


class DroidBattle(Battle):
    """The rule of one droid battle."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return NAME

    @property
    def title(self) -> str:
        first, second = self.shots
        shots = (
            f"{first} shot{'s' if first != 1 else ''}"
            if first == second
            else f"{first} against {second} shots"
        )
        rounds = f"{self.rounds} round{'s' if self.rounds > 1 else ''}"
        won_by = "points" if self.objective == Objective.POINTS else "win or lose"
        return f"Droid battle {len(self.board)}x{len(self.board[0])}, {shots}, {rounds}, {won_by}"

    @property
    def players(self) -> tuple[str, str]:
        return ("droid 2", "droid 5")

    @property
    def words(self) -> Words:
        return Words()

    @property
    def layers(self) -> Layers:
        return Layers(
            unit="rounds",
            last=self.rounds,
            most=1.0 if self.objective == Objective.WIN else float(max(self.shots)),
            first=self._first(),
            size=None,
        )

    def fields(self) -> dict[str, object]:
        return {
            "name": NAME,
            "board": self.board,
            "shots": self.shots,
            "rounds": self.rounds,
            "objective": self.objective,
        }

    def check(self) -> list[Problem]:
        return check_battle(self)

    def unfold(self, level: int) -> BattleUnfolding:
        return BattleUnfolding(self, level)

    def position(self, text: str) -> Position:
        return read_position(text)

    def _first(self) -> tuple[FirstStage, ...]:
        start = opening(self)
        if is_over(start):
            return ()
        own, other = (
            actions(self, square, left)
            for square, left in zip(start.squares, start.shots, strict=True)
        )
        return (FirstStage("", write_position(start, self.objective), (own, other)),)


def read_battle(findings: Findings, data: Data, place: Place) -> DroidBattle:
    """Read the rule in the data of an artifact."""
    fields = findings.fields(data, place, ("name", "board", "shots", "rounds", "objective"))
    if fields["name"] is not None and fields["name"] != NAME:
        findings.add(
            (*place, "name"), f"{shown(fields['name'])} is not a known rule; known is {NAME}"
        )
    board = findings.each(fields["board"], (*place, "board"), findings.text)
    shots = findings.each(fields["shots"], (*place, "shots"), findings.integer)
    if fields["shots"] is not None and len(shots) != 2:
        findings.add((*place, "shots"), f"{counted(len(shots), 'number')} for two droids")
    rule = DroidBattle(
        board,
        (shots[0], shots[-1]) if shots else (0, 0),
        findings.integer(fields["rounds"], (*place, "rounds")),
        findings.text(fields["objective"], (*place, "objective")),
    )
    findings.add_unless_broken(
        [Problem(problem.message, (*place, *problem.place)) for problem in rule.check()]
    )
    return rule


def battle_of(rule: Rule | None, refusal: str) -> DroidBattle:
    """Return the rule if it is a droid battle. Raise InputError with the message `refusal` for any
    other.
    """
    if isinstance(rule, DroidBattle):
        return rule
    raise InputError([Problem(refusal)])
