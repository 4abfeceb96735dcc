"""Grading hand-ins against the map whose game they should be.

`grader` grades one hand-in, `folder` many at once, each in an isolated process, and `rows` writes
the grades as they arrive.
"""
