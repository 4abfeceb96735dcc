"""Durations in words."""


def duration(seconds: float) -> str:
    """Return a duration in words for a forecast or a limit.

    >>> [duration(seconds) for seconds in (0.5, 40, 600, 755, 9000)]
    ['0.5 s', '40 s', '10 minutes', '13 minutes', '2.5 hours']
    """
    if seconds < 120:
        return f"{seconds:.3g} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:,.1f} hours"
