"""The sequence form of a game with perfect recall.

Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized
strategies in game trees", STOC 1994; von Stengel, "Efficient computation of
behavior strategies", GEB 14, 1996. In their letters: a realization plan x of
player 1 is a vector with `Ex = e`, `x >= 0`, one of player 2 a vector y with
`Fy = f`, `y >= 0`, and the expected payoff to player 1 is `x'Ay`, where A holds
the payoffs weighted with the probabilities of chance.
"""

from dataclasses import dataclass
from fractions import Fraction

from schemas.game import Chance, Decision, Game, Step, Terminal


@dataclass(frozen=True)
class Sequences:
    """The sequences of one player. Number 0 is the empty sequence."""

    steps: tuple[Step | None, ...]
    """Per sequence its last move; None for the empty sequence."""
    infosets: tuple[int, ...]
    """The player's information sets, in the game's order."""
    parents: tuple[int, ...]
    """Per information set of `infosets` the sequence that leads to it."""
    actions: tuple[tuple[int, ...], ...]
    """Per information set of `infosets` the sequences that end in it."""


@dataclass(frozen=True)
class SequenceForm:
    """`E`, `F` (as the sequences' parents) and `A`."""

    players: tuple[Sequences, Sequences]
    payoffs: dict[tuple[int, int], Fraction]
    """A: player 1's sequence and player 2's sequence to the extended utility; no zeros."""

    @property
    def longer(self) -> int:
        """The player with more sequences; player 1 where both have the same number."""
        first, second = (len(player.steps) for player in self.players)
        return 1 if first >= second else 2


def sequence_form(game: Game) -> SequenceForm:
    """Return the sequence form of a checked game."""
    return SequenceForm((_sequences(game, 1), _sequences(game, 2)), _payoffs(game))


def _sequences(game: Game, player: int) -> Sequences:
    infosets = game.infosets(player)
    steps: list[Step | None] = [None]
    actions = []
    for infoset in infosets:
        count = len(game.information_sets[infoset].actions)
        actions.append(tuple(range(len(steps), len(steps) + count)))
        steps += [(infoset, action) for action in range(count)]
    number = {step: at for at, step in enumerate(steps)}
    return Sequences(tuple(steps), tuple(infosets), tuple(number[game.parents[infoset]] for infoset in infosets), tuple(actions))


def _payoffs(game: Game) -> dict[tuple[int, int], Fraction]:
    """Return A, summed over the terminal nodes of each pair of sequences."""
    offset = _offsets(game)
    weights: list[tuple[int, int, Fraction]] = [(0, 0, Fraction(1))] * len(game.nodes)
    found: dict[tuple[int, int], Fraction] = {}
    for number, node in enumerate(game.nodes):
        first, second, weight = weights[number]
        match node:
            case Decision(infoset, children) if game.information_sets[infoset].player == 1:
                for sequence, child in enumerate(children, offset[infoset]):
                    weights[child] = (sequence, second, weight)
            case Decision(infoset, children):
                for sequence, child in enumerate(children, offset[infoset]):
                    weights[child] = (first, sequence, weight)
            case Chance(_, probabilities, children):
                for probability, child in zip(probabilities, children):
                    weights[child] = (first, second, weight * probability)
            case Terminal(payoff) if payoff:
                found[first, second] = found.get((first, second), Fraction(0)) + weight * payoff
    return {pair: found[pair] for pair in sorted(found) if found[pair]}


def _offsets(game: Game) -> list[int]:
    """Return per information set the number of the sequence that ends with its first action."""
    following = {1: 1, 2: 1}
    offsets = []
    for infoset in game.information_sets:
        offsets.append(following[infoset.player])
        following[infoset.player] += len(infoset.actions)
    return offsets
