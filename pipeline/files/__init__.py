"""Files: read whole, recognised by their content, written whole or not at all.

`reading` reads and writes, `kinds` is the table of all kinds of files, and `sources` the table of
those that a chain can begin with.
"""
