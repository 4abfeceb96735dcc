"""The two seats at the board, from names of agents."""

from pipeline.droids.arena import Arena, Entrant
from pipeline.droids.entrants import KEYBOARD, entrant, pair
from pipeline.droids.forecast import refuse_agents
from pipeline.droids.seat import Seat


def seats(arena: Arena, first: str, second: str) -> tuple[Seat, Seat]:
    """Return the seats of droids 2 and 5. Raise InputError for an unknown name, and LimitError if
    the agents need more memory than is free.
    """
    names = (first, second)
    if KEYBOARD in names:
        one, two = (
            None if name == KEYBOARD else _alone(arena, name, other)
            for name, other in (names, names[::-1])
        )
    else:
        one, two = pair(arena, first, second)
    who = [seat for seat in (one, two) if seat is not None]
    if who:  # Two people need no memory.
        refuse_agents(arena.rule, who, 1, "this game")
    return _seat(arena, first, one, 1), _seat(arena, second, two, 2)


def _alone(arena: Arena, name: str, other: str) -> Entrant:
    return entrant(arena, name, "" if other == KEYBOARD else other)


def _seat(arena: Arena, name: str, who: Entrant | None, player: int) -> Seat:
    return Seat(name, None if who is None else who.agent(player, arena.seed + player))
