"""Grading by the rules of the course documents.

`islands` gives points to hand-ins of 2020, and `droids` to those of 2022; `grading` grades many,
and `awards` are the grades of their parts. `reports` compares those of 2018 (`printed_reports`
reads them), and `exported_programs` their linear programs.
Students' code runs with the grader's user rights, in separate processes with limits on time and
memory (`guard`, `droid_checks`); code that hangs, crashes, or prints wrong output gets a row with
the reason.
"""
