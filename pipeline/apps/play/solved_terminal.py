"""A match against the equilibrium in the terminal: orders are lines, from a person or a pipe. The
map, help, costs and the end of a match are lines of text.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter

from ....schemas.parts.exact import brief
from ....schemas.parts.near import did_you_mean
from ....schemas.parts.problems import shown
from ....schemas.parts.squares import written
from ....schemas.transcript import decimal
from ....stages.draw.labels import printable
from ...files.reading import write_stdout
from .advice import Advice, advice, advice_at, last_answer
from .look import Data, look, names_of, signed
from .match import Move, fresh_seed
from .rules import equilibria_remark, rules_of
from .solved_match import SolvedMatch
from .tally import add_match, in_words, payoff_of, shares, side_of, tally
from .terminal import CLEAR, Command, Order, Terminal, fitted, has_input

ECHOED = 200
"""Maximum characters of an answer echoed if stdin is not a terminal."""

MOST = 8
"""Maximum labels listed for an ambiguous beginning."""

MARKS = {"occupied": "X", "empty": "o", "unknown": "E"}
HERE, WAY = "@", "*"
NOT_KNOWN = "Unknown: the equilibrium never leads here."
WATCHED = "Two programs are playing: Enter is the next move, p goes on by itself, q quits."
WATCHING = {"p": Command.PLAY, "+": Command.FASTER, "-": Command.SLOWER, "": Command.STEP}
COMMANDS = {"h": Command.HELP, "help": Command.HELP, "q": Command.QUIT, "quit": Command.QUIT}


class SolvedTerminal(Terminal[SolvedMatch]):
    """A match against the equilibrium: printed without clearing the screen, but for a turn. With
    `costs`, the cost of every move is printed. A person at a terminal is shown the score and
    offered another game; if the match is `kept` in a file, in place of the one before.
    """

    def __init__(self, match: SolvedMatch, costs: bool, kept: bool) -> None:
        super().__init__(match)
        self.costs, self.kept = costs, kept
        self.rounds = 0
        """The number of rounds of Goofspiel that were shown."""

    @contextmanager
    def inputs(self) -> Iterator[Iterator[str]]:
        yield self._lines()

    def order(self, text: str) -> Order:
        return order_of(self.match, text)

    def show(self, note: str = "") -> None:
        if note:
            self._print(note.split("\n"))
            return
        seen = look(self.match)
        ending = _end_lines(self.match, seen) if self.match.over else ()
        table = [*_board_lines(seen), *_card_lines(seen, self.match.ready.game.players)]
        rounds = _round_lines(seen, self.match.ready.game.players)
        is_watched_deal = rounds and not self.match.people
        new = rounds[self.rounds :] if is_watched_deal else _new(seen, self.match)
        self.rounds = len(rounds)
        self._print(["", *new, *table, *ending])

    def help(self) -> str:
        found = advice(self.match)
        return WATCHED if found is None else "\n".join(_advice_lines(self.match, found))

    def start(self) -> None:
        self._print(_head(self.match))
        self._start_match()

    def renew(self) -> None:
        before, self.failure = self.match, None
        self.match = SolvedMatch(ready=before.ready, people=before.people, seed=fresh_seed())
        self._start_match()

    def _start_match(self) -> None:
        self.match = self.match.start()
        self.show()

    def advance(self, after: SolvedMatch) -> None:
        before, self.match = self.match, _after_round(after)
        if after.waiting and after.waiting != before.waiting:
            if sys.stdout.isatty():
                write_stdout(CLEAR.encode())  # One player must not see the other's view.
        elif self.costs and (answer := last_answer(after)):
            self._print([_cost_line(*answer)])
        self.show()

    def _lines(self) -> Iterator[str]:
        """Yield the lines of a person, each after a prompt, until the last game is over."""
        if self.match.over:  # The transcript of a finished game is only shown.
            return
        while not self.over or self._wants_another():
            if self.over:  # An agent has failed at once.
                continue
            if self.plays and not has_input(self.pace):
                yield ""
                continue
            if self.match.waiting:
                self._print(_question(look(self.match)))
            write_stdout(["> "])
            line = sys.stdin.readline()
            if not sys.stdin.isatty():
                self._print([line.rstrip("\r\n")[:ECHOED]])
            if not line:
                self._print(["The input ends before the game does."])
                return
            yield line.rstrip("\r\n")

    def _wants_another(self) -> bool:
        """Show the score to a person at a terminal, and begin another game if the person wants."""
        if self.match.over:
            self.score = add_match(self.score, self.match)
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return False
        score = [in_words(self.score, self.match)] if self.score.games else []
        asked = "Another game, in place of this one in the file?" if self.kept else "Another game?"
        self._print(["", *score, f"{asked} y: yes, anything else: no"])
        write_stdout(["> "])
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            return False
        self.attempt(self.renew)
        return True

    def _print(self, lines: Iterable[str]) -> None:
        # Labels come from files: they must not control the terminal.
        shown = (printable(line) if line else line for line in lines)
        write_stdout(f"{line}\n" for line in fitted(shown))


def _after_round(match: SolvedMatch) -> SolvedMatch:
    """Return a match of Goofspiel that is watched after the bids on the prize turned up; any other
    match as it is.
    """
    while not match.people and (cards := look(match)["cards"]) and cards["up"]:
        match = match.step()
    return match


def _head(match: SolvedMatch) -> Iterator[str]:
    """Yield the game, the keys and the rules."""
    game, people = match.ready.game, match.people
    yield game.title
    if people:
        yield f"You play as {' and '.join(game.players[player - 1] for player in people)}."
        yield "Type a number, a label, or the beginning of one; h: help, q: quit."
    else:
        yield "Two programs are playing."
        yield "Press Enter for the next move; p: go on automatically, or pause; q: quit."
    if look(match)["map"]:
        who, whose = ("you", "your") if 1 in people else (f"the {game.players[0]}", "its")
        yield f"On the map: {HERE} {who}, {WAY} {whose} path, X occupied, o empty, E not known."
    yield from (f"- {rule}" for rule in rules_of(match.ready, match.people))
    yield from filter(None, [equilibria_remark(match.ready)])


def _new(seen: Data, match: SolvedMatch) -> Iterator[str]:
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


def order_of(match: SolvedMatch, line: str) -> Order:
    """Parse a line: as a label of an action, else a command, else a number from 1, else the
    unambiguous beginning of a label.
    """
    text, labels = _spaced(line), tuple(map(_spaced, match.labels))
    if text in labels:
        return labels.index(text)
    if text.lower() in COMMANDS:
        return COMMANDS[text.lower()]
    if text == "?":
        return "\n".join(_head(match))
    if not labels:
        return WATCHING.get(text.lower(), WATCHED)
    if not text:
        return "Type a number or a label; h: help, q: quit."
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if is_number and not any(label.isdigit() for label in labels):
        return _numbered(int(text), len(labels))
    return _beginning(text, labels)


def _spaced(text: str) -> str:
    """Return a text with single spaces between its words."""
    return " ".join(text.split())


def _numbered(number: int, count: int) -> Order:
    if 1 <= number <= count:
        return number - 1
    return f"{number} is not an action here; the actions are 1 to {count}."


def _beginning(text: str, labels: tuple[str, ...]) -> Order:
    found = [at for at, label in enumerate(labels) if label.lower().startswith(text.lower())]
    whole = [at for at in found if labels[at].lower() == text.lower()]
    if len(found) == 1 or len(whole) == 1:
        return (whole or found)[0]
    if not found:
        meant = did_you_mean(text, labels) or "."
        return f"{shown(text)} is not an action here; h: help, q: quit{meant}"
    named = ", ".join(labels[at] for at in found[:MOST])
    return f"{shown(text)} may be {named}{' and more' if len(found) > MOST else ''}."


def _card_lines(seen: Data, players: Sequence[str]) -> Iterator[str]:
    """Yield the cards and the points of Goofspiel while there are prizes; nothing of other games.

    >>> cards = {"hands": [[1, 2], [1, 3]], "prizes": ["1", "2"], "lead": "Bob leads by 4"}
    >>> print(*_card_lines({"cards": cards}, ("Ann", "Bob")))
      Ann holds 1 2, Bob holds 1 3, prizes 1 2; Bob leads by 4
    """
    if (cards := seen["cards"]) and cards["prizes"]:
        hands = zip(players, cards["hands"], strict=True)
        held = ", ".join(f"{name} holds {' '.join(map(str, hand))}" for name, hand in hands)
        yield f"  {held}, prizes {' '.join(cards['prizes'])}; {cards['lead']}"


def _round_lines(seen: Data, players: Sequence[str]) -> list[str]:
    """Return a line for each round of Goofspiel that was played; nothing of other games.

    >>> played = {"prize": "4", "bids": [3, 1], "taken": "Ann", "lead": "Ann leads by 4"}
    >>> print(*_round_lines({"cards": {"rounds": [played]}}, ("Ann", "Bob")))
    prize 4: Ann bids 3, Bob bids 1; taken by Ann; Ann leads by 4
    """
    (first, second), cards = players, seen["cards"]
    return [
        f"prize {played['prize']}: {first} bids {played['bids'][0]}, {second} bids "
        f"{played['bids'][1]}; taken by {played['taken']}; {played['lead']}"
        for played in (cards["rounds"] if cards else ())
    ]


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
    >>> print(*_story_lines([*steps, {"who": "you see", "text": "e1 empty"}]), sep="\\n")
    agent: up, up
    you see: e1 empty
    """
    for who, entries in groupby(story, key=itemgetter("who")):
        yield f"{who}: {', '.join(entry['text'] for entry in entries)}"


