"""The learning curve of an agent, in words."""

from schemas.droid_agent import CurvePoint, DroidAgent
from stages.documents import table


def written(
    before: tuple[CurvePoint, ...],
    since: tuple[CurvePoint, ...],
    origin: str | None,
    other: str,
    ends: tuple[int, int, int] | None,
) -> str:
    """Return the learning curves of an agent before and during its latest training, with the
    outcome.
    """
    known = other if other and ends is None else "random play"
    text = f"against {known}, exactly\n{_curve(since)}"
    if ends is not None:
        text += (
            f"against {other}, exploring, in the {sum(ends):,} games of the training: won "
            f"{ends[0]:,}, drew {ends[1]:,}, lost {ends[2]:,}\n"
        )
    if before:
        text = f"before, as {origin} says, not verified\n{_curve(before)}{text}"
    return text


def outcome(agent: DroidAgent, other: str, ends: tuple[int, int, int] | None) -> str:
    """Return the results of an agent after its training, in words."""
    if not agent.curve:
        return "no game of training"
    last = agent.curve[-1]
    rival = other if other and ends is None else "random play"
    shares = f"wins {last.win:.1%}, draws {last.draw:.1%}, loses {last.loss:.1%}"
    return f"{last.episodes:,} games of training: {shares} against {rival}"


def _curve(points: tuple[CurvePoint, ...]) -> str:
    scored = any(point.score is not None for point in points)
    rows = [
        ("games", "win", "draw", "loss", *(("score",) if scored else ())),
        *(
            (
                f"{point.episodes:,}",
                *(f"{number:.4f}" for number in point[1:] if number is not None),
            )
            for point in points
        ),
    ]
    return "".join(table(rows, "  "))
