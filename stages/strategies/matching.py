"""Fit the contents of a strategy's text to a game: every information set by its number or its
words, every action by its label or its place.

All problems are found in one pass. An unknown information set causes no further problems: the
player's moves are followed only through the known ones.
"""

from collections.abc import Sequence
from fractions import Fraction

from schemas.parts.exact import nearest
from schemas.parts.problems import InputError, Problem
from schemas.strategies import ExactBehaviour, ExactColumnsView, ExactStrategy
from schemas.strategies.columns import exact_columns
from schemas.strategy import Given
from stages.strategies.amounts import Amounts
from stages.strategies.entries import Noted, Said, Spot, Text, located
from stages.strategies.lookup import Finding
from stages.strategies.names import Names

MAX_PROBLEMS = 100


def fit(text: str, said: Text, names: Names) -> Given:
    """Return the strategies in a checked game. Raises InputError with the line of every problem."""
    fitting = Fitting(names, said.both)
    for each in said.said:
        fitting.take(each)
    given = fitting.done()
    if fitting.noted:
        raise InputError(_cut(located(text, fitting.noted)))
    return given


def _cut(problems: Sequence[Problem]) -> Sequence[Problem]:
    if len(problems) <= MAX_PROBLEMS:
        return problems
    rest = Problem(f"and {len(problems) - MAX_PROBLEMS:,} more problems")
    return [*problems[:MAX_PROBLEMS], rest]


class Fitting:
    """The strategies fitted so far."""

    def __init__(self, names: Names, both: bool) -> None:
        self.game, self.names = names.game, names
        self.noted: list[Noted] = []
        self.finding = Finding(names, both, self.noted)
        self.amounts = Amounts(self.noted)
        self.found: dict[int, tuple[Fraction, ...] | None] = {}
        """The distributions by information set; None if the probabilities are invalid."""
        self.spots: dict[int, Spot] = {}

    def take(self, said: Said) -> None:
        """Fit the entry of one information set."""
        for infoset in self.finding.infosets(said):
            if infoset in self.spots:
                self._note(f"{self.names.called(infoset)} stands twice", said.spot)
                continue
            self.spots[infoset] = said.spot
            self.found[infoset] = self.distribution(infoset, said)

    def distribution(self, infoset: int, said: Said) -> tuple[Fraction, ...] | None:
        """Return the distribution at an information set, or record its problem."""
        problems = len(self.noted)
        labels = self.names.labels(infoset)
        places = self.finding.places(infoset, said)
        read = self.amounts.shares(said, labels)
        if len(self.noted) > problems or read is None:
            return None
        if places is None:
            return read
        probabilities = [Fraction(0)] * len(labels)
        for place, probability in zip(places, read, strict=True):
            probabilities[place] = probability
        return tuple(probabilities)

    def done(self) -> Given:
        """Return the strategies; missing information sets are completed or recorded as problems."""
        if not self.found and not self.noted:
            self._note("there is no information set in it", ())
        players = self.names.players
        given = {players[infoset] for infoset in self.found}
        given |= {player for player in (1, 2) if player not in players}
        # Most often nothing is missing, and the moves need not be followed.
        whole = len(self.found) == sum(player in given for player in players)
        completed = 0 if whole else self._complete(given)
        sides = tuple(self._side(player) if player in given else None for player in (1, 2))
        return Given((sides[0], sides[1]), nearest(self.amounts.adjusted), completed)

    def _complete(self, given: set[int]) -> int:
        """Complete the strategies at information sets with one action, and at those that the
        player's own moves never reach; return the number of the latter.
        """
        leads: dict[int, Spot] = {0: ()}
        """The sequences that are played, with the position of the entry that says so."""
        completed = 0
        guessed = self.finding.guessed
        for infoset, player in enumerate(self.names.players):
            if player not in given:
                continue
            if infoset not in self.found:
                ways = (leads[way] for way in self.game.parents[infoset] if way in leads)
                spot = next(ways, None)
                size = len(self.names.labels(infoset))
                self.found[infoset] = (Fraction(1, size),) * size
                if size == 1:
                    # There is no choice here: its followers are reached whenever the set is.
                    leads.update({self.game.first[infoset]: spot} if spot is not None else {})
                elif spot is None:
                    completed += 1
                elif infoset not in guessed:
                    self._note(
                        f"{self.names.called(infoset)} is missing, and moves of player {player} "
                        "lead there",
                        spot,
                    )
                continue
            probabilities, spot = self.found[infoset], self.spots[infoset]
            is_played = any(way in leads for way in self.game.parents[infoset])
            for at, sequence in enumerate(self.game.sequences(infoset)):
                if is_played and probabilities is not None and probabilities[at]:
                    leads[sequence] = spot
        return completed

    def _side(self, player: int) -> ExactStrategy:
        entries = (
            ExactBehaviour(infoset, self.found[infoset] or ())
            for infoset, owner in enumerate(self.names.players)
            if owner == player
        )
        return ExactColumnsView(exact_columns(entries))

    def _note(self, message: str, spot: Spot) -> None:
        self.noted.append(Noted(message, spot))
