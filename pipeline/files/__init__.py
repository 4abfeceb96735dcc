"""Files: read whole, recognised by their content, written whole or not at all.

`reading` reads and writes files, `kinds` is the table of all kinds of files, and `sources` is the
table of the kinds that a chain can begin with.
"""
