"""Grading hand-ins against the map whose game they should be.

`submissions` finds hand-ins in folders and archives (read by `archives`). `grader` grades one.
`information_sets` grades files whose information sets do not fit. `folder` grades many at once,
each in an isolated process, and `rows` writes the grades as they arrive.
"""
