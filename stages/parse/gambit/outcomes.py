"""The outcomes of a Gambit file, as its nodes describe them.

A description that repeats an earlier one word for word is not read again.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from schemas.game import Terminal
from schemas.parts.problems import Code, shown
from stages.parse.gambit.grammar import Mistake, named, payoffs
from stages.parse.gambit.mended_numbers import Meanings
from stages.parse.gambit.problems import Noted


class Outcome(NamedTuple):
    """An outcome with its payoffs."""

    label: str | None
    """None if omitted."""
    payoff: Fraction
    total: Fraction
    """The sum of both players' payoffs."""
    terminal: Terminal


NO_OUTCOME = Outcome(
    label="", payoff=Fraction(0), total=Fraction(0), terminal=Terminal(Fraction(0))
)


class Outcomes:
    """The outcomes read so far."""

    def __init__(
        self, noted: Noted, number: Callable[[str], int | None], meanings: Meanings
    ) -> None:
        self.noted, self.text, self.number = noted, noted.text, number
        self.meanings = meanings
        self.outcomes: dict[int, Outcome | None] = {0: NO_OUTCOME}
        self.described: dict[int, int] = {}
        """For each outcome, the offset of the node with its first description."""
        self.same: dict[str, Outcome] = {}
        """The outcome for each description."""
        self.terminal = cache(Terminal)

    def at(self, start: int, number: str, description: str | None, whole: bool) -> Outcome:
        """Return the outcome of a node that begins at an offset; NO_OUTCOME if it is unknown.

        `whole` means that no node is missing before this one.
        """
        identity = self.number(number)
        if identity is None:
            self.noted.add(
                f"{shown(number)} is no number of an outcome; they are whole numbers, 0 for none",
                start,
            )
            return NO_OUTCOME
        known = self.outcomes.get(identity)
        if description is None:
            if identity not in self.outcomes and whole:
                self.noted.add(
                    f"outcome {identity} is not described at its first node: {{ payoffs }} are "
                    "missing",
                    start,
                )
            return known or NO_OUTCOME
        if identity == 0:
            self.noted.add(
                "outcome 0 stands for none and has no payoffs; number the outcomes from 1", start
            )
        elif known is None:
            known = self.outcomes[identity] = self.same.get(description) or self._paid(
                start, description
            )
            self.described[identity] = start
        elif known is not self.same.get(description):
            self._compare(start, identity, description, known)
        return known or NO_OUTCOME

    def after(self, above: Outcome, outcome: Outcome) -> Outcome:
        """Return an outcome with the payoffs on the way added."""
        if above is NO_OUTCOME:
            return outcome
        payoff = above.payoff + outcome.payoff
        return Outcome(
            label="",
            payoff=payoff,
            total=above.total + outcome.total,
            terminal=self.terminal(payoff),
        )

    def _paid(self, start: int, description: str) -> Outcome | None:
        at = self.text.index(description, start)
        try:
            found = payoffs(self.text, at)
        except Mistake as mistake:
            self.noted.mistake(mistake)
            return None
        if len(found) != 2:
            self.noted.add(
                f"{len(found)} payoff{'s' * (len(found) != 1)} for 2 players", found[-1].offset
            )
        numbers = [self.noted.exact(word.text, word.offset) for word in found]
        known = [number for number in numbers if number is not None]
        if len(numbers) != 2 or len(known) < 2:
            return None
        first, second = map(self.meanings.payoff, found, known)
        self.same[description] = Outcome(
            label=named(self.text, at)[0],
            payoff=first,
            total=first + second,
            terminal=self.terminal(first),
        )
        return self.same[description]

    def _compare(self, start: int, identity: int, description: str, known: Outcome) -> None:
        """Note a description that contradicts the first one of the same outcome."""
        again = self.same.get(description) or self._paid(start, description)
        if (
            again is None
            or again[1:] == known[1:]
            and (again.label == known.label or None in (again.label, known.label))
        ):
            return
        label = again[1:] == known[1:]
        self.noted.add(
            f"outcome {identity} has {'another label' if label else 'other payoffs'} here than in "
            f"line {self.noted.line(self.described[identity])}",
            self.text.index(description, start),
            Code.OTHER_LABEL if label else Code.OTHER_PAYOFFS,
        )
