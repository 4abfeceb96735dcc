"""A moment of a droid battle in words, for those who do not see it and above its picture."""

from schemas.parts.squares import Square
from schemas.rules.objective import Objective
from stages.draw.droids.moment import Droid, Moment
from stages.draw.droids.words import DROIDS, ahead, say, share, shots_left


def standing(shown: Moment) -> str:
    """Return round, score and value in a line."""
    parts = [say("round of", shown.round, shown.rounds)]
    if shown.objective == Objective.WIN:
        parts.append(ahead(shown.score))
    if shown.value is not None:
        parts.append(say("worth", value_of(shown.value), DROIDS[0]))
    return ", ".join(parts)


def told(shown: Moment) -> str:
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
    return " ".join([f"{board}{behind}.", f"{standing(shown)}.", *map(_plays, shown.droids)])


def value_of(value: float) -> str:
    """Return a value with six decimals, without what is nothing but rounding.

    >>> value_of(-9e-14), value_of(1 / 3), value_of(1.0)
    ('0', '0.333333', '1')
    """
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


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
