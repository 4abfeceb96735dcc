"""Contests of the agents that a person names."""

from collections.abc import Callable

from pipeline.droids.contest import Entrant, hold
from pipeline.droids.entrants import Arena
from schemas.droid_contest import Contest
from schemas.rules.droid_battle import opening
from stages.solve.induction.droid_battle import rounds, value


def contest(
    arena: Arena,
    pairs: list[tuple[Entrant, Entrant]],
    games: int,
    always: bool,
    watch: Callable[[int, int], None],
) -> Contest:
    """Return what the pairs do; with `always` games are played where the result is known, too."""
    for found, _ in rounds(arena.rule):
        values = found
    worth = value(arena.rule, values, opening(arena.rule))
    return hold(
        arena.rule, 0.0 if abs(worth) < 1e-11 else worth, pairs, games, arena.seed, always, watch
    )
