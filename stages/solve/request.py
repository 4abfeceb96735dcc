"""The request to a solver."""

from typing import NamedTuple

Options = tuple[tuple[str, str], ...]
GRACE = 2.0
"""Seconds beyond the time limit that a solver has to stop by itself and to return its answer."""


class Request(NamedTuple):
    """The settings for a call of a solver."""

    options: Options = ()
    """Under the solver's own names; later ones override earlier ones."""
    time_limit: float = 0.0
    """In seconds; 0 for none."""
    log: bool = False
    """Whether the solver's log goes to stderr."""
    until: float = float("inf")
    """The deadline on the clock of `time.monotonic`, if the limit covers more than this solver,
    which then gets the remaining time.
    """

    def options_and_limit(self, name: str, shape: str = "") -> Options:
        """Return the options, followed by the time limit under the solver's name for it.

        >>> Request((("presolve", "off"),), 2.5).options_and_limit("time_limit")
        (('presolve', 'off'), ('time_limit', '2.5'))
        """
        limit = ((name, format(self.time_limit, shape)),) if self.time_limit else ()
        return (*self.options, *limit)


def iteration_limit(rows: int, columns: int) -> int:
    """Return the number of iterations after which a simplex method is assumed to cycle.

    GLPK cycles forever on some programs with both coefficients of 1e-9 and of 1e9. Of our programs
    that it finished, none took more than 1 iteration per row and column.
    """
    return 10_000 + 20 * (rows + columns)
