"""Events: the meaning of the actions in a game, according to its rules.

If the rules of maps have a fixed label for an event, the label is the event's value. Labels are
written from here and looked up here, so that no other code interprets them.
"""

from enum import StrEnum


class Event(StrEnum):
    """An event of play."""

    PLACEMENT = "placement"
    """Player 2 chose its secret."""
    MOVE = "move"
    """A player made a move that has no other name here."""
    OCCUPIED = "occupied"
    """The rules looked at a place of the secret, and it was occupied."""
    EMPTY = "empty"
    """The rules looked at a place of the secret, and it was empty."""
    RELOCATION = "relocation"
    """Player 2 changed its secret."""
    STAY = "stay"
    """Player 2 could have changed its secret, but did not."""
    FIGHT = "fight"
    TAKE_GOLD = "take gold"
    """Player 2 took player 1's gold and let it continue."""
    CAPTURE = "captured"
    """Chance ended a fight."""
    ESCAPE = "escaped"
    """Chance let player 1 survive a fight."""
    DRAW = "draw"
    """Chance moved in a way that has no other name here."""


_ANSWERS = {event.value: event for event in (Event.FIGHT, Event.TAKE_GOLD)}
_OUTCOMES = {event.value: event for event in (Event.CAPTURE, Event.ESCAPE)}


def answer(label: str) -> Event:
    """Return the event of an action of player 2 that player 1 sees.

    >>> answer("take gold"), answer("raise")
    (<Event.TAKE_GOLD: 'take gold'>, <Event.MOVE: 'move'>)
    """
    return _ANSWERS.get(label, Event.MOVE)


def outcome(label: str) -> Event:
    """Return the event of an outcome of chance.

    >>> outcome("captured"), outcome("heads")
    (<Event.CAPTURE: 'captured'>, <Event.DRAW: 'draw'>)
    """
    return _OUTCOMES.get(label, Event.DRAW)
