"""The information sets, of players and of chance, and the outcomes of a Gambit file, as its nodes
describe them.

A description that repeats an earlier one word for word is not read again.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import compress
from typing import NamedTuple

from ....schemas.game.columns import ChanceMove
from ....schemas.parts.exact import brief
from ....schemas.parts.labels import distinct
from ....schemas.parts.problems import Code, counted, shown
from .grammar import (
    Mistake,
    ProblemLog,
    Token,
    actions,
    named,
    payoffs,
    unquoted,
)
from .numbers import Meanings, integer

MENDS = "; 'efgc lint --fix' mends it"


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

    def possible(self) -> list[bool]:
        """Return for each action whether it has another probability than 0."""
        return [bool(one) for one in self.probabilities] or [True] * len(self.raw)

    def move(self) -> ChanceMove:
        """Return the chance move without impossible actions."""
        some = self.possible()
        return ChanceMove(
            tuple(compress(self.actions, some)), tuple(compress(self.probabilities, some))
        )


def read_description(
    log: ProblemLog, meanings: Meanings, at: int, chance: bool
) -> Description | None:
    """Return the description of an information set that begins at an offset; note its problems, and
    return None if its actions are unreadable.
    """
    try:
        found = actions(log.text, at, chance)
    except Mistake as mistake:
        log.mistake(mistake)
        return None
    raw = tuple(unquoted(name.text) for name, _ in found)
    return Description(
        label=named(log.text, at)[0],
        raw=raw,
        actions=distinct(raw),
        probabilities=_probabilities(log, meanings, found) if chance else (),
    )


def _probabilities(
    log: ProblemLog, meanings: Meanings, found: Sequence[tuple[Token, Token]]
) -> tuple[Fraction, ...]:
    numbers = [log.exact(word.text, word.offset) for _, word in found]
    known = [number for number in numbers if number is not None]
    for number, (_, word) in zip(numbers, found, strict=True):
        if number is not None and number < 0:
            log.add(
                f"the probability {brief(number)} is below 0",
                word.offset,
                Code.NEGATIVE_PROBABILITY,
            )
            return ()
    if len(known) < len(found):
        return ()
    meant = meanings.probabilities([word for _, word in found], known)
    if meant is None:
        log.add(
            f"the probabilities sum to {brief(sum(known, Fraction(0)))}, not exactly 1; "
            "write fractions such as 1/3",
            found[0][1].offset,
            Code.SUM_OF_PROBABILITIES,
        )
    return meant or tuple(known)


class Moves(NamedTuple):
    """A described information set."""

    said: Description
    number: int
    """The index among `InformationSets.of_players`; -1 for chance."""
    offset: int


class PlayersSet(NamedTuple):
    """An information set of a player."""

    player: int
    sees: str
    said: Description


class InformationSets:
    """The information sets of the nodes that are examined."""

    def __init__(self, log: ProblemLog, meanings: Meanings, split: bool, mend: bool) -> None:
        """With `split`, sets of players may share a number; with `mend`, those of chance."""
        self.log, self.text, self.meanings = log, log.text, meanings
        self.split, self.mend = split, mend
        self.shared: set[tuple[int | None, int]] = set()
        """The numbers of several sets of chance."""
        self.moves: dict[tuple[int | None, int], Moves | None] = {}
        """By the player's number (None for chance) and the set's number."""
        self.variants: dict[tuple[int | None, int, Sequence[str], str | None], Moves] = {}
        """The sets of players that share a number, if they are split: by number, actions, label."""
        self.said: dict[tuple[bool, str], Description] = {}
        self.of_players: list[PlayersSet] = []

    def at(
        self, start: int, player: int | None, identity: int, description: str | None, whole: bool
    ) -> Moves | None:
        """Return the information set of a node that begins at an offset; None if it is unknown.

        `whole` means that no node is missing before this one.
        """
        key = (player, identity)
        known = self.moves.get(key)
        if description is None:
            if key not in self.moves and whole:
                self.log.add(
                    f'{_title(*key)} is not described at its first node: {{ "action" ... }} is '
                    "missing",
                    start,
                )
                self.moves[key] = None  # Said once.
            if key in self.shared:
                self.log.add(f"{_title(*key)} is not described here, and differs above", start)
            return known
        said = self._read(start, player is None, description)
        if known is None and said is not None:
            known = self._new(start, player, identity, said)
        elif known is not None and said is not None and self.split and player is not None:
            return self._variant(start, player, identity, said)
        elif known is not None and said is not None and self.mend and player is None:
            self.shared |= set() if known.said[1:] == said[1:] else {key}
            return self._new(start, player, identity, said)
        elif known is not None and said is not None and known.said is not said:
            self._compare(start, key, said, known)
            self.moves[key] = known
            # With this node's number of children, the following nodes keep their places in the
            # tree.
            return known._replace(said=said)
        self.moves[key] = known
        return known

    def _read(self, start: int, chance: bool, description: str) -> Description | None:
        """Return the content of a description of a node that begins at an offset."""
        said = self.said.get((chance, description)) or read_description(
            self.log, self.meanings, self.text.index(description, start), chance
        )
        if said is not None:
            self.said[chance, description] = said
        return said

    def _new(self, start: int, player: int | None, identity: int, said: Description) -> Moves:
        if player is None:
            return Moves(said, -1, start)
        made = Moves(said, len(self.of_players), start)
        self.of_players.append(PlayersSet(player, said.label or f"set {identity}", said))
        if self.split:
            self.variants[player, identity, said.raw, said.label] = made
            # A description without a label fits one with any label.
            self.variants.setdefault((player, identity, said.raw, None), made)
        return made

    def _variant(self, start: int, player: int, identity: int, said: Description) -> Moves:
        """Return the set with these actions and this label among those that share a number."""
        same = self.variants.get((player, identity, said.raw, said.label))
        if same is None:
            unlabelled = self.variants.get((player, identity, said.raw, None))
            same = unlabelled if unlabelled and unlabelled.said.label is None else None
        return same or self._new(start, player, identity, said)

    def _compare(
        self, start: int, key: tuple[int | None, int], said: Description, known: Moves
    ) -> None:
        """Note a description that contradicts the first one of the same information set."""
        for what, one, other in (
            ("label", known.said.label, said.label),
            ("actions", known.said.raw, said.raw),
            ("probabilities", known.said.probabilities, said.probabilities),
        ):
            if one != other and one is not None and other is not None:
                self.log.add(
                    f"{_title(*key)} differs from its description in line "
                    f"{self.log.line(known.offset)}: {what} {_joined(other)} here, "
                    f"{_joined(one)} there{'' if key[0] else MENDS}",
                    start,
                    Code.DESCRIBED_OTHERWISE,
                )
                return


def _title(player: int | None, identity: int) -> str:
    return f"information set {identity} of {f'player {player}' if player else 'chance'}"


def _joined(what: str | tuple[str, ...] | tuple[Fraction, ...]) -> str:
    return shown(what if isinstance(what, str) else ", ".join(map(str, what)))


class Outcome(NamedTuple):
    """An outcome with its payoffs."""

    label: str | None
    """None if omitted."""
    payoff: Fraction
    total: Fraction
    """The sum of both players' payoffs."""


