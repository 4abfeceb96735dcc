"""Queries about a node of a tree and its subtree, for the reference and a hand-in alike."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from .....schemas.game import Chance, Decision, Game, Terminal, children
from .....schemas.parts.exact import brief

TERMINAL, CHANCE = 0, 3  # The turns at nodes, beside the players 1 and 2.
SHOWN = 8  # Actions that are named in words.


class Branch(NamedTuple):
    """A branch from a node to a child."""

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
    """Return the labels of the actions or outcomes at a node."""
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
    """Return whether a node has a single branch: nothing to decide."""
    record = game.nodes[node]
    return not isinstance(record, Terminal) and len(record.children) == 1


def first_child(game: Game, node: int) -> int:
    return children(game.nodes[node])[0]


def first_end(game: Game, node: int) -> int:
    """Return the first terminal node behind a node."""
    while children(game.nodes[node]):
        node = first_child(game, node)
    return node


def behind(game: Game, node: int) -> int:
    """Return the first node behind forced moves."""
    while forced(game, node):
        node = first_child(game, node)
    return node


def ahead(game: Game, node: int) -> int:
    """Return the node behind forced moves and decisions of player 2, always taking its first
    choice.
    """
    while forced(game, node) or turn(game, node) == 2:
        node = first_child(game, node)
    return node


def nodes_to(game: Game, node: int) -> list[int]:
    """Return the nodes from the root of a tree to a node, with both."""
    found = [node]
    for at in range(node - 1, -1, -1):  # Nodes come after their ancestors.
        if found[-1] in children(game.nodes[at]):
            found.append(at)
    return found[::-1]


def branches(game: Game, node: int) -> list[Branch]:
    """Return the branches of a node."""
    record = game.nodes[node]
    below = children(record)
    shares = record.probabilities if isinstance(record, Chance) else (Fraction(1),) * len(below)
    return [Branch(*way) for way in zip(actions(game, node), shares, below, strict=True)]


def outcomes(game: Game, node: int) -> list[Branch]:
    """Return the outcomes of chance at a node, with consecutive chance moves merged."""
    return _in_a_row(game, node, lambda at: isinstance(game.nodes[at], Chance))


def moves(game: Game, node: int) -> list[Branch]:
    """Return the results of the agent's moves at a node, with consecutive moves merged."""
    return _in_a_row(game, node, lambda at: turn(game, at) == 1)


def choices(game: Game, node: int) -> list[Branch]:
    """Return the results of player 2's choices at a node, with consecutive decisions merged."""
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
    """Return a description of a node in words."""
    match game.nodes[node]:
        case Terminal(payoff):
            return f"the end of play, with payoff {brief(payoff)}"
        case Chance():
            drawn = branches(game, node)[:SHOWN]
            return f"chance: {', '.join(f'{way.label} {brief(way.probability)}' for way in drawn)}"
        case _:
            labels = actions(game, node)
            name = game.players[turn(game, node) - 1]
            return f"a decision of {name} among {len(labels)}: {listed(labels)}"


def listed(labels: Sequence[str]) -> str:
    """Return labels as one text, of many the first ones."""
    return ", ".join(labels[:SHOWN]) + (", ..." if len(labels) > SHOWN else "")
