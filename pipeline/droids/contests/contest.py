"""Contests of the agents that a person names."""

from pipeline.droids.arena import Arena, Entrant
from pipeline.droids.contests.results import hold
from pipeline.droids.forecast import refuse_agents
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
    """Return what the pairs do; with `always` games are played where the result is known, too.

    Raises LimitError where those who take part do not fit into the memory that is free.
    """
    who = {one.name: one for pair in pairs for one in pair}
    refuse_agents(arena.rule, who.values(), 2, "this contest")
    *_, (values, _) = rounds(arena.rule)
    found = value(arena.rule, values, opening(arena.rule))
    return hold(
        arena.rule, 0.0 if abs(found) < 1e-11 else found, pairs, games, arena.seed, always, watch
    )
