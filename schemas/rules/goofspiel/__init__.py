"""Goofspiel, the game of pure strategy.

Both players hold a hand of cards. In each round a random prize among the
remaining ones is turned up, and both players simultaneously bid one card. The
higher card wins the prize, equal cards win nothing, and the two cards and
the prize are out of play.
See Rhoads and Bartholdi, "Computer Solution to the Game of Pure Strategy",
Games 3(4), 2012.
"""

from fractions import Fraction
from functools import partial

from ...parts.documents import Data, Findings
from ...parts.exact import brief, write_exact
from ...parts.problems import InputError, Place, Problem, counted, shown
from ..objective import Objective
from ..rule import FirstStage, Layers, Rule, Words
from .positions import (
    MAX_CARDS,
    Deal,
    Hand,
    Position,
    after,
    check_deal,
    deal,
    read_hand,
    read_position,
    read_prizes,
    refuse_other_cards,
    won,
    write_position,
)
from .states import DealUnfolding, tree_size

__all__ = (
    "MAX_CARDS",
    "NAME",
    "Goofspiel",
    "Hand",
    "Position",
    "after",
    "deal",
    "goofspiel_of",
    "read_hand",
    "read_position",
    "read_prizes",
    "read_rule",
    "refuse_other_cards",
    "won",
    "write_position",
)

NAME = "goofspiel"


class Goofspiel(Deal):
    """The rule of one deal of Goofspiel."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return NAME

    @property
    def title(self) -> str:
        number = len(self.prizes)
        suit = tuple(range(1, number + 1))
        plain = self.hands == (suit, suit) and self.prizes == tuple(map(Fraction, suit))
        dealt = ""
        if not plain:
            first, second = map(_list, self.hands)
            dealt = f", {first} against {second} for {' '.join(map(brief, self.prizes))}"
        won_by = "points" if self.objective == Objective.POINTS else "win or lose"
        return f"Goofspiel, {counted(number, 'card')}{dealt}, {won_by}"

    @property
    def players(self) -> tuple[str, str]:
        return ("player 1", "player 2")

    @property
    def words(self) -> Words:
        return Words("prize", "a position with a prize up")

    @property
    def layers(self) -> Layers:
        start = deal(self)
        hands = (tuple(map(str, start.hands[0])), tuple(map(str, start.hands[1])))
        return Layers(
            unit="cards",
            last=len(self.prizes),
            most=1.0 if self.objective == Objective.WIN else float(sum(self.prizes)),
            first=tuple(
                FirstStage(
                    str(prize), write_position(start._replace(up=prize), self.objective), hands
                )
                for prize in self.prizes
            ),
            size=tree_size(self),
            fair="equal hands" if self.hands[0] == self.hands[1] else "",
            heading="cards in each hand",
        )

    def fields(self) -> dict[str, object]:
        prizes = [write_exact(prize) for prize in self.prizes]
        return {"name": NAME, "hands": self.hands, "prizes": prizes, "objective": self.objective}

    def check(self) -> list[Problem]:
        return check_deal(self)

    def unfold(self, level: int) -> DealUnfolding:
        return DealUnfolding(self, level)

    def position(self, text: str) -> Position:
        found = read_position(text)
        refuse_other_cards(self, found)
        return found


def read_rule(findings: Findings, data: Data, place: Place) -> Goofspiel:
    """Read the rule in the data of an artifact."""
    fields = findings.fields(data, place, ("name", "hands", "prizes", "objective"))
    if fields["name"] is not None and fields["name"] != NAME:
        findings.add(
            (*place, "name"), f"{shown(fields['name'])} is not a known rule; known is {NAME}"
        )
    hands = findings.each(fields["hands"], (*place, "hands"), partial(read_hand, findings))
    if fields["hands"] is not None and len(hands) != 2:
        findings.add((*place, "hands"), f"two players hold {len(hands)} hands")
    prizes = read_prizes(findings, fields["prizes"], (*place, "prizes"))
    objective = findings.text(fields["objective"], (*place, "objective"))
    rule = Goofspiel((hands[0], hands[-1]) if hands else ((), ()), prizes, objective)
    findings.add_unless_broken(
        [Problem(problem.message, (*place, *problem.place)) for problem in rule.check()]
    )
    return rule


def goofspiel_of(rule: Rule | None, refusal: str) -> Goofspiel:
    """Return the rule if it is Goofspiel. Raise InputError with the message `refusal` for any
    other.
    """
    if isinstance(rule, Goofspiel):
        return rule
    raise InputError([Problem(refusal)])


def _list(hand: Hand) -> str:
    return " ".join(map(str, hand))
