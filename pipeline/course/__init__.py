"""For courses only: graders, points, the contracts of the course documents, templates.

Only commands import this package.
"""
