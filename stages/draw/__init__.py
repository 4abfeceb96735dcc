"""Draw: pictures of games and of their proved properties, as pure functions from records to text.

Each kind of picture has a folder: its content is first collected in records, and each output format
has a module. Colours are defined in `stages.draw.colours` alone.
"""
