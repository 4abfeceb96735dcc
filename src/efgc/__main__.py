"""`python -m efgc` where efgc is installed."""

from efgc.pipeline.start import main

main()
