"""The report on a linear program (`*.report.json` of an `.lp` or `.mps`): its optimum with bounds,
and what its columns and rows come to.
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
"""The columns of the report as a table in CSV."""


def check_text(text: str) -> None:
    """Check the keys of a report in JSON. Raises InputError; no stage reads a report back."""
    check_keys(
        text, FORMAT, VERSION, [key for key in KEYS if key not in OPTIONAL], NULLABLE, OPTIONAL
    )
