"""Reports as pages and pictures: `stages.page` and `stages.draw`, imported on first use."""

from collections.abc import Iterator

from schemas.induction_report import InductionReport
from schemas.report import Report
from stages.report.layout import Layout
from stages.report.optimum_report import OptimumReport

PAGE = r"\A<!doctype html>\n<html"


def game_page(report: Report, layout: Layout) -> Iterator[str]:
    from stages.page import write_game  # For start-up time.

    return write_game(report, layout)


def states_page(report: InductionReport, layout: Layout) -> Iterator[str]:
    from stages.page import write_states  # For start-up time.

    return write_states(report, layout)


def optimum_page(report: OptimumReport, layout: Layout) -> Iterator[str]:
    from stages.page import write_optimum  # For start-up time.

    return write_optimum(report, layout)


def states_picture(report: InductionReport, layout: Layout) -> Iterator[str]:
    from stages.draw import goofspiel, svg  # For start-up time.

    return svg.write(goofspiel.scene(report))
