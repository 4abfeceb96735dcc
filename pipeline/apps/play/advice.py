"""The equilibrium's play at an information set, with the values and costs of actions there."""

from fractions import Fraction
from typing import NamedTuple

from .match import Move
from .solved_match import SolvedMatch


class Option(NamedTuple):
    """One available action."""

    label: str
    probability: float
    """Its probability in the equilibrium."""
    value: Fraction | None
    """Its value to its player, on the grid, with best play afterwards; None if the opponent's
    strategy never reaches the information set, so that the value is unknown.
    """
    cost: Fraction | None
    """Its loss against the best action; None likewise."""


class Advice(NamedTuple):
    """The options at an information set."""

    player: int
    options: tuple[Option, ...]

    @property
    def known(self) -> bool:
        """Whether the opponent's strategy reaches this information set."""
        return self.options[0].value is not None

    @property
    def best(self) -> tuple[str, ...]:
        """The actions that cost nothing; empty if the values are unknown."""
        return tuple(option.label for option in self.options if option.cost == 0)

    @property
    def value(self) -> Fraction | None:
        """The value to the player, with best play from here on."""
        return max(
            (option.value for option in self.options if option.value is not None), default=None
        )


def advice(match: SolvedMatch) -> Advice | None:
    """Return the advice for the person whose turn it is; None if there is none."""
    infoset = match.infoset
    return None if infoset is None else advice_at(match, infoset)


def advice_at(match: SolvedMatch, infoset: int) -> Advice:
    """Return the advice for an information set."""
    game, worth = match.ready.game, match.ready.continuation
    record, found = game.information_sets[infoset], worth.values[infoset]
    constant = worth.rounded(game.constant)

    def value(action: int) -> Fraction | None:
        if found is None:
            return None
        value = worth.rounded(found.values[action])
        return value if record.player == 1 else constant - value

    options = tuple(
        Option(label, probability, value(at), worth.cost(record.player, infoset, at))
        for at, (label, probability) in enumerate(
            zip(record.actions, worth.played[infoset], strict=True)
        )
    )
    return Advice(record.player, options)


def last_answer(match: SolvedMatch) -> tuple[Move, Advice] | None:
    """Return the last move at which a person had a choice, with its advice; None if there was
    none.
    """
    move = next((move for move in reversed(match.moves) if move.answer), None)
    return None if move is None else (move, advice_at(match, match.rules.infoset(move.position)))
