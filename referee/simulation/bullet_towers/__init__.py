"""Tower scenes in a second rigid-body engine (PyBullet), which only the benchmarks install."""
