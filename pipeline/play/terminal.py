"""A match in the terminal: each question is answered by a line, from a person or a pipe. The board,
help, costs and the end of a match are lines of text.
"""

import sys
from collections.abc import Iterator
from enum import Enum, auto
from itertools import groupby
from operator import itemgetter

from pipeline.files.reading import write_stdout
from pipeline.play.advice import Advice, advice, last_answer
from pipeline.play.look import Data, look
from pipeline.play.match import Match, begin, fresh_seed
from pipeline.play.rules import rules_of, several
from pipeline.play.tally import Score, in_words, payoff_of, side_of, tally
from pipeline.play.words import names_of, signed
from schemas.parts.exact import brief
from schemas.parts.problems import InputError, Problem, shown
from schemas.parts.squares import written
from schemas.transcript import decimal
from stages.draw.labels import printable

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
ECHOED = 200
"""Maximum characters of an answer echoed if stdin is not a terminal."""

MOST = 8
"""Maximum labels listed for an ambiguous beginning."""

MARKS = {"occupied": "X", "empty": "o", "unknown": "E"}
HERE, WAY = "@", "*"
LEGEND = f"On the map: {HERE} here, {WAY} on the way, X somebody hides, o nobody, E not known."
NOT_KNOWN = "Nothing is known of this: the equilibrium never leads here."


class Command(Enum):
    """Commands that a line may have in place of an action."""

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
"""The number of an action, from 0; or an error message; or a command."""


def play_in_terminal(match: Match, costs: bool = False) -> Match:
    """Play a match until it ends or a person quits; return it.

    With `costs`, print the cost of every move. The end of stdin quits, and so does Ctrl-C. A person
    at a terminal is shown the score and offered another game; the last match is returned.
    """
    for stream, name in ((sys.stdin, "<stdin>"), (sys.stdout, "<stdout>")):
        if stream is None:
            raise InputError([Problem("is closed")], name)
    show = _Screen(costs)
    show.head(match)
    score = Score()
    try:
        while True:
            match, was_over = _played(match, show), match.over
            if not match.over or was_over:
                break
            score = score.after(match)
            if not show.wants_another(in_words(score, match)):
                break
            match = begin(match.ready, match.people, fresh_seed())
    except KeyboardInterrupt:
        show.lines([""])
    return match


def _played(match: Match, show: "_Screen") -> Match:
    """Play a match to its end, or until a person quits, and return it."""
    show.point(match)
    try:
        while not match.over:
            answer = _answer_of(match, show.ask(match))
            if answer is Command.QUIT:
                break
            match = _after(match, answer, show)
    except KeyboardInterrupt:
        show.lines([""])
    return match


def _after(match: Match, answer: Answer, show: "_Screen") -> Match:
    """Return the match after an answer, unchanged unless the answer is an action."""
    if answer is Command.HELP:
        show.lines(_help(match))
    elif answer is Command.STEP:
        match = match.step()
        show.point(match)
    elif isinstance(answer, int):
        before, match = match, match.act(answer)
        if match.waiting and match.waiting != before.waiting:
            show.turn()
        else:
            show.cost(match)
        show.point(match)
    elif isinstance(answer, str):
        show.lines([answer])
    return match


def _help(match: Match) -> Iterator[str]:
    found = advice(match)
    if found is None:
        yield "Two programs play: an empty line is the next move, q quits."
    else:
        yield from _advice_lines(match, found)


class _Screen:
    """The printed output."""

    def __init__(self, costs: bool) -> None:
        self.costs = costs

    def lines(self, lines: "Iterator[str] | list[str]") -> None:
        # Labels come from files: they must not control the terminal.
        write_stdout(f"{printable(line) if line else line}\n" for line in lines)

    def head(self, match: Match) -> None:
        """Print the game and its rules."""
        game, people = match.ready.game, match.people
        who = " and ".join(game.players[player - 1] for player in people)
        self.lines(
            [
                game.title,
                f"You play {who}." if people else "Two programs play.",
                "A number or a label answers, or the beginning of one; h: help, q: quit."
                if people
                else "An empty line is the next move; q: quit.",
                *([LEGEND] if look(match)["map"] else ()),
                *(f"- {rule}" for rule in rules_of(match.ready)),
                *filter(None, [several(match.ready)]),
            ]
        )

    def point(self, match: Match) -> None:
        """Print the view of the player asked, or the end."""
        seen = look(match)
        lines = ["", *_new(seen, match), *_board_lines(seen)]
        self.lines([*lines, *(_end_lines(match, seen) if match.over else ())])

    def wants_another(self, score: str) -> bool:
        """Show the score to a person at a terminal; return whether to play another game."""
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return False
        self.lines(["", score, "Another game? y: yes, anything else: no"])
        write_stdout(["> "])
        return sys.stdin.readline().strip().lower() in ("y", "yes")

    def turn(self) -> None:
        """Clear the terminal for the other player, who must not see the first player's view."""
        if sys.stdout.isatty():
            write_stdout([CLEAR])

    def cost(self, match: Match) -> None:
        if self.costs:
            self.lines([_cost_line(match)])

    def ask(self, match: Match) -> str | None:
        """Print the prompt and return the answered line; None at the end of stdin."""
        if match.waiting:
            self.lines(_question(look(match)))
        write_stdout(["> "])
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            answer = line.rstrip("\r\n")
            self.lines([answer[:ECHOED]])
        return line.rstrip("\r\n") if line else None


