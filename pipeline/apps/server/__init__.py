"""The server of the pages that this machine shows in its own browser, shared by the apps with a
page: `explore` and `play`.
"""
