/* The watchdog restarts a program that hangs, and its oscillator is a source of chance. */
#ifndef REFEREE_WATCHDOG_H
#define REFEREE_WATCHDOG_H

#include <stdint.h>

/* Why the program started; to be asked once, before anything else. */
uint8_t watchdog_reset_cause(void);

/* From here on the program must feed it every half second. */
void watchdog_start(void);
void watchdog_feed(void);

/* A number made of the drift between the watchdog's oscillator and the crystal; takes 0.5 s. */
uint32_t watchdog_noise(void);

#endif
