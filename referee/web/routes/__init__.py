"""The addresses of the API, one module for each thing on the table."""
