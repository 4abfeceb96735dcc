"""What stands at a node of a tree, and behind it: asked of the reference and of a hand-in alike."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from schemas.game import Chance, Decision, Game, Terminal, children
from schemas.parts.exact import brief

TERMINAL, CHANCE = 0, 3  # Beside the players 1 and 2: whose turn it is at a node.
SHOWN = 8  # Actions that are named in words.


class Branch(NamedTuple):
    """A way on from a node."""

    label: str
    probability: Fraction
    """1 where a player decides."""
    node: int


def turn(game: Game, node: int) -> int:
    """Return whose turn it is: 1, 2, CHANCE or TERMINAL."""
    record = game.nodes[node]
    if isinstance(record, Decision):
        return game.information_sets[record.infoset].player
    return CHANCE if isinstance(record, Chance) else TERMINAL


def actions(game: Game, node: int) -> tuple[str, ...]:
    """Return the labels of what can be done or can happen at a node."""
    match game.nodes[node]:
        case Decision(infoset):
            return game.information_sets[infoset].actions
        case Chance(labels):
            return labels
        case _:
            return ()


def width(game: Game, node: int) -> int:
    return len(children(game.nodes[node]))


def forced(game: Game, node: int) -> bool:
    """Return whether there is nothing to decide: one way on."""
    record = game.nodes[node]
    return not isinstance(record, Terminal) and len(record.children) == 1


def first_child(game: Game, node: int) -> int:
    return children(game.nodes[node])[0]


def first_end(game: Game, node: int) -> int:
    """Return the first end of play that can follow a node."""
    while children(game.nodes[node]):
        node = first_child(game, node)
    return node


def behind(game: Game, node: int) -> int:
    """Return what comes behind forced moves."""
    while forced(game, node):
        node = first_child(game, node)
    return node


def ahead(game: Game, node: int) -> int:
    """Return what comes behind forced moves and what player 2 does in between, the first of its
    choices taken.
    """
    while forced(game, node) or turn(game, node) == 2:
        node = first_child(game, node)
    return node


def branches(game: Game, node: int) -> list[Branch]:
    """Return the ways on from a node."""
    record = game.nodes[node]
    below = children(record)
    shares = record.probabilities if isinstance(record, Chance) else (Fraction(1),) * len(below)
    return [Branch(*way) for way in zip(actions(game, node), shares, below, strict=True)]


def outcomes(game: Game, node: int) -> list[Branch]:
    """Return what chance can come to at a node, its moves in a row taken as one."""
    return _in_a_row(game, node, lambda at: isinstance(game.nodes[at], Chance))


def moves(game: Game, node: int) -> list[Branch]:
    """Return what the agent can come to at a node, its moves in a row taken as one."""
    return _in_a_row(game, node, lambda at: turn(game, at) == 1)


def choices(game: Game, node: int) -> list[Branch]:
    """Return what player 2 can come to at a node, its decisions in a row taken as one."""
    return _in_a_row(game, node, lambda at: turn(game, at) == 2)


def _in_a_row(game: Game, node: int, goes_on: Callable[[int], bool]) -> list[Branch]:
    found: list[Branch] = []
    waiting = [Branch("", Fraction(1), node)]
    while waiting:
        label, share, at = waiting.pop()
        if goes_on(at):
            waiting += [
                Branch(
                    " ".join(filter(None, (label, way.label))), share * way.probability, way.node
                )
                for way in branches(game, at)
            ][::-1]
        else:
            found.append(Branch(label, share, at))
    return found


def described(game: Game, node: int) -> str:
    """Return in words what stands at a node."""
    match game.nodes[node]:
        case Terminal(payoff):
            return f"the end of play, which pays {brief(payoff)}"
        case Chance():
            drawn = branches(game, node)[:SHOWN]
            return f"chance: {', '.join(f'{way.label} {brief(way.probability)}' for way in drawn)}"
        case _:
            labels = actions(game, node)
            name = game.players[turn(game, node) - 1]
            return f"{name} to choose among {len(labels)}: {_shown(labels)}"


def _shown(labels: Sequence[str]) -> str:
    return ", ".join(labels[:SHOWN]) + (", ..." if len(labels) > SHOWN else "")
