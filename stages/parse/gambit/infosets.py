"""The information sets of a Gambit file, of players and of chance, as its nodes describe them.

A description that repeats an earlier one word for word is not read again.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from schemas.game import InformationSet
from schemas.parts.exact import brief
from schemas.parts.labels import distinct
from schemas.parts.problems import Code, shown
from stages.parse.gambit.grammar import Mistake, Token, actions, named, unquoted
from stages.parse.gambit.mended_numbers import Meanings
from stages.parse.gambit.problems import Noted


class Description(NamedTuple):
    """The content of an information set's description, of a player or of chance."""

    label: str | None
    """None if omitted."""
    raw: tuple[str, ...]
    """The actions' labels as in the file."""
    actions: tuple[str, ...]
    """As in the game: all different."""
    probabilities: tuple[Fraction, ...]
    """The probabilities of chance; empty for a player."""


class Moves(NamedTuple):
    """A described information set."""

    said: Description
    arity: int
    number: int
    """The index among the information sets of the game; -1 for chance."""
    offset: int


class InformationSets:
    """The information sets read so far."""

    def __init__(self, noted: Noted, meanings: Meanings) -> None:
        self.noted, self.text, self.meanings = noted, noted.text, meanings
        self.moves: dict[tuple[str | None, int], Moves | None] = {}
        """By the player's number as written (None for chance) and the set's number."""
        self.said: dict[tuple[bool, str], Description] = {}
        self.records: list[InformationSet] = []

    def at(
        self, start: int, player: str | None, identity: int, description: str | None, whole: bool
    ) -> Moves | None:
        """Return the information set of a node that begins at an offset; None if it is unknown.

        `whole` means that no node is missing before this one.
        """
        key = (player, identity)
        known = self.moves.get(key)
        if description is None:
            if key not in self.moves and whole:
                self.noted.add(
                    f'{_title(*key)} is not described at its first node: {{ "action" ... }} is '
                    "missing",
                    start,
                )
            return known
        said = self.said.get((player is None, description)) or self._described(
            start, player is None, description
        )
        if known is None and said is not None:
            known = self._new(start, player, identity, said)
        elif known is not None and said is not None and known.said is not said:
            self._compare(start, key, said, known)
            self.moves[key] = known
            # With this node's number of children, the following nodes keep their places in the
            # tree.
            return known._replace(said=said, arity=len(said.raw))
        self.moves[key] = known
        return known

    def _new(self, start: int, player: str | None, identity: int, said: Description) -> Moves:
        if player is None:
            return Moves(said=said, arity=len(said.raw), number=-1, offset=start)
        seen = said.label or f"set {identity}"
        self.records.append(
            InformationSet(player=int(player), state="", sees=(seen,), actions=said.actions)
        )
        return Moves(said=said, arity=len(said.raw), number=len(self.records) - 1, offset=start)

    def _described(self, start: int, chance: bool, description: str) -> Description | None:
        at = self.text.index(description, start)
        try:
            found = actions(self.text, at, chance)
        except Mistake as mistake:
            self.noted.mistake(mistake)
            return None
        raw = tuple(unquoted(name.text) for name, _ in found)
        probabilities = self._probabilities(found) if chance else ()
        said = Description(
            label=named(self.text, at)[0],
            raw=raw,
            actions=distinct(raw),
            probabilities=probabilities,
        )
        self.said[chance, description] = said
        return said

    def _probabilities(self, found: Sequence[tuple[Token, Token]]) -> tuple[Fraction, ...]:
        numbers = [self.noted.exact(word.text, word.offset) for _, word in found]
        known = [number for number in numbers if number is not None]
        for number, (_, word) in zip(numbers, found, strict=True):
            if number is not None and number < 0:
                self.noted.add(
                    f"the probability {brief(number)} is below 0",
                    word.offset,
                    Code.NEGATIVE_PROBABILITY,
                )
                return ()
        if len(known) < len(found):
            return ()
        meant = self.meanings.probabilities([word for _, word in found], known)
        if meant is None:
            self.noted.add(
                f"the probabilities sum to {brief(sum(known, Fraction(0)))}, not to exactly 1; "
                "fractions such as 1/3 do",
                found[0][1].offset,
                Code.SUM_OF_PROBABILITIES,
            )
        return meant or tuple(known)

    def _compare(
        self, start: int, key: tuple[str | None, int], said: Description, known: Moves
    ) -> None:
        """Note a description that contradicts the first one of the same information set."""
        for what, one, other in (
            ("label", known.said.label, said.label),
            ("actions", known.said.raw, said.raw),
            ("probabilities", known.said.probabilities, said.probabilities),
        ):
            if one != other and one is not None and other is not None:
                self.noted.add(
                    f"{_title(*key)} is described otherwise than in line "
                    f"{self.noted.line(known.offset)}: {what} {_joined(other)}, there "
                    f"{_joined(one)}",
                    start,
                    Code.DESCRIBED_OTHERWISE,
                )
                return


def _title(player: str | None, identity: int) -> str:
    return f"information set {identity} of {f'player {player}' if player else 'chance'}"


def _joined(what: str | tuple[str, ...] | tuple[Fraction, ...]) -> str:
    return shown(what if isinstance(what, str) else ", ".join(map(str, what)))
