"""The table of a sweep as pictures: the value over what varies, with its bounds, in a panel per
source; bars where no number varies.
"""
