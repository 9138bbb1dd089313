"""Goals for speed, and what this machine makes of them: `python -m bench [name ...]`."""
