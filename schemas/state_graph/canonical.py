"""The canonical order of a graph: in its file, the order of the keys of a mapping means nothing.

States are in the natural order of their names, unless the graph names its rule: then they are in
the order in which the rule lists them. The moves of a state are in the order of the states that
they lead to; moves to the same state in the natural order of their labels. Where player 2 is
offered the same labels at several states, it may not be able to tell them apart: they are in the
order of the first such state.
"""

from collections.abc import Callable, Sequence

from schemas.parts.natural import natural
from schemas.parts.states import Choice, Draw, Joint, Look, Relocation, State, Terminal
from schemas.rules.listing import Named

Labels = tuple[str, ...]
Offers = dict[frozenset[str], Labels]


def states_in_order(states: Sequence[State]) -> tuple[State, ...]:
    """Return states with their moves in canonical order.

    >>> states_in_order([Choice(1, (("up", 2), ("down", 1), ("e10", 3), ("e2", 3)))])[0].moves
    (('down', 1), ('up', 2), ('e2', 3), ('e10', 3))
    """
    offers: Offers = {}
    return tuple(state_in_order(state, offers) for state in states)


def state_in_order(state: State, offers: Offers) -> State:
    """Return a state with its moves in order; `offers` are those of player 2 at the states before,
    and get its own.
    """
    match state:
        case Draw(moves):
            return Draw(tuple(sorted(moves, key=_place)))
        case Choice(player, options):
            ordered = sorted(options, key=_place)
            if player == 2:
                to = dict(options)
                labels = offers.setdefault(frozenset(to), tuple(label for label, _ in ordered))
                ordered = [(label, to[label]) for label in labels]
            return state._replace(moves=tuple(ordered))
        case _:
            return state


def same_states(names: Sequence[str], states: Sequence[State], listed: Named) -> bool:
    """Return whether states in canonical order are those that a rule lists."""
    order = sorted(range(len(listed[0])), key=lambda at: natural(listed[0][at]))
    if [listed[0][at] for at in order] != list(names):
        return False
    number = {old: new for new, old in enumerate(order)}
    found = (_renumbered(listed[1][at], number.__getitem__) for at in order)
    return states_in_order(tuple(found)) == tuple(states)


def _place(move: tuple[object, ...]) -> tuple[object, object]:
    return move[-1], natural(str(move[0]))


def _renumbered(state: State, number: Callable[[int], int]) -> State:
    match state:
        case Terminal():
            return state
        case Draw(moves):
            return Draw(tuple((label, p, number(to)) for label, p, to in moves))
        case Choice(_, options):
            return state._replace(moves=tuple((label, number(to)) for label, to in options))
        case Look(place, occupied, empty):
            return Look(place, number(occupied), number(empty))
        case Relocation(_, _, to):
            return state._replace(to=number(to))
        case Joint(_, rows):
            return state._replace(to=tuple(tuple(map(number, row)) for row in rows))
