"""The implementation of `efgc.py`: from Python objects (`keywords`, `sources`, `strategies`) to the
chain of stages (`calls`), and back (`results`, `evaluations`).
"""
