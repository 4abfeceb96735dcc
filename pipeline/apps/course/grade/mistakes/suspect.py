"""A mistake that a hand-in may contain: its description, and the resulting game."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ......schemas.game import Game
from ......schemas.parts.problems import InputError
from ...records import NamedMistake
from ..differences import DifferenceKind
from ..reduced_forms import form_of, reduced_form
from ..trees import TreeForm


class Mistake(StrEnum):
    """The possible mistakes in words, with placeholders in braces."""

    WRONG_SIGN = "the payoffs have the wrong sign"
    GOLD_AFTER_CAPTURE = "gold is kept after a capture"
    CAPTURE_AS_EXIT = "a capture pays like an exit"
    TAKEN_GOLD_COUNTED = "gold that was taken away is counted"
    GOLD_NOT_COUNTED = "gold is not counted"
    GOLD_IN_DEAD_END = "gold is kept in a dead end"
    DEAD_END_AS_EXIT = "a dead end pays like an exit"
    EXIT_PAYS = "an exit pays {paid}, not {right}"
    GOLD_WORTH = "each gold is worth {paid}, not {right}"
    END_PAYS = "a {end} pays {paid}, not {right}"

    ONE_END = "one end of play pays {paid}, not {right}"

    CAPTURE_IS_ESCAPE = "the probabilities of capture and escape are exchanged"
    CAPTURE_PROBABILITY = "a fight ends in capture with probability {probability}"
    ONE_FIGHT = "one fight ends in capture with probability {probability}, not {right}"
    CERTAIN_FIGHT = "a fight always ends with the agent {outcome}"

    SEE_THE_PATH = "{others} see the path of {agent}"
    KNOWS_THE_PLACE = "{agent} knows where {others} hide"
    KNOWS_WHAT_THEY_DO = "{agent} knows all that {others} do"
    SEE_FIGHTS_END = "{others} see how fights end"
    AGENT_KNOWS_EVERYTHING = "{agent} knows everything"
    OTHERS_KNOW_EVERYTHING = "{others} know everything"

    PLACE_UNSEEN = "{others} do not see the place of the {event}"
    ANSWER_UNSEEN = "{agent} does not see whether {others} fight or take the gold"
    NOTHING_SEEN = "{agent} does not see what happens at dangerous places"
    PLACE_AND_PAST_UNSEEN = (
        "{others} know only where they hid, not the place or what happened before"
    )
    PAST_FORGOTTEN = "{others} forget what happened before this encounter or alarm"
    ORDER_FORGOTTEN = "{others} forget the order of the encounters"
    ANSWERS_FORGOTTEN = "{others} forget what they chose before"
    HIDING_FORGOTTEN = "{others} forget where they hid"
    ONLY_PLACE_SEEN = "{others} see the place and nothing else: not where they hid"
    NOTHING_KNOWN = "{others} know nothing at all"
    PATH_FORGOTTEN = "{agent} forgets its path"
    ONLY_SQUARE_KNOWN = "{agent} knows its square and nothing else"
    EARLIER_FORGOTTEN = "{agent} forgets what happened at dangerous places before"

    MUST_MOVE = "{others} must move at the alarm"
    CANNOT_MOVE = "{others} cannot move at the alarm"
    ONE_MOVES = "only one of the {others} can move at the alarm"
    ALWAYS_FIGHT = "{others} always fight"
    ALWAYS_TAKE_GOLD = "{others} always take the gold"

    ENTERED_TWICE = "a square is entered twice: {square}"
    MOVE_NOT_LEGAL = "an illegal move: {move} to {square}"
    MOVES_TOO_MANY = "an illegal move: {moves}"
    MOVES_COUNTED = "an illegal move: there are {found} moves, not {right}"
    MOVE_MISSING = "a legal move is missing: {move}"
    MOVE_NEVER = "a legal move is missing everywhere: {move}"
    CHOICE_MISSING = "{others} cannot choose: {choices}"
    CHOICE_TOO_MUCH = "{others} can also choose: {choices}"
    KNOWLEDGE = "{name} {knows} {much}: {what}"

    ALARM_AFTER_FIGHT = "an alarm is raised after a fight, too"
    ALARM_EVERYWHERE = "an alarm is raised at every empty place"
    ONTO_ALARM = "{others} can move onto the square of the alarm"
    GOLD_LOST = "gold is lost in a fight that is won"
    OTHER_RULES = "played by the rules {rules}"
    ENCOUNTERS_BY_OTHER_RULES = "encounters are played by the rules {rules}"
    NUMBER_HIDDEN = "the number of {others} is {found}, not {right}"

    def named(self, **filled: object) -> NamedMistake:
        """Return the mistake with its placeholders filled.

        >>> Mistake.ALWAYS_FIGHT.named(others="miners").words
        'miners always fight'
        >>> Mistake.EXIT_PAYS.named(paid=3, right=2).general
        'an exit pays N, not N'
        """
        general = {name: "N" if name in _NUMBERS else said for name, said in filled.items()}
        return NamedMistake(
            words=self.value.format(**filled), key=self, general=self.value.format(**general)
        )


_NUMBERS = ("paid", "right", "probability", "found")
"""The placeholders of numbers that belong to one map."""


@dataclass(frozen=True)
class Suspect:
    """A mistake that a hand-in may contain, and the resulting game."""

    mistake: NamedMistake
    make: Callable[[], Game]
    """Make the game. Raises InputError if it is much larger than the reference: it cannot be the
    hand-in.
    """
    kinds: tuple[DifferenceKind, ...] = ()
    """The kinds of first differences that it leads to; empty if it may lead to any."""
    inferred: bool = False
    """Whether it uses a number from the hand-in."""

    @cached_property
    def form(self) -> TreeForm | None:
        """The reduced sequence form of the game; None if the game is too large for the limits."""
        try:
            return reduced_form(form_of(self.make()))
        except InputError:
            return None
