"""The language of side bets, and the bets of our rule books written in it (`*.toml`).

`docs/side-bets.md` is the reference. A file is read (`files`), its conditions are parsed (`parser`)
into trees (`conditions`) of facts about cards (`facts`), and the whole becomes the `SideBet` that
play, odds, simulator, and signs read (`bets`).
"""
