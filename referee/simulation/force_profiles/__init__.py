"""Tower scenes put together from force and momentum, without a rigid-body engine."""
