"""The machine: memory, time limits, standard streams, and atomic writing of files."""
