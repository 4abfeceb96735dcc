"""Play on a map: how often the agent moves between squares, the positions of the bandits, and both
in words and as text for the terminal.

Both players follow their strategies, and chance decides the rest. The squares follow from the
agent's moves: the state graph gives its position, and each word of an action is a step. Walks from
start to end are followed in order of probability, so that among very many walks only those are
left out that would be invisible in a picture.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from textwrap import wrap
from typing import NamedTuple

import numpy as np

from ....schemas.game import Game
from ....schemas.parts.events import Event, outcome
from ....schemas.parts.exact import write_exact
from ....schemas.parts.problems import InputError, Problem
from ....schemas.parts.squares import STEPS, Square
from ....schemas.parts.states import Choice
from ....schemas.parts.views import ArrayView
from ....schemas.report import Proof
from ....schemas.state_graph import StateGraph
from ....schemas.state_graph.secrets import placements
from ....schemas.strategies import Strategy, behaviour_at
from ...report.measures import Measured
from ...report.situations import Play, Situation
from ..labels import in_ascii, printable, share_text
from .board import Board, Place, board


class Step(NamedTuple):
    """A step from a square to a neighbouring one."""

    start: Square
    end: Square
    probability: float
    """The probability that play takes this step, above 0."""


class Walk(NamedTuple):
    """The squares that the agent passes."""

    squares: tuple[Square, ...]
    ends: str
    """The end of the walk: `leaves`, `captured` or `ends`."""
    probability: float


class _Walks(NamedTuple):
    """All walks that were followed to their ends, in order of probability."""

    found: tuple[Walk, ...]
    rest: float
    """The probability of all other walks; 0 if there are none."""


class MapPlay(NamedTuple):
    """Play on a map."""

    occupied: tuple[float, ...]
    """For each place of the board the probability that it is occupied at the start."""
    steps: tuple[Step, ...]
    """In reading order."""
    walks: _Walks

    @property
    def passed(self) -> frozenset[Square]:
        """The squares that the agent enters."""
        return frozenset(step.end for step in self.steps)


@dataclass(frozen=True, kw_only=True)
class MapPicture:
    """The content of a picture of a map."""

    title: str
    board: Board
    players: tuple[str, str] = ("", "")
    value: float | None = None
    """To player 1; None if the map was not solved."""
    exact: str = ""
    """The value as a fraction, if proved."""
    rules: str = ""
    play: MapPlay | None = None
    """None for a map drawn without play."""

    @property
    def unpassed(self) -> tuple[Place, ...]:
        """The places that the agent never passes."""
        passed = self.play.passed if self.play else frozenset()
        return tuple(place for place in self.board.places if place.square not in passed)

    @property
    def leaves(self) -> float:
        """The probability that the agent comes to an exit."""
        steps = self.play.steps if self.play else ()
        exits = {*self.board.squares("D")}
        return _clean(sum(step.probability for step in steps if step.end in exits))


def without_play(
    rows: Sequence[str], places: Iterable[tuple[str, Square]] = (), title: str = ""
) -> MapPicture:
    """Return a map without play; its places are e1, e2, ... in reading order unless they are given.

    >>> without_play(["SED"]).board.places
    (Place(name='e1', square=(0, 1)),)
    """
    shown = board(rows)
    named = tuple(Place(*place) for place in places)
    title = printable(title) if title else ""
    return MapPicture(title=title, board=shown._replace(places=named) if named else shown)


def flow(report: Measured) -> MapPicture:
    """Return the play on the map of a report.

    The trail of the report must contain the rows of the map and the state graph that the game was
    expanded from; raise InputError otherwise.
    """
    game, trail = report.game, report.trail
    if not trail.rows or trail.graph is None or trail.graph.secret is None:
        raise InputError([Problem("there is no map that play could be drawn on")])
    bare = without_play(trail.rows, trail.graph.places, game.title)
    play = MapPlay(
        occupied=tuple(_occupied(trail.graph, report.strategies[1], bare.board.places)),
        steps=tuple(_steps(report, trail.graph)),
        walks=walks(game, trail.graph, report.strategies, bare.board.squares("D")),
    )
    return MapPicture(
        title=bare.title,
        board=bare.board,
        players=game.players,
        value=report.value,
        exact=write_exact(report.exact.value) if isinstance(report.exact, Proof) else "",
        rules=game.source.rules if game.source else "",
        play=play,
    )


def _occupied(graph: StateGraph, second: Strategy, places: Iterable[Place]) -> Iterator[float]:
    found: dict[str, float] = defaultdict(float)
    for (_, hidden), share in zip(placements(graph), second[0].probabilities, strict=True):
        if share:
            for name in hidden:
                found[name] += share
    for place in places:
        yield _clean(found[place.name])


def _steps(report: Measured, graph: StateGraph) -> Iterator[Step]:
    game, passed = report.game, defaultdict[tuple[Square, Square], float](float)
    reached = dict(_reached_infosets(report))
    names = {game.information_sets[number].state for number in reached}
    states = {name: at for at, name in enumerate(graph.names) if name in names}
    for number, reach in reached.items():
        infoset = game.information_sets[number]
        state = graph.states[states[infoset.state]]
        assert isinstance(state, Choice)
        assert state.at is not None
        shares = behaviour_at(report.strategies[0], number).probabilities
        for label, share in zip(infoset.actions, shares, strict=True):
            if share:
                for edge in pairwise(steps(state.at, label)):
                    passed[edge] += reach * share
    for (start, end), probability in sorted(passed.items()):
        if _clean(probability):
            yield Step(start, end, _clean(probability))


def _reached_infosets(report: Measured) -> Iterator[tuple[int, float]]:
    """Yield the information sets of player 1 that play reaches, with their probabilities."""
    game, found = report.game, report.reach
    assert isinstance(found, ArrayView)
    first = game.columns.infosets.player == 1
    those = np.flatnonzero((found.array > 0) & first).tolist()
    yield from zip(those, found.array[those].tolist(), strict=True)


MOST = 20_000
"""Particles of situations that are followed."""

NOTHING = 1e-9
"""Smaller probabilities are rounding errors of a solver, not part of play."""


_Waiting = tuple[float, int, Situation, tuple[Square, ...], str]
"""The negative probability, a number, the knowledge, the squares so far, and the last event."""


def _clean(probability: float) -> float:
    """Return a probability without a solver's rounding errors next to 0 and 1.

    >>> _clean(1 - 1e-12), _clean(0.5)
    (1.0, 0.5)
    """
    near = round(probability)
    return float(near) if abs(probability - near) < NOTHING else probability


def walks(
    game: Game,
    graph: StateGraph,
    strategies: tuple[Strategy, Strategy],
    exits: Iterable[Square],
    most: int = MOST,
) -> _Walks:
    """Return the walks under both strategies on the map of a state graph, given its exits."""
    play = Play(graph=graph, game=game, strategies=strategies)
    ways_out, likelihoods = {*exits}, defaultdict[tuple[tuple[Square, ...], str], float](float)
    start = _likely(play.start())
    waiting: list[_Waiting] = [(-1.0, 0, start, (), "")]
    order, spent = 0, 0
    while waiting and spent < most:
        share, _, situation, passed, last = heapq.heappop(waiting)
        following = play.ways(situation)
        spent += len(situation.particles)
        if not following:
            likelihoods[passed, _ending(passed, last, ways_out)] -= share
        state = graph.states[situation.state]
        for label, odds, then in following:
            if not odds:
                continue
            after, order = passed, order + 1
            if isinstance(state, Choice) and state.player == 1 and state.at is not None:
                after = (*passed[:-1], *steps(state.at, label))
            heapq.heappush(waiting, (share * odds, order, _likely(then), after, label))
    made = (Walk(*walk, _clean(probability)) for walk, probability in likelihoods.items())
    ordered = sorted(made, key=lambda walk: (-round(walk.probability, 9), walk.squares, walk.ends))
    return _Walks(tuple(ordered), -sum(entry[0] for entry in waiting))


def _likely(situation: Situation) -> Situation:
    """Return a situation without the branches that player 2's strategy never takes."""
    return situation._replace(particles=tuple(one for one in situation.particles if one.weight))


