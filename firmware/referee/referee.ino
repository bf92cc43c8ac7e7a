// Firmware of the scale of Table Referee. The Arduino IDE wants a sketch; the program is in main.c,
// which brings its own main(), so setup() and loop() are not needed. See ../PROTOCOL.md for wiring.
