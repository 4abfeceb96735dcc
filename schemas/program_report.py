"""The report on a linear program (`*.report.json` of an `.lp` or `.mps`): its optimum with bounds,
and the values of its columns and rows.
"""

from schemas.parts.documents import check_keys

FORMAT = "efgc/program-report"
VERSION = 1
KEYS = (
    "problem",
    "sense",
    "objective",
    "lower_bound",
    "upper_bound",
    "status",
    "solver",
    "solver_version",
    "seconds",
    "size",
    "columns",
    "rows",
    "edited",
)
OPTIONAL = ("edited",)
NULLABLE = ("lower_bound", "upper_bound", "seconds")
TABLE = ("kind", "name", "value", "lower", "upper", "slack", "dual", "basis")
"""The columns of the report as a CSV table."""


def check_text(text: str) -> None:
    """Check the keys of a report in JSON, which no stage reads. Raise InputError if they are
    wrong.
    """
    check_keys(
        text, FORMAT, VERSION, [key for key in KEYS if key not in OPTIONAL], NULLABLE, OPTIONAL
    )
