"""The library: what `import cardroom as cr` provides. `docs/api.md` lists the stable names."""
