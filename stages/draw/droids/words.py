"""The words of pictures and pages of a droid battle, and a moment of it in sentences.

The script of a page receives PHRASES and says the same; `{0}` etc. are placeholders.
"""

from schemas.parts.squares import Square
from schemas.rules.droid_battle import SHOOT, hit, in_line, moved, winner
from schemas.rules.droid_battle.board import Battle
from schemas.rules.objective import Objective
from stages.draw.droids.moment import Droid, Moment

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
        "This position is not among those of this page. What the equilibrium plays here is told by"
    ),
    "next": "{0} {1}. Now choose for {2}.",
    "choose": "Choose what both droids do.",
    "so far": "Rounds so far",
    "worth": "worth {0} to {1} from here on",
}


def happened(rule: Battle, squares: tuple[Square, Square], chosen: tuple[str, str]) -> str:
    """Return a round in words, given the squares of the droids before it.

    >>> happened(Battle(("2-5",), (1, 1), 9, "win"), ((0, 0), (0, 2)), ("shoot", "left"))
    'Droid 2 shoots, droid 5 goes left. Droid 5 is hit: a point for droid 2.'
    """
    after = moved(rule, squares, chosen)
    acts = [
        f"{droid} {_act(action, was == now)}"
        for droid, action, was, now in zip(DROIDS, chosen, squares, after, strict=True)
    ]
    ended = _shots(rule, after, chosen)
    return f"{sentence(', '.join(acts))}{' ' + ended if ended else ''}"


def ended(points: tuple[int, int], rounds: int) -> str:
    """Return the result of a battle in words.

    >>> ended((1, 0), 1)
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


def say(phrase: str, *told: object) -> str:
    """Return a phrase with its placeholders filled in."""
    return PHRASES[phrase].format(*told)


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


def standing(shown: Moment) -> str:
    """Return round, score and value in a line."""
    parts = [say("round of", shown.round, shown.rounds)]
    if shown.objective == Objective.WIN:
        parts.append(_ahead(shown.score))
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
    """Return a value with six decimals, without rounding errors.

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
