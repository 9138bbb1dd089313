"""The games: one package per family, each with its procedure, legality and resolution."""
