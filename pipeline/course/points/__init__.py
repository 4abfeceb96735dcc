"""Points: automatic scoring of hand-ins, by the rules of the course documents.

`islands` scores hand-ins of 2020, `reports` those of 2018 (`printed_reports` reads them), and
`droids` those of 2022; `handins` runs programs, and `table` writes the points.
Students' code runs with the grader's user rights, in separate processes with limits on time and
memory (`guard`, `droid_checks`); code that hangs, crashes, or prints wrong output gets a row with
the reason.
"""
