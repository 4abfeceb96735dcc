"""A solver's findings about a linear program, as the words used in artifacts."""

from enum import StrEnum


class Status(StrEnum):
    """The final status of a solver."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    LIMIT = "limit"
    """A limit of time, iterations or memory was reached."""
    FAILED = "failed"


class Sense(StrEnum):
    """Whether the objective is minimised or maximised."""

    MAXIMISE = "maximise"
    MINIMISE = "minimise"


class Basis(StrEnum):
    """The basis status of a column or a row: basic, or the bound at which it is nonbasic."""

    BASIC = "basic"
    LOWER = "lower"
    UPPER = "upper"
    FREE = "free"
    FIXED = "fixed"
    UNKNOWN = ""
    """The solver does not provide a basis."""