def _ending(passed: tuple[Square, ...], last: str, exits: set[Square]) -> str:
    if passed and passed[-1] in exits:
        return "leaves"
    return "captured" if outcome(last) is Event.CAPTURE else "ends"


def steps(square: Square, label: str) -> tuple[Square, ...]:
    """Return the squares of a label of one or several moves: the first one and those entered.

    >>> steps((0, 0), "right down")
    ((0, 0), (0, 1), (1, 1))
    """
    found = [square]
    for word in label.split(" "):
        down, right = STEPS.get(word, (0, 0))
        if (down, right) != (0, 0):
            found.append((found[-1][0] + down, found[-1][1] + right))
    return tuple(found)


_NAMES = {step: name for name, step in STEPS.items()}


def value_text(picture: MapPicture) -> str:
    """Return the value in words; empty if the map was not solved."""
    if picture.value is None:
        return ""
    number = f"{picture.value:.6g}"
    exact = picture.exact
    if exact in ("", number) or len(exact) > 20:
        shown = number
    else:
        shown = f"{exact} = {number}" if float(number) == picture.value else f"{exact} ≈ {number}"
    return f"worth {shown} to {picture.players[0]}"


def outcome_text(picture: MapPicture) -> str:
    """Return the probability that the agent leaves, in words."""
    return f"{picture.players[0]} leaves with probability {share_text(picture.leaves)}"


