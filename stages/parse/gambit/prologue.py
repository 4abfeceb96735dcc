"""What stands before the nodes of a Gambit file."""

from typing import NamedTuple

from schemas.parts.labels import distinct
from schemas.parts.problems import InputError
from stages.parse.gambit.grammar import PROLOGUE, explain_prologue, players, unquoted
from stages.parse.gambit.problems import Noted
from stages.parse.gambit.surroundings import before, begin


class Prologue(NamedTuple):
    """What a file says of the game as a whole."""

    title: str
    players: tuple[str, str]
    comment: str
    """Empty where there is none."""
    end: int
    """The offset at which the first node begins."""


def read_prologue(text: str, noted: Noted) -> Prologue:
    """Return what a text says before its nodes. Raises InputError with what is noted."""
    prologue = PROLOGUE.match(text)
    if prologue is None:
        if at := begin(text):
            raise InputError([before(text, at)])
        noted.mistake(explain_prologue(text))
        raise InputError(noted.problems)
    at = prologue.start("players")
    found = [unquoted(name.text) for name in players(text, at)]
    if prologue["version"] != "2" or prologue["numbers"] not in ("R", "D"):
        noted.mistake(explain_prologue(text))
    if len(found) != 2:
        noted.add(f"{len(found)} player{'s' * (len(found) != 1)}; a game here has 2", at)
    if noted.problems:
        raise InputError(noted.problems)
    first, second = distinct(found)
    return Prologue(
        title=" ".join(unquoted(prologue["title"]).split()),
        players=(first, second),
        comment=unquoted(prologue["comment"]) if prologue["comment"] else "",
        end=prologue.end(),
    )
