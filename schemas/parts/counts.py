"""The size of a game without reductions: exact numbers of any size, passed from stage to stage."""

from functools import partial
from typing import NamedTuple

from .documents import Data, Findings
from .exact import large
from .problems import Place, shown

UNREDUCED = "the unreduced game"
WAYS_OUT = "the unreduced game without moves that lead to no exit"
REDUCED = "the game as it was reduced"  # At level 2, whether or not anything was removed.
TEXTBOOK = 5_000
"""Maximum number of histories for which `-O auto` compiles the textbook form of a game."""


class Counts(NamedTuple):
    """The size of a game as a tree."""

    of: str
    """UNREDUCED, WAYS_OUT or REDUCED."""
    histories: int
    """Including the empty history."""
    terminal_histories: int
    escapes: int
    """Number of terminal histories that pay player 1 more than 0."""
    information_sets: tuple[int, int]
    """Of player 1 and player 2."""

    def fields(self) -> dict[str, object]:
        """Return the fields in a file, in order."""
        return self._asdict()

    def fields_as_text(self) -> dict[str, object]:
        """Return the same with the numbers as text, the form that is hashed for digests."""
        numbers = {name: str(getattr(self, name)) for name in self._fields[1:4]}
        return {
            "of": self.of,
            **numbers,
            "information_sets": [str(number) for number in self.information_sets],
        }


def read_counts(findings: Findings, data: Data, place: Place) -> Counts | None:
    """Read the counts in the data of an artifact; None if there are none."""
    if data is None:
        return None
    before = len(findings.problems)
    fields = findings.fields(data, place, Counts._fields)
    number = partial(_number, findings)
    histories, terminal, escapes = (
        number(fields[name], (*place, name)) for name in Counts._fields[1:4]
    )
    sets = findings.each(fields["information_sets"], (*place, "information_sets"), number)
    if len(sets) != 2:
        findings.add((*place, "information_sets"), "two numbers, of player 1 and player 2")
    if fields["of"] is not None and fields["of"] not in (UNREDUCED, WAYS_OUT, REDUCED):
        findings.add(
            (*place, "of"),
            f"{shown(fields['of'])} is none of '{UNREDUCED}', '{WAYS_OUT}', '{REDUCED}'",
        )
    if len(findings.problems) == before:
        for name, part, whole, of in (
            ("terminal_histories", terminal, histories, "histories"),
            ("escapes", escapes, terminal, "terminal histories"),
        ):
            if part > whole:
                said = f"{large(part)} is more than {large(whole)}, the number of {of}"
                findings.add((*place, name), said)
    both = (sets[0], sets[-1]) if sets else (0, 0)
    return Counts(
        of=findings.text(fields["of"], (*place, "of")),
        histories=histories,
        terminal_histories=terminal,
        escapes=escapes,
        information_sets=both,
    )


def _number(findings: Findings, data: Data, place: Place) -> int:
    number = findings.exact(data, place)
    if number.denominator != 1 or number < 0:
        findings.add(place, "not a whole number of at least 0")
    return number.numerator
