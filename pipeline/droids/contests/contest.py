"""Contests of the agents that a person names."""

from collections.abc import Iterator
from contextlib import closing

from pipeline.droids.contests.pairing import Meeting, Pairing, met, played
from pipeline.droids.contests.results import contest_of
from pipeline.droids.forecast import refuse_agents
from pipeline.engines import engine, ordered, watched
from schemas.droid_contest import Contest, Result
from schemas.parts.problems import EfgcError
from schemas.parts.watch import Watch
from schemas.rules.droid_battle import opening
from stages.solve.induction.droid_battle import rounds, value

WORTH = 3  # Pairs that play games, from which on they are worth further processes.


def contest(meeting: Meeting, jobs: int, engine_name: str, watch: Watch) -> Contest:
    """Return what the pairs do, in so many processes at once. Raises InputError, and AgentError
    where an agent does something else than playing: the first one in the order of the pairs. Raises
    LimitError where those who take part do not fit into the memory that is free.
    """
    # The files of agents may have changed since the last contest of this process.
    met.cache_clear()
    here = met(meeting)
    refuse_agents(meeting.rule, here.entrants, 2, "this contest")
    *_, (values, _) = rounds(meeting.rule)
    found = value(meeting.rule, values, opening(meeting.rule))
    results = list(_results(meeting, jobs, engine_name, watch))
    return contest_of(
        meeting.rule,
        0.0 if abs(found) < 1e-11 else found,
        here.entrants,
        meeting.games,
        meeting.seed,
        results,
    )


def _results(meeting: Meeting, jobs: int, engine_name: str, watch: Watch) -> Iterator[Result]:
    pairs = met(meeting).pairs
    # Made here, and known to the processes that are forked.
    known = {one.name: None not in (one.policy(1), one.policy(2)) for one in met(meeting).entrants}
    play = [not (known[one.name] and known[two.name]) for one, two in pairs]
    if engine_name == "local" and (jobs == 1 or sum(play) < WORTH):
        for number in range(len(pairs)):
            yield played(meeting, number, watch)
        return
    works = [Pairing(meeting, number) for number in range(len(pairs))]
    with closing(engine(engine_name, min(jobs, len(works)))) as run:
        for result in ordered(watched(run(works), len(works), watch, meeting.games)):
            if isinstance(result, EfgcError):
                raise result
            yield result
