"""`cardroom audit`: what was dealt and recorded, checked and shown."""
