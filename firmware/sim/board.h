/* The simulated microcontroller and what the emulated chips need of it. */
#ifndef SCALE_SIM_BOARD_H
#define SCALE_SIM_BOARD_H

#include <sim_avr.h>
#include <stdbool.h>
#include <stdio.h>

#include "options.h"

#define CLOCK_HZ 16000000

struct board {
    avr_t *avr;
    const struct options *options;
    FILE *served; /* NULL if nobody wants the list */
    int resets;
};

extern struct board board;

void board_make(const struct options *options);

double board_now_s(void);
bool board_has_fault(enum fault_kind kind);

/* Drives an input pin of port D from outside, against its pull-up. */
void board_drive(int pin, int level);

void board_save_eeprom(void);

#endif
