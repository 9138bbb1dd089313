"""The table in the browser: ES modules, custom elements and drawings, in `static`.

There is no build step: the browser loads what is there, and nothing comes from elsewhere.
"""
