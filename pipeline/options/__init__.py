"""The options of commands. `calls` turns the table of `pipeline.settings` into options of commands
and the parameters of a command into Settings; `outputs` has -o, --format and --open.
"""
