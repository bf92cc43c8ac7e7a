"""The tower: pieces, hands and scenes in rigid-body physics."""
