"""How large a game is without reductions: exact numbers of any size, carried from stage to
stage.
"""

from typing import NamedTuple

from schemas.parts.documents import Data, Findings
from schemas.parts.problems import Place, shown

UNREDUCED = "the unreduced game"
WAYS_OUT = "the unreduced game without moves that lead to no exit"
REDUCED = "the game as it was reduced"  # Of level 2, whatever was left out of it.
TEXTBOOK = 5_000
"""Histories up to which `-O auto` compiles a game as the textbook has it."""


class Counts(NamedTuple):
    """Of a game as a tree."""

    of: str
    """UNREDUCED, WAYS_OUT or REDUCED."""
    histories: int
    """The empty history with them."""
    terminal_histories: int
    escapes: int
    """Terminal histories that pay player 1 more than 0."""
    information_sets: tuple[int, int]
    """Of player 1 and player 2."""

    def fields(self) -> dict[str, object]:
        """Return what a file shows of it, in order."""
        return self._asdict()

    def fields_as_text(self) -> dict[str, object]:
        """Return the same with its numbers as text: so they stand in what digests are made of."""
        numbers = {name: str(getattr(self, name)) for name in self._fields[1:4]}
        return {
            "of": self.of,
            **numbers,
            "information_sets": [str(number) for number in self.information_sets],
        }


def read_counts(found: Findings, data: Data, place: Place) -> Counts | None:
    """Take counts out of the data of an artifact; None where there are none."""
    if data is None:
        return None
    fields = found.fields(data, place, Counts._fields)
    infosets = found.sequence(fields["information_sets"], (*place, "information_sets"))
    histories, terminal, escapes = (
        _number(found, (*place, name), fields[name]) for name in Counts._fields[1:4]
    )
    sets = [
        _number(found, (*place, "information_sets", at), number)
        for at, number in enumerate(infosets)
    ]
    if len(sets) != 2:
        found.add((*place, "information_sets"), "two numbers, of player 1 and player 2")
    if fields["of"] is not None and fields["of"] not in (UNREDUCED, WAYS_OUT, REDUCED):
        found.add(
            (*place, "of"),
            f"{shown(fields['of'])} is none of '{UNREDUCED}', '{WAYS_OUT}', '{REDUCED}'",
        )
    both = (sets[0], sets[-1]) if sets else (0, 0)
    return Counts(
        of=found.text(fields["of"], (*place, "of")),
        histories=histories,
        terminal_histories=terminal,
        escapes=escapes,
        information_sets=both,
    )


def _number(found: Findings, place: Place, data: Data) -> int:
    number = found.exact(data, place)
    if number.denominator != 1 or number < 0:
        found.add(place, "not a whole number from 0")
    return number.numerator
