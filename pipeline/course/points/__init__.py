"""Points: the graders of the course documents that score what students hand in by itself.

What students wrote runs with the rights of who grades it, in processes of its own under limits of
time and memory; what hangs, ends, or prints something else is a row with the reason.
"""
