"""The dashboard's server: HTTP API, live socket, roles, and the page itself."""
