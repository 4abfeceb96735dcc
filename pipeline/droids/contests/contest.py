"""Contests of the agents that a person names."""

from pipeline.droids.arena import Arena, Entrant
from pipeline.droids.contests.results import hold
from schemas.droid_contest import Contest
from schemas.parts.watch import Watch
from schemas.rules.droid_battle import opening
from stages.solve.induction.droid_battle import rounds, value


def contest(
    arena: Arena,
    pairs: list[tuple[Entrant, Entrant]],
    games: int,
    always: bool,
    watch: Watch,
) -> Contest:
    """Return what the pairs do; with `always` games are played where the result is known, too."""
    *_, (values, _) = rounds(arena.rule)
    found = value(arena.rule, values, opening(arena.rule))
    return hold(
        arena.rule, 0.0 if abs(found) < 1e-11 else found, pairs, games, arena.seed, always, watch
    )
