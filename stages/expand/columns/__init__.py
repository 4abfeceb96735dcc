"""One compiled walk for all state graphs, from columns to a game in columns.

`arrays` and `sums` are its input and output, `walk` goes from its first node to the game, and
`secret` has what a secret needs beside it.
"""
