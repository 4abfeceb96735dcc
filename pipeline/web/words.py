"""What happens on the board, in words: for people who do not see it, and for the terminal."""

from collections.abc import Sequence

from pipeline.droids.droid import Action
from pipeline.droids.match import Round
from schemas.parts.squares import Square
from schemas.rules.droid_battle import SHOOT, DroidBattle, opening, winner

DROIDS = ("droid 2", "droid 5")
CHOICE = (
    "Often several strategies are equally good. Shown is that of an equilibrium that punishes "
    "mistakes: of all that are optimal it takes one that is best against random play."
)


def points(rounds: Sequence[Round]) -> tuple[int, int]:
    """Return the points of both droids."""
    changes = [played.change for played in rounds]
    return changes.count(1), changes.count(-1)


def squares_before(rule: DroidBattle, rounds: Sequence[Round]) -> tuple[Square, Square]:
    """Return where the droids stood before the last round."""
    return rounds[-2].squares if len(rounds) > 1 else opening(rule).squares


def both_hit(played: Round) -> bool:
    """Return whether both droids were hit, which counts for nobody."""
    return played.squares[1] in played.lasers[0] and played.squares[0] in played.lasers[1]


def what_happened(rule: DroidBattle, rounds: Sequence[Round]) -> str:
    """Return the last round in words; nothing before the first.

    >>> battle = DroidBattle(("2-5",), (1, 1), 9, "win")
    >>> what_happened(battle, [Round((Action.SHOOT, Action.MOVE_LEFT), ((0, 0), (0, 1)), (((0, 1),
    ...     (0, 2)), ()), 1)])
    'Droid 2 shoots, droid 5 goes left. Droid 5 is hit: a point for droid 2.'
    """
    if not rounds:
        return ""
    played, before = rounds[-1], squares_before(rule, rounds)
    stuck = [
        action != Action.SHOOT and was == now
        for action, was, now in zip(played.chosen, before, played.squares, strict=True)
    ]
    acts = [
        f"{droid} {_act(action, held)}"
        for droid, action, held in zip(DROIDS, played.chosen, stuck, strict=True)
    ]
    ended = _shots(played)
    return f"{_sentence(', '.join(acts))}{' ' + ended if ended else ''}"


def how_it_ended(rounds: Sequence[Round]) -> str:
    """Return who won, and how.

    >>> how_it_ended([Round((Action.SHOOT, Action.MOVE_LEFT), ((0, 0), (0, 1)), (((0, 1), (0, 2)),
    ...     ()), 1)])
    'Game over after 1 round: droid 2 wins, 1 to 0.'
    """
    first, second = points(rounds)
    number = f"{len(rounds)} round{'s' * (len(rounds) != 1)}"
    who = winner(first - second)
    won = "a draw" if not who else f"{DROIDS[who < 0]} wins"
    return f"Game over after {number}: {won}, {max(first, second)} to {min(first, second)}."


def _act(action: Action, held: bool) -> str:
    if action == Action.SHOOT:
        return f"{SHOOT}s"
    return (
        f"cannot go {action.word}: the other droid is in the way" if held else f"goes {action.word}"
    )


def _shots(played: Round) -> str:
    if played.change:
        shooter, target = DROIDS if played.change == 1 else DROIDS[::-1]
        return _sentence(f"{target} is hit: a point for {shooter}")
    if both_hit(played):
        return "Both are hit, and neither hit counts."
    fired = [bool(action == Action.SHOOT) for action in played.chosen]
    return {0: "", 1: "The shot misses.", 2: "Both shots miss."}[sum(fired)]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
