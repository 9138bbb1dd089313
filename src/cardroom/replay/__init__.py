"""Simulated rounds, dealt again card by card through the engine."""
