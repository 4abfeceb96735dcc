"""A moment of a droid battle: the board, both droids and their strategies, in words and as text for
the terminal with arrows between squares.

The script of a page receives PHRASES and says the same; `{0}` etc. are placeholders.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ....schemas.induction_report import InductionReport, Play
from ....schemas.parts.squares import STEPS, Square
from ....schemas.rules.droid_battle import (
    ACTIONS,
    SHOOT,
    DroidBattle,
    Position,
    battle_of,
    hit,
    in_line,
    moved,
    opening,
    read_position,
    winner,
)
from ....schemas.rules.droid_battle.board import Battle
from ....schemas.rules.objective import Objective
from ....schemas.rules.rule import Rule
from ...documents import table
from ..labels import six_decimals

NO_BATTLE = "is no droid battle, so there is no board to draw"


class Option(NamedTuple):
    """An action of a droid."""

    action: str
    """One of ACTIONS."""
    probability: float
    """Its probability under the strategy."""
    value: float | None
    """To player 1, against the other's strategy; None if not requested."""


class Droid(NamedTuple):
    """One of the two droids at a moment."""

    name: str
    square: Square
    shots: int
    """Shots left."""
    had: int
    """Shots at the start."""
    options: tuple[Option, ...]
    """In the order of ACTIONS; empty if play is not shown."""


class Moment(NamedTuple):
    """A point of play before both act."""

    title: str
    """The title of the game."""
    board: tuple[str, ...]
    """Rows of `-` free and `#` wall."""
    droids: tuple[Droid, Droid]
    score: int
    """Player 1's points less player 2's; 0 in games for points, where the score makes no
    difference.
    """
    round: int
    """The round, from 1."""
    rounds: int
    """The greatest number of rounds."""
    value: float | None
    """The value to player 1 from here on; None if play is not shown."""
    objective: str

    @property
    def squares(self) -> tuple[Square, Square]:
        return self.droids[0].square, self.droids[1].square


def moment(report: InductionReport) -> Moment:
    """Return the position of a report, or else the start, with both droids' strategies there.

    Raise InputError for another game.
    """
    rule = battle_of(report.graph.rule, NO_BATTLE)
    if report.position is None or (at := _at(report.position)) is None:
        return first_moment(report)
    return _shown(rule, report.graph.title, at, report.position)


def first_moment(report: InductionReport) -> Moment:
    """Return the start with both droids' strategies. Raise InputError for another game."""
    rule = battle_of(report.graph.rule, NO_BATTLE)
    if not report.first_moves:
        return without_play(rule, report.graph.title)
    known = report.positions.plays[0] if report.positions else report.first_moves[0]
    return _shown(rule, report.graph.title, opening(rule), known)


def without_play(rule: Rule | None, title: str = "") -> Moment:
    """Return the start of a battle without play. Raise InputError for another game."""
    battle = battle_of(rule, NO_BATTLE)
    return _shown(battle, title or battle.title, opening(battle), None)


def _at(play: Play) -> Position | None:
    """Return the position of a play; None at level 0, where states are histories."""
    return read_position(play.state) if play.state.startswith("at ") else None


def _shown(rule: DroidBattle, title: str, point: Position, play: Play | None) -> Moment:
    droids = [
        Droid(
            name=name,
            square=square,
            shots=shots,
            had=had,
            options=_options(play, player) if play else (),
        )
        for player, (name, square, shots, had) in enumerate(
            zip(rule.players, point.squares, point.shots, rule.shots, strict=True)
        )
    ]
    return Moment(
        title=title,
        board=tuple(row.replace("2", "-").replace("5", "-") for row in rule.board),
        droids=(droids[0], droids[1]),
        score=point.score,
        round=rule.rounds - point.rounds + 1,
        rounds=rule.rounds,
        value=play.value if play else None,
        objective=rule.objective,
    )


def _options(play: Play, player: int) -> tuple[Option, ...]:
    moves = play.moves[player]
    values = play.move_values[player] if play.move_values else (None,) * len(moves)
    found = (
        Option(action, probability, value)
        for action, probability, value in zip(moves, play.strategies[player], values, strict=True)
    )
    return tuple(sorted(found, key=lambda option: ACTIONS.index(option.action)))


