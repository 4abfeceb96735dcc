"""What a solver is asked."""

from typing import NamedTuple

Options = tuple[tuple[str, str], ...]
GRACE = 2.0
"""Seconds beyond the time limit that a solver has to stop by itself and to say what it found."""


class Request(NamedTuple):
    """How a solver is to be asked."""

    options: Options = ()
    """In the solver's own words, later ones over earlier ones."""
    time_limit: float = 0.0
    """In seconds; 0 is none."""
    log: bool = False
    """Whether the solver's log goes to stderr."""
    until: float = float("inf")
    """When all is to have ended, on the clock of `time.monotonic`: the limit is that of more than
    this solver, which gets what is left.
    """

    def options_and_limit(self, name: str, shape: str = "") -> Options:
        """Return the options, the time limit as the last of them, by the solver's name for it.

        >>> Request((("presolve", "off"),), 2.5).options_and_limit("time_limit")
        (('presolve', 'off'), ('time_limit', '2.5'))
        """
        limit = ((name, format(self.time_limit, shape)),) if self.time_limit else ()
        return (*self.options, *limit)


def iteration_limit(rows: int, columns: int) -> int:
    """Return after how many iterations a simplex method is not believed to end by itself.

    GLPK goes round in circles for ever on some programs with coefficients of 1e-9 beside such of
    1e9. Of those that ended, none of ours took more than 1 iteration per row and column.
    """
    return 10_000 + 20 * (rows + columns)
