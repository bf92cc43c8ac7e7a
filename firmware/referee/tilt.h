/* A ball tilt switch to GND, closed while the plate is upright. */
#ifndef REFEREE_TILT_H
#define REFEREE_TILT_H

#include <stdbool.h>
#include <stdint.h>

void tilt_start(void);

/* Lets time pass; true when the level has changed and stayed so for 20 ms. */
bool tilt_pass(uint8_t beats);

/* 0 upright, 1 tilted. */
uint8_t tilt_level(void);

/* Nobody can tell an open switch from a missing one, so it counts as wired once it was closed. */
bool tilt_is_wired(void);

#endif
