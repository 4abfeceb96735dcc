"""The line on the terminal that shows the progress of long work."""

from collections.abc import Iterator

from tqdm import tqdm

SMOOTHING = 0.3  # The weight of the last measurement in the moving average.
EARLY = 0.02  # The share of the work before which its speed says little about the rest,
SETTLED = 20.0  # unless so many seconds have passed.
BAR = 10  # The least width of a bar in columns; words are left out for it.


class Estimate:
    """The current speed of the work: a moving average, which forgets the beginning."""

    def __init__(self, start: float) -> None:
        self.start, self.done, self.at = start, 0, start
        self.steps = self.seconds = 0.0

    def look(self, done: int, now: float) -> None:
        """Record how much is done at a time, in seconds on any clock."""
        # The next part of the work starts at 0 and has its own speed.
        if done < self.done:
            self.steps = self.seconds = 0.0
        elif done > self.done:
            self.steps += SMOOTHING * (done - self.done - self.steps)
            self.seconds += SMOOTHING * (now - self.at - self.seconds)
        if done != self.done:
            self.done, self.at = done, now

    def rate(self) -> float:
        """Return how much is done per second; 0 while that is unknown."""
        return self.steps / self.seconds if self.seconds > 0 else 0.0

    def left(self, total: int, now: float) -> float | None:
        """Return the seconds left; None if they are unknown, as at the beginning and when the next
        step is overdue.

        >>> work = Estimate(start=0)
        >>> work.look(250, now=10)
        >>> work.left(1000, now=10), work.left(1000, now=12), work.left(1000, now=50)
        (30.0, 28.0, None)
        >>> work.left(100_000, now=10)
        """
        if self.done < EARLY * total and now < self.start + SETTLED:
            return None
        rate = self.rate()
        left = (total - self.done) / rate - (now - self.at) if rate else 0.0
        return left if left > 0 else None


def line(
    what: str,
    counted: str,
    done: int,
    total: int,
    elapsed: str,
    rate: float,
    left: float | None,
    columns: int,
    ascii: bool,
) -> str:
    """Return the progress of the work in one line of at most so many columns. `counted` is how much
    is done, in words, for an unknown total.

    >>> line("expand", "", 250_000, 1_000_000, "10 s", 25_000, 30, 79, ascii=True)
    'expand:  25%|##7        | 250,000 of 1,000,000, 25,000/s, 10 s, about 30 s left'
    >>> line("expand", "", 250_000, 1_000_000, "10 s", 25_000, 30, 39, ascii=True)
    'expand:  25%|###7           | 30 s left'
    >>> line("parse", "250,000 states", 250_000, 0, "10 s", 25_000, None, 79, ascii=True)
    'parse: 250,000 states so far, 25,000/s, 10 s'
    >>> line("lower", "", 0, 0, "10 s", 0, None, 79, ascii=True)
    'lower: 10 s'
    """
    if total < 2 or not 0 <= done <= total:
        so_far = [f"{counted} so far", *_speed(rate)] if done else []
        return f"{what}: {', '.join((*so_far, elapsed))}"[:columns]
    room = columns - len(f"{what}: 100%||") - BAR
    words = next(
        (words for words in _words(done, total, elapsed, rate, left) if len(words) <= room), ""
    )
    drawn: str = tqdm.format_meter(
        done,
        total,
        0,
        ncols=columns,
        prefix=what,
        ascii=ascii,
        bar_format="{desc}: {percentage:3.0f}%|{bar}|" + words,
    )
    return drawn


def seconds_in_words(seconds: float) -> str:
    """Return a duration in words.

    >>> seconds_in_words(99.7), seconds_in_words(3700)
    ('100 s', '1:01:40')
    """
    return f"{seconds:.0f} s" if seconds < 100 else tqdm.format_interval(seconds)


def _words(done: int, total: int, elapsed: str, rate: float, left: float | None) -> Iterator[str]:
    """Yield the words behind the bar, the shortest last."""
    counted = f"{done:,} of {total:,}"
    ahead = [] if left is None else [f"about {seconds_in_words(left)} left"]
    yield " " + ", ".join((counted, *_speed(rate), elapsed, *ahead))
    yield " " + ", ".join((counted, elapsed, *ahead))
    yield " " + ", ".join((elapsed, *ahead))
    yield f" {elapsed}" if left is None else f" {seconds_in_words(left)} left"


def _speed(rate: float) -> list[str]:
    if not rate:
        return []
    if rate < 1:
        return [f"{1 / rate:.1f} s each"]
    return [f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s"]
