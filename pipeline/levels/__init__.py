"""Goofspiel level by level: the order of the work, the files on disk, and the processes.

A level is cut into chunks. An engine gives each chunk to a process, which solves it from the level
files in the folder and writes it to a file of its own. When all chunks of a level exist, they are
joined to the level's file. Then the level gets its line in the manifest, and only then the chunks
are deleted. Every file is written whole or not at all, so that a killed run can be continued. Files
are compared with their checksums when they are read, and damaged files are made again.
"""
