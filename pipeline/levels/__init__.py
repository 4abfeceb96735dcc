"""Goofspiel level by level: the order of the work, what is kept on disk, and who does it.

A level is cut into chunks. Each is solved by whichever process an engine gives
it to, from the level files in the folder, and written to a file of its own. When
all chunks of a level are there they are merged to the level's file, which gets
its line in the manifest, and only then the chunks go. Every file is written
whole or not at all, so that a run that was killed goes on where it was. What is
read later is compared with checksums, and what is damaged is made again.
"""
