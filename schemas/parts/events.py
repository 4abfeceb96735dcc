"""Events: what happens between two nodes of a game, by the rules it comes from.

Where the rules of maps write a label for what happens, the label is the value of the event: it is
written from here and looked up here, so that nobody else asks what a label says.
"""

from enum import StrEnum


class Event(StrEnum):
    """What happened."""

    PLACEMENT = "placement"
    """Player 2 chose its secret."""
    MOVE = "move"
    """A player made a move that has no other name here."""
    OCCUPIED = "occupied"
    """The rules looked at a place of the secret, and somebody was there."""
    EMPTY = "empty"
    """The rules looked at a place of the secret, and nobody was there."""
    RELOCATION = "relocation"
    """Player 2 changed its secret."""
    STAY = "stay"
    """Player 2 could have changed its secret."""
    FIGHT = "fight"
    TAKE_GOLD = "take gold"
    """Player 2 let player 1 go on without its gold."""
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
