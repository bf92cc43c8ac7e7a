"""Pure rules: the contract, the registry, and one package per game."""