def walk_text(shown: Board, walk: Walk) -> str:
    """Return a walk in words: its steps, the places that it passes, and its end.

    >>> walk_text(board(["SE-D"]), Walk(((0, 0), (0, 1), (0, 2), (0, 3)), "leaves", 0.5))
    'right (e1) 2 right, leaves'
    """
    names = {square: name for name, square in shown.places}
    names.update(dict.fromkeys(shown.squares("G"), "gold"))
    parts: list[str] = []
    moves: list[str] = []
    for start, end in pairwise(walk.squares):
        moves.append(_NAMES[end[0] - start[0], end[1] - start[1]])
        if end in names:
            parts += [*_together(moves), f"({names[end]})"]
            moves = []
    parts += _together(moves)
    return f"{' '.join(parts)}, {walk.ends}" if parts else walk.ends


def _together(moves: list[str]) -> Iterator[str]:
    for name, same in groupby(moves):
        times = len(list(same))
        yield f"{times} {name}" if times > 1 else name


WIDTH = 80
"""Columns of a terminal, which lines respect where possible."""
LIKELIEST = 6
"""Number of walks that are listed."""
NARROW = 26
"""Number of squares per row up to which each has three columns."""


class _Signs(NamedTuple):
    """The characters of a map."""

    wall: str
    free: str
    often: Mapping[Square, str]
    """By direction, down and to the right: arrows for steps in at least half of all plays."""
    seldom: Mapping[Square, str]


def _arrows(up: str, down: str, left: str, right: str) -> Mapping[Square, str]:
    return dict(zip(STEPS.values(), (up, down, left, right), strict=True))


_UNICODE = _Signs("█", "·", _arrows(*"⇑⇓⇐⇒"), _arrows(*"↑↓←→"))
_ASCII = _Signs("#", ".", _arrows(*"^v<>"), _arrows(*"^v<>"))


def write_text(picture: MapPicture, ascii: bool = False) -> Iterator[str]:
    """Yield the lines: the map, beside it the probability that each place is occupied, and below it
    the likeliest walks.
    """
    for line in _text_lines(picture, _ASCII if ascii else _UNICODE):
        text = line.rstrip()
        yield f"{in_ascii(text) if ascii else text}\n"


