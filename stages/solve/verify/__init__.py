"""What becomes of a solver's answer: read against the program, judged, bounded."""
