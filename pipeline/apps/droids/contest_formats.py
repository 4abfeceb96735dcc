"""The results of a contest, as text for a person and as JSON for programs.

`schemas/droid_contest.md` lists the keys.
"""

from collections.abc import Iterator, Sequence

from ....schemas.droid_contest import Contest, PlayedGames, Result, Standing, write
from ....schemas.parts.problems import counted
from ....schemas.rules.objective import Objective
from ....stages.documents import Format, plain, table
from .interval import interval

ROUNDING = 5e-13  # Rounding error of sums of products over the rounds of a battle.
DIGITS = 12


def write_text(contest: Contest) -> Iterator[str]:
    """Yield the lines of the results: a ranking if more than two agents took part, then every
    pair, and the games in which an agent failed.
    """
    first, second = contest.rule.players
    yield f"{contest.rule.title}, worth {contest.value:.6g} to {first}\n"
    if contest.planned:
        yield f"{part_in_words(contest)}\n"
    if len(contest.standings) > 2:
        unit = "points ahead" if _for_points(contest) else "points"
        how = "" if _for_points(contest) else " (win 1, draw 1/2)"
        met = "the opponents met so far, which differ" if contest.planned else "all opponents"
        yield f"\n{unit} per game{how}, mean over {met}\n"
        ranks = (
            (str(at), one.name, f"{one.points:.4f}", _range(one))
            for at, one in enumerate(contest.standings, 1)
        )
        yield from table([("", "agent", "points", "95 %"), *ranks], "  ")
    lead = ", and by how many points it is ahead" if _for_points(contest) else ""
    yield f"\n{first} against {second}: how often {first} wins, draws, loses{lead}\n"
    score = ("score",) if _for_points(contest) else ()
    head = (first, second, "", "win", "draw", "loss", *score)
    yield from table(
        [head, *(row for result in contest.results for row in _rows(contest, result))], "  "
    )
    if failures := [
        (pair.first, pair.second, counted(games.failed, "game"), f"first in {games.failure}")
        for pair in contest.results
        if (games := pair.played) and games.failed
    ]:
        yield "\nlost because an agent failed\n"
        yield from table(failures, "  ")
    yield from _exploitability(contest)


def part_in_words(contest: Contest) -> str:
    """Return how much of a contest that was interrupted is finished."""
    done = sum(one.played.games if one.played else contest.games for one in contest.results)
    return f"interrupted: {done:,} of {contest.planned:,} games"


def _for_points(contest: Contest) -> bool:
    return contest.rule.objective == Objective.POINTS


def _rows(contest: Contest, result: Result) -> Iterator[tuple[str, ...]]:
    if exact := result.exact:
        chances = map(_chance, (exact.win, exact.draw, exact.loss))
        score = (
            () if exact.score is None else (f"{_without_rounding_error(exact.score) + 0.0:.6f}",)
        )
        yield (result.first, result.second, "exact", *chances, *score)
    if played := result.played:
        games = played.games
        shares = (_share(number, games) for number in (played.win, played.draw, played.loss))
        mean = (_mean(played),) if _for_points(contest) else ()
        yield (result.first, result.second, counted(games, "game"), *shares, *mean)


def _exploitability(contest: Contest) -> Iterator[str]:
    known = [one for one in contest.standings if one.exploitability != (None, None)]
    if not known:
        return
    yield "\nexploitability: what a perfect opponent gains over the value of the game\n"
    written = distinct_texts(
        [number for one in known for number in one.exploitability if number is not None]
    )
    rows = (
        (
            one.name,
            *("unknown" if number is None else written[number] for number in one.exploitability),
        )
        for one in known
    )
    yield from table([("agent", *(f"as {name}" for name in contest.rule.players)), *rows], "  ")


CONTEST_FORMATS = {
    "text": Format("contest.txt", plain(write_text)),
    "json": Format("contest.json", plain(write)),
}


def _share(number: int, games: int) -> str:
    low, high = interval(number / games, games)
    return f"{number / games:.3f} ({low:.3f} to {high:.3f})"


def _mean(played: PlayedGames) -> str:
    return f"{played.score:.3f} ({played.low:.3f} to {played.high:.3f})"


def _range(one: Standing) -> str:
    return "exact" if one.low == one.high else f"{one.low:.3f} to {one.high:.3f}"


def distinct_texts(numbers: Sequence[float]) -> dict[float, str]:
    """Return the text of each number, with as few digits as keep all of them distinct; only exact 0
    and 1 are written as 0 and 1.

    Differences within the rounding error of the computation are ignored.

    >>> distinct_texts([0.99996369, 1.0, 3e-15, 0.25]), distinct_texts([1 - 1e-9])
    ({0.99996369: '0.99996', 1.0: '1', 3e-15: '0', 0.25: '0.25'}, {0.999999999: '0.999999999'})
    """
    known = {number: _without_rounding_error(number) for number in numbers}
    for digits in range(3, DIGITS + 1):
        written = {number: f"{known[number]:.{digits}g}" for number in known}
        whole = any(
            float(written[number]).is_integer() and not known[number].is_integer()
            for number in known
        )
        if not whole and len(set(written.values())) == len(set(known.values())):
            break
    return written


def _without_rounding_error(number: float) -> float:
    """Return a number without the rounding error of its computation."""
    near = float(round(number))
    return near if abs(number - near) < ROUNDING else float(f"{number:.{DIGITS}g}")


def _chance(share: float) -> str:
    """Return a probability with six decimals, or with more digits if it would otherwise read as 0
    or 1 but is neither.

    >>> _chance(0.25), _chance(1.0), _chance(1.454e-10), _chance(1 - 2.5e-8)
    ('0.250000', '1.000000', '1.45e-10', '0.99999998')
    """
    return (
        f"{share:.6f}"
        if 0.0 < float(f"{share:.6f}") < 1.0 or share in (0.0, 1.0)
        else distinct_texts([share])[share]
    )
