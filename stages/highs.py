"""HiGHS, as a library: an object with one thread, and linear programs for it from arrays."""

from typing import Any

from numpy.typing import NDArray

Ends = tuple[Any, Any]
"""The lower and the upper bounds of all columns or rows, one number each."""
Matrix = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
"""By columns or by rows: the beginnings, with the end of the last one, and for each coefficient its
row or column, and its value.
"""


def new_highs(log: bool = False, interior: bool = False) -> Any:
    """Return a HiGHS object that works in one thread and prints only a `log`; with `interior` it
    returns an optimum that keeps away from vertices.
    """
    import highspy  # For start-up time.

    # From 1.16 on HiGHS otherwise fails if the process, or that from which it was forked, has used
    # another number of threads. It must not wait for threads: a fork has none.
    highspy.Highs.resetGlobalScheduler(False)
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", log)
    highs.setOptionValue("threads", 1)
    if interior:
        highs.setOptionValue("solver", "ipm")
        highs.setOptionValue("run_crossover", "off")
    return highs


def highs_program(
    costs: NDArray[Any], columns: Ends, rows: Ends, matrix: Matrix, by_rows: bool = False
) -> Any:
    """Return a linear program to minimise, with infinite ends where there is no bound."""
    import highspy  # For start-up time.

    program: Any = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(costs), len(rows[0])
    program.col_cost_ = costs
    program.col_lower_, program.col_upper_ = columns
    program.row_lower_, program.row_upper_ = rows
    formats = highspy.MatrixFormat
    program.a_matrix_.format_ = formats.kRowwise if by_rows else formats.kColwise
    program.a_matrix_.num_col_, program.a_matrix_.num_row_ = program.num_col_, program.num_row_
    program.a_matrix_.start_, program.a_matrix_.index_, program.a_matrix_.value_ = matrix
    return program


def start_from(highs: Any, columns: list[Any], rows: list[Any]) -> None:
    """Let a HiGHS object start from a basis, given by the status of each column and row."""
    import highspy  # For start-up time.

    basis = highspy.HighsBasis()
    basis.col_status, basis.row_status = columns, rows
    basis.valid = True
    highs.setBasis(basis)
