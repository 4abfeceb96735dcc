"""The implementation of `efgc.py`: from Python objects to the chain of stages, and back."""
