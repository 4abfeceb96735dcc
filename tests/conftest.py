"""What a run of the tests says at its end: what was skipped and why, a line for each reason."""

from collections import Counter


def pytest_terminal_summary(terminalreporter):
    """Say how many tests each reason has skipped, the most frequent first."""
    told = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", []))
    if told:
        terminalreporter.section("skipped")
    for reason, count in sorted(told.items(), key=lambda item: (-item[1], item[0])):
        terminalreporter.write_line(f"{count:5} {reason}")
