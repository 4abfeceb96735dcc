"""The section of a droid battle: the board, with equilibrium play and probabilities by step."""

import json
import shlex
from typing import Any, NamedTuple

from markupsafe import Markup

from ...schemas.induction_report import InductionReport, Play
from ...schemas.parts.states import Joint
from ...schemas.rules.droid_battle import (
    ACTIONS,
    NAME,
    DroidBattle,
    Position,
    battle_of,
    opening,
    read_position,
    write_position,
)
from ...schemas.rules.droid_battle import play as after_round
from ...schemas.rules.objective import Objective
from ..documents import probability
from ..draw import svg
from ..draw.droids import Droid, Moment, board_scene, first_moment
from ..draw.droids.moment import (
    NO_BATTLE,
    PHRASES,
    say,
    score_line,
    shots_left,
    value_text,
)
from .assembly import Section, Shown

MOST = 2_300_000
"""Characters of position data in a page."""
DIGITS = 9
"""Decimals of the numbers in a page."""
LARGE = 6
"""Columns beyond which a board is drawn larger."""
KEYS = ({**dict(zip(ACTIONS, "WSADQ", strict=True))}, {**dict(zip(ACTIONS, "IKJLU", strict=True))})
"""The key for each action, by droid."""


class Row(NamedTuple):
    """The display of one action of a droid."""

    action: str
    key: str
    possible: bool
    chance: str
    value: str
    percent: float


class Side(NamedTuple):
    """The display of a droid."""

    name: str
    shots: str
    rows: tuple[Row, ...]


def gather(report: InductionReport) -> Shown | None:
    rule = report.graph.rule
    if rule is None or rule.name != NAME:
        return None
    battle, start = battle_of(rule, NO_BATTLE), first_moment(report)
    kept, whole = _stored_positions(report, battle)
    fields = {
        "board": Markup(svg.embedded(board_scene(start))),
        "standing": score_line(start),
        "sides": [_side(one, player) for player, one in enumerate(start.droids)],
        "choose": say("choose"),
        "so_far": say("so far"),
        "large": len(start.board[0]) > LARGE,
        "alone": report.positions is None,
        "kept": len(kept),
        "positions": report.induction.games,
        "whole": whole,
        "command": _command(report, write_position(opening(battle), battle.objective)),
    }
    return Shown(fields, _data(report, battle, start, kept))


def _data(
    report: InductionReport, rule: DroidBattle, start: Moment, kept: list[list[Any]]
) -> dict[str, Any]:
    return {
        "board": start.board,
        "squares": start.squares,
        "shots": rule.shots,
        "rounds": rule.rounds,
        "objective": rule.objective,
        "decided": _counts(rule) and _level(report) == 2,
        "actions": ACTIONS,
        "keys": [[keys[action] for action in ACTIONS] for keys in KEYS],
        "phrases": PHRASES,
        "command": _command(report, "{0}"),
        "plays": kept,
    }


def _stored_positions(report: InductionReport, rule: DroidBattle) -> tuple[list[list[Any]], bool]:
    """Return the positions stored in a page, likeliest first, as many as fit, and whether these
    are all positions that the rules reach.
    """
    positions = report.positions
    plays = positions.plays if positions else report.first_moves
    histories = _histories(report, rule) if _level(report) == 0 else {}
    kept: dict[Position, list[Any]] = {}
    room = MOST
    for play in plays:
        point = histories.get(play.state) or read_position(play.state)
        if point in kept:
            continue
        (one, two), shots = point.squares, point.shots
        found = [*one, *two, *shots, point.score, point.rounds, *_numbers(play)]
        room -= len(json.dumps(found, separators=(",", ":"))) + 1
        if room < 0:
            return list(kept.values()), False
        kept[point] = found
    return list(kept.values()), positions is not None and positions.whole


def _histories(report: InductionReport, rule: DroidBattle) -> dict[str, Position]:
    """Return the positions by the names of their states."""
    graph = report.graph
    found = {graph.start: opening(rule)}
    waiting = [graph.start]
    while waiting:
        number = waiting.pop()
        state = graph.states[number]
        if not isinstance(state, Joint):
            continue
        for own, row in zip(state.moves[0], state.to, strict=True):
            for other, to in zip(state.moves[1], row, strict=True):
                if to not in found:
                    point = after_round(rule, found[number], (own, other))
                    found[to] = point._replace(score=point.score * _counts(rule))
                    waiting.append(to)
    return {graph.names[number]: point for number, point in found.items()}


def _counts(rule: DroidBattle) -> bool:
    """Return whether the score is part of a position."""
    return rule.objective == Objective.WIN


def _numbers(play: Play) -> list[Any]:
    """Return value, probabilities and action values in the form stored in a page."""
    groups = [*play.strategies, *(play.move_values or ())]
    return [_rounded(play.value), *([_rounded(number) for number in group] for group in groups)]


def _rounded(number: float) -> float:
    found = round(number, DIGITS)
    return int(found) if found == int(found) else found


def _side(one: Droid, player: int) -> Side:
    known = {option.action: option for option in one.options}
    rows = []
    for action in ACTIONS:
        option = known.get(action)
        value = option.value if option else None
        rows.append(
            Row(
                action=action,
                key=KEYS[player][action],
                possible=option is not None,
                chance=probability(option.probability) if option else "–",
                value="–" if value is None else value_text(value),
                percent=round(100 * option.probability, 2) if option else 0,
            )
        )
    return Side(one.name, shots_left(one.shots), tuple(rows))


def _level(report: InductionReport) -> int:
    return report.graph.source.level if report.graph.source else 2


def _command(report: InductionReport, position: str) -> str:
    file = report.graph.source.file if report.graph.source else "SOURCE"
    return f"efgc run {shlex.quote(file)} --at '{position}'"


SECTION = Section("droids", "The battle", gather)
