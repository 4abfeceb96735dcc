"""Points: the graders of the course documents that score what students hand in by itself.

`islands` grades those of 2020, `reports` those of 2018 (`printed_reports` reads them, `matching`
finds the sequences), `droid_class` and `droids` those of 2022; `handins` finds the files and
`table` writes the points. What students wrote runs with the rights of who grades it, in processes
of its own under limits of time and memory (`program`); what hangs, ends, or prints something else
is a row with the reason.
"""
