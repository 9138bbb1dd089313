"""Speed goals, and how this machine meets them: `python -m bench [name ...]`."""
