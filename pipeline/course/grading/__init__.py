"""Grading hand-ins against the map whose game they should be.

`submissions` finds hand-ins in folders and archives (read by `archives`), `grader` grades one,
`folder` many at once, each in an isolated process, and `rows` writes the grades as they arrive.
"""
