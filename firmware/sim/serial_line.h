/* The serial port of the chip as a pseudo-terminal or a file, plus the bytes that were scripted. */
#ifndef SCALE_SIM_SERIAL_LINE_H
#define SCALE_SIM_SERIAL_LINE_H

#include <stdint.h>

struct line_statistics {
    uint64_t from_chip, lost, to_chip;
};

extern struct line_statistics line_statistics;

/* Prints the name of the pseudo-terminal, if there is one, as the first line on stdout. */
void serial_line_open(void);

/* Waits for the first byte of the host, if that was asked for; the byte is thrown away. */
void serial_line_wait(void);

/* Moves bytes in both directions. */
void serial_line_pump(void);

/* Gives the reader up to two seconds to take what is left. */
void serial_line_close(void);

#endif