DROIDS = ("droid 2", "droid 5")
PHRASES = {
    "goes": "goes {0}",
    "shoots": f"{SHOOT}s",
    "held": "cannot go {0}: the other droid is in the way",
    "point": "{0} is hit: a point for {1}",
    "both hit": "Both are hit, and neither hit counts.",
    "miss": "The shot misses.",
    "both miss": "Both shots miss.",
    "over": "Game over after {0} {1}: {2}, {3} to {4}.",
    "round": "round",
    "rounds": "rounds",
    "wins": "{0} wins",
    "draw": "a draw",
    "decided": "{0} cannot catch up any more.",
    "round of": "Round {0} of {1}",
    "played": "{0} of {1} rounds played",
    "shot left": "1 shot left",
    "shots left": "{0} shots left",
    "even": "nobody is ahead",
    "ahead": "{0} is {1} ahead",
    "no odds": (
        "This position is not in this page. The command that shows the equilibrium strategies here:"
    ),
    "next": "{0} {1}. Now choose for {2}.",
    "choose": "Choose what both droids do.",
    "so far": "Rounds so far",
    "worth": "worth {0} to {1} from here on",
}


def round_text(rule: Battle, squares: tuple[Square, Square], chosen: tuple[str, str]) -> str:
    """Return a round in words, given the squares of the droids before it.

    >>> round_text(Battle(("2-5",), (1, 1), 9, "win"), ((0, 0), (0, 2)), ("shoot", "left"))
    'Droid 2 shoots, droid 5 goes left. Droid 5 is hit: a point for droid 2.'
    """
    after = moved(rule, squares, chosen)
    acts = [
        f"{droid} {_act(action, was == now)}"
        for droid, action, was, now in zip(DROIDS, chosen, squares, after, strict=True)
    ]
    ended = _shots(rule, after, chosen)
    return f"{sentence(', '.join(acts))}{' ' + ended if ended else ''}"


def result_text(points: tuple[int, int], rounds: int) -> str:
    """Return the result of a battle in words.

    >>> result_text((1, 0), 1)
    'Game over after 1 round: droid 2 wins, 1 to 0.'
    """
    who = winner(points[0] - points[1])
    won = say("wins", DROIDS[who < 0]) if who else say("draw")
    unit = say("round" if rounds == 1 else "rounds")
    return say("over", rounds, unit, won, max(points), min(points))


def _ahead(score: int) -> str:
    """Return in words which droid leads.

    >>> _ahead(0), _ahead(-2)
    ('nobody is ahead', 'droid 5 is 2 ahead')
    """
    return say("ahead", DROIDS[score < 0], abs(score)) if score else say("even")


def shots_left(shots: int) -> str:
    return say("shot left") if shots == 1 else say("shots left", shots)


def say(phrase: str, *values: object) -> str:
    """Return a phrase with its placeholders filled in."""
    return PHRASES[phrase].format(*values)


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def share(probability: float) -> str:
    """Return a probability as pictures show it.

    >>> share(1.0), share(0.3333), share(0.004), share(0.996)
    ('1', '0.33', '<0.01', '>0.99')
    """
    if 0 < probability < 0.005:
        return "<0.01"
    if 0.995 <= probability < 1:
        return ">0.99"
    return f"{probability:.2f}" if 0 < probability < 1 else f"{probability:.0f}"


def _act(action: str, held: bool) -> str:
    if action == SHOOT:
        return say("shoots")
    return say("held" if held else "goes", action)


def _shots(rule: Battle, after: tuple[Square, Square], chosen: tuple[str, str]) -> str:
    change, fired = hit(rule, after, chosen), chosen.count(SHOOT)
    if change:
        shooter, target = DROIDS if change == 1 else DROIDS[::-1]
        return sentence(say("point", target, shooter))
    if fired == 2:
        return say("both hit" if in_line(rule, *after) else "both miss")
    return say("miss") if fired else ""


def score_line(shown: Moment) -> str:
    """Return round, score and value in a line."""
    parts = [say("round of", shown.round, shown.rounds)]
    if shown.objective == Objective.WIN:
        parts.append(_ahead(shown.score))
    if shown.value is not None:
        parts.append(say("worth", value_text(shown.value), DROIDS[0]))
    return ", ".join(parts)


def description(shown: Moment) -> str:
    """Return the whole moment in sentences."""
    walls = [
        _place((row, column))
        for row, text in enumerate(shown.board)
        for column, mark in enumerate(text)
        if mark == "#"
    ]
    droids = "; ".join(f"{one.name} is in {_place(one.square)}" for one in shown.droids)
    board = f"Board of {len(shown.board)} rows and {len(shown.board[0])} columns; {droids}"
    behind = f"; walls in {'; '.join(walls)}" if walls else ""
    return " ".join([f"{board}{behind}.", f"{score_line(shown)}.", *map(_plays, shown.droids)])


