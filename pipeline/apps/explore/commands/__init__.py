"""The commands of this app: one per file."""
