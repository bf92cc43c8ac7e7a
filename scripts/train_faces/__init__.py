"""Trains the network by which taught faces are told apart, from symbols of many artists."""