NO_OUTCOME = Outcome(label="", payoff=Fraction(0), total=Fraction(0))


def read_payoffs(log: ProblemLog, meanings: Meanings, at: int) -> Outcome | None:
    """Return the outcome whose description begins at an offset; note its problems, and return None
    if there are any.
    """
    try:
        found = payoffs(log.text, at)
    except Mistake as mistake:
        log.mistake(mistake)
        return None
    if len(found) != 2:
        has_comma = re.search(r"\d,\d", log.text[at : found[-1].offset + 1])
        advice = "; write decimals with a point, such as 1.5" if has_comma else ""
        log.add(f"{counted(len(found), 'payoff')} for 2 players{advice}", found[-1].offset)
    numbers = [log.exact(word.text, word.offset) for word in found]
    known = [number for number in numbers if number is not None]
    if len(numbers) != 2 or len(known) < 2:
        return None
    first, second = map(meanings.payoff, found, known)
    return Outcome(label=named(log.text, at)[0], payoff=first, total=first + second)


class Outcomes:
    """The outcomes of the nodes that are examined."""

    def __init__(self, log: ProblemLog, meanings: Meanings, mend: bool) -> None:
        self.log, self.text, self.meanings, self.mend = log, log.text, meanings, mend
        self.outcomes: dict[int, Outcome | None] = {0: NO_OUTCOME}
        self.described: dict[int, int] = {}
        """For each outcome, the offset of the node with its first description."""
        self.same: dict[str, Outcome] = {}
        """The outcome for each description."""

    def at(self, start: int, number: str, description: str | None, whole: bool) -> Outcome:
        """Return the outcome of a node that begins at an offset; NO_OUTCOME if it is unknown.

        `whole` means that no node is missing before this one.
        """
        identity = integer(number)
        if identity is None:
            self.log.add(
                f"{shown(number)} is not an outcome number; use a whole number, 0 for no outcome",
                start,
            )
            return NO_OUTCOME
        known = self.outcomes.get(identity)
        if description is None:
            if identity not in self.outcomes and whole:
                self.log.add(
                    f"outcome {identity} is not described at its first node: {{ payoffs }} are "
                    "missing",
                    start,
                )
                self.outcomes[identity] = None  # Said once.
            return known or NO_OUTCOME
        if identity == 0:
            self.log.add(
                "outcome 0 means no outcome and has no payoffs; number the outcomes from 1", start
            )
        elif known is None:
            known = self.outcomes[identity] = self._read(start, description)
            self.described[identity] = start
        elif known is not self.same.get(description):
            self._compare(start, identity, description, known)
        return known or NO_OUTCOME

    def _read(self, start: int, description: str) -> Outcome | None:
        """Return the outcome that is described at a node that begins at an offset."""
        found = self.same.get(description) or read_payoffs(
            self.log, self.meanings, self.text.index(description, start)
        )
        if found is not None:
            self.same[description] = found
        return found

    def _compare(self, start: int, identity: int, description: str, known: Outcome) -> None:
        """Note a description that contradicts the first one of the same outcome."""
        again = self._read(start, description)
        if (
            again is None
            or again[1:] == known[1:]
            and (again.label == known.label or None in (again.label, known.label))
        ):
            return
        label = again[1:] == known[1:]
        if label and self.mend:
            return
        what = "a different label" if label else "different payoffs"
        self.log.add(
            f"outcome {identity} has {what} here than in "
            f"line {self.log.line(self.described[identity])}{MENDS if label else ''}",
            self.text.index(description, start),
            Code.OTHER_LABEL if label else Code.OTHER_PAYOFFS,
        )