def _new(seen: Data, match: Match) -> Iterator[str]:
    """Yield the visible events since the last answer."""
    if len(match.people) == 2 and not match.over:
        yield f"{match.ready.game.players[match.waiting - 1]}, it is your turn."
    yield from _story_lines(seen["story"][seen["last"] :])


def _question(seen: Data) -> Iterator[str]:
    yield seen["question"]
    labels = [action["label"] for action in seen["actions"]]
    if any(label.isdigit() for label in labels):
        yield f"  {'  '.join(labels)}"
        return
    width = len(str(len(labels)))
    for number, label in enumerate(labels, 1):
        yield f"  {number:>{width}}  {label}"


def _answer_of(match: Match, line: str | None) -> Answer:
    """Parse a line: as a label of an action, else a command, else a number from 1, else the
    unambiguous beginning of a label. None, the end of stdin, means quit.
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
    """Return a text with single spaces between its words."""
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


def _board_lines(seen: Data) -> Iterator[str]:
    """Yield the map as its player knows it; nothing without a map.

    >>> place = {"name": "e1", "square": [0, 1], "known": "unknown"}
    >>> board = {"rows": ["SED"], "at": [0, 0], "path": [[0, 0]], "places": [place]}
    >>> print(*_board_lines({"map": board}), sep="\\n")
      @ E D
      e1 [0, 1] unknown
    """
    board = seen["map"]
    if board is None:
        return
    marks = {tuple(square): WAY for square in board["path"]}
    marks |= {tuple(place["square"]): MARKS[place["known"]] for place in board["places"]}
    if board["at"] is not None:
        marks[tuple(board["at"])] = HERE
    for row, line in enumerate(board["rows"]):
        yield "  " + " ".join(marks.get((row, at), letter) for at, letter in enumerate(line))
    if board.get("golds") and board["gold"] is not None:
        yield f"  gold: {board['gold']} of {board['golds']}"
    places = (f"{p['name']} {written(tuple(p['square']))} {p['known']}" for p in board["places"])
    yield f"  {', '.join(places)}"


def _story_lines(story: list[Data]) -> Iterator[str]:
    """Yield the moves and observations, consecutive moves of one player on one line.

    >>> steps = [{"who": "agent", "text": "up"}, {"who": "agent", "text": "up"}]
    >>> print(*_story_lines([*steps, {"who": "seen", "text": "e1 empty"}]), sep="\\n")
    agent: up, up
    seen: e1 empty
    """
    for who, entries in groupby(story, key=itemgetter("who")):
        yield f"{who}: {', '.join(entry['text'] for entry in entries)}"


def _advice_lines(match: Match, found: Advice) -> Iterator[str]:
    """Yield the equilibrium's probabilities and the values of the actions."""
    name, width = names_of(match)[found.player], max(len(option.label) for option in found.options)
    yield f"The equilibrium plays, and {name} would get:" if found.known else NOT_KNOWN
    for label, probability, value, cost in found.options:
        worth = "" if value is None else f"  {decimal(value)}"
        lost = f", {decimal(cost)} less than the best" if cost else ""
        yield f"  {label:{width}}  {probability:7.2%}{worth}{lost}"


def _cost_line(match: Match) -> str:
    """Return the cost of a person's last answer, in words."""
    found = last_answer(match)
    if found is None:
        return ""
    move, known = found
    cost = known.options[move.action].cost
    if cost is None:
        return f"{move.label}: {NOT_KNOWN}"
    if not cost:
        return f"{move.label}: as good as anything."
    return f"{move.label}: costs {decimal(cost)}; best: {', '.join(known.best)}."


def _end_lines(match: Match, seen: Data) -> Iterator[str]:
    """Yield the end of a match, all its moves, and the tally."""
    side, names = side_of(match), names_of(match)
    yield ""
    why = f" {seen['ending']}" if seen["ending"] else ""
    yield f"The end: {brief(payoff_of(match))} to {names[side]}.{why}"
    yield from (f"  {line}" for line in _story_lines(seen["all"]))
    found, other = tally(match), names[3 - side]
    rows = [
        (decimal(found.value), f"value of the game to {names[side]}"),
        (signed(found.chance), "luck of chance"),
    ]
    if match.people == ():
        rows.append((signed(found.draws), "luck of what both drew"))
    elif len(match.people) == 1:
        rows.append((signed(found.draws), f"luck of what {other} drew"))
    if match.people:
        rows.append((signed(found.hidden), "luck of what was hidden"))
        rows.append((signed(-found.mistakes), "mistakes"))
    if len(match.people) == 2:
        rows.append((signed(found.gifts), f"mistakes of {other}"))
    rows.append((decimal(found.payoff), "payoff"))
    width = max(len(number) for number, _ in rows)
    yield ""
    yield from (f"  {number:>{width}}  {text}" for number, text in rows)
