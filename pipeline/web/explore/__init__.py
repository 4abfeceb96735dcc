"""The explorer: a page with a source on the left and the results of the stages on the right,
updated at once.

Sources are compiled in sandbox processes (`compilation` runs there, `worker` calls it), one per
column of the page. In a column the last order wins (`column`).
"""
