"""What each artifact means: records, reading, writing and checking."""
