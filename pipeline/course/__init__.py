"""For courses alone: graders, points, the contracts of the course documents, templates.

Only commands import this room.
"""
