"""The stages: each a pure function from one artifact to the next."""
