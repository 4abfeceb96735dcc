"""Grading: hand-ins by the map whose game they should be.

`graders` chooses the grader of a map and `grader` grades one hand-in; `work` does it in a process
that may hang, fill its memory or die, `folder` for any number of them at once (`pipeline.engines`),
and `rows` writes the grades as they come.
"""
