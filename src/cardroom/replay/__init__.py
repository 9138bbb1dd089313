"""Simulated rounds, dealt through the engine card by card."""
