"""Linear programs in rationals, from games or elsewhere: `texts` are read and written, `bounds` are
proved on the optimum by what a solver found, and `certify` proves the outcome exactly.
"""
