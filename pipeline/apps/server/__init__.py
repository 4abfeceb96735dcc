"""Pages that this machine serves to its own browser: one server for all pages (`server`), and a
package for each page.
"""
