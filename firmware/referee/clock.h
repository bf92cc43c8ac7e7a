/* Time: ticks of 4 us for stamps, beats of 4 ms for everything that happens regularly. */
#ifndef REFEREE_CLOCK_H
#define REFEREE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define TICKS_PER_SECOND 250000UL
#define BEATS_PER_SECOND 250

void clock_start(void);

/* Ticks since the start; wraps after 4 h 46 min. */
uint32_t clock_ticks(void);

/* The same where interrupts are off already. */
uint32_t clock_ticks_in_interrupt(void);

/* Beats since this was last asked; each beat is told once. */
uint8_t clock_take_beats(void);
bool clock_has_beats(void);

#endif
