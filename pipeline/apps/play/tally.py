"""The sources of the payoff: luck and mistakes, in numbers that add up.

Let V(h) be the expected payoff at a history h, given all hidden information, when both players
continue as in `pipeline.apps.play.continuation`: a program by its equilibrium strategy, a person by
a best response to it. V is the game value before the first move and the payoff at the end. So the
changes of V along the history add up to the payoff minus the value:

    payoff = value + chance + draws + hidden - mistakes (+ gifts)

- `chance`: the changes of V at moves of chance.
- `draws`: the changes of V at drawn moves of the equilibrium, where it plays several at random.
- `mistakes`: the costs of the person's moves given the person's knowledge: at the information set,
  the value of the best action minus that of the one taken (`Continuation.cost`); never below 0.
- `hidden`: the change of V at a move of the person's, plus its cost, which is already counted in
  `mistakes`: the luck of hidden information. A person may make a mistake and yet gain.
- `gifts`: if two people play, the mistakes of the other one; else 0.

The expectation of every kind of luck is 0 at every information set, however the person plays, as
long as the other player follows the equilibrium: V at a chance node or a drawn move is the mean
over its successors, and the mean of `hidden` over the nodes of an information set is the value of
the action taken, minus that of the best action, plus the cost. With two people the numbers add up
as well, but measure both against the equilibrium.

All numbers are to one side, the person's (player 1's if both players or none are people), and on a
grid of decimals, so that they add up to the last digit; the payoff and the value are rounded to it,
too.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ....schemas.game import Terminal
from ....schemas.transcript import Terms
from .match import CHANCE, Move
from .score import Score
from .solved_match import SolvedMatch


class Share(NamedTuple):
    """The changes by one move, to the same side."""

    move: Move
    luck: Fraction
    """Luck of chance, of a drawn move, or of hidden information, depending on the mover."""
    cost: Fraction
    """The cost of a person's move to its player; 0 if it is unknown."""


def tally(match: SolvedMatch) -> Terms:
    """Return the tally of a match so far; before the end its payoff is the expected one. It reveals
    hidden information.
    """
    side, value, moves = side_of(match), value_of(match), list(shares(match))

    def luck(is_kind: Callable[[Move], bool]) -> Fraction:
        return sum((share.luck for share in moves if is_kind(share.move)), Fraction(0))

    def costs(mine: bool) -> Fraction:
        moved = (share for share in moves if (share.move.player == side) == mine)
        return sum((share.cost for share in moved), Fraction(0))

    chance = luck(lambda move: move.player == CHANCE)
    draws = luck(lambda move: move.player != CHANCE and move.player not in match.people)
    hidden = luck(lambda move: move.player in match.people)
    mistakes, gifts = costs(True), costs(False)
    return Terms(
        player=side,
        value=value,
        chance=chance,
        draws=draws,
        hidden=hidden,
        mistakes=mistakes,
        gifts=gifts,
        payoff=value + chance + draws + hidden - mistakes + gifts,
    )


def side_of(match: SolvedMatch) -> int:
    """Return the player whose side the numbers are to."""
    return match.people[0] if len(match.people) == 1 else 1


def value_of(match: SolvedMatch) -> Fraction:
    """Return the value of the game to the side of a match, on the grid."""
    return _value_to_side(match, match.ready.continuation.rounded(match.ready.value))


def payoff_of(match: SolvedMatch) -> Fraction:
    """Return the exact payoff of a finished match to its side."""
    node = match.ready.game.nodes[match.position]
    assert isinstance(node, Terminal)
    payoff = node.payoff
    return payoff if side_of(match) == 1 else match.ready.game.constant - payoff


def shares(match: SolvedMatch) -> Iterator[Share]:
    """Yield the changes by every move, to the side of the match."""
    side, worth = side_of(match), match.ready.continuation
    before = value_of(match)
    for move in match.moves:
        after = _value_to_side(match, worth.node(move.to))
        cost = Fraction(0)
        if move.player in match.people:
            infoset = match.rules.infoset(move.position)
            cost = worth.cost(move.player, infoset, move.action) or cost
        lost = cost if move.player == side else -cost
        yield Share(move, after - before + lost, cost)
        before = after


def _value_to_side(match: SolvedMatch, value: Fraction) -> Fraction:
    """Convert a value to player 1 to the side of a match."""
    if side_of(match) == 1:
        return value
    return match.ready.continuation.rounded(match.ready.game.constant) - value


def add_match(score: Score, match: SolvedMatch) -> Score:
    """Return a score with one more finished match."""
    return score.after(payoff_of(match), tally(match).mistakes)


def in_words(score: Score, match: SolvedMatch) -> str:
    """Return a score of the side of a match in words; empty if no game has ended."""
    name = match.ready.game.players[side_of(match) - 1]
    return score.payoffs_in_words(name, value_of(match), bool(match.people))
