"""What becomes of a solver's answer: judged on the program (`judge`), by faults in floating point
(`faults`); and bounds on the optimum that it proves in rationals (`bounds`, `feasible`).
"""
