"""cardroom: casino card games played by the book, settled to the cent, priced exactly."""

__version__ = "0.1.0"
