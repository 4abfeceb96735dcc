"""The program around the stages: command line, files, messages and exit codes."""
