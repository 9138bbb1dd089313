"""MaxTime 21 and its bonus bet."""