def value_text(value: float) -> str:
    """Return a value as `six_decimals`, without the zeros at its end.

    >>> value_text(-9e-14), value_text(1 / 3), value_text(1.0), value_text(2e-7)
    ('0', '0.333333', '1', '2.0e-07')
    """
    text = six_decimals(value)
    return text if "e" in text else text.rstrip("0").rstrip(".")


def _plays(one: Droid) -> str:
    taken = [
        f"{option.action} {share(option.probability)}"
        for option in one.options
        if option.probability
    ]
    plays = f" and plays {', '.join(taken)}" if taken else ""
    return f"{one.name} has {shots_left(one.shots)}{plays}.".capitalize()


def _place(square: Square) -> str:
    return f"row {square[0] + 1}, column {square[1] + 1}"


INNER = 5
"""Characters of a square."""


class Signs(NamedTuple):
    """The characters of the board."""

    across: str
    upright: str
    corners: tuple[str, str, str]
    """Left, inner and right characters of the first line of the board, of the lines between rows,
    and of the last line.
    """
    wall: str
    arrows: dict[str, str]
    meeting: tuple[str, str]
    """Where both droids move along the same edge from opposite sides: upright and across."""


UNICODE = Signs(
    across="─",
    upright="│",
    corners=("┌┬┐", "├┼┤", "└┴┘"),
    wall="█",
    arrows={"up": "↑", "down": "↓", "left": "←", "right": "→"},
    meeting=("↕", "↔"),
)
ASCII = Signs(
    across="-",
    upright="|",
    corners=("+++", "+++", "+++"),
    wall="#",
    arrows={"up": "^", "down": "v", "left": "<", "right": ">"},
    meeting=("X", "X"),
)


def write_text(shown: Moment, ascii: bool = False) -> Iterator[str]:
    """Yield the lines of the picture, and both strategies if known."""
    signs = ASCII if ascii else UNICODE
    yield f"{shown.title}\n{score_line(shown)}\n\n"
    arrows = _arrows(shown, signs)
    rows, columns = len(shown.board), len(shown.board[0])
    for row in range(rows + 1):
        yield f"  {_line(row, rows, columns, arrows, signs)}\n"
        if row < rows:
            yield f"  {_row(shown, row, arrows, signs)}\n"
    for one in shown.droids:
        yield f"\n{one.name}, {shots_left(one.shots)}\n"
        if one.options:
            yield from table(list(_table(one, shown.droids[0].name)), "  ")


def _arrows(shown: Moment, signs: Signs) -> dict[tuple[Square, Square], str]:
    """Return the arrows by the two squares that they connect, in reading order."""
    found: dict[tuple[Square, Square], str] = {}
    for one in shown.droids:
        for option in one.options:
            if option.probability and option.action in STEPS:
                down, right = STEPS[option.action]
                to = (one.square[0] + down, one.square[1] + right)
                low, high = sorted((one.square, to))
                met = (low, high) in found
                sign = signs.meeting[right != 0] if met else signs.arrows[option.action]
                found[low, high] = sign
    return found


def _line(
    row: int,
    rows: int,
    columns: int,
    arrows: dict[tuple[Square, Square], str],
    signs: Signs,
) -> str:
    """Return the line above a row of squares."""
    corners = signs.corners[(row > 0) + (row == rows)]
    parts = [
        arrows.get(((row - 1, column), (row, column)), signs.across).center(INNER, signs.across)
        for column in range(columns)
    ]
    return f"{corners[0]}{corners[1].join(parts)}{corners[2]}"


def _row(shown: Moment, row: int, arrows: dict[tuple[Square, Square], str], signs: Signs) -> str:
    text = signs.upright
    for column, mark in enumerate(shown.board[row]):
        here = (row, column)
        droid = next((one.name[-1] for one in shown.droids if one.square == here), " ")
        text += signs.wall * INNER if mark == "#" else droid.center(INNER)
        text += arrows.get((here, (row, column + 1)), signs.upright)
    return text


def _table(one: Droid, first: str) -> Iterator[tuple[str, ...]]:
    valued = any(option.value is not None for option in one.options)
    yield ("move", "plays", *([f"worth to {first}"] if valued else []))
    for option in one.options:
        values = [value_text(option.value)] if option.value is not None else []
        yield (
            option.action,
            f"{option.probability:.6f}" if option.probability else ".",
            *values,
        )
