"""Grading: hand-ins by the map whose game they should be.

`grader` grades one; `work` does it in a process that may hang, fill its memory or die, for any
number of them at once (`pipeline.engines`); `rows` writes the grades as they come.
"""
