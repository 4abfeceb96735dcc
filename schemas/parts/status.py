"""What a solver says of a linear program, as words that artifacts spell in the same way."""

from enum import StrEnum


class Status(StrEnum):
    """How a solver ended."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    LIMIT = "limit"
    """Of time, iterations or memory."""
    FAILED = "failed"


class Sense(StrEnum):
    """What becomes of the objective."""

    MAXIMISE = "maximise"
    MINIMISE = "minimise"


class Basis(StrEnum):
    """Of a column or a row: basic, or at which bound it is held."""

    BASIC = "basic"
    LOWER = "lower"
    UPPER = "upper"
    FREE = "free"
    FIXED = "fixed"
    UNKNOWN = ""
    """The solver gives no basis."""
