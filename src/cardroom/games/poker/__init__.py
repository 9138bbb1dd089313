"""Texas Hold'em, Omaha and Omaha Hi-Lo: players against each other, for pots."""
