"""What the pictures of a sweep show, in words: for those who cannot see them."""

from collections.abc import Iterator

from stages.draw.sweeps.records import NUMBERS, Bars, Charts, Line, Panel


def heading(shown: Charts | Bars) -> str:
    """Return what stands on the axes."""
    if isinstance(shown, Bars):
        left = f"; {shown.left_out:,} more runs are in the table" if shown.left_out else ""
        return f"Value to player 1 of each run{left}"
    left = f"; {shown.left_out:,} more sources are in the table" if shown.left_out else ""
    crosses = "; × marks a run that failed" if _failures(shown) else ""
    if any(panel.marks for panel in shown.panels):
        crosses += "; dotted lines are where optimal play changes"
    return f"Value to player 1 over {NUMBERS[shown.over]}{crosses}{left}"


def told(shown: Charts | Bars) -> str:
    """Return the whole picture in words."""
    if isinstance(shown, Bars):
        return f"{heading(shown)}. " + " ".join(f"{bar.words}." for bar in shown.bars)
    lines = [
        f"{panel.title}: {'; '.join(_line(shown, line) for line in panel.lines)}.{_marks(panel)}"
        for panel in shown.panels
    ]
    return f"{heading(shown)}. {' '.join(lines)}"


def _marks(panel: Panel) -> str:
    return "".join(f" Play changes at {mark.words}." for mark in panel.marks)


def _line(shown: Charts, line: Line) -> str:
    return ", ".join(_parts(shown, line))


def _parts(shown: Charts, line: Line) -> Iterator[str]:
    name = shown.series[line.series]
    known = [(point.value, point.x) for point in line.points if point.value is not None]
    before = f"{name}: " if name else ""
    if not known:
        yield f"{before}every run failed"
        return
    (first, begin), (last, end) = known[0], known[-1]
    yield f"{before}{first:.6g} at {shown.over} = {begin:.6g}"
    if len(known) > 1:
        yield f"{last:.6g} at {end:.6g}"
        (least, least_at), (most, most_at) = min(known), max(known)
        if least < min(first, last):
            yield f"least {least:.6g} at {least_at:.6g}"
        if most > max(first, last):
            yield f"most {most:.6g} at {most_at:.6g}"
    failed = len(line.points) - len(known)
    if failed:
        yield f"{failed} failed"


def _failures(shown: Charts) -> bool:
    return any(
        point.value is None
        for panel in shown.panels
        for line in panel.lines
        for point in line.points
    )
