"""`cardroom histories`: hands of poker for and from other programs."""