def _text_lines(picture: MapPicture, signs: _Signs) -> Iterator[str]:
    play = picture.play
    if picture.title:
        yield printable(picture.title)
    if play:
        yield f"{value_text(picture)}, by the rules {picture.rules}"
        yield outcome_text(picture)
    if picture.title or play:
        yield ""
    rows = _rows(picture.board, play.steps if play else (), signs)
    yield from _join_columns(rows, list(_places(picture, play)))
    if play:
        yield ""
        yield _legend(picture.players[0], signs)
        yield ""
        yield from _walks(picture, play)


def _rows(shown: Board, steps: Sequence[Step], signs: _Signs) -> list[str]:
    likeliest: dict[Square, Step] = {}
    for step in steps:
        known = likeliest.get(step.start)
        if known is None or step.probability > known.probability + 1e-9:
            likeliest[step.start] = step
    names = {square: name for name, square in shown.places}
    wide = len(shown.rows[0]) <= NARROW
    return [
        "".join(
            _cell(letter, names.get((row, column), ""), likeliest.get((row, column)), signs, wide)
            for column, letter in enumerate(text)
        )
        for row, text in enumerate(shown.rows)
    ]


def _cell(letter: str, name: str, step: Step | None, signs: _Signs, wide: bool) -> str:
    if letter == "#":
        return signs.wall * (3 if wide else 1)
    arrow = _arrow(step, signs) if step else ""
    if letter == "-":
        return f" {arrow or signs.free} " if wide else arrow or signs.free
    if not wide:
        return letter
    named = name or letter
    return f"{named:>2}{arrow or ' '}" if len(named) < 3 else named


def _arrow(step: Step, signs: _Signs) -> str:
    ahead = step.end[0] - step.start[0], step.end[1] - step.start[1]
    return (signs.often if step.probability > 0.5 - 1e-9 else signs.seldom)[ahead]


def _places(picture: MapPicture, play: MapPlay | None) -> Iterator[str]:
    places = picture.board.places
    if play is None or not places:
        return
    passed = dict.fromkeys((place.square for place in places), 0.0)
    for step in play.steps:
        if step.end in passed:
            passed[step.end] += step.probability
    yield "place  occupied  entered"
    for (name, square), share in zip(places, play.occupied, strict=True):
        yield f"{name:<5}  {share_text(share):>8}  {share_text(passed[square]):>7}"


def _join_columns(rows: Sequence[str], facts: Sequence[str]) -> Iterator[str]:
    """Yield rows with facts beside them, or below them if both do not fit."""
    if facts and len(rows[0]) + 3 + max(map(len, facts)) > WIDTH:
        yield from (*rows, "", *facts)
        return
    for at in range(max(len(rows), len(facts))):
        row = rows[at] if at < len(rows) else " " * len(rows[0])
        yield f"{row}   {facts[at]}" if at < len(facts) else row


def _legend(player: str, signs: _Signs) -> str:
    ahead = (0, 1)
    arrows = f"{signs.seldom[ahead]} where {player} goes most often from a square"
    if signs.often == signs.seldom:
        return arrows
    return f"{arrows}, {signs.often[ahead]} in half of all plays"


def _walks(picture: MapPicture, play: MapPlay) -> Iterator[str]:
    found, rest = play.walks
    yield "the likeliest walks" if len(found) > LIKELIEST or rest > 0.0005 else "all walks"
    for walk in found[:LIKELIEST]:
        text = f"{share_text(walk.probability):>8}  {walk_text(picture.board, walk)}"
        yield from wrap(text, WIDTH, drop_whitespace=True, subsequent_indent=" " * 10)
    others = sum(walk.probability for walk in found[LIKELIEST:]) + rest
    if others > 0.0005:
        yield f"{share_text(others):>8}  others"
