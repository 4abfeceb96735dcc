"""Is one game the other, strategically? Yes and no are both proved; where neither can be, nobody
knows.

Two games are the same when their reduced normal forms are, up to the names of
the strategies (Kohlberg and Mertens 1986; for how trees of one normal form
hang together: Thompson 1952, Elmes and Reny 1994).

Yes: the reduced sequence forms are the same up to names, as they are or with one or both players'
plans written out as pure strategies. No: the normal forms, written out, are not; or against the
pure strategies of one player the other can attain other sets of payoffs; or against mixtures of
them other best payoffs; or a player has more strategies that differ in what they pay.
"""

from typing import NamedTuple

from stages.forms.trees import TreeForm
from stages.grade.forms import expanded, reduced, replaced
from stages.grade.invariants import attained, best_responses, distinct, steps
from stages.grade.matching import Matching, Undecided, match

MAX_CELLS = 40_000  # Of a normal form that is written out.
MAX_STRATEGIES = 2_000  # Of one player that are written out alone.
MAX_STEPS = 1_000_000  # Strategies times sequences: a second or two.
MAX_MIXED = 150  # Strategies of which pairs are mixed.

NAMES = ("player 1", "player 2")
SAME = "the players have the same strategies, and each pair of them pays the same"


class Answer(NamedTuple):
    """Whether two games are the same."""

    same: bool | None
    """None where neither could be proved."""
    proof: str


def compare(one: TreeForm, other: TreeForm, names: tuple[str, str] = NAMES) -> Answer:
    """Return whether two reduced forms are those of the same game; the first is that of the map,
    whose players have the names.
    """
    if _match(one, other):
        return Answer(True, SAME)
    if _cells(one, other) <= MAX_CELLS:
        return _compare_normal_forms(one, other)
    for player in (1, 2):
        numbers = [distinct(form, player) for form in (one, other)]
        if None not in numbers and numbers[0] != numbers[1]:
            proof = (
                f"{names[player - 1]} can play in {numbers[1]:,} ways that pay differently, but in "
                f"{numbers[0]:,} in the map's game"
            )
            return Answer(False, proof)
    for player in (2, 1):
        found = _compare_written_out(one, other, player, names)
        if found.same is not None:
            return found
    return Answer(None, "")


def _compare_normal_forms(one: TreeForm, other: TreeForm) -> Answer:
    normal = [_written_out(form, (1, 2)) for form in (one, other)]
    if not _decided(normal[0], normal[1]):
        return Answer(None, "")
    if _match(normal[0], normal[1]):
        return Answer(True, SAME)
    return Answer(False, "the table of the payoffs of all strategies is not that of the map's game")


def _compare_written_out(
    one: TreeForm, other: TreeForm, player: int, names: tuple[str, str]
) -> Answer:
    """Return what the forms prove with the strategies of one player written out."""
    if max(form.players[player - 1].count for form in (one, other)) > MAX_STRATEGIES:
        return Answer(None, "")
    sides = [_written_out(form, (player,)) for form in (one, other)]
    mine, theirs = names[player - 1], names[2 - player]
    if _match(sides[0], sides[1]):
        return Answer(True, SAME)
    if max(len(side.players[player - 1].represents) for side in sides) <= MAX_MIXED:
        responses = [best_responses(side, player) for side in sides]
        if None not in responses and responses[0] != responses[1]:
            proof = (
                f"against a random mix of strategies of {mine}, the best that {theirs} can get is "
                "not what it is in the map's game"
            )
            return Answer(False, proof)
    if max(steps(side, player) for side in sides) <= MAX_STEPS:
        payoffs = [attained(side, player) for side in sides]
        if None not in payoffs and payoffs[0] != payoffs[1]:
            proof = (
                f"against a strategy of {mine}, {theirs} can get other payoffs than in the map's "
                "game"
            )
            return Answer(False, proof)
    return Answer(None, "")


def _cells(one: TreeForm, other: TreeForm) -> int:
    """Return how many cells the larger of the two normal forms has, written out."""
    return max(form.players[0].count * form.players[1].count for form in (one, other))


def proved_same(one: TreeForm, other: TreeForm) -> bool:
    """Return whether two reduced forms are proved to be those of the same game; False says
    nothing.
    """
    if _match(one, other):
        return True
    return (
        _cells(one, other) <= MAX_CELLS
        and _match(_written_out(one, (1, 2)), _written_out(other, (1, 2))) is not None
    )


def _match(one: TreeForm, other: TreeForm) -> Matching | None:
    try:
        return match(one, other)
    except Undecided:
        return None


def _decided(one: TreeForm, other: TreeForm) -> bool:
    """Return whether `match` says yes or no to two forms, within its limits."""
    try:
        match(one, other)
        return True
    except Undecided:
        return False


def _written_out(form: TreeForm, players: tuple[int, ...]) -> TreeForm:
    first, second = (
        expanded(tree) if player in players else tree
        for player, tree in zip((1, 2), form.players, strict=True)
    )
    return reduced(replaced(form, first, second))
