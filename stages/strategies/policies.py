"""Strategies that are functions of an information set."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ...schemas.game import Game
from ...schemas.parts.problems import InputError, Problem, counted
from ...schemas.strategies.states import Memory, Remembered, memory_text
from ...schemas.strategy import FittedStrategies
from .amounts import Amounts
from .entries import InfosetEntry, Log, listed
from .matching import Fitting
from .names import Names


class Infoset(NamedTuple):
    """An information set, as a policy gets it."""

    player: int
    """1 or 2."""
    actions: tuple[str, ...]
    memory: Memory
    """All that the player remembers, in order: its own actions, and its observations. Where several
    ways lead to an information set, this is one of them.
    """
    label: str
    """The same in words, as in a report: observations are in brackets."""

    @property
    def seen(self) -> tuple[str, ...]:
        """The texts of `memory`: the labels of the player's own actions, and its observations."""
        return tuple(text for text, _ in self.memory)


Answer = Sequence[str] | Mapping[str, str] | None
"""The probabilities as texts, one per action or by the labels of actions, of which others have the
probability 0; None where the strategy does not say how to play.
"""


class Policy(NamedTuple):
    """A strategy that is a function."""

    name: str
    """Its name in messages."""
    answer: Callable[[Infoset], Answer]


class Asked:
    """The distributions of a policy, as far as it was asked for them."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.log = policy, Log()
        self.amounts = Amounts(self.log)

    def distribution(self, infoset: Infoset) -> tuple[Fraction, ...] | None:
        """Return the probabilities of the actions, with sum exactly 1. Raises InputError."""
        answer, actions = self.policy.answer(infoset), infoset.actions
        if answer is None:
            return None
        if isinstance(answer, Mapping):
            for label in [label for label in answer if label not in actions]:
                raise _refused(infoset, f"there is no action {label!r}; it has {listed(actions)}")
            answer = [answer.get(label, "0") for label in actions]
        if len(answer) != len(actions):
            count = f"{counted(len(answer), 'probability')} for {counted(len(actions), 'action')}"
            raise _refused(infoset, f"{count}: {listed(actions)}")
        spots = [()] * len(actions)
        entry = InfosetEntry(infoset.player, None, None, actions, tuple(answer), (), spots)
        shares = self.amounts.shares(entry, actions)
        if shares is None:
            raise _refused(infoset, self.log[0].message)
        return shares

    def at_memory(
        self, player: int, memory: Memory, actions: tuple[str, ...]
    ) -> tuple[Fraction, ...] | None:
        """Return the probabilities of the actions of a player who remembers this."""
        return self.distribution(Infoset(player, actions, memory, memory_text(memory)))


def _refused(infoset: Infoset, message: str) -> InputError:
    return InputError([Problem(f"player {infoset.player}, {infoset.label}: {message}")])


def fitted_policy(policy: Policy, game: Game) -> FittedStrategies:
    """Return the strategies of a policy in a checked game: of one player or both. Raises InputError
    if it has none, or no probabilities where its own moves lead.
    """
    names, asked = Names(game), Asked(policy)
    fitting = Fitting(names, both=False)
    fitting.amounts = asked.amounts
    for number, infoset in enumerate(_infosets(game, names)):
        shares = asked.distribution(infoset)
        if shares is not None:
            fitting.found[number], fitting.spots[number] = shares, ()
    given = fitting.done()
    if fitting.log:
        raise InputError([Problem(message) for message, _ in fitting.log])
    return given


def _infosets(game: Game, names: Names) -> Iterator[Infoset]:
    """Yield the information sets of a game as a policy gets them."""
    words, reached = game.words, game.reached
    remembered: list[Memory] = []
    for number, player in enumerate(names.players):
        before: Memory = ()
        if sequence := int(reached.members[reached.begin[reached.parent[number]]]):
            last, action = game.move(sequence)
            before = (*remembered[last], Remembered(words.labels(last)[action], own=True))
        seen = (Remembered(text, own=False) for text in words.sees(number))
        remembered.append((*before, *seen))
        yield Infoset(player, words.labels(number), remembered[number], names.words(number))
