/* The conversation with the program on the other end: commands, heartbeat, HELLO and STATUS. */
#ifndef REFEREE_SESSION_H
#define REFEREE_SESSION_H

#include <stdbool.h>
#include <stdint.h>

/* Says HELLO with the reason of this start. */
void session_start(uint8_t reset_cause);

/* One byte from the host. */
void session_take(uint8_t byte);

/* Lets time pass. */
void session_pass(uint8_t beats);

bool session_is_streaming(void);

#endif
