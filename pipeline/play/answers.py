"""What a line says in answer to a question."""

from enum import Enum, auto

from pipeline.play.match import Match
from schemas.parts.problems import shown

MOST = 8
"""Labels that are named where several begin alike."""


class Command(Enum):
    """What a line may want besides an action."""

    HELP = auto()
    STEP = auto()
    QUIT = auto()


COMMANDS = {
    "h": Command.HELP,
    "help": Command.HELP,
    "q": Command.QUIT,
    "quit": Command.QUIT,
}
Answer = int | str | Command
"""The number of an action, from 0; or what is wrong, in words; or a command."""


def answer_of(match: Match, line: str | None) -> Answer:
    """Return what a line says: a label of an action before a command, a command before a number
    from 1, and then the beginning of one label alone. None, the end, is to quit.
    """
    if line is None:
        return Command.QUIT
    text, labels = _spaced(line), tuple(map(_spaced, match.labels))
    if text in labels:
        return labels.index(text)
    if text.lower() in COMMANDS:
        return COMMANDS[text.lower()]
    if not labels:
        return (
            "Two programs play: an empty line is the next move, q quits." if text else Command.STEP
        )
    if not text:
        return "An answer is a number or a label; h helps, q quits."
    if _is_number(text) and not any(label.isdigit() for label in labels):
        return _numbered(int(text), len(labels))
    return _beginning(text, labels)


def _spaced(text: str) -> str:
    """Return a text as people type it: words with one space between them."""
    return " ".join(text.split())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _numbered(number: int, count: int) -> Answer:
    if 1 <= number <= count:
        return number - 1
    return f"{number} is no action here; they are 1 to {count}."


def _beginning(text: str, labels: tuple[str, ...]) -> Answer:
    found = [at for at, label in enumerate(labels) if label.lower().startswith(text.lower())]
    whole = [at for at in found if labels[at].lower() == text.lower()]
    if len(found) == 1 or len(whole) == 1:
        return (whole or found)[0]
    if not found:
        return f"{shown(text)} is no action here; h helps, q quits."
    named = ", ".join(labels[at] for at in found[:MOST])
    return f"{shown(text)} may be {named}{' and more' if len(found) > MOST else ''}."
