"""The results of a contest, as text for a person and as JSON for programs; `schemas/README.md` lists the keys."""

import json
from collections.abc import Iterator
from typing import Any

from schemas.droid_contest import FORMAT, VERSION, Contest, Result, Standing
from stages.play.contest import interval
from stages.report.text import table


def write_text(contest: Contest) -> Iterator[str]:
    """Yield the lines of the results: a ranking where more than two took part, then every pair."""
    rule = contest.rule
    yield (f"Droid battle {len(rule.board)}x{len(rule.board[0])}, {rule.shots[0]} against {rule.shots[1]} shots, "
           f"{rule.rounds} rounds, worth {contest.value:.6g} to droid 2\n")
    if len(contest.standings) > 2:
        yield "\npoints per game (win 1, draw 1/2), mean over all opponents\n"
        ranks = ((str(at), one.name, f"{one.points:.4f}", _range(one)) for at, one in enumerate(contest.standings, 1))
        yield from table([("", "agent", "points", "95 %"), *ranks], "  ")
    yield "\ndroid 2 against droid 5: how often droid 2 wins, draws, loses\n"
    rows: list[tuple[str, ...]] = [("droid 2", "droid 5", "", "win", "draw", "loss")]
    for result in contest.results:
        if result.exact is not None:
            rows.append((result.first, result.second, "exact", *(f"{share:.6f}" for share in result.exact)))
        if result.played is not None:
            games = sum(result.played)
            rows.append((result.first, result.second, f"{games:,} games", *(_share(number, games) for number in result.played)))
    yield from table(rows, "  ")
    known = [one for one in contest.standings if one.exploitability != (None, None)]
    if known:
        yield "\nexploitability: what a perfect opponent gains over the value of the battle\n"
        yield from table([("agent", "as droid 2", "as droid 5"),
                          *((one.name, *(_small(number) for number in one.exploitability)) for one in known)], "  ")


def write_json(contest: Contest) -> Iterator[str]:
    """Yield the lines of the results."""
    head = {"rule": contest.rule.fields(), "value": contest.value, "games": contest.games, "seed": contest.seed}
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in head.items():
        yield f' "{key}": {json.dumps(value)},\n'
    yield ' "standings": ['
    yield ",".join(f"\n  {json.dumps(one._asdict())}" for one in contest.standings)
    yield '],\n "results": ['
    yield ",".join(f"\n  {json.dumps(_result(result))}" for result in contest.results)
    yield "]}\n"


def _result(result: Result) -> dict[str, Any]:
    return {"first": result.first, "second": result.second, "exact": result.exact and result.exact._asdict(),
            "played": result.played and dict(zip(("win", "draw", "loss"), result.played))}


def _share(number: int, games: int) -> str:
    low, high = interval(number / games, games)
    return f"{number / games:.3f} ({low:.3f} to {high:.3f})"


def _range(one: Standing) -> str:
    return "exact" if one.low == one.high else f"{one.low:.3f} to {one.high:.3f}"


def _small(number: float | None) -> str:
    return "unknown" if number is None else "0" if abs(number) < 5e-13 else f"{number:.3g}"
