"""What `efgc.py` calls: from Python's objects to the chain of stages, and back."""