def _advice_lines(match: SolvedMatch, found: Advice) -> Iterator[str]:
    """Yield the equilibrium's probabilities and the values of the actions."""
    name, width = names_of(match)[found.player], max(len(option.label) for option in found.options)
    yield f"The equilibrium plays, and {name} would get:" if found.known else NOT_KNOWN
    for label, probability, value, cost in found.options:
        worth = "" if value is None else f"  {decimal(value)}"
        lost = f", {decimal(cost)} less than the best" if cost else ""
        yield f"  {label:{width}}  {probability:7.2%}{worth}{lost}"


def _cost_line(move: Move, known: Advice) -> str:
    """Return the cost of a person's answer, in words."""
    cost = known.options[move.action].cost
    if cost is None:
        return f"{move.label}: {NOT_KNOWN}"
    if not cost:
        return f"{move.label}: as good as any other."
    return f"{move.label}: costs {decimal(cost)}; best: {', '.join(known.best)}."


def _end_lines(match: SolvedMatch, seen: Data) -> Iterator[str]:
    """Yield the end of a match, all its moves, the tally, and the moves that were mistakes."""
    side, names = side_of(match), names_of(match)
    yield ""
    why = f" {seen['ending']}" if seen["ending"] else ""
    yield f"Game over: {brief(payoff_of(match))} to {names[side]}.{why}"
    story = _round_lines(seen, match.ready.game.players) or _story_lines(seen["all"])
    yield from (f"  {line}" for line in story)
    found, other = tally(match), names[3 - side]
    rows = [
        (decimal(found.value), f"value of the game to {names[side]}"),
        (signed(found.chance), "luck of chance"),
    ]
    if len(match.people) < 2:
        who = other if match.people else "both"
        also = " and mistakes" * bool(match.ready.programs)
        rows.append((signed(found.draws), f"luck of what {who} drew{also}"))
    if match.people:
        rows.append((signed(found.hidden), "luck of what was hidden"))
        rows.append((signed(-found.mistakes), "mistakes"))
    if len(match.people) == 2:
        rows.append((signed(found.gifts), f"mistakes of {other}"))
    rows.append((decimal(found.payoff), "payoff"))
    width = max(len(number) for number, _ in rows)
    yield ""
    yield from (f"  {number:>{width}}  {text}" for number, text in rows)
    costly = [move for move, _, cost in shares(match) if move.answer and cost]
    yield from [""] if costly else []
    for move in costly:
        yield f"  {_cost_line(move, advice_at(match, match.rules.infoset(move.position)))}"
