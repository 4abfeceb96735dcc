"""The table of a sweep as pictures: the value over the varying number, with its bounds, in a panel
per source; bars if no number varies.
"""
