"""Where the payoff came from: luck and mistakes, in numbers that add up.

Let V(h) be the payoff expected at a point h of play, all that is hidden known, when both players go
on as in `pipeline.play.continuation`: a program by its equilibrium strategy, a person by a best
response to that. It is the value of the game before the first move and the payoff at the end. So
the changes of V along the way add up to what was paid above the value:

    payoff = value + chance + draws + hidden - mistakes (+ gifts)

- `chance`: the changes of V at moves of chance.
- `draws`: those at moves that the equilibrium drew, of which it plays several at random.
- `mistakes`: what the person's moves cost by what the person knew: at the information set, the best
  action's value less that of the one taken (`Continuation.cost`); never below 0.
- `hidden`: the change of V at a move of the person's, and its cost, which the move did not lose
  by what was known: the luck of what was hidden. A person may be wrong, and yet gain.
- `gifts`: where two persons play, the mistakes of the other one; else 0.

The expectation of every kind of luck is 0 at every information set, however the person plays, as
long as the other player keeps to the equilibrium: V at a node of chance or of a draw is the mean of
what follows, and the mean of `hidden` over what may be hidden at an information set is the value of
the action taken, less that of the best one, and its cost. With two persons the numbers add up as
well, but measure both against the equilibrium.

All is to one side, that of the person (of player 1 where both or none are persons), and on a grid
of decimals, so that it adds up to the last digit; the payoff and the value are rounded to it, too.

A score adds up several games: what was paid, and what mistakes cost.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from pipeline.play.match import CHANCE, Match, Move
from schemas.game import Terminal


class Tally(NamedTuple):
    """Where the payoff came from, to one side."""

    player: int
    """Whose side: 1 or 2."""
    value: Fraction
    chance: Fraction
    draws: Fraction
    hidden: Fraction
    mistakes: Fraction
    """At least 0."""
    gifts: Fraction
    """At least 0; 0 unless two persons play."""

    @property
    def payoff(self) -> Fraction:
        """What is paid, or expected where play has not ended."""
        luck = self.chance + self.draws + self.hidden
        return self.value + luck - self.mistakes + self.gifts


class Share(NamedTuple):
    """What one move changed, to the same side."""

    move: Move
    luck: Fraction
    """Of chance, of the draw, or of what was hidden, by who moved."""
    cost: Fraction
    """To who moved, of a person's move; 0 where nothing is known."""


def tally(match: Match) -> Tally:
    """Return the tally of a match so far. It gives away what is hidden until the end."""
    side, found = side_of(match), list(shares(match))

    def luck(is_kind: Callable[[Move], bool]) -> Fraction:
        return sum((share.luck for share in found if is_kind(share.move)), Fraction(0))

    def costs(mine: bool) -> Fraction:
        moved = (share for share in found if (share.move.player == side) == mine)
        return sum((share.cost for share in moved), Fraction(0))

    return Tally(
        player=side,
        value=value_of(match),
        chance=luck(lambda move: move.player == CHANCE),
        draws=luck(lambda move: move.player != CHANCE and move.player not in match.people),
        hidden=luck(lambda move: move.player in match.people),
        mistakes=costs(True),
        gifts=costs(False),
    )


def side_of(match: Match) -> int:
    """Return whose side the numbers are on."""
    return match.people[0] if len(match.people) == 1 else 1


def value_of(match: Match) -> Fraction:
    """Return the value of the game to the side of a match, on the grid."""
    return _to(match, match.ready.continuation.rounded(match.ready.value))


def payoff_of(match: Match) -> Fraction:
    """Return what is paid to the side of a match that is over, exactly."""
    node = match.ready.game.nodes[match.node]
    assert isinstance(node, Terminal)
    payoff = node.payoff
    return payoff if side_of(match) == 1 else match.ready.game.constant - payoff


def shares(match: Match) -> Iterator[Share]:
    """Yield what every move changed, to the side of the match."""
    side, worth = side_of(match), match.ready.continuation
    before = value_of(match)
    for move in match.moves:
        after = _to(match, worth.node(move.to))
        cost = Fraction(0)
        if move.player in match.people:
            cost = worth.cost(move.player, move.infoset, move.action) or cost
        lost = cost if move.player == side else -cost
        yield Share(move, after - before + lost, cost)
        before = after


def _to(match: Match, value: Fraction) -> Fraction:
    """Return a value to player 1 as one to the side of a match."""
    if side_of(match) == 1:
        return value
    return match.ready.continuation.rounded(match.ready.game.constant) - value


class Score(NamedTuple):
    """Of the games of one side that have ended."""

    games: int = 0
    paid: Fraction = Fraction(0)
    mistakes: Fraction = Fraction(0)

    def after(self, match: Match) -> "Score":
        """Return the score with one more match, which is over."""
        return Score(
            self.games + 1,
            self.paid + payoff_of(match),
            self.mistakes + tally(match).mistakes,
        )


def in_words(score: Score, match: Match) -> str:
    """Return a score of the side of a match in words; empty where no game has ended."""
    if not score.games:
        return ""
    name = match.ready.game.players[side_of(match) - 1]
    games = "1 game" if score.games == 1 else f"{score.games} games"
    lost = f"; mistakes cost {_short(score.mistakes)}" if match.people else ""
    return (
        f"Score: {games} as {name}, {_short(score.paid)} in all, "
        f"{_short(score.paid / score.games)} a game; the value is {_short(value_of(match))}{lost}."
    )


def _short(number: Fraction) -> str:
    """Return a number in four digits.

    >>> _short(Fraction(22, 3)), _short(Fraction(-2))
    ('7.333', '-2')
    """
    return f"{float(number):.4g}"
