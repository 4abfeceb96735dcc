"""A match in the terminal: a question at a time, answered by a line, from a person or a pipe."""

import sys
from collections.abc import Iterator

from pipeline.files.reading import write_stdout
from pipeline.play.advice import advice
from pipeline.play.answers import Answer, Command, answer_of
from pipeline.play.look import Data, look
from pipeline.play.match import Match, begin, fresh_seed
from pipeline.play.match_text import (
    LEGEND,
    advice_lines,
    board_lines,
    cost_line,
    end_lines,
    story_lines,
)
from pipeline.play.rules import rules_of, several
from pipeline.play.score import Score, in_words
from schemas.parts.problems import InputError, Problem
from stages.draw.labels import printable

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
ECHOED = 200
"""Characters of an answer that are repeated where stdin is no terminal."""


def play_in_terminal(match: Match, costs: bool = False) -> Match:
    """Play a match until it ends or somebody quits; return how it stands then.

    With `costs`, say after every move what it cost. The end of stdin quits, and so does Ctrl-C. A
    person at a terminal is asked for another game, and told the score; the last match is returned.
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
    """Return a match at its end, or where somebody quits."""
    show.point(match)
    try:
        while not match.over:
            answer = answer_of(match, show.ask(match))
            if answer is Command.QUIT:
                break
            match = _after(match, answer, show)
    except KeyboardInterrupt:
        show.lines([""])
    return match


def _after(match: Match, answer: Answer, show: "_Screen") -> Match:
    """Return the match after an answer, which may be none."""
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
        yield from advice_lines(match, found)


class _Screen:
    """What is printed."""

    def __init__(self, costs: bool) -> None:
        self.costs = costs

    def lines(self, lines: "Iterator[str] | list[str]") -> None:
        # Labels are those of somebody's file, and are to do nothing to the terminal.
        write_stdout(f"{printable(line) if line else line}\n" for line in lines)

    def head(self, match: Match) -> None:
        """Say what is played, and how."""
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
        """Show what whoever is asked knows now, or the end."""
        seen = look(match)
        lines = ["", *_new(seen, match), *board_lines(seen)]
        self.lines([*lines, *(end_lines(match, seen) if match.over else ())])

    def wants_another(self, score: str) -> bool:
        """Say the score to a person at a terminal; return whether there is to be another game."""
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return False
        self.lines(["", score, "Another game? y: yes, anything else: no"])
        write_stdout(["> "])
        return sys.stdin.readline().strip().lower() in ("y", "yes")

    def turn(self) -> None:
        """Clear a terminal for the other player, who is not to see what the one knows."""
        if sys.stdout.isatty():
            write_stdout([CLEAR])

    def cost(self, match: Match) -> None:
        if self.costs:
            self.lines([cost_line(match)])

    def ask(self, match: Match) -> str | None:
        """Ask, and return the line of the answer; None at the end of stdin."""
        if match.waiting:
            self.lines(_question(look(match)))
        write_stdout(["> "])
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            answer = line.rstrip("\r\n")
            self.lines([answer[:ECHOED]])
        return line.rstrip("\r\n") if line else None


def _new(seen: Data, match: Match) -> Iterator[str]:
    """Yield what has happened since the last answer, as far as it is seen."""
    if len(match.people) == 2 and not match.over:
        yield f"{match.ready.game.players[match.waiting - 1]}, it is your turn."
    yield from story_lines(seen["story"][seen["last"] :])


def _question(seen: Data) -> Iterator[str]:
    yield seen["question"]
    labels = [action["label"] for action in seen["actions"]]
    if any(label.isdigit() for label in labels):
        yield f"  {'  '.join(labels)}"
        return
    width = len(str(len(labels)))
    for number, label in enumerate(labels, 1):
        yield f"  {number:>{width}}  {label}"
