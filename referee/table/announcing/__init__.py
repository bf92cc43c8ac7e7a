"""What is said and shown at the table: voice and lamps."""
