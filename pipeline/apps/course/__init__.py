"""For courses only: `points` and `grading` of hand-ins, the `contracts` of the course documents,
and templates. Only commands import this package.
"""
