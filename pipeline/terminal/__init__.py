"""The terminal: `diagnostics` has messages, advice on wrong usage and exit codes, `progress_bar`
the progress of long work.
"""
