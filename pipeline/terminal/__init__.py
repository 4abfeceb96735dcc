"""The terminal: messages, progress, advice on wrong usage, and exit codes."""
