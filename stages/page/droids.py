"""The section of a droid battle: the board, and equilibrium play stepped through with its odds."""

import json
import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

from schemas.induction_report import InductionReport, Play
from schemas.rules.droid_battle import (
    ACTIONS,
    NAME,
    DroidBattle,
    battle_of,
    opening,
    write_position,
)
from schemas.rules.objective import Objective
from stages.draw.droids import Droid, Moment, beginning, inside
from stages.draw.droids.moment import NO_BATTLE, at_of
from stages.draw.droids.telling import standing, value_of
from stages.draw.droids.words import PHRASES, say, shots_left
from stages.page.assembly import Section, Shown

MOST = 2_300_000
"""Characters of positions in a page."""
DIGITS = 9
"""Of the numbers in a page, behind the point."""
KEYS = ({**dict(zip(ACTIONS, "WSADQ", strict=True))}, {**dict(zip(ACTIONS, "IKJLU", strict=True))})
"""What is pressed for each action, by droid."""


class Row(NamedTuple):
    """What is shown of an action of a droid."""

    action: str
    key: str
    possible: bool
    chance: str
    worth: str
    percent: float


class Side(NamedTuple):
    """What is shown of a droid."""

    name: str
    shots: str
    rows: tuple[Row, ...]


def gather(report: InductionReport) -> Shown | None:
    from markupsafe import Markup  # For start-up time.

    rule = report.graph.rule
    if rule is None or rule.name != NAME:
        return None
    battle, start = battle_of(rule, NO_BATTLE), beginning(report)
    kept = list(_kept(report))
    all_there = report.positions is not None and report.positions.whole
    fields = {
        "board": Markup("".join(inside(start))),
        "standing": standing(start),
        "sides": [_side(one, player) for player, one in enumerate(start.droids)],
        "choose": say("choose"),
        "so_far": say("so far"),
        "kept": len(kept),
        "positions": len(kept) if all_there else report.induction.games,
        "whole": all_there and report.positions and len(kept) == len(report.positions.plays),
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
        "decided": rule.objective == Objective.WIN and _level(report) == 2,
        "actions": ACTIONS,
        "keys": [[keys[action] for action in ACTIONS] for keys in KEYS],
        "phrases": PHRASES,
        "command": _command(report, "{0}"),
        "plays": kept,
    }


def _kept(report: InductionReport) -> Iterator[list[Any]]:
    """Yield what a page keeps of the positions, likeliest first, as far as there is room."""
    plays = report.positions.plays if report.positions else report.first_moves
    room = MOST
    for play in plays:
        point = at_of(play)
        if point is None:  # At level 0 states are histories.
            continue
        (one, two), shots = point.squares, point.shots
        found = [*one, *two, *shots, point.score, point.rounds, *_numbers(play)]
        room -= len(json.dumps(found, separators=(",", ":"))) + 1
        if room < 0:
            return
        yield found


def _numbers(play: Play) -> list[Any]:
    """Return value, probabilities, and what the moves are worth, as the page keeps them."""
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
        worth = option.worth if option else None
        rows.append(
            Row(
                action=action,
                key=KEYS[player][action],
                possible=option is not None,
                chance=_chance(option.probability) if option else "–",
                worth="–" if worth is None else value_of(worth),
                percent=round(100 * option.probability, 2) if option else 0,
            )
        )
    return Side(one.name, shots_left(one.shots), tuple(rows))


def _chance(probability: float) -> str:
    """Return a probability as the page's script writes it."""
    if probability in (0, 1):
        return str(int(probability))
    return f"{probability:.6f}" if probability >= 1e-6 else f"{probability:.1e}"


def _level(report: InductionReport) -> int:
    return report.graph.source.level if report.graph.source else 2


def _command(report: InductionReport, position: str) -> str:
    file = report.graph.source.file if report.graph.source else "SOURCE"
    return f"efgc run {shlex.quote(file)} --at '{position}'"


SECTION = Section("droids", "The battle", gather)
