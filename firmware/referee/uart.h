/* The serial port, 115200 baud, behind two ring buffers. */
#ifndef REFEREE_UART_H
#define REFEREE_UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);

/* Queues all the bytes or, if they do not fit, none: half a frame helps nobody. */
bool uart_write(const uint8_t *bytes, uint8_t length);

bool uart_has_input(void);

/* The next byte received; only when there is input. */
uint8_t uart_read(void);

#endif
