"""The school: questions about rounds that the engine plays, graded by the engine.

No rule of a game is written here. A drill (a TOML file) says which game it is about, what is asked,
and which rounds it is asked about; the engine plays the round and so knows the answer, its clause,
and its amount.
"""
