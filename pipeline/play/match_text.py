"""The board, help, costs and the end of a match as lines of text."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from pipeline.play.advice import Advice, last_answer
from pipeline.play.look import Data
from pipeline.play.match import Match
from pipeline.play.tally import payoff_of, side_of, tally
from pipeline.play.words import names_of, signed
from schemas.parts.exact import brief
from schemas.parts.squares import written
from schemas.transcript import decimal

MARKS = {"occupied": "X", "empty": "o", "unknown": "E"}
HERE, WAY = "@", "*"
LEGEND = f"On the map: {HERE} here, {WAY} on the way, X somebody hides, o nobody, E not known."
NOT_KNOWN = "Nothing is known of this: the equilibrium never leads here."


def board_lines(seen: Data) -> Iterator[str]:
    """Yield the map as its player knows it; nothing where there is none.

    >>> place = {"name": "e1", "square": [0, 1], "known": "unknown"}
    >>> board = {"rows": ["SED"], "at": [0, 0], "path": [[0, 0]], "places": [place]}
    >>> print(*board_lines({"map": board}), sep="\\n")
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


def story_lines(story: list[Data]) -> Iterator[str]:
    """Yield what happened, or was seen, a line for what one did in a row.

    >>> steps = [{"who": "agent", "text": "up"}, {"who": "agent", "text": "up"}]
    >>> print(*story_lines([*steps, {"who": "seen", "text": "e1 empty"}]), sep="\\n")
    agent: up, up
    seen: e1 empty
    """
    for who, entries in groupby(story, key=itemgetter("who")):
        yield f"{who}: {', '.join(entry['text'] for entry in entries)}"


def advice_lines(match: Match, found: Advice) -> Iterator[str]:
    """Yield what the equilibrium would do, and what the actions are worth."""
    name, width = names_of(match)[found.player], max(len(option.label) for option in found.options)
    yield f"The equilibrium plays, and {name} would get:" if found.known else NOT_KNOWN
    for label, probability, value, cost in found.options:
        worth = "" if value is None else f"  {decimal(value)}"
        lost = f", {decimal(cost)} less than the best" if cost else ""
        yield f"  {label:{width}}  {probability:7.2%}{worth}{lost}"


def cost_line(match: Match) -> str:
    """Return what the last answer of a person cost."""
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


def end_lines(match: Match, seen: Data) -> Iterator[str]:
    """Yield how a match ended, all that happened, and where the payoff came from."""
    side, names = side_of(match), names_of(match)
    yield ""
    why = f" {seen['ending']}" if seen["ending"] else ""
    yield f"The end: {brief(payoff_of(match))} to {names[side]}.{why}"
    yield from (f"  {line}" for line in story_lines(seen["all"]))
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
