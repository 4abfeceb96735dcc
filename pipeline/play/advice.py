"""What the equilibrium would do, and what actions are worth and cost, by what the person knows."""

from fractions import Fraction
from typing import NamedTuple

from pipeline.play.match import Match, Move


class Option(NamedTuple):
    """One action."""

    label: str
    probability: float
    """With which the equilibrium takes it."""
    value: Fraction | None
    """To its player, on the grid, with the best play from there on; None where the other player's
    strategy never leads, and nothing is known.
    """
    cost: Fraction | None
    """Against the best action; None likewise."""


class Advice(NamedTuple):
    """What is known of an information set."""

    player: int
    infoset: int
    options: tuple[Option, ...]

    @property
    def known(self) -> bool:
        """Whether the other player's strategy leads here."""
        return self.options[0].value is not None

    @property
    def best(self) -> tuple[str, ...]:
        """The actions that cost nothing; none where nothing is known."""
        return tuple(option.label for option in self.options if option.cost == 0)

    @property
    def value(self) -> Fraction | None:
        """To the player, with the best play from here on."""
        return max(
            (option.value for option in self.options if option.value is not None), default=None
        )


def advice(match: Match) -> Advice | None:
    """Return what is known of the question that a person is asked; None where nobody is."""
    infoset = match.infoset
    return None if infoset is None else advice_at(match, infoset)


def advice_at(match: Match, infoset: int) -> Advice:
    """Return what is known of an information set."""
    game, worth = match.ready.game, match.ready.continuation
    record, found = game.information_sets[infoset], worth.values[infoset]
    constant = worth.rounded(game.constant)

    def value(action: int) -> Fraction | None:
        if found is None:
            return None
        told = worth.rounded(found.values[action])
        return told if record.player == 1 else constant - told

    options = tuple(
        Option(label, probability, value(at), worth.cost(record.player, infoset, at))
        for at, (label, probability) in enumerate(
            zip(record.actions, worth.played[infoset], strict=True)
        )
    )
    return Advice(record.player, infoset, options)


def last_answer(match: Match) -> tuple[Move, Advice] | None:
    """Return the last move at which a person had a choice, with what is known of it; None where
    there was none.
    """
    move = next((move for move in reversed(match.moves) if move.answer), None)
    return None if move is None else (move, advice_at(match, move.infoset))
