"""Grading hand-ins against the map whose game they should be.

`graders` chooses the grader of a map and `grader` grades one hand-in; `work` does so in an isolated
process, which may hang, run out of memory or crash; `folder` grades many at once
(`pipeline.engines`), and `rows` writes the grades as they arrive.
"""
