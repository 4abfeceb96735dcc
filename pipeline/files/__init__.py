"""Files: read whole, recognised by their content, written whole or not at all.

`reading` reads and writes files, `text` is the text of one, `kinds` is the table of all kinds of
files, and `sources` the table of the kinds with which a chain can begin. `origin` is the stamp of
an output, and `examples` has the worked examples.
"""
