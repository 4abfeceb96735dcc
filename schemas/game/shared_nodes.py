"""Check exact sharing and perfect recall: conditions (a) and (b) of `schemas.game`."""

from schemas.game.game import Game
from schemas.game.reaching import Conflict
from schemas.parts.problems import Problem


def check_sharing(game: Game) -> list[Problem]:
    """Return the violations of conditions (a) and (b)."""
    return [_problem(game, conflict) for conflict in game.reached.conflicts]


def _problem(game: Game, conflict: Conflict) -> Problem:
    one, other = conflict.histories
    if conflict.infoset is None:
        return Problem(
            f"sharing is not exact: the histories '{one}' and '{other}' meet here, and the chance "
            f"weight is not the same for all pairs of the players' own moves",
            ("nodes", conflict.node),
        )
    name = game.players[game.information_sets[conflict.infoset].player - 1]
    return Problem(
        f"{name} has no perfect recall: it cannot tell the history '{one}' from "
        f"'{other}', although its own moves or what it saw before them differ",
        ("information_sets", conflict.infoset),
    )
