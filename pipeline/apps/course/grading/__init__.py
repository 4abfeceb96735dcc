"""Grading hand-ins against the map whose game they should be.

`submissions` finds hand-ins in folders and archives (read by `archives`). `grader` grades one,
`large_maps` one of a map whose tree is too large to list, and `choice` decides which of the two.
`information_sets` grades files whose information sets do not fit. `folder` grades many at once,
each in an isolated process, and `rows` writes the grades as they arrive.
"""
